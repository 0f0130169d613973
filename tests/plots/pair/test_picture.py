"""Edge kinds, thinning, and the pair of pictures."""

from __future__ import annotations

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.pair.drawings import network_pair, node_sizes, tree_pair
from graphdp_core.plots.pair.picture import Picture, edge_kinds, thin_edges
from graphdp_core.plots.pair.svg import pair_svg
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import LIGHT


def random_graph(seed: int, n: int = 40, m: int = 150) -> Graph:
    pairs = np.random.default_rng(seed).integers(0, n, (m, 2))
    return Graph.from_edges(n, pairs[pairs[:, 0] != pairs[:, 1]])


def line(count: int, start: int = 0) -> np.ndarray:
    first = np.arange(start, start + count)
    return np.column_stack((first, first + 1)).astype(np.int32)


@pytest.mark.parametrize("seed", range(5))
def test_edge_kinds_agree_with_sets(seed: int) -> None:
    old, new = random_graph(seed), random_graph(seed + 100)
    a, b = (set(map(tuple, g.edges.tolist())) for g in (old, new))
    kinds = {kind: list(map(tuple, pairs.tolist())) for kind, pairs in edge_kinds(old, new).items()}
    assert kinds == {"kept": sorted(a & b), "lost": sorted(a - b), "invented": sorted(b - a)}


def test_edge_kinds_are_right_for_the_largest_node_numbers() -> None:
    n = 2**31 - 1
    old = Graph.from_edges(n, [(0, n - 1), (n - 2, n - 1)])
    new = Graph.from_edges(n, [(1, n - 1), (n - 2, n - 1)])
    assert edge_kinds(old, new)["kept"].tolist() == [[n - 2, n - 1]]


@pytest.mark.parametrize("limit", [0, 1, 7, 100, 999, 1000])
def test_thinning_keeps_the_proportions(limit: int) -> None:
    kinds = {"kept": line(700), "lost": line(200), "invented": line(100, start=2000)}
    thin, words = thin_edges(kinds, limit=limit)
    assert sum(map(len, thin.values())) == limit
    for kind, pairs in kinds.items():
        assert abs(len(thin[kind]) - limit * len(pairs) / 1000) < 1
        assert set(map(tuple, thin[kind].tolist())) <= set(map(tuple, pairs.tolist()))
    said = f"Drawn: {limit:,} of 1,000 ties, each kind in proportion."
    assert words == (said if limit < 1000 else "")


def test_a_stricter_limit_draws_some_of_the_same_edges() -> None:
    few, many = (
        set(map(tuple, thin_edges({"kept": line(500)}, limit=k)[0]["kept"].tolist()))
        for k in (40, 90)
    )
    assert few < many


def test_thinning_picks_without_favour() -> None:
    """Mean position of 2,000 of 20,000: standard error 129 at 10,000; 5 of them: p < 1e-6."""
    thin, _ = thin_edges({"kept": line(20_000)}, limit=2000)
    assert abs(thin["kept"][:, 0].mean() - 10_000) < 5 * 129


def test_a_negative_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="limit must be at least 0 edges, got -1"):
        thin_edges({}, limit=-1)


def test_both_pictures_are_thinned_alike_and_count_all_edges() -> None:
    old, new = random_graph(1, n=200, m=3000), random_graph(2, n=200, m=6000)
    left, right = network_pair(old, new, np.zeros((200, 2), np.float32), limit=900).pictures
    drawn = [sum(map(len, picture.edges.values())) for picture in (left, right)]
    totals = [sum(picture.totals.values()) for picture in (left, right)]
    assert sum(drawn) == 900
    assert drawn[0] / totals[0] == pytest.approx(drawn[1] / totals[1], rel=0.01)
    assert left.detail == f"{old.m:,} ties, {drawn[0]:,} shown"
    there = len(right.edges["kept"]) + len(right.edges["invented"])
    assert right.detail == f"{new.m:,} ties, {there:,} shown", "what is lost is not there"


def test_pictures_of_edge_case_graphs_can_be_made(edge_case_graph: Graph) -> None:
    places = np.zeros((edge_case_graph.n, 2), np.float32)
    for picture in network_pair(edge_case_graph, edge_case_graph, places).pictures:
        assert isinstance(picture, Picture)
        assert np.isfinite(picture.sizes).all()
        assert "drawn" not in picture.detail


def test_hubs_are_larger() -> None:
    sizes = node_sizes(Graph.from_edges(5, [(0, i) for i in range(1, 5)]))
    assert sizes[0] > sizes[1] == sizes[4]


def test_overlaid_trees_are_one_panel_in_every_drawing() -> None:
    places = np.random.default_rng(0).random((5, 2), dtype=np.float32)
    five = Graph.from_edges(5, [])
    kinds = {"kept": line(2), "lost": line(1, start=2), "invented": line(1, start=3)}
    pair = tree_pair(five, places, kinds, overlaid=True)
    assert set(pair.private.edges) == set(kinds)
    svg = pair_svg(pair, LIGHT, sides=Sides(1.0))
    assert svg.count('class="node"') == 5
    assert "Without privacy" not in svg
    assert pair.is_single
    assert not tree_pair(five, places, kinds).is_single
