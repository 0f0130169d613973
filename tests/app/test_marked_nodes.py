"""Marked nodes on every page in words, by link as well; a link that names nobody says so."""

import pytest

KARATE, PAGE = "karate", "explore/page.py"
BOX = {"marked-box": "true"}
TOLD = {"graph": "", "embedding": "cloud's radius", "clusters": "community", "centrality": "rank"}


@pytest.mark.parametrize("view", TOLD)
def test_a_link_marks_a_node_and_every_page_says_what_became_of_it(visitor, view):
    visitor.open(PAGE, graph=KARATE, find="33", see=view, **BOX).check()
    line = marked_line(visitor)
    assert line.startswith("**Marked: 33.** Its ")
    assert " kept, " in line
    assert " invented, " in line
    assert TOLD[view] in line.lower().replace("\\", "")


def test_clearing_forgets_the_nodes_and_the_link(visitor):
    visitor.open(PAGE, graph=KARATE, **BOX, find="33")
    visitor.at.button(key="clear-selection").click().run()
    visitor.check()
    assert marked_line(visitor) == ""
    assert "find" not in visitor.address
    visitor.rest(2.0).check()
    assert marked_line(visitor) == ""


@pytest.mark.parametrize("asked", ["Anna", "<b>*x*</b>", "99", "-1"])
def test_a_link_that_names_no_node_gets_one_sentence(visitor, asked):
    visitor.open(PAGE, graph=KARATE, **BOX, find=asked).check()
    assert len([w for w in visitor.at.warning if "No node of this graph" in w.value]) == 1
    assert marked_line(visitor) == ""


def test_names_of_an_upload_are_found_whatever_their_case(visitor):
    visitor.upload("friends.csv", b"Anna,Bo\nBo,Cy\nCy,Anna\n")
    visitor.open(PAGE, find="anna", **BOX).check()
    assert marked_line(visitor).startswith("**Marked: Anna.** Its 2 edges")
    assert visitor.address["find"] == "#0", "no name of an own file in the address"
    visitor.open(PAGE, find="#1").check()
    assert marked_line(visitor).startswith("**Marked: Bo.** Its 2 edges")


def marked_line(visitor):
    lines = [str(item.value) for item in visitor.at.markdown]
    return next((line for line in lines if line.startswith("**Marked: ")), "")
