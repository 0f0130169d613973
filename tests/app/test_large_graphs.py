"""A graph too large for a mechanism says so with a way out; one too large to draw has shades.

A refusal that knows its remedy offers it, and the button cures.
"""

import pytest
import streamlit as st

from graphdp_core.mechanisms import low_rank_posterior, randomised_response
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.stage import stage as stage_module
from pages.explore import view as view_module
from pages.explore.views import graph as graph_view
from pages.session import session

KARATE, PAGE = "karate", "explore"


@pytest.fixture
def few_flips(monkeypatch):
    """The 561 pairs of the karate club are many; what is kept of them otherwise does not count."""
    st.cache_resource.clear()
    monkeypatch.setattr(randomised_response, "MAX_EXPECTED_FLIPS", 20)
    monkeypatch.setattr(low_rank_posterior, "LARGEST_N", 20)
    yield
    st.cache_resource.clear()


def menu(visitor):
    return visitor.at.selectbox(key="mechanism")


def test_a_refusal_is_said_on_the_stage_and_one_click_leads_to_what_runs(visitor, few_flips):
    visitor.open(PAGE, graph=KARATE, mechanism="edge_flip", epsilon="3").check()
    assert "too many for edgeFlip" in visitor.stop.answer
    assert visitor.stop.drawing is None
    assert not [button for button in visitor.at.button if button.key == "nearest-epsilon"]
    visitor.at.button(key="larger-private_block_model").click().run()
    visitor.check()
    assert visitor.stop.epsilon == 3.0, "never less privacy for want of memory"
    assert visitor.stop.drawing is not None


def test_what_runs_stands_first_and_the_others_say_where_they_would(visitor, few_flips):
    visitor.open(PAGE, graph=KARATE)
    named = ["(Private block model)", "(Top-m filter)", "(edgeFlip) · from ε = 3.5"]
    options = menu(visitor).options
    places = [next(i for i, line in enumerate(options) if end in line) for end in named]
    assert places == sorted(places), "what keeps something, what drowns all edges, what waits"
    told = "edgeFlip would drown so large a graph in noise; Private block model stands in."
    assert told in visitor.text
    visitor.set("selectbox", "mechanism", "Top-m filter")
    assert "stands in" not in visitor.text, "who has chosen is told nothing"


def test_on_a_small_graph_nothing_is_marked_or_moved(visitor):
    visitor.open(PAGE, graph=KARATE)
    first = ["Coin for every pair (edgeFlip)", "Noisy pairs, rounded (LaplaceFlip)"]
    assert menu(visitor).options[:2] == first
    assert "stands in" not in visitor.text
    assert not [button for button in visitor.at.button if button.key == "nearest-epsilon"]


@pytest.mark.parametrize("view", ["graph", "embedding"])
def test_shades_stand_in_for_a_drawing_of_very_many_nodes(visitor, monkeypatch, view):
    for module in (stage_module, view_module):
        monkeypatch.setattr(module, "LARGE", 10)
    visitor.open(PAGE, graph=KARATE, see=view, **{"parts-box": "true"}).check()
    assert isinstance(visitor.stop.drawing, Chart)
    for part in ("Largest communities", "Around one node", "Best connected nodes"):
        assert part in [heading.value for heading in visitor.at.subheader]
    sides = [text.value for text in visitor.at.markdown if text.value.startswith("**With ε = 3**")]
    assert len(sides) == 2
    assert "of 10** are on top on both sides" in visitor.text


def test_matrices_stand_in_for_drawings_where_one_asks(visitor):
    visitor.open(PAGE, graph=KARATE, see="graph", edges="matrix").check()
    assert visitor.stop.drawing.details[0] == "78 ties"


def test_a_graph_of_many_edges_begins_with_its_matrix(visitor, monkeypatch):
    monkeypatch.setattr(graph_view, "FULL", 78)
    visitor.open(PAGE, graph=KARATE, see="graph").check()
    assert isinstance(visitor.stop.drawing, Chart)
    visitor.set("selectbox", "edges.many", "Drawing").check()
    assert isinstance(visitor.stop.drawing, Pair)


def test_only_what_runs_is_compared_unasked_and_the_rest_says_where_it_would(visitor, few_flips):
    visitor.open("which-epsilon", graph="florentine_families", analysis="louvain",
                 epsilon="0.5")  # fmt: skip
    visitor.check()
    pills = visitor.at.pills(key="louvain.mechanisms")
    assert "edgeFlip · from ε = 1.5" in pills.options
    assert "edgeFlip" not in pills.value
    assert pills.value
    assert not {"Laplace on weights", "PAMST"} & set(pills.options)


def test_a_release_is_offered_at_the_epsilon_at_which_it_runs(visitor, few_flips):
    visitor.open("release", graph=KARATE, mechanism="louvain_dp", epsilon="3")
    visitor.check(draws=False)
    visitor.set("pills", "release.thing", "graph").check(draws=False)
    assert visitor.at.selectbox(key="release.mechanism").value == "edgeFlip"
    assert (
        "Noisy pairs, rounded (LaplaceFlip) · from ε = 6"
        in visitor.at.selectbox(key="release.mechanism").options
    )
    assert visitor.at.text_input(key="release.epsilon").value == "3.5"


def test_a_refusal_on_the_stage_is_cured_by_a_button_below_it(visitor, monkeypatch):
    told = {"refused": True, "epsilon": 3.0, "view": "spectrum"}
    heard = {"rested": told}
    monkeypatch.setattr(session, "answer", lambda key, name="answer": heard.get(name))
    small = {"graph": "erdos_renyi", "erdos_renyi.n": "8", "spectrum.k": "10"}
    visitor.open("explore", see="spectrum", epsilon="3", **small).check()
    assert "k must be below the number of nodes" in visitor.stop.answer
    assert "Eigenpairs: 7" in visitor.at.button(key="remedy-spectrum").label
    visitor.at.button(key="remedy-spectrum").click().run()
    visitor.check()
    assert visitor.stop.figures
    assert "remedy-spectrum" not in {button.key for button in visitor.at.button}


def test_settings_that_do_not_go_together_are_set_back(visitor):
    name = "weight_laplace"
    wrong = {f"{name}.clip": "true", f"{name}.lowest": "5", f"{name}.highest": "3"}
    visitor.open("explore?see=tree", graph="les_miserables", mechanism=name, **wrong)
    assert "highest must be above" in visitor.at.error[0].value
    visitor.at.button(key="remedy-defaults").click().run()
    assert not visitor.at.error
    visitor.check()
