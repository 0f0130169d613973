"""Lengths at which nodes join: against scipy, against the walk along the path, closed forms."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, linkage

from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics import cophenetic
from graphdp_core.metrics.cophenetic import Hierarchy, hierarchy_error


def random_forest(rng, n, parts):
    parent = [int(rng.integers(v)) for v in range(1, n)]
    edges = np.array([(p, v + 1) for v, p in enumerate(parent)], dtype=np.int32)
    return np.delete(edges, rng.choice(n - 1, size=parts - 1, replace=False), axis=0)


@pytest.mark.parametrize("parts", [1, 3])
def test_two_nodes_join_at_the_longest_edge_of_their_path(parts):
    rng = np.random.default_rng(parts)
    for n in (2 + parts, 17, 60):
        edges = random_forest(rng, n, parts)
        lengths = rng.integers(-3, 9, size=len(edges)).astype(float)
        network = Graph.from_edges(n, edges, weights=lengths).to_networkx()
        u, v = np.triu_indices(n, 1)
        found = Hierarchy.of(n, edges, lengths).cophenetic(u, v)
        for a, b, join in zip(u, v, found, strict=True):
            if not nx.has_path(network, a, b):
                assert join == np.inf
                continue
            path = nx.shortest_path(network, a, b)
            assert join == max(network[i][j]["weight"] for i, j in pairwise(path))


def test_it_is_scipys_cophenetic_distance_of_single_linkage():
    points = np.random.default_rng(3).normal(size=(40, 2))
    u, v = np.triu_indices(40, 1)
    lengths = np.linalg.norm(points[u] - points[v], axis=1)
    tree = nx.minimum_spanning_tree(
        Graph.from_edges(40, np.column_stack((u, v)), weights=lengths).to_networkx()
    )
    edges = np.array(tree.edges, dtype=np.int32)
    hierarchy = Hierarchy.of(40, edges, [d["weight"] for _, _, d in tree.edges(data=True)])
    assert np.allclose(hierarchy.cophenetic(u, v), cophenet(linkage(points, "single")))


def test_every_cluster_is_a_range_of_the_order_and_sizes_count_both_sides():
    rng = np.random.default_rng(4)
    edges, lengths = random_forest(rng, 30, 1), rng.permutation(29).astype(float)
    hierarchy = Hierarchy.of(30, edges, lengths)
    assert sorted(hierarchy.nodes) == list(range(30))
    network = nx.Graph()
    network.add_nodes_from(range(30))
    for e in np.argsort(lengths):
        sides = [len(nx.node_connected_component(network, int(v))) for v in edges[e]]
        assert sorted(hierarchy.sizes[e]) == sorted(sides)
        network.add_edge(*map(int, edges[e]))
        cluster = nx.node_connected_component(network, int(edges[e, 0]))
        places = np.flatnonzero(np.isin(hierarchy.nodes, list(cluster)))
        assert np.ptp(places) == len(places) - 1
        assert hierarchy.heights[places[0] : places[-1]].max() == lengths[e]


def test_the_error_is_zero_for_the_same_hierarchy_and_grows_with_a_worse_tree():
    path = np.array([[0, 1], [1, 2], [2, 3]], dtype=np.int32)
    star = np.array([[0, 1], [0, 2], [0, 3]], dtype=np.int32)
    true = Hierarchy.of(4, path, [1.0, 1.0, 1.0])
    assert hierarchy_error(true, true) == 0.0
    assert hierarchy_error(true, Hierarchy.of(4, star, [1.0, 2.0, 3.0])) == pytest.approx(8 / 6)


def test_pairs_that_never_join_are_left_out():
    path = np.array([[0, 1], [1, 2]], dtype=np.int32)
    whole = Hierarchy.of(3, path, [1.0, 4.0])
    part = Hierarchy.of(3, path[:1], [3.0])
    assert hierarchy_error(whole, part) == pytest.approx(2.0)
    alone = Hierarchy.of(3, path[:0], [])
    assert np.isnan(hierarchy_error(whole, alone))


def test_a_sample_of_pairs_stands_for_all(monkeypatch):
    rng = np.random.default_rng(5)
    edges = random_forest(rng, 900, 1)
    one, two = (Hierarchy.of(900, edges, rng.random(899)) for _ in range(2))
    exact = hierarchy_error(one, two)
    monkeypatch.setattr(cophenetic, "ALL_PAIRS_UP_TO", 100)
    # A million pairs: the standard error is below 0.001 of the value, six of them 0.006.
    assert hierarchy_error(one, two) == pytest.approx(exact, rel=0.006)


def test_lengths_and_nodes_must_fit():
    path = np.array([[0, 1], [1, 2]], dtype=np.int32)
    with pytest.raises(ValueError, match="one value per edge"):
        Hierarchy.of(3, path, [1.0])
    with pytest.raises(ValueError, match="as the baseline"):
        hierarchy_error(Hierarchy.of(3, path, [1, 2]), Hierarchy.of(2, path[:1], [1]))
