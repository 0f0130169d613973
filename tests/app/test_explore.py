"""Explore: every view is offered, its sections open, its choices stay, and the address says all."""

from html import escape

import pytest

from pages.explore import screen
from pages.explore.views import VIEWS
from pages.server import first_still
from pages.server.stages import STAGES

PAGE = "explore"


def stage(visitor):
    """What the stage was sent."""
    (told,) = visitor.told("graphdp.stage")
    return told


@pytest.mark.parametrize("view", [view.id for view in VIEWS])
def test_every_view_opens_with_its_tables(visitor, view):
    visitor.open(PAGE, graph="karate", see=view, epsilon="2").check()
    sent = stage(visitor)
    assert (sent["view"], sent["epsilon"]) == (view, 2.0)
    assert [one["id"] for one in sent["views"]] == [one.id for one in VIEWS]
    assert "All numbers" in {box.label for box in visitor.at.expander}


def test_an_open_section_is_drawn_at_the_epsilon_of_the_address(visitor):
    words = {"graph": "karate", "see": "clusters", "numbers-table": "true"}
    visitor.open(PAGE, epsilon="2", **words).check()
    first = visitor.at.dataframe[0].value
    visitor.at.query_params["epsilon"] = "0.5"
    visitor.at.run()
    assert stage(visitor)["epsilon"] == 0.5
    assert not first.equals(visitor.at.dataframe[0].value)


def test_what_a_link_asks_in_vain_is_said(visitor):
    visitor.open(PAGE, graph="karate", see="nothing", epsilon="1.7")
    told = [w.value for w in visitor.at.warning]
    assert any("“nothing” as View" in words for words in told)
    assert any("“1\\.7” as Privacy loss" in words for words in told)
    assert stage(visitor)["view"] == VIEWS[0].id


def test_who_opens_a_link_anew_sees_the_same_still_until_the_stage_is_there(visitor):
    words = {"graph": "karate", "epsilon": "2", "see": "clusters"}
    visitor.open(**words).check()
    sent = stage(visitor)
    (key,) = (view["key"] for view in sent["views"] if view["id"] == "clusters")
    asked = "graph=karate&epsilon=2&see=clusters"
    staged = STAGES.find(key, visitor="")
    staged.parts.pop("2", None)
    assert first_still.still_of("explore", asked) == "", "nobody waits for it"
    staged.make("2", lambda fraction, text="": None)
    still = first_still.still_of("explore", asked)
    assert f"<h1>{escape(visitor.stop.answer)}</h1>" in still
    assert f"{key}/2.dark.svg" in still
    for other in (f"{asked}&axes=12", "graph=karate&epsilon=2&see=graph", "epsilon=2&see=clusters"):
        assert key not in first_still.still_of("explore", other)


def test_what_is_prepared_is_what_a_first_visitor_sees(visitor):
    screen.prepare()
    still = first_still.still_of("explore", "")
    visitor.open().check()
    assert f"<h1>{escape(visitor.stop.answer)}</h1>" in still


@pytest.mark.parametrize(
    ("view", "section"),
    [
        ("clusters", "nested-box"), ("tree", "dendrogram-box"), ("tree", "tree-lengths"),
        ("centrality", "edge-moves"), ("centrality", "core-rivals"), ("centrality", "methods-box"),
        ("persistence", "animation-box"), ("counts", "units"),
    ],
)  # fmt: skip
def test_a_link_to_a_section_that_went_lands_on_its_view(visitor, view, section):
    words = {"method-top": "10"} if section == "methods-box" else {}
    visitor.open(PAGE, graph="karate", see=view, epsilon="2", **{section: "true"}, **words).check()
    assert stage(visitor)["view"] == view
    assert not visitor.at.warning
