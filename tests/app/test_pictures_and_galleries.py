"""Every term of the glossary has a picture of its own that fits every theme.

What a lecture needs on every page is served with it.

The gallery of mechanisms: by what they release, open only where they can run.
"""

import json
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.feasible import Feasible
from graphdp_core.web.pages import assets
from pages.ground.glossary import terms
from pages.server.guide_routes import guide
from pages.server.server import presenter_script, presenter_style
from pages.table import TABLE
from pages.ui import mechanism_gallery
from pages.ui.gallery import Card

WIDTH, HEIGHT = 120, 64
TERMS = json.loads(guide(("board", "mechanisms")))["terms"]
PICTURES = {term["name"].lower(): term["picture"] for term in TERMS}
RESERVED = "var(--noise)", "var(--lost)"
COLOURS = {"currentColor", "none", "var(--true)", "var(--other)", "var(--quiet)", *RESERVED}
OF_NOISE = {
    "neighbouring", "relation", "weight privacy", "post-processing", "mechanism", "release",
    "propose-test-release", "laplace noise", "geometric noise", "gaussian noise",
    "randomised response", "true positive rate", "false positive rate", "debiasing",
    "noise stream", "seed", "teaching mode", "baseline", "draw", "repeat", "metric", "alignment",
    "bottleneck distance", "wasserstein distance",
}  # fmt: skip


def test_no_term_is_without_a_picture_and_no_two_share_one():
    assert set(PICTURES) == set(terms())
    assert len(set(PICTURES.values())) == len(PICTURES)
    assert len(list((assets() / "guide" / "terms").iterdir())) == len(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_the_page_s_colours_and_stays_in_its_frame(name):
    picture = ElementTree.fromstring(PICTURES[name])
    assert picture.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert len(picture) > 0
    for stroke in picture.iter():
        assert {stroke.get("fill", "none"), stroke.get("stroke", "none")} <= COLOURS
        for key, most in (("cx", WIDTH), ("cy", HEIGHT), ("x", WIDTH), ("y", HEIGHT)):
            assert 0 <= float(stroke.get(key, 1)) <= most
        for x, y in re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", stroke.get("d", "")):
            assert 0 <= float(x) <= WIDTH
            assert 0 <= float(y) <= HEIGHT


def test_the_reserved_colours_are_kept_for_what_noise_made_or_took():
    assert {n for n in PICTURES if any(ink in PICTURES[n] for ink in RESERVED)} == OF_NOISE


@pytest.mark.parametrize(
    "file", sorted((assets() / "leaving").iterdir()), ids=lambda file: file.stem
)
def test_what_leaves_the_house_is_drawn_in_the_page_s_colours(file):
    drawn = ElementTree.parse(file).getroot()
    assert drawn.get("viewBox") == f"0 0 176 {HEIGHT}"
    for stroke in drawn.iter():
        assert {stroke.get("fill", "none"), stroke.get("stroke", "none")} <= COLOURS


class Scripts(HTMLParser):
    """The elements of a piece of a page, and the attributes of its script."""

    def __init__(self):
        super().__init__()
        self.tags, self.questions = [], ""

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.questions = dict(attrs)["data-questions"]


def test_what_a_page_asks_is_a_question():
    assert [e.title for e in TABLE if e.question and not e.question.endswith("?")] == []


def test_the_script_is_one_element_and_carries_the_questions():
    script = presenter_script({"board": "What's lost?", "data": ""})
    outcome = Scripts()
    outcome.feed(script)
    assert outcome.tags == ["script"]
    assert json.loads(outcome.questions) == {
        "": "What's lost?",
        "board": "What's lost?",
        "data": "",
    }
    assert script.count("</script>") == 1


def test_the_style_hides_all_that_is_not_named():
    assert ":not(:has(.st-key-page-answer" in presenter_style()


NAMED = {kind.title: kind for kind in gdp.MECHANISMS}


def test_every_mechanism_stands_in_one_group_by_what_it_releases():
    groups = mechanism_gallery._groups(NAMED, {})
    assert [group.title for group in groups] == [title for title, _ in mechanism_gallery.GROUPS]
    assert sorted(card.line for group in groups for card in group.cards) == sorted(NAMED)
    inside = {card.line: group.title for group in groups for card in group.cards}
    assert inside["edgeFlip"] == "Graphs"
    assert inside["Laplace on weights"] == inside["PAMST"] == "Trees and weights"
    assert inside["Private count"] == "Numbers and degrees"
    assert NAMED["edgeFlip"].releases() == "a whole graph"
    assert NAMED["PAMST"].releases() == "a tree"


def test_a_card_says_whom_it_protects_and_where_it_runs():
    limits = {
        "edgeFlip": Feasible(1.0, "would flip too many pairs", 7.0),
        "dK-series": Feasible(1.0, "takes no such graph", None),
    }
    cards = {
        card.line: card
        for group in mechanism_gallery._groups(NAMED, limits)
        for card in group.cards
    }
    assert (
        cards["edgeFlip"].facts == "protects the presence or absence of any one edge · from ε = 7"
    )
    assert cards["edgeFlip"].is_open
    assert not cards["dK-series"].is_open
    assert "not" in cards["LNPP (as published)"].facts.casefold()


@pytest.mark.parametrize(("words", "fits"), [("COINS pair", True), ("pair tree", False)])
def test_a_card_fits_when_all_words_are_among_its_own(words, fits):
    assert Card("a", "A", "A", "one edge", "Every pair tosses coins.").fits(words) is fits


def test_the_gallery_offers_what_the_page_can_show_and_nothing_else(visitor):
    visitor.open("board")
    visitor.at.button(key="browse-mechanisms").click().run()
    heads = {head.value for head in visitor.at.header}
    assert "Graphs" in heads
    assert "Rankings" in heads
    assert "Numbers and degrees" not in heads
    visitor.at.button(key="browse-mechanism-LaplaceFlip")


def test_real_graphs_come_first_and_every_graph_has_a_picture(visitor):
    visitor.open("board")
    visitor.at.button(key="browse").click().run()
    heads = [head.value for head in visitor.at.header]
    assert heads == ["Real graphs", "Examples", "Generators"]
    pictures = [html.proto.body for html in visitor.at.get("html") if "<img" in html.proto.body]
    cards = [one.key for one in visitor.at.button if (one.key or "").startswith("browse-")]
    assert len(pictures) == len(cards) - len({"browse-own", "browse-mechanisms"})
