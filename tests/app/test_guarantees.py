"""What pages guarantee: never more than the mechanism, and nothing where nothing is proved."""

import pytest

import graphdp_core as gdp
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.experiment.board import tiles
from graphdp_core.mechanisms import OFFERED
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.laplace_flip import LaplaceFlip
from graphdp_core.mechanisms.lnpp import LNPP
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.params import Refused, schema
from graphdp_core.stage.stop import posterior_belief
from pages.table import TABLE
from pages.ui import protection
from pages.ui.mechanism_menu import MOST

WEIGHTED = "Les Misérables (77 nodes)"
ONE_EDGE = {"one-edge": "true"}
TREES = MinimumSpanningTree.title


def test_the_overview_claims_no_odds_for_edges_that_are_released_as_they_are(visitor):
    visitor.open(graph=WEIGHTED, mechanism="edgeFlip", **ONE_EDGE)
    assert "From **50%** sure of one tie" in visitor.text
    visitor.set("selectbox", "mechanism", "Laplace on weights").check()
    assert "From **50%** sure of one tie" not in visitor.text
    assert "takes the topology as public" in visitor.text
    assert "the same on both sides, and nothing protects it" in visitor.text


def test_only_symmetric_flips_show_the_squares_of_a_hundred_releases(visitor):
    visitor.open(mechanism="edgeFlip", **ONE_EDGE)
    assert visitor.at.get("image")
    visitor.set("selectbox", "mechanism", "Top-m filter").check()
    assert not visitor.at.get("image")
    assert "From **50%** sure of one tie" in visitor.text


@pytest.mark.long
@pytest.mark.usefixtures("short_sweeps")
def test_weight_mechanisms_are_compared_under_one_relation_and_radius_or_not_in_silence(visitor):
    query = {"spanning_tree.length": "The graph's weights", "repeats": "10"}
    visitor.open("which-epsilon", graph=WEIGHTED, **query)
    visitor.set("selectbox", "mechanism", "PAMST").set("selectbox", "analysis", TREES)
    box = next(box for box in visitor.at.pills if box.label == "Mechanisms")
    box.set_value(["PAMST", "Laplace on weights"]).run()
    assert "may not be compared" not in visitor.text
    visitor.set("number_input", "pamst.radius", 0.5)
    visitor.set("segmented_control", "pamst.norm", "Of every weight (l∞)")
    alike = [c.value for c in visitor.at.caption if "a radius of 0.5" in c.value]
    assert len(alike) == 1, "what both promise is said once"
    assert "**PAMST, Laplace on weights.**" in alike[0]
    assert "may not be compared" not in visitor.text
    visitor.set("segmented_control", "pamst.sensitivity", "Normalised by |E|")
    assert "may not be compared" in visitor.text


def test_privacy_facts_state_no_epsilon_where_nothing_is_proved():
    facts = protection.facts(LNPP().guarantee(2.0))
    rows = dict(zip(facts["Fact"], facts["Value"], strict=True))
    assert rows["Exact ε"] == rows["δ"] == "none"
    assert rows["Unit protected"].startswith("none proved")
    assert "kε" not in rows["A second release"]
    proved = protection.facts(EdgeFlip().guarantee(2.0))
    rows = dict(zip(proved["Fact"], proved["Value"], strict=True))
    assert rows["Exact ε"] == "2"
    assert rows["Belief from 1%"] == "at most 7%"
    assert "kε" in rows["A second release"]


def test_the_radius_and_the_epsilon_in_the_facts_are_those_that_hold():
    made = PAMST(sensitivity="normalised", norm="linf", radius=0.5)
    facts = protection.facts(made.guarantee(1.0))
    rows = dict(zip(facts["Fact"], facts["Value"], strict=True))
    assert rows["Neighbouring relation"] == "weight, l-infinity, radius 0.5/|E|"
    assert "a radius of 0.5/|E|" in rows["Unit protected"]
    facts = protection.facts(LaplaceFlip().guarantee(3.0))
    rows = dict(zip(facts["Fact"], facts["Value"], strict=True))
    assert rows["Exact ε"] == "2.08"


def test_odds_under_delta_say_so():
    assert posterior_belief(EdgeFlip().guarantee(1.0)) == (
        "Half sure becomes at most 73.2%, knowing all else."
    )
    assert "δ" not in posterior_belief(EdgeFlip().guarantee(1.0))
    assert "δ" in posterior_belief(gdp.mechanism("noisy_centrality").guarantee(1.0))


def unproved_settings(mechanism):
    """The default and every single choice beside it where nothing is proved, as links say them."""
    every = [{}] + [
        {parameter.name: choice}
        for parameter in schema(mechanism)
        for choice in parameter.choices
        if choice != parameter.default
    ]
    for values in every:
        try:
            made = mechanism(**values)
        except Refused:
            continue
        if not made.guarantee(3.0).protects:
            yield made, {f"{mechanism.id}.{name}": value for name, value in values.items()}


