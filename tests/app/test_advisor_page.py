"""The page Which epsilon? says which epsilon is needed and how sure that is; a button uses it."""

import math
import re
from dataclasses import replace

import pandas as pd
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.advisor import first_look
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.needed_epsilon import Needed, strictest
from graphdp_core.experiment.properties import PROPERTIES
from graphdp_core.experiment.race import Race
from graphdp_core.experiment.targets import Target, targets_from
from graphdp_core.experiment.workers import Pool
from graphdp_core.progress import SILENT
from graphdp_core.vocabulary import TOPICS
from pages.parts import advisor, sweep
from pages.ui import protection
from pages.which_epsilon import which_epsilon
from pages.which_epsilon.needed import limit_in_words, limit_so_far, together_in_words
from pages.which_epsilon.which_epsilon import _little

DEGREES = {
    "graph": "florentine_families",
    "analysis": "overview",
    "overview.metric": "degree_distance",
}


@pytest.fixture
def asked(visitor, monkeypatch, at_once):
    """A visitor whose advisor answers in this process."""
    monkeypatch.setattr(advisor, "SMALL", 100)
    monkeypatch.setattr(advisor, "ADVISOR", at_once)
    monkeypatch.setattr(advisor, "ResultCache", lambda: at_once)
    return visitor


@pytest.mark.usefixtures("short_sweeps")
def test_the_answer_is_the_title_and_a_button_takes_it_to_the_sidebar(asked):
    asked.open("which-epsilon", **DEGREES, **{"overview.degree_distance.target": "0.05"})
    asked.check()
    match = re.match(r"You need ε = ([\d.]+).* with .+ \((.+?)\)\.$", asked.at.title[0].value)
    assert match, asked.text
    assert "95% sure that nine of ten draws" in asked.text
    asked.at.session_state["needs"] = True
    table = asked.at.run().dataframe[0].value
    assert table["Mechanism"][0] == match[2]
    assert not table["Protects"].str.contains("weight").any(), "no weights here"
    button = next(b for b in asked.at.button if b.label.startswith(f"Use {match[2]} at"))
    stop = float(button.label.rpartition("= ")[2])
    assert stop == float(match[1]), "the answer and its button say one number"
    button.click().run()
    assert asked.at.selectbox(key="mechanism").value == match[2]
    assert asked.at.select_slider(key="epsilon").value == stop
    assert stop >= asked.scenario.mechanism.guarantee(stop).effective_epsilon


@pytest.mark.long
@pytest.mark.usefixtures("short_sweeps")
def test_the_tiles_ask_by_the_metric_that_the_board_judges_by(visitor):
    visitor.open("which-epsilon", graph="florentine_families")
    tiles = visitor.at.pills(key="right")
    assert tiles.options == [topic.title for topic in TOPICS]
    assert tiles.value == "Communities", "unasked"
    for item in PROPERTIES[::2]:
        visitor.set("pills", "right", item.title)
        kind = type(item.analyses[0])
        assert visitor.at.selectbox(key="analysis").value == kind.title
        metric = visitor.at.selectbox(key=f"{kind.id}.metric").value
        assert metric in {m.label for m in kind.metrics if m.id in item.numbers}
    visitor.set("selectbox", "spectrum.metric", "Eigenvalue error")
    assert visitor.at.pills(key="right").value == "Something else"


def test_a_first_look_comes_before_the_answer_and_is_said_as_rough():
    karate, flip, store = gdp.load_graph("karate"), gdp.mechanism("edge_flip"), CellStore()
    targets, race = targets_from({"louvain.ari": 0.8}), Race(karate, 0, store, Pool(0))
    *_, hit, miss, last = first_look(race, targets, [flip], SILENT)
    never = replace(last, epsilon=math.inf)
    assert [advisor.roughly(look, is_live=True) for look in (hit, miss, last, never)] == [
        f"{words} with coin for every pair (edgeFlip): measuring …"
        for words in ("One draw is fine at ε = 5.19", "More than about ε = 2.65",
                      "At least about ε = 5", "Not")
    ]  # fmt: skip
    (need,) = gdp.answer(karate, {"louvain.ari": 0.8}, mechanisms=[flip], store=store).needs
    assert need.nominal >= last.epsilon


