"""Spanning trees: networkx on independently computed lengths, and the lengths of both trees."""

import math

import networkx as nx
import numpy as np
import pytest
from agreement.independent import CASES, comparison, graph, matrix, plain, points, signal

import graphdp_core as gdp

NAMES = list(CASES)
LENGTHS = ["embedding", "jaccard"]


def _lengths(name: str, g: gdp.Graph, dense: np.ndarray, kind: str) -> np.ndarray:
    """Lengths of all pairs of nodes, shape (n, n)."""
    if kind == "embedding":
        cloud = points(dense, 3)
        return np.sqrt(((cloud[:, None] - cloud[None]) ** 2).sum(axis=2))
    around = [set(plain(g)[v]) | {v} for v in range(g.n)]
    return np.array([[1 - len(a & b) / len(a | b) for b in around] for a in around])


def _blind(g: gdp.Graph) -> list[tuple[int, int]]:
    """The forest met when edges come in the order of their multiplied positions."""
    order = sorted(range(g.m), key=lambda i: (i + 1) * 0x9E3779B97F4A7C15 % 2**64)
    ranked = nx.Graph()
    ranked.add_weighted_edges_from((*g.edges[i].tolist(), place) for place, i in enumerate(order))
    return list(nx.minimum_spanning_edges(ranked, data=False))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", LENGTHS)
def test_trees_are_as_short_as_those_of_networkx(name: str, kind: str) -> None:
    c = comparison(name, "spanning_tree", (("length", kind),))
    for result, g, dense in (
        (c.baseline, graph(name), matrix(graph(name))),
        (c.private, c.release, signal(name, c.release)),
    ):
        lengths = _lengths(name, g, dense, kind)
        u, v = result.edges.T
        assert result.weights == pytest.approx(lengths[u, v], abs=1e-7)
        weighted = nx.Graph()
        weighted.add_nodes_from(range(g.n))
        weighted.add_weighted_edges_from((a, b, lengths[a, b]) for a, b in g.edges.tolist())
        best = nx.minimum_spanning_tree(weighted)
        assert best.number_of_edges() == len(u)
        assert result.weights.sum() == pytest.approx(best.size(weight="weight"), abs=1e-6)
        forest = nx.Graph(result.edges.tolist())
        assert nx.is_forest(forest)
        assert all(plain(g).has_edge(*edge) for edge in forest.edges)


def _mean_height(edges: set[tuple[int, int]], lengths: np.ndarray) -> float:
    """Mean over pairs of the longest edge on the way from one to the other."""
    forest = nx.Graph()
    forest.add_weighted_edges_from((u, v, lengths[u, v]) for u, v in edges)
    heights = []
    for start in forest:
        longest = {start: -math.inf}
        for u, v in nx.bfs_edges(forest, start):
            longest[v] = max(longest[u], forest[u][v]["weight"])
        heights += [height for node, height in longest.items() if node != start]
    return float(np.mean(heights))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", LENGTHS)
def test_metrics_compare_edge_sets_and_mean_true_lengths(name: str, kind: str) -> None:
    c = comparison(name, "spanning_tree", (("length", kind),))
    g = graph(name)
    ours, theirs = ({tuple(e) for e in t.edges.tolist()} for t in (c.baseline, c.private))
    real = {tuple(e) for e in g.edges.tolist()}
    lengths = _lengths(name, g, matrix(g), kind)
    best, found, blind = (
        np.mean([lengths[u, v] for u, v in edges]) for edges in (ours, theirs, _blind(g))
    )
    somewhere = best > 1e-9  # nodes of one clique lie at one place: a ratio of rounding errors
    room = blind - best > 1e-9
    least = _mean_height(ours, lengths)
    assert c.metrics == pytest.approx(
        {
            "edge_overlap": len(ours & theirs) / len(ours),
            "real_edges": len(theirs & real) / len(theirs),
            "excess_length": found / best - 1 if somewhere else math.nan,
            "relative_excess_length": (found - best) / (blind - best) if room else math.nan,
            "error": len(ours) * (found - best) if len(ours) == len(theirs) else math.nan,
            "cophenetic_error": _mean_height(theirs, lengths) / least - 1
            if somewhere
            else math.nan,
        },
        abs=1e-6,
        nan_ok=True,
    )


def test_a_forest_that_lost_its_longest_edge_is_not_called_shorter_by_invented_edges() -> None:
    c = comparison("karate", "spanning_tree")
    text = c.analysis.finding(
        {"edge_overlap": 0.9, "real_edges": 1.0, "excess_length": -0.1}, epsilon=8.0
    )
    assert "invented" not in text
