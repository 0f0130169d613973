"""Possible truths of a release, drawn without a script.

The titles of both sides: nothing without a proof stands under an epsilon alone.

Shades count every edge and every point once.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.chart import matrices
from graphdp_core.plots.chart.matrices import cloud_density, matrix_density
from graphdp_core.plots.ghosts import MOST_DRAWN, ghosts
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import DARK, LIGHT, Theme


def test_edges_of_a_truth_are_told_apart_by_whether_they_were_released():
    release = Graph.from_edges(3, [(0, 1)])
    truths = [Graph.from_edges(3, [(0, 1), (1, 2)]), Graph.from_edges(3, [])]
    drawn = str(ghosts(release, truths, np.array([[0, 0], [1, 0], [0, 1]])))
    pictures = drawn.split("<svg ")[1:]
    lines = [[len(re.findall("M", d)) for d in re.findall(r' d="([^"]*)"', p)] for p in pictures]
    assert lines == [[1], [1, 1], [0, 0]]
    assert "Possible truth 2 of 2: 0 ties" in drawn


def test_of_many_edges_the_same_pairs_are_drawn_of_every_graph():
    noisy = gdp.mechanism("edge_flip").release(
        Graph.from_edges(200, []), epsilon=1.0, rng=gdp.noise_stream(0)
    )
    drawn = str(ghosts(noisy, [noisy], np.random.default_rng(0).random((200, 2))))
    released, kept, hidden = re.findall(r' d="([^"]*)"', drawn)
    assert released == kept
    assert hidden == ""
    assert 0.8 * MOST_DRAWN < released.count("M") < 1.2 * MOST_DRAWN < noisy.m


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


def test_a_matrix_counts_both_entries_of_every_edge(monkeypatch):
    monkeypatch.setattr(matrices, "CHUNK", 7)
    rng = np.random.default_rng(0)
    n, order = 40, rng.permutation(40)
    edges = np.argwhere(np.triu(rng.random((n, n)) < 0.2, k=1))
    dense = np.zeros((n, n), dtype=int)
    dense[edges[:, 0], edges[:, 1]] = dense[edges[:, 1], edges[:, 0]] = 1
    expected = dense[order][:, order].reshape(8, 5, 8, 5).sum(axis=(1, 3))
    np.testing.assert_array_equal(matrix_density(edges, order, cells=8), expected)
    np.testing.assert_array_equal(matrix_density(edges, order, cells=99), dense[order][:, order])


@pytest.mark.parametrize("n", [0, 1])
def test_a_graph_without_edges_has_an_empty_matrix(n):
    assert matrix_density(np.empty((0, 2), dtype=int), np.arange(n)).tolist() == [[0]]


def test_points_fall_into_their_cells_and_strays_into_none():
    points = np.array([[0.1, 0.1], [0.1, 0.2], [0.9, 0.1], [5.0, 5.0]])
    grid = cloud_density(points, (0.0, 1.0, 0.0, 1.0), cells=2)
    assert grid.tolist() == [[2, 1], [0, 0]]
