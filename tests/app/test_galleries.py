"""The gallery of mechanisms: by what they release, open only where they can run."""

import pytest

import graphdp_core as gdp
from graphdp_core.experiment.feasible import Feasible
from pages.ui import mechanism_gallery
from pages.ui.gallery import Card

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
    visitor.open("board/page.py")
    visitor.at.button(key="browse-mechanisms").click().run()
    heads = {head.value for head in visitor.at.header}
    assert "Graphs" in heads
    assert "Rankings" in heads
    assert "Numbers and degrees" not in heads
    visitor.at.button(key="browse-mechanism-LaplaceFlip")