@pytest.mark.usefixtures("short_sweeps")
def test_a_large_graph_has_a_first_look_and_waits_with_the_rest(asked, monkeypatch):
    monkeypatch.setattr(advisor, "MOST_LOOKED_AT", 100)
    for module in (advisor, sweep, which_epsilon):
        monkeypatch.setattr(module, "SMALL", -1)
    asked.open("which-epsilon", graph="karate")
    assert asked.at.title[0].value.startswith("More than about ε = 2.65 with coin")
    assert asked.at.button(key="advise").label == "Find the epsilon"
    asked.open("which-epsilon", graph="karate", analysis="recognition")
    assert asked.at.title[0].value.endswith("with dK-series in one draw.")


@pytest.mark.long
@pytest.mark.usefixtures("short_sweeps")
def test_a_value_that_no_result_can_reach_is_refused_in_words_and_kept(visitor):
    visitor.open("which-epsilon", graph="florentine_families", analysis="louvain")
    visitor.set("selectbox", "louvain.metric", "Shared information (AMI)")
    visitor.set("number_input", "louvain.ami.target", 1.5)
    assert any("can never be reached" in warning.value for warning in visitor.at.main.warning)
    visitor.set("pills", "louvain.mechanisms", ["LaplaceFlip"])
    for page in ("explore?see=graph", "data"):
        visitor.at.query_params.clear()
        visitor.open(page)
    visitor.open("which-epsilon")
    assert visitor.at.selectbox(key="louvain.metric").value == "Shared information (AMI)"
    assert visitor.at.number_input(key="louvain.ami.target").value == 1.5
    assert visitor.at.pills(key="louvain.mechanisms").value == ["LaplaceFlip"]
    assert "laplace_flip" in visitor.address["louvain.mechanisms"]
    assert not visitor.at.exception


@pytest.mark.long
def test_nothing_is_tried_on_a_large_graph_until_it_is_asked_for(visitor):
    visitor.open("which-epsilon", **DEGREES)
    assert visitor.at.button(key="advise").label == "Find the epsilon"


@pytest.mark.long
@pytest.mark.usefixtures("short_sweeps")
def test_several_targets_are_answered_by_the_plan_that_costs_least(asked):
    also = {
        "also": "centrality.precision_10,overview.nonsense",
        "also.centrality.precision_10": "0.3",
    }
    asked.open("which-epsilon", **DEGREES, **also)
    assert not asked.at.exception
    assert asked.at.number_input(key="also.centrality.precision_10").value == 0.3
    assert re.match(r"You need .*\.$", asked.at.title[0].value), asked.text
    assert "nonsense" in asked.text
    asked.at.session_state["needs"] = True
    asked.at.run()
    assert "Centrality: " in asked.text
    assert len(asked.at.dataframe) == 2
    assert len(asked.at.get("plotly_chart")) == 3  # the plans, and a curve for each target
    alone = asked.set("multiselect", "also", [])
    assert len(alone.at.dataframe) == 1
    assert "also" not in alone.address
    assert alone.at.title[0].value == "This wish is too weak: a random graph as large would do."
    assert "asks for no more than the number of ties" in alone.text
    assert not [b for b in alone.at.button if b.label.startswith("Use ")], "no recommendation"


@pytest.mark.sample
@pytest.mark.usefixtures("short_sweeps")
@pytest.mark.parametrize("scale", ["belief", "per_log_n", "per_breakdown"])
def test_the_axis_is_the_one_that_the_link_names(asked, scale):
    asked.open("which-epsilon", graph="karate", analysis="overview", axis=scale,
               **{"overview.metric": "transitivity_error"}).check()  # fmt: skip
    titles = [c.proto.spec for c in asked.at.get("plotly_chart")]
    assert any(word in titles[0] for word in ("belief in an edge", "ln n", "breakdown"))


@pytest.mark.long
@pytest.mark.usefixtures("short_sweeps")
def test_a_public_look_alike_is_offered_and_used(asked):
    asked.upload("ring.csv", "\n".join(f"{i},{(i + 1) % 12}" for i in range(12)).encode())
    link = {key: word for key, word in DEGREES.items() if key != "graph"}
    asked.open("which-epsilon", **link, **{"overview.mechanisms": "edge_flip"})
    assert "itself not private" in asked.text
    asked.at.session_state["look-alikes"] = True
    asked.at.run()
    assert not asked.at.exception
    asked.at.button(key="look-alike-0").click().run()
    graph = asked.scenario.graph
    assert (graph.n, asked.scenario.choice is None) == (12, False)
    assert graph.m in (11, 12)


