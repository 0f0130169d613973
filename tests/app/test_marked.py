"""Marked nodes, repeats and a prior in the address.

Marked nodes on every page in words, by link as well; a link that names nobody says so.
"""

import pytest

from pages.ui.marked import MOST, nodes_of, words_of

PAGE = "explore"
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


def test_a_new_address_marks_what_it_names(visitor):
    visitor.open(OVERVIEW, graph="karate", marked="5", **BOX)
    visitor.at.query_params["marked"] = "6.7"
    visitor.at.run()
    assert "Marked: Frank, Gail." in visitor.text


def test_a_link_asks_for_repeats_and_a_prior(visitor):
    visitor.open(OVERVIEW, graph="florentine_families", repeated="1", belief="80")
    assert visitor.at.button(key="draws-button").label == "One release"
    assert visitor.at.slider(key="belief").value == 80
    visitor.at.button(key="draws-button").click().run()
    assert "repeated" not in visitor.address


def test_a_link_that_names_a_node_opens_in_a_new_session(visitor):
    visitor.open(OTHER, graph="karate", find="5", **BOX).check()
    assert "**Marked: Dale.**" in visitor.text


KARATE, MARKED_NODES_PAGE = "karate", "explore"
TOLD = {"graph": "", "embedding": "cloud's radius", "clusters": "community", "centrality": "rank"}


@pytest.mark.parametrize("view", TOLD)
def test_a_link_marks_a_node_and_every_page_says_what_became_of_it(visitor, view):
    visitor.open(MARKED_NODES_PAGE, graph=KARATE, find="33", see=view, **BOX).check()
    line = marked_line(visitor)
    assert line.startswith("**Marked: Grace.** Its ")
    assert " kept, " in line
    assert " invented, " in line
    assert TOLD[view] in line.lower().replace("\\", "")


def test_clearing_forgets_the_nodes_and_the_link(visitor):
    visitor.open(MARKED_NODES_PAGE, graph=KARATE, **BOX, find="33")
    visitor.at.button(key="clear-selection").click().run()
    visitor.check()
    assert marked_line(visitor) == ""
    assert "find" not in visitor.address
    visitor.rest(2.0).check()
    assert marked_line(visitor) == ""


@pytest.mark.parametrize("asked", ["Anna", "<b>*x*</b>", "99", "-1"])
def test_a_link_that_names_no_node_gets_one_sentence(visitor, asked):
    visitor.open(MARKED_NODES_PAGE, graph=KARATE, **BOX, find=asked).check()
    assert len([w for w in visitor.at.warning if "No node of this graph" in w.value]) == 1
    assert marked_line(visitor) == ""


def test_names_of_an_upload_are_found_whatever_their_case(visitor):
    visitor.upload("friends.csv", b"Anna,Bo\nBo,Cy\nCy,Anna\n")
    visitor.open(MARKED_NODES_PAGE, find="anna", **BOX).check()
    assert marked_line(visitor).startswith("**Marked: Anna.** Its 2 edges")
    assert visitor.address["find"] == "#0", "no name of an own file in the address"
    visitor.open(MARKED_NODES_PAGE, find="#1").check()
    assert marked_line(visitor).startswith("**Marked: Bo.** Its 2 edges")


def marked_line(visitor):
    lines = [str(item.value) for item in visitor.at.markdown]
    return next((line for line in lines if line.startswith("**Marked: ")), "")
