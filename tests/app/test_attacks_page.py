"""Attacks on the page Break it: every attack has a finding, a picture, a promise and its limits."""

import pytest

from graphdp_core.lab.audits.attacks import ATTACKS

PAGE, ATTACKED = "break_it/page.py", {"try": "attacks"}


def test_every_attack_is_shown_with_its_promise_and_its_limits(visitor):
    visitor.open(PAGE, graph="karate", epsilon="1", **ATTACKED)
    for kind in ATTACKS:
        visitor.set("selectbox", "attack", kind.title)
        visitor.check()
        assert kind.promised in visitor.text
        assert kind.unpromised in visitor.text
        assert len(visitor.at.get("plotly_chart")) == 1
    assert "All numbers" in [box.label for box in visitor.at.expander]


def test_the_victim_is_the_release_of_the_other_pages(visitor):
    visitor.open("explore/page.py", graph="karate", epsilon="1", draw="4")
    visitor.open(PAGE, attack="membership", **ATTACKED)
    visitor.check()
    first = visitor.at.title[0].value
    assert visitor.at.select_slider(key="epsilon").value == 1.0
    visitor.at.button(key="draw-again").click().run()
    assert visitor.at.title[0].value != first
    visitor.set("number_input", "draw", 4)
    assert visitor.at.title[0].value == first


@pytest.mark.parametrize("attack", ["one_edge", "many_edges"])
def test_settings_of_an_attack_are_in_the_address(visitor, attack):
    setting = {"one_edge": ("one_edge.prior", "0.25"), "many_edges": ("many_edges.edges", "3")}
    visitor.open(PAGE, graph="karate", epsilon="1", attack=attack, **ATTACKED,
                 **dict([setting[attack]]))  # fmt: skip
    visitor.check()
    said = {"one_edge": "Who was 25% sure of an edge", "many_edges": "a person with 3 edges"}
    assert said[attack] in visitor.at.title[0].value


def test_edge_flip_stands_in_and_says_so(visitor):
    visitor.open(PAGE, graph="karate", mechanism="lnpp", attack="membership", **ATTACKED)
    visitor.check()
    assert "edgeFlip stands in" in visitor.text
    visitor.set("selectbox", "mechanism", "LaplaceFlip").check()
    assert "stands in" not in visitor.text


def test_a_graph_too_large_or_empty_for_an_attack_is_one_sentence(visitor):
    empty = b'<graphml><graph><node id="a"/><node id="b"/></graph></graphml>'
    visitor.upload("empty.graphml", empty).open(PAGE, attack="structure", **ATTACKED)
    visitor.check()
    assert "choose another" in visitor.at.main.warning[0].value