UNPROVED = [case for m in gdp.MECHANISMS for case in unproved_settings(m)]
FIRST = {made.id: query for made, query in reversed(UNPROVED)}
TWO_PROMISES = "compare"  # has its own test, of the line of each promise
PAGES = [entry for entry in TABLE if entry.address == "explore"]
SHOWN = [
    pytest.param(
        made,
        query,
        entry.address,
        id="-".join([made.id, *query.values(), entry.address]),
        marks=() if query == FIRST[made.id] else pytest.mark.long,
    )
    for made, query in UNPROVED
    for entry in PAGES
    if entry.shows(made.returns)
]


def test_unproved_mechanisms_are_there_to_be_looked_at():
    assert {"lnpp", "sbmf", "mod_divisive", "louvain_dp", "noisy_centrality"} <= {
        made.id for made, _ in UNPROVED
    }
    assert {case.values[0].id for case in SHOWN} == {made.id for made, _ in UNPROVED}
    assert sum(bool(query) for _, query in UNPROVED) > 3, "settings that change the status"


@pytest.mark.parametrize(("mechanism", "query", "path"), SHOWN)
def test_no_page_shows_a_shield_or_an_epsilon_where_nothing_is_proved(
    visitor, mechanism, query, path
):
    visitor.open(path, graph="karate", mechanism=mechanism.id, epsilon="3", **query)
    g = mechanism.guarantee(3.0)
    if not any(item.value.startswith(":red[:material/lock_open:") for item in visitor.at.markdown):
        assert visitor.at.main.warning  # refused: then there is no private side to name
    else:
        assert f"{mechanism.title}: {g.badge}" in visitor.text
    assert ":material/shield_lock:" not in visitor.text
    assert "% sure" not in visitor.text
    assert not any("With ε" in chart for chart in [visitor.text, *visitor.charts])


@pytest.mark.sample
@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize(
    ("mechanism", "query"),
    [
        pytest.param(
            m, q, id="-".join([m.id, *q.values()]),
            marks=() if q == FIRST[m.id] else pytest.mark.long,
        )
        for m, q in UNPROVED
    ],
)  # fmt: skip
def test_the_trade_off_shows_no_shield_where_nothing_is_proved(visitor, mechanism, query):
    kind = next(a for a in gdp.ANALYSES if gdp.compatible(mechanism, a()))
    where = {"graph": "karate", "mechanism": mechanism.id, "analysis": kind.id, "epsilon": "3"}
    visitor.open("which-epsilon", **where, **query)
    visitor.set("pills", f"{kind.id}.mechanisms", [mechanism.title]).check()
    g = mechanism.guarantee(3.0)
    assert f"{mechanism.title}: {g.badge}" in visitor.text
    assert ":material/shield_lock:" not in visitor.text
    assert "% sure" not in visitor.text


def test_the_menu_asks_what_should_leave_and_offers_at_most_nine_that_are_private(visitor):
    visitor.open("explore?see=counts", graph="karate")
    visitor.set("selectbox", "leaves", "Numbers and degrees")
    lines = visitor.at.selectbox(key="mechanism").options
    assert "One number hiding a node (Node-private count) · protects nodes" in lines
    visitor.open("explore", graph="karate")
    visitor.set("selectbox", "leaves", "Graphs")
    lines = visitor.at.selectbox(key="mechanism").options
    assert lines[0] == "Coin for every pair (edgeFlip)"
    assert len(lines) <= MOST
    visitor.set("selectbox", "leaves", "Communities")
    lines = visitor.at.selectbox(key="mechanism").options
    assert not [line for line in lines if "private" in line and "ModDivisive" in line]
    visitor.set("selectbox", "mechanism", "ModDivisive")
    shown = [line for line in visitor.at.selectbox(key="mechanism").options if "ModDiv" in line]
    assert shown == ["Groups by splitting (ModDivisive) · not proved private"]
    visitor.set("selectbox", "graph", "Les Misérables (77 nodes)")
    visitor.set("selectbox", "leaves", "Trees and weights")
    lines = visitor.at.selectbox(key="mechanism").options
    assert "Noise on every weight (Laplace on weights) · protects weights" in lines


@pytest.mark.parametrize("id", ["names_off", "dk_series"])
def test_what_a_link_asks_for_stands_in_for_nothing(visitor, id):
    visitor.open("explore", graph="karate", mechanism=id)
    assert "stands in" not in visitor.text


def test_what_promises_nothing_is_never_proposed():
    practised = {"names_off", "k_anonymous"}
    offered = {kind.id for kind in OFFERED}
    assert {kind.id for kind in gdp.MECHANISMS} - offered == practised
    found = tiles(gdp.load_graph("karate"), gdp.mechanism("louvain_dp"))
    assert not practised & set(found["shape"].mechanisms)
    assert found["shape"].mechanisms
