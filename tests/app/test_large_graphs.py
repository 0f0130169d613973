"""A graph too large for a mechanism opens with one that runs, and says so with a way back."""

import pytest

from graphdp_core.mechanisms import low_rank_posterior, randomised_response
from pages.parts import live_pair, released_edges
from tests.visitor import PAGES

KARATE = "karate"


@pytest.fixture
def few_flips(monkeypatch):
    """The 561 pairs of the karate club are many."""
    monkeypatch.setattr(randomised_response, "MAX_EXPECTED_FLIPS", 20)
    monkeypatch.setattr(low_rank_posterior, "LARGEST_N", 20)


def menu(visitor):
    return visitor.at.selectbox(key="mechanism")


def test_another_mechanism_stands_in_and_one_click_goes_back(visitor, few_flips):
    visitor.open(PAGES[0], graph=KARATE)
    visitor.set("selectbox", "mechanism", "edgeFlip").check()
    assert "**edgeFlip** takes 34 nodes from ε = 3.5" in visitor.text
    assert "**Private block model** stands in at ε = 3." in visitor.text
    assert "flip about" not in visitor.text
    visitor.at.button(key="back-from-stand-in").click().run()
    visitor.check()
    assert visitor.at.select_slider(key="epsilon").value == 3.5
    assert "stands in" not in visitor.text


def test_what_runs_stands_first_and_the_others_say_where_they_would(visitor, few_flips):
    visitor.open(PAGES[0], graph=KARATE)
    named = ["(Private block model)", "(Top-m filter)", "(edgeFlip) · from ε = 3.5"]
    options = menu(visitor).options
    places = [next(i for i, line in enumerate(options) if end in line) for end in named]
    assert places == sorted(places), "what keeps something, what drowns all edges, what waits"


def test_on_a_small_graph_nothing_is_marked_or_moved(visitor):
    visitor.open(PAGES[0], graph=KARATE)
    first = ["Coin for every pair (edgeFlip)", "Noisy pairs, rounded (LaplaceFlip)"]
    assert menu(visitor).options[:2] == first
    assert "stands in" not in visitor.text


@pytest.mark.parametrize("page", ["explore/overview.py", "explore/embeddings.py"])
def test_both_sides_stand_in_for_a_drawing(visitor, monkeypatch, page):
    monkeypatch.setattr(live_pair.page, "LARGE", 10)
    visitor.open(page, graph=KARATE)
    visitor.check()
    for part in ("Largest communities", "Around one node", "Best connected nodes"):
        assert part in [heading.value for heading in visitor.at.subheader]
    sides = [text.value for text in visitor.at.markdown if text.value.startswith("**With ε = 3**")]
    assert len(sides) == 2
    assert "of 10** are on top on both sides" in visitor.text
    assert "an even grey is noise" in visitor.text


def test_matrices_stand_in_for_drawings_where_one_asks(visitor):
    visitor.open("explore/overview.py", graph=KARATE, edges="matrix").check()
    assert "an even grey is noise" in visitor.text
    assert any(b"78 edges" in picture for picture in visitor.widgets)


def test_a_graph_of_many_edges_begins_with_its_matrix(visitor, monkeypatch):
    monkeypatch.setattr(released_edges, "FULL", 78)
    visitor.open("explore/overview.py", graph=KARATE).check()
    assert "an even grey is noise" in visitor.text
    visitor.set("selectbox", "edges.many", "Drawing").check()
    assert "an even grey is noise" not in visitor.text


def test_only_what_runs_is_compared_unasked_and_the_rest_says_where_it_would(visitor, few_flips):
    visitor.open("decide/trade_off.py", graph="florentine_families", analysis="louvain",
                 epsilon="0.5")  # fmt: skip
    visitor.check()
    pills = visitor.at.pills(key="louvain.mechanisms")
    assert "edgeFlip · from ε = 1.5" in pills.options
    assert "edgeFlip" not in pills.value
    assert pills.value
    assert not {"Laplace on weights", "PAMST"} & set(pills.options)


def test_a_release_is_offered_at_the_epsilon_at_which_it_runs(visitor, few_flips):
    visitor.open("decide/release.py", graph=KARATE, mechanism="louvain_dp", epsilon="3")
    visitor.check(draws=False)
    visitor.set("pills", "release.thing", "graph").check(draws=False)
    assert visitor.at.radio(key="release.mechanism").value == "edgeFlip"
    assert "LaplaceFlip · from ε = 6" in visitor.at.radio(key="release.mechanism").options
    assert visitor.at.text_input(key="release.epsilon").value == "3.5"
