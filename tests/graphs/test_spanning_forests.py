"""Spanning forests: the lightest one is exactly Kruskal's, and random ones have their law."""

import networkx as nx
import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import minimum_spanning_tree
from tree_laws import drawn_law, exponential_law, networkx_total, random_graph, surprise

from graphdp_core.graphs import spanning_forests
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import (
    minimum_spanning_forest,
    random_spanning_forest,
    weighted_spanning_forest,
)
from graphdp_core.kernels.spanning_forest import kruskal
from graphdp_core.results import SpanningTree

RARE = 1e-6  # failure probability of each chi-square test


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", ["distinct", "ties", "zeros", "negative"])
def test_the_total_length_equals_networkx(seed, kind):
    rng = np.random.default_rng(seed)
    graph = Graph.from_networkx(nx.gnp_random_graph(60, 0.06, seed=seed))
    lengths = {
        "distinct": rng.random(graph.m),
        "ties": rng.integers(1, 4, graph.m).astype(float),
        "zeros": np.zeros(graph.m),
        "negative": rng.integers(-3, 3, graph.m).astype(float),
    }[kind]
    taken = minimum_spanning_forest(graph, lengths)
    total, count = networkx_total(graph, lengths)
    assert lengths[taken].sum() == pytest.approx(total)
    assert len(taken) == count
    assert (np.diff(taken) > 0).all()


def test_the_edges_equal_scipys_for_distinct_positive_lengths():
    graph = Graph.from_networkx(nx.gnp_random_graph(200, 0.1, seed=1))
    lengths = 0.1 + np.random.default_rng(1).random(graph.m)
    matrix = coo_array((lengths, tuple(graph.edges.T)), shape=(200, 200)).tocsr()
    expected = np.sort(np.column_stack(minimum_spanning_tree(matrix).nonzero()), axis=1)
    outcome = graph.edges[minimum_spanning_forest(graph, lengths)]
    assert sorted(map(tuple, expected.tolist())) == list(map(tuple, outcome.tolist()))


@pytest.mark.parametrize("levels", [2, 30, 10**6])
def test_a_far_component_is_joined_after_the_light_edges(levels):
    """Two dense halves with light edges, a heavy bridge: more edges than the first pass takes."""
    rng = np.random.default_rng(levels)
    halves = nx.disjoint_union(nx.complete_graph(40), nx.complete_graph(40))
    graph = Graph.from_networkx(nx.compose(halves, nx.Graph([(3, 77), (5, 50)])))
    lengths = rng.integers(0, levels, graph.m).astype(float)
    lengths[(graph.edges[:, 0] < 40) & (graph.edges[:, 1] >= 40)] = [levels + 2, levels + 1]
    taken = minimum_spanning_forest(graph, lengths)
    total, count = networkx_total(graph, lengths)
    assert (lengths[taken].sum(), len(taken)) == (total, count)
    plain = np.sort(kruskal(graph.n, graph.edges, np.argsort(lengths, kind="stable")))
    np.testing.assert_array_equal(taken, plain)


@pytest.mark.parametrize("decimals", [0, 12])
def test_clusters_that_lie_ever_further_apart_take_many_rounds(decimals):
    rng = np.random.default_rng(decimals)
    points = np.repeat(2.0 ** np.arange(12), 12) + 0.1 * rng.random(144)
    graph = Graph.from_networkx(nx.complete_graph(144))
    lengths = np.abs(points[graph.edges[:, 0]] - points[graph.edges[:, 1]]).round(decimals)
    plain = np.sort(kruskal(graph.n, graph.edges, np.argsort(lengths, kind="stable")))
    np.testing.assert_array_equal(minimum_spanning_forest(graph, lengths), plain)


def test_ties_go_to_the_first_edges():
    square = Graph.from_edges(4, [(0, 1), (0, 3), (1, 2), (2, 3)])
    assert minimum_spanning_forest(square, np.ones(4)).tolist() == [0, 1, 2]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("values", [(1, 4), (-3, 3), (0, 1), (-1, 1000)])
def test_the_forest_is_scipys_on_ranks(seed, values):
    """Ties by position, zeros and negative lengths: the same edges, not only the same length."""
    graph = Graph.from_networkx(nx.gnp_random_graph(40, 0.1 + 0.02 * seed, seed=seed))
    lengths = np.random.default_rng(seed).integers(*values, graph.m).astype(float)
    ranked = np.argsort(lengths, kind="stable")
    ranks = np.empty(graph.m)
    ranks[ranked] = np.arange(1, graph.m + 1)
    matrix = coo_array((ranks, tuple(graph.edges.T)), shape=(40, 40)).tocsr()
    expected = np.sort(ranked[minimum_spanning_tree(matrix).data.astype(int) - 1])
    np.testing.assert_array_equal(minimum_spanning_forest(graph, lengths), expected)


def _forests(graph: Graph, costs, count: int = 4000):
    def draw(seed: int) -> SpanningTree:
        rng = np.random.default_rng(seed)
        if costs is None:
            taken = random_spanning_forest(graph, rng=rng)
        else:
            taken = weighted_spanning_forest(graph, rng=rng, costs=costs)
        return SpanningTree(graph.edges[taken])

    return drawn_law(graph, draw, count)


@pytest.mark.sample
@pytest.mark.parametrize(("seed", "scale"), [(0, None), (1, 0.05), (2, 0.5), (3, 0.05)])
def test_the_walk_draws_every_tree_by_its_weight(seed, scale):
    graph = random_graph(seed)
    costs = np.zeros(graph.m) if scale is None else scale * graph.weights
    seen = _forests(graph, None if scale is None else costs)
    assert surprise(seen, exponential_law(graph, costs)) > RARE


@pytest.mark.sample
@pytest.mark.parametrize(
    ("seed", "scale"),
    [pytest.param(0, 0.0, marks=pytest.mark.long), (1, 0.5), (2, 3.0), (3, 500.0)],
)
def test_the_draw_without_walking_has_the_same_law_at_every_scale(seed, scale, monkeypatch):
    monkeypatch.setattr(spanning_forests, "FEW_STEPS", 0)
    graph = random_graph(seed)
    costs = scale * graph.weights
    assert surprise(_forests(graph, costs), exponential_law(graph, costs)) > RARE


@pytest.mark.long
def test_a_walk_that_is_given_up_early_does_not_bend_the_law(monkeypatch):
    """A few steps suffice for some draws only; the others are made without walking."""
    monkeypatch.setattr(spanning_forests, "FEW_STEPS", 6)
    graph = random_graph(1)
    costs = 0.4 * graph.weights
    assert surprise(_forests(graph, costs, 8000), exponential_law(graph, costs)) > RARE
