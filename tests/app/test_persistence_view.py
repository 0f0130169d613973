"""The view Persistence: repeated draws and more nodes, made when asked for."""

import pytest

PAGE = "explore/page.py?see=persistence"
KARATE = "karate"
SECTIONS = {"draws-box": "true"}


@pytest.fixture
def page(visitor):
    return visitor.open(PAGE, graph=KARATE, epsilon="4", **SECTIONS)


def test_repeated_draws_are_made_when_asked_for(page):
    assert "of 20 draws" not in page.text
    page.at.button(key="diagram-draws-button").click().run()
    page.check()
    assert "longest loops are found again in at least 90% of 20 repeats" in page.text
    assert "would cost 20 times ε" in page.text
    page.set("segmented_control", "feature", "Components").check()
    assert "longest components are found again" in page.text


def test_a_graph_without_loops_says_so(visitor):
    words = {"graph": "barabasi_albert", "barabasi_albert.n": "4", "epsilon": "4"}
    visitor.open(PAGE, **words, **SECTIONS)
    visitor.at.button(key="diagram-draws-button").click().run()
    visitor.check()
    assert "there are no loops to look for" in visitor.text


def test_a_sphere_is_offered_the_view_that_has_its_void(visitor):
    visitor.open(
        PAGE, graph="Random dot product graph", **{"rdpg.shape": "Sphere", "rdpg.n": "200"}
    )
    assert "The model, public, has 4 dimensions" in visitor.text
    visitor.at.button(key="use-dimension").click().run()
    visitor.check()
    assert visitor.at.toggle(key="persistence.flatten").value
    assert "H2" in visitor.stop.drawing.details[0]
    assert "The diagrams stand on 3" not in visitor.text
