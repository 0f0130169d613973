"""Marked nodes, repeats and a prior in the address."""

import pytest

from pages.ui.marked import MOST, nodes_of, words_of

PAGE = "explore/page.py"
OVERVIEW, OTHER = f"{PAGE}?see=graph", f"{PAGE}?see=embedding"
BOX = {"marked-box": "true"}


@pytest.mark.parametrize("nodes", [[], [0], [3, 4], [0, 1, 2, 7, 9, 10], list(range(MOST))])
def test_numbers_come_back(nodes):
    assert nodes_of(words_of(nodes), 1000) == nodes


@pytest.mark.parametrize("words", ["", "x", "-", "3-1", "1-", "34", "0-34", "1..2", "١", "0-9999"])
def test_nonsense_marks_nothing(words):
    assert nodes_of(words, 34) == []


def test_very_many_stand_in_no_address():
    assert words_of(range(MOST + 1)) == ""
    assert nodes_of(".".join(["1"] * (MOST + 1)), 1000) == []
    assert nodes_of(f"0-{MOST}", 1000) == []


def test_a_link_marks_nodes_on_every_page_until_they_are_cleared(visitor):
    visitor.open(OVERVIEW, graph="karate", marked="0-2.33", **BOX).check()
    assert "Marked: 1, 2, 3, 34" in visitor.text
    visitor.open(OTHER)
    assert "Marked: 1, 2, 3, 34" in visitor.text
    visitor.at.button(key="clear-selection").click().run()
    assert "Marked:" not in visitor.text
    assert "marked" not in visitor.address


def test_a_new_address_marks_what_it_names(visitor):
    visitor.open(OVERVIEW, graph="karate", marked="5", **BOX)
    visitor.at.query_params["marked"] = "6.7"
    visitor.at.run()
    assert "Marked: 7, 8." in visitor.text


def test_nonsense_in_a_link_is_named(visitor):
    visitor.open(OVERVIEW, graph="karate", marked="rubbish", belief="200", **{"one-edge": "true"})
    assert [w.value for w in visitor.at.warning if "rubbish" in w.value]
    assert "no percentage" in visitor.text
    assert "marked" not in visitor.address


def test_a_link_asks_for_repeats_and_a_prior(visitor):
    visitor.open(OVERVIEW, graph="florentine_families", repeated="1", belief="80")
    assert visitor.at.button(key="draws-button").label == "One release"
    assert visitor.at.slider(key="belief").value == 80
    visitor.at.button(key="draws-button").click().run()
    assert "repeated" not in visitor.address


def test_a_link_that_names_a_node_opens_in_a_new_session(visitor):
    visitor.open(OTHER, graph="karate", find="5", **BOX).check()
    assert "**Marked: 5.**" in visitor.text
