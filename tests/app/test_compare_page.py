"""Two releases beside the truth: what B is, what is said of both, what may not be compared."""

import pytest

import graphdp_core as gdp
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.plots.numbers import format_number
from pages.parts import three_errors

PAGE = "compare"


def test_b_is_another_mechanism_at_the_same_epsilon_until_it_is_chosen(visitor):
    visitor.open(PAGE, graph="karate", analysis="louvain").check()
    assert visitor.stop.beside.is_single, "truth and A, and B alone"
    assert "Set to ε = 3, A uses ε = 3, B ε = 2.08: A should keep more." in visitor.text
    assert " | " in visitor.numbers["Agreement (ARI)"]
    visitor.set("selectbox", "b.mechanism", EdgeFlip.called())
    visitor.set("select_slider", "b.epsilon", "0.5")
    visitor.set("segmented_control", "b.draw", "Another draw")
    assert "edgeFlip at ε = 0.5, draw 1." in visitor.text
    assert visitor.stop.answer.startswith("A is nearer the truth than B by agreement (ARI)")
    assert "A uses ε = 3, B ε = 0.5" in visitor.text
    for key, word in (("b.mechanism", "edge_flip"), ("b.draw", "another")):
        assert word in visitor.address[key]


def test_a_release_beside_itself_is_the_same(visitor):
    visitor.open(PAGE, graph="karate", analysis="overview", **{"b.mechanism": "edge_flip"}).check()
    assert "the same" in visitor.text
    assert "about the same" in visitor.stop.answer
    assert visitor.stop.statement.startswith("A and B: Hardly protects")


def test_promises_of_other_units_come_with_a_warning(visitor):
    visitor.open(PAGE, graph="les_miserables", analysis="spanning_tree",
                 **{"b.mechanism": "weight_laplace"})  # fmt: skip
    assert "not the same promise" in visitor.stop.detail
    assert visitor.stop.answer.startswith("Two promises, no ranking. ")
    assert not [label for label, _ in visitor.stop.figures if "nearer" in label]
    assert visitor.stop.drawing


@pytest.mark.parametrize("analysis", ["persistence", "centrality", "spectrum"])
def test_charts_have_three_columns(visitor, analysis):
    visitor.open(PAGE, graph="karate", analysis=analysis, **{"b.epsilon": "0.5"}).check()
    assert visitor.stop.drawing.titles == (
        "Without privacy", "A: edgeFlip, ε = 3", "B: LaplaceFlip, ε = 0.5 (uses 0.45)"
    )  # fmt: skip


def test_a_count_follows_what_is_released(visitor):
    words = {"mechanism": "private_count", "private_count.count": "triangles"}
    visitor.open(PAGE, graph="karate", analysis="subgraph_counts", **words).check()
    assert len(visitor.at.main.warning) == 0
    assert visitor.stop.drawing


def test_two_epsilons_have_a_slider_each(visitor):
    visitor.open(PAGE, graph="karate", analysis="overview", b="epsilons").check()
    assert "A uses ε = 3, B ε = 1: A should keep more." in visitor.text
    visitor.set("select_slider", "b.epsilon", "8")
    visitor.at.query_params["epsilon"] = "0.5"
    visitor.at.run()
    assert "A uses ε = 0.5, B ε = 8: B should keep more." in visitor.text


def test_two_draws_differ_in_nothing_else(visitor):
    visitor.open(PAGE, graph="karate", analysis="overview", b="draws", draw="4").check()
    assert "edgeFlip, draw 4; B edgeFlip, draw 5." in visitor.text
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


def test_marks_of_a_link_are_told_to_the_stage(visitor):
    visitor.open(PAGE, graph="karate", analysis="overview", marked="0-33").check()
    (sent,) = visitor.told("graphdp.stage")
    assert 33 in sent["marked"]


def test_each_promise_is_said_of_its_own_side(visitor):
    visitor.open(PAGE, graph="karate", analysis="spectrum", mechanism="lnpp",
                 **{"b.mechanism": "edge_flip"})  # fmt: skip
    said = visitor.stop.statement
    assert said.startswith(f"A: {gdp.mechanism('lnpp').title}: not private. ")
    assert " B: Hardly protects" in said
    assert visitor.stop.strength == "does not protect"
    assert visitor.stop.detail.startswith("Nothing is proved of A")
    assert visitor.stop.tie == (
        "of A, nothing is proved, this tie may become certain; "
        "after B an insider believes in their tie 4.7 to 95.3 in 100."
    )


def test_all_numbers_are_a_table_at_the_epsilon_of_the_stage(visitor):
    words = {"graph": "karate", "analysis": "louvain", "side-by-side-table": "true"}
    visitor.open(PAGE, epsilon="4", **words, **{"b.epsilon": "0.5"}).check()
    rows = visitor.at.dataframe[0].value
    first = rows[rows["Metric"] == "Agreement (ARI)"].iloc[0]
    assert f"{first['A']} | {first['B']}" == visitor.numbers["Agreement (ARI)"]


def test_a_refusal_says_why_and_draws_nothing(visitor):
    visitor.open(PAGE, graph="karate", analysis="louvain", b="mechanisms", epsilon="0.1",
                 **{"b.mechanism": "louvain_dp", "b.epsilon": "0.1"})  # fmt: skip
    assert not visitor.at.exception
    assert visitor.stop.answer


@pytest.mark.parametrize(
    ("words", "moves"),
    [({"b": "draws"}, False), ({}, True), ({"b.epsilon": "1"}, False)],
    ids=["neither", "B follows", "B has its own"],
)
def test_no_slider_stands_where_it_moves_neither_side(visitor, words, moves):
    visitor.open(PAGE, graph="karate", analysis="overview", mechanism="names_off", **words).check()
    (told,) = visitor.told("graphdp.stage")
    assert (len(told["stops"]) > 1) is moves
    assert "A is Names off, which reads no ε, draw 0; B " in visitor.text
    assert "A is Names off at" not in visitor.text


def test_two_epsilons_are_not_offered_where_none_is_read(visitor):
    visitor.open(PAGE, graph="karate", analysis="overview", mechanism="names_off", b="epsilons")
    assert "Two ε" not in next(box for box in visitor.at.selectbox if box.key == "b").options
    assert "is not one of its choices" in visitor.text


@pytest.mark.long
@pytest.mark.usefixtures("short_sweeps")
def test_the_three_errors_of_conclusions_stand_below_for_both(visitor):
    words = {"graph": "karate", "analysis": "conclusions", "errors": "true"}
    visitor.open(PAGE, **words, **{"b.mechanism": "private_bter"}).check()
    assert "**A: edgeFlip**" in visitor.text
    assert "**B: Private BTER**" in visitor.text
    assert three_errors.TITLE in [box.label for box in visitor.at.expander]
    visitor.open(PAGE, graph="karate", analysis="louvain").check()
    assert three_errors.TITLE not in [box.label for box in visitor.at.expander]
