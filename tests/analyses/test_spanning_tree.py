"""The minimum spanning tree analysis."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from tree_laws import networkx_total

from graphdp_core.analyses import spanning_tree
from graphdp_core.analyses.spanning_tree import (
    MinimumSpanningTree,
    jaccard_lengths,
    point_distances,
)
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.experiment.compare import compare
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.results import SpanningTree

KARATE = Graph.from_networkx(nx.karate_club_graph())


def _run(graph: Graph, **parameters) -> SpanningTree:
    return MinimumSpanningTree(**parameters).run(graph, rng=np.random.default_rng(0))


@pytest.mark.long
def test_jaccard_lengths_equal_brute_force_for_all_pairs(edge_case_graph):
    n = edge_case_graph.n
    pairs = np.argwhere(np.triu(np.ones((n, n)), 1)).astype(np.int32)
    network = edge_case_graph.to_networkx()
    closed = [set(network[i]) | {i} for i in range(n)]
    expected = [1 - len(closed[u] & closed[v]) / len(closed[u] | closed[v]) for u, v in pairs]
    np.testing.assert_allclose(jaccard_lengths(edge_case_graph, pairs), expected, atol=1e-12)


def test_embedding_lengths_are_distances_of_the_embedding():
    points = SpectralEmbedding(dimension=4).run(KARATE, rng=np.random.default_rng(0)).points
    lengths = np.linalg.norm(points[KARATE.edges[:, 0]] - points[KARATE.edges[:, 1]], axis=1)
    tree = _run(KARATE, dimension=4)
    total, count = networkx_total(KARATE, lengths)
    assert tree.weights.sum() == pytest.approx(total)
    assert len(tree.edges) == count == 33


def test_rounding_breaks_no_tie_between_distances(monkeypatch):
    """The two moons mirror each other: nearly every distance occurs twice."""
    graph = GraphChoice("generator", "moons", (("n", 40),)).load()
    tree = _run(graph)
    for other in range(5):
        noise = np.random.default_rng(other).uniform(-1e-14, 1e-14, graph.m)

        def rounded(points, pairs, noise=noise):
            return point_distances(points, pairs) + noise

        monkeypatch.setattr(spanning_tree, "point_distances", rounded)
        assert _run(graph).edges.tolist() == tree.edges.tolist()


@pytest.mark.parametrize("length", ["embedding", "jaccard"])
def test_a_tree_spans_every_component(length):
    network = nx.disjoint_union(nx.karate_club_graph(), nx.cycle_graph(6))
    tree = _run(Graph.from_networkx(network, weight=None), length=length)
    forest = nx.Graph(tree.edges.tolist())
    assert nx.is_forest(forest)
    assert [len(c) for c in nx.connected_components(forest)] == [34, 6]
    assert "2 parts" in tree.notes[0]
    assert (tree.edges[:, 0] < tree.edges[:, 1]).all()


def test_no_edges_give_an_empty_tree_and_say_so():
    tree = _run(Graph.from_edges(5, []))
    assert tree.edges.shape == (0, 2)
    assert tree.weights.shape == (0,)
    assert "No edges" in tree.notes[0]


def test_metrics_measure_the_private_tree_in_the_true_graph():
    analysis = MinimumSpanningTree(length="jaccard")
    star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    base = _run(star, length="jaccard")
    private = SpanningTree(np.array([[0, 1], [0, 2], [2, 3]], dtype=np.int32), np.zeros(3))
    values = analysis.measure(star, base, private)
    # N[0] = all four, N[2] = {0, 2}, N[3] = {0, 3}: lengths 1/2 on the star, 2/3 for (2, 3).
    assert values["edge_overlap"] == pytest.approx(2 / 3)
    assert values["real_edges"] == pytest.approx(2 / 3)
    assert values["excess_length"] == pytest.approx((1 / 2 + 1 / 2 + 2 / 3) / (3 / 2) - 1)
    assert np.isnan(values["relative_excess_length"])


@pytest.mark.parametrize(
    ("excess", "words"),
    [(0.5, "where it is 50% longer per tie."), (-0.5, "make it 50% shorter per tie.")],
)
def test_the_finding_says_why_a_tree_can_be_shorter(excess, words):
    values = {"edge_overlap": 0.4, "real_edges": 0.9, "excess_length": excess}
    assert MinimumSpanningTree().finding(values, epsilon=2.0).endswith(words)


WEIGHTED = Graph.from_networkx(nx.les_miserables_graph())


def test_own_weights_give_the_tree_of_networkx():
    tree = _run(WEIGHTED, length="weights")
    assert (tree.weights.sum(), len(tree.edges)) == networkx_total(WEIGHTED, WEIGHTED.weights)


@pytest.mark.parametrize("mechanism", [WeightLaplace(), PAMST()], ids=lambda m: m.id)
def test_a_private_tree_is_measured_by_the_true_weights(mechanism):
    c = compare(WEIGHTED, mechanism, MinimumSpanningTree(length="weights"), epsilon=1.0)
    true = {(u, v): w for (u, v), w in zip(WEIGHTED.edges.tolist(), WEIGHTED.weights, strict=True)}
    best = sum(true[u, v] for u, v in c.baseline.edges.tolist())
    outcome = sum(true[u, v] for u, v in c.private.edges.tolist())
    assert c.metrics["error"] == pytest.approx(outcome - best)
    assert c.metrics["real_edges"] == 1.0
    assert c.metrics["excess_length"] == pytest.approx(outcome / best - 1)
    assert 0.0 < c.metrics["relative_excess_length"] < 2.0
    assert f"weight is off by {outcome - best:.4g}, " in c.finding
    assert "of what a random tree is off." in c.finding


@pytest.mark.parametrize("mechanism", [WeightLaplace(), PAMST()], ids=lambda m: m.id)
def test_where_large_weights_mean_near_the_heaviest_tree_is_the_true_one(mechanism):
    near = replace(WEIGHTED, near=True)
    c = compare(near, mechanism, MinimumSpanningTree(length="weights"), epsilon=1000.0)
    heaviest = nx.maximum_spanning_tree(near.to_networkx()).size(weight="weight")
    assert c.baseline.weights.sum() == heaviest
    assert c.metrics["edge_overlap"] > 0.7  # ties of one weight may go either way
    assert 0.0 <= c.metrics["error"] < 0.1 * heaviest
    assert "heaviest tree" in c.baseline.notes[0]
    assert near != WEIGHTED  # no cache takes one for the other


def test_own_weights_need_a_weighted_graph_and_a_private_tree_of_its_edges():
    with pytest.raises(ValueError, match="pick a weighted graph with a mechanism for weights"):
        _run(Graph.from_edges(2, [(0, 1)]), length="weights")
    path = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[1.0, 2.0])
    other = SpanningTree(np.array([[0, 1], [0, 2]], dtype=np.int32))
    analysis = MinimumSpanningTree(length="weights")
    with pytest.raises(ValueError, match="not in the true graph"):
        analysis.measure(path, _run(path, length="weights"), other)


def test_a_disconnected_graph_is_refused_if_the_person_says_so():
    network = nx.disjoint_union(nx.complete_graph(4), nx.complete_graph(4))
    with pytest.raises(ValueError, match=r"falls into 2 parts .* choose a tree"):
        _run(Graph.from_networkx(network), length="jaccard", disconnected="refuse")


def test_an_empty_private_tree_has_a_finding():
    analysis, base = MinimumSpanningTree(), _run(KARATE)
    empty = SpanningTree(np.empty((0, 2), dtype=np.int32), np.empty(0))
    values = analysis.measure(KARATE, base, empty)
    assert values["edge_overlap"] == 0.0
    assert np.isnan(values["real_edges"])
    assert "no tree to compare" in analysis.finding(values, epsilon=1.0)
