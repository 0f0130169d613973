"""The titles of both sides: nothing without a proof stands under an epsilon alone."""

from __future__ import annotations

import pytest

import graphdp_core as gdp
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import DARK, LIGHT, Theme

GRAPH = gdp.load_graph("karate")


def sides(mechanism: str) -> Sides:
    flip = gdp.mechanism(mechanism)
    return Sides.of(gdp.compare(GRAPH, flip, gdp.analysis("spectrum"), epsilon=3.0))


def test_a_proved_mechanism_stands_under_its_epsilon() -> None:
    assert sides("edge_flip").titles == ("Without privacy", "With ε = 3")


def test_a_mechanism_without_a_proof_is_named_and_called_not_private() -> None:
    made = sides("lnpp")
    assert made.private == f"{gdp.mechanism('lnpp').title}: not private"
    assert "ε" not in made.private
    assert made.phrase.endswith("not private")
    assert not made.is_private


def test_a_graph_that_is_a_release_itself_is_not_called_without_privacy() -> None:
    flip = gdp.mechanism("edge_flip")
    released = flip.release(GRAPH, epsilon=4.0, rng=gdp.noise_stream(1))
    again = gdp.compare(released, flip, gdp.analysis("spectrum"), epsilon=3.0)
    assert Sides.of(again).titles == ("As released", "With ε = 3")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_it_has_a_colour_of_its_own(theme: Theme) -> None:
    proved, not_private = Sides(3.0), Sides(3.0, "LNPP")
    assert proved.colours(theme) == (theme.baseline, theme.accent)
    assert not_private.colours(theme) == (theme.baseline, theme.unproved)
    assert not_private.title_colours(theme)[1] != proved.title_colours(theme)[1]


def test_moving_the_slider_keeps_the_words() -> None:
    assert Sides(3.0).at(1.0).private == "With ε = 1"
    assert Sides(3.0, "LNPP").at(1.0).private == "LNPP: not private"