def test_an_answer_that_hardly_protects_warns_as_the_release_page_does():
    """By the exact epsilon: LaplaceFlip at 8 spends less."""
    flips = [gdp.mechanism("edge_flip"), gdp.mechanism("laplace_flip")]

    def said(flip, laplace):
        safe = {"edge_flip": flip, "laplace_flip": laplace}
        needs = {id: Needed(value / 2, value, 0.1, 20.0, 20) for id, value in safe.items()}
        return _little(needs, flips)

    words = (
        "ε = 10.2 hardly protects: whoever is half sure of a secret may be more than 99.99% sure "
        "after."
    )
    assert said(10.2, 15.0) == protection.little(10.2) == words
    assert said(2.9, 15.0) == said(10.2, 3.0) == said(math.inf, math.inf) == ""


def test_a_limit_is_said_up_to_an_epsilon_that_is_not_rounded_up():
    def need(safe):
        return Needed(safe, safe, 0.1, 10.0, 10)

    titles = {"a": "A", "b": "B", "c": "C"}
    words = limit_in_words({"a": need(0.8479), "b": need(10.0), "c": need(0.0)}, titles)
    assert words == "At every ε with B; up to ε = 0.84 with A; at no ε with C."
    assert limit_in_words({"c": need(0.0)}, titles) == "At no ε with C."
    words = limit_so_far({"a": need(0.8479), "b": need(10.0)}, titles, ": measuring …")
    assert words == "At least up to about ε = 10 with B: measuring …"


def test_what_must_stay_and_a_limit_have_one_answer_or_contradict_each_other():
    def need(safe):
        return Needed(safe, safe, 0.1, 10.0, 10)

    titles = {"a": "A", "b": "B", "c": "C"}
    floors = {"a": need(1.2), "b": need(2.0), "c": need(math.inf)}
    limits = {"a": need(3.458), "b": need(0.5), "c": need(10.0)}
    said, why = together_in_words(floors, limits, titles)
    assert said == "Both from ε = 1.2 up to ε = 3.45 with A."
    assert why == (
        "B keeps what must stay from ε = 2 on, the limit up to ε = 0.5. "
        "C keeps what must stay at no ε, the limit at every ε."
    )
    said, _ = together_in_words({"b": need(2.0)}, limits, titles)
    assert said == "No ε does both here: they contradict each other."


def test_of_several_the_strictest_counts():
    rows = [
        ("m", e, r, "louvain", "ari", min(1.0, e / 10)) for e in (1.0, 4.0, 8.0) for r in (0, 1)
    ] + [
        ("m", e, r, "recognition", "recognised", e / 10) for e in (1.0, 4.0, 8.0) for r in (0, 1)
    ]  # fmt: skip
    columns = ["mechanism", "epsilon", "repeat", "analysis", "metric", "value"]
    table = pd.DataFrame(rows, columns=columns)
    half, most = targets_from({"louvain.ari": 0.4}), targets_from({"louvain.ari": 0.8})
    assert strictest(table, [*half, *most])["m"].safe == 8.0
    attack = gdp.analysis("recognition")
    limits = [Target(attack, attack.metrics[0], share) for share in (0.4, 0.1)]
    assert strictest(table, limits)["m"].safe == 1.0


@pytest.mark.long
def test_a_limit_is_asked_for_beside_what_must_stay(visitor):
    visitor.open("which-epsilon", graph="karate", analysis="louvain", also="recognition.recognised")
    shown = " ".join(one.value for one in visitor.at.markdown)
    assert "at most 5 of 100 recognised by ties and names, each in nine of ten draws." in shown
    assert visitor.at.title[0].value.startswith(("Both from", "No ε does both"))
    assert "keeps what must stay from ε" in shown


@pytest.mark.long
def test_one_person_is_a_limit_and_graphs_drawn_anew_stand_beside_it(visitor):
    visitor.open("which-epsilon", graph="karate", analysis="recognition")
    assert visitor.at.pills(key="right").value == "One person"
    assert "; up to ε = " in visitor.at.title[0].value
    shown = " ".join(one.value for one in visitor.at.markdown)
    assert "at most 5 of 100 recognised by ties and names, in nine of ten draws. " in shown
    assert (
        "The attacker knows 9 in 10 ties and 10 names; another may recognise more. "
        "Of the 24 others that is 1; guessing gets 1." in shown
    )
    assert {"dK-series", "Private BTER"} <= set(
        visitor.at.pills(key="recognition.mechanisms").value
    )
