"""Single linkage: scipy's clusters where outliers count, the condensed tree where they do not."""

import networkx as nx
import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

import graphdp_core as gdp
from graphdp_core.analyses.single_linkage import SingleLinkage
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.spanning_forest import merge_sizes
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.results import SpanningTree

STREAM = np.random.default_rng(0)


def complete(points):
    u, v = np.triu_indices(len(points), 1)
    lengths = np.linalg.norm(points[u] - points[v], axis=1)
    return Graph.from_edges(len(points), np.column_stack((u, v)), weights=lengths)


@pytest.mark.parametrize("clusters", [1, 2, 3, 7])
def test_without_a_smallest_cluster_it_is_scipys_single_linkage(clusters):
    points = np.random.default_rng(clusters).normal(size=(60, 2))
    ours = SingleLinkage(clusters=clusters, smallest=1).run(complete(points), rng=STREAM)
    theirs = fcluster(linkage(points, "single"), clusters, "maxclust") - 1
    assert ours.k == clusters
    assert Overlaps.of(theirs, ours.labels).adjusted_rand() == pytest.approx(1.0)


def test_well_separated_moons_are_found_without_settings():
    moons = gdp.generate("moons", n=400, noise=0.05, seed=2)
    for cloud in (moons, complete(moons.positions)):  # in two parts, and in one
        found = SingleLinkage().run(cloud, rng=STREAM)
        assert found.k == 2
        assert Overlaps.of(moons.labels, found.labels).adjusted_rand() == pytest.approx(1.0)


def test_an_outlier_is_no_cluster_unless_asked_for():
    path = np.array([[i, i + 1] for i in range(12)], dtype=np.int32)
    weights = np.ones(12)
    weights[5], weights[11] = 7.0, 50.0
    tree = SpanningTree(path, weights)
    assert SingleLinkage().run(tree, rng=STREAM).sizes.tolist() == [7, 6]
    assert SingleLinkage(clusters=2, smallest=1).run(tree, rng=STREAM).sizes.tolist() == [12, 1]


def test_parts_of_a_forest_stay_apart():
    two = Graph.from_edges(6, [(0, 1), (1, 2), (3, 4), (4, 5)], weights=[1.0] * 4)
    found = SingleLinkage(clusters=1, smallest=3).run(two, rng=STREAM)
    assert SingleLinkage(clusters=4, smallest=1).run(two, rng=STREAM).k == 4
    assert found.labels.tolist() == [0, 0, 0, 1, 1, 1]
    assert any("2 parts" in note for note in found.notes)


def test_sizes_count_both_sides_of_every_edge_when_it_joins_them():
    rng = np.random.default_rng(4)
    edges = np.array([(int(rng.integers(v)), v) for v in range(1, 30)], dtype=np.int32)
    order = rng.permutation(29)
    sizes = merge_sizes(30, edges, order)
    network = nx.Graph()
    network.add_nodes_from(range(30))
    for e in order:
        sides = [len(nx.node_connected_component(network, int(v))) for v in edges[e]]
        assert sorted(sizes[e]) == sorted(sides)
        network.add_edge(*map(int, edges[e]))
