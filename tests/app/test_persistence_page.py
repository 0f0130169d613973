"""The page of persistence: repeated draws and the animation over epsilon, made when asked for."""

import pytest

from pages.parts import growth, repeated_diagrams
from pages.shared import beyond

PAGE = "explore/persistence.py"
KARATE = "Karate club (34 nodes)"


@pytest.fixture
def page(visitor):
    return visitor.open(PAGE, graph=KARATE, epsilon="4")


def test_repeated_draws_are_made_when_asked_for(page):
    assert "of 20 draws" not in page.text
    page.at.button(key="diagram-draws-button").click().run()
    page.check()
    assert "longest loops are found again in at least 90% of 20 repeats" in page.text
    assert "would cost 20 times ε" in page.text
    page.set("segmented_control", "feature", "Components").check()
    assert "longest components are found again" in page.text


def test_the_animation_is_made_when_asked_for_and_only_once(page, monkeypatch):
    monkeypatch.setattr(beyond, "EPSILONS", (0.5, 3.0, 15.0))
    before = len(page.charts)
    page.at.button(key="diagram-animation-button").click().run()
    page.check()
    assert len(page.charts) == before + 1
    assert "the ways of the 30 longest features" in page.text
    monkeypatch.setattr(repeated_diagrams.scenario_cache, "compare_at", None)
    page.at.run()
    page.check()


def test_a_graph_without_loops_says_so(visitor):
    visitor.open(PAGE, graph="Barabási–Albert", epsilon="4")
    visitor.set("number_input", "barabasi_albert.n", 4)
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
    sent = [part.proto.SerializeToString() for part in visitor.at.get("bidi_component")]
    assert any(b"H2 voids" in part for part in sent)
    assert "The diagrams stand on 3" not in visitor.text


@pytest.mark.parametrize("page", ["explore/embeddings.py", PAGE])
def test_the_graph_grows_when_asked_to(visitor, page, monkeypatch):
    monkeypatch.setattr(growth, "SIZES", (30, 60))
    monkeypatch.setattr(growth, "REPEATS", 2)
    visitor.open(page, graph="Random dot product graph")
    charts = len(visitor.charts)
    visitor.at.button(key="growth-button").click().run()
    visitor.check()
    assert len(visitor.charts) == charts + 1
    assert "it goes like n to the power" in visitor.text
    monkeypatch.setattr(growth, "run_repeat", None)  # all is kept
    labels = visitor.at.segmented_control(key="growth").options
    visitor.set("segmented_control", "growth", labels[1]).check()


def test_a_graph_that_is_no_model_does_not_grow(page):
    assert "Do more nodes help?" not in page.text
