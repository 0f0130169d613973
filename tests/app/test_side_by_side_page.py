"""Two releases beside the truth: what B is, what is said of both, what may not be compared."""

import json

import pytest

import graphdp_core as gdp
from graphdp_core.plots.numbers import format_number
from pages.shared import session

PAGE = "explore/side_by_side.py"


def test_b_is_another_mechanism_at_the_same_epsilon_until_it_is_chosen(visitor):
    visitor.open(PAGE, graph="karate", analysis="louvain").check()
    assert len(visitor.pairs) == 4, "two widgets, each with the part that stays"
    assert "At ε = 3 A is from edgeFlip, draw 0; B is from LaplaceFlip, draw 0." in visitor.text
    assert " | " in visitor.numbers["Agreement (ARI)"]
    visitor.set("selectbox", "b.mechanism", "edgeFlip").set("select_slider", "b.epsilon", "0.5")
    visitor.set("segmented_control", "b.draw", "Another draw")
    assert "B is from edgeFlip at ε = 0.5, draw 1." in visitor.text
    assert visitor.at.title[0].value.startswith("A keeps more than B: agreement (ARI)")
    assert "A spends ε = 3, B ε = 0.5" in visitor.text
    for key, word in (("b.mechanism", "edge_flip"), ("b.draw", "another")):
        assert word in visitor.at.query_params[key]


def test_a_release_beside_itself_is_the_same(visitor):
    visitor.open(PAGE, graph="karate", analysis="overview", **{"b.mechanism": "edge_flip"}).check()
    assert "the same" in visitor.text
    assert "about the same" in visitor.at.title[0].value
    assert "**A and B.** " in visitor.text


def test_promises_of_other_units_come_with_a_warning(visitor):
    visitor.open(PAGE, graph="les_miserables", analysis="spanning_tree",
                 **{"b.mechanism": "weight_laplace"})  # fmt: skip
    assert [w.value for w in visitor.at.warning if "not the same promise" in w.value]
    assert visitor.pairs


def header(sent):
    """What a chart's message says before its numbers."""
    text = sent.decode("utf-8", "replace")
    return json.JSONDecoder().raw_decode(text[text.index('{"epsilon"') :])[0]


@pytest.mark.parametrize("analysis", ["persistence", "centrality", "spectrum"])
def test_charts_have_three_columns(visitor, analysis):
    visitor.open(PAGE, graph="karate", analysis=analysis, **{"b.epsilon": "0.5"}).check()
    (chart,) = (header(sent) for sent in visitor.widgets if b"graphdp.chart_stops" not in sent)
    assert chart["chart"]["titles"] == [
        "Without privacy", "A: edgeFlip, ε = 3", "B: LaplaceFlip, ε = 0.5"
    ]  # fmt: skip
    assert chart["follows"] == "st-key-epsilon"


def test_a_count_follows_what_is_released(visitor):
    words = {"mechanism": "private_count", "private_count.count": "triangles"}
    visitor.open(PAGE, graph="karate", analysis="subgraph_counts", **words).check()
    assert len(visitor.at.main.warning) == 0
    assert visitor.widgets


def test_two_epsilons_have_a_slider_each(visitor):
    visitor.open(PAGE, graph="karate", analysis="overview", b="epsilons").check()
    assert "A is from edgeFlip, draw 0; B is from edgeFlip at ε = 1, draw 0." in visitor.text
    visitor.set("select_slider", "b.epsilon", "8").set("select_slider", "epsilon", 0.5)
    assert "At ε = 0.5 A is from edgeFlip, draw 0; B is from edgeFlip at ε = 8" in visitor.text


def test_two_draws_differ_in_nothing_else(visitor):
    visitor.open(PAGE, graph="karate", analysis="overview", b="draws", draw="4").check()
    assert "A is from edgeFlip, draw 4; B is from edgeFlip, draw 5." in visitor.text
    assert "b.mechanism" not in {box.key for box in visitor.at.selectbox}


def test_two_analyses_read_one_release_against_one_truth(visitor):
    karate, flip = gdp.load_graph("karate"), gdp.mechanism("edge_flip")
    visitor.open(PAGE, graph="karate", analysis="louvain", b="analyses",
                 **{"b.analysis": "spectral_clustering"}).check()  # fmt: skip
    a, other = (
        gdp.compare(karate, flip, gdp.analysis(id), epsilon=3.0)
        for id in ("louvain", "spectral_clustering")
    )
    again = a.analysis.measure(karate, a.baseline, other.private)["ari"]
    values = f"{format_number(a.metrics['ari'])} | {format_number(again)}"
    assert visitor.numbers["Agreement (ARI)"] == values
    assert again != other.metrics["ari"]
    assert "A reads it by Louvain communities, B by Spectral clustering" in visitor.text


def test_a_property_with_one_analysis_offers_no_second(visitor):
    visitor.open(PAGE, graph="karate", analysis="spectrum", b="analyses").check()
    assert "Two analyses" not in visitor.at.selectbox(key="b").options
    assert "The link asks for “analyses” as Compare" in visitor.text


def test_marks_of_a_reader_are_in_both(visitor, monkeypatch):
    visitor.open(PAGE, graph="karate", analysis="overview")
    before = visitor.pairs
    monkeypatch.setattr(session, "selection", lambda: [0, 33])
    visitor.at.run()
    assert "Marked:" in visitor.text
    assert len(set(before) - set(visitor.pairs)) == 2


def test_each_promise_has_its_own_seal(visitor):
    visitor.open(PAGE, graph="karate", analysis="spectrum", mechanism="lnpp",
                 **{"b.mechanism": "edge_flip"})  # fmt: skip
    said = [str(item.value) for item in visitor.at.markdown]
    a, b = (next(text for text in said if text.startswith(f"**{side}.**")) for side in "AB")
    assert ":red[:material/lock_open:" in a
    assert "shield" not in a
    assert ":material/shield_lock:" in b
