"""Spectral clustering: blocks found, number of clusters, awkward clouds."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from made_graphs import blocks

from graphdp_core.analyses.spectral_clustering import SpectralClustering
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.results import Partition

METHODS = ("kmeans", "gaussian_mixture")


def run(graph: Graph, seed: int = 0, **parameters: object) -> Partition:
    return SpectralClustering(**parameters).run(graph, rng=np.random.default_rng(seed))


def agreement(graph: Graph, partition: Partition) -> float:
    return Overlaps.of(graph.labels, partition.labels).adjusted_rand()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("matrix", ["adjacency", "laplacian"])
def test_blocks_and_their_number_come_back(method: str, matrix: str) -> None:
    graph = blocks([70, 60, 50, 40], 0.4, 0.03)
    partition = run(graph, method=method, matrix=matrix)
    assert partition.k == 4
    assert agreement(graph, partition) > 0.95
    assert partition.notes == ()


@pytest.mark.parametrize("method", METHODS)
def test_the_wanted_number_of_clusters_is_kept(method: str) -> None:
    graph = blocks([40, 40, 40], 0.4, 0.03)
    for k in (2, 3, 7, 30):
        assert run(graph, clusters=k, method=method).k == k


def test_looking_past_degrees_finds_groups_of_hubs_and_leaves() -> None:
    rng = np.random.default_rng(1)
    block = np.repeat([0, 1], 150)
    pull = np.tile(np.repeat([3.0, 0.6], [30, 120]), 2)
    chance = np.outer(pull, pull) * np.where(block[:, None] == block, 0.1, 0.01)
    edges = np.argwhere(np.triu(rng.random((300, 300)) < chance, 1))
    graph = Graph.from_edges(300, edges, labels=block)
    past, plain = (agreement(graph, run(graph, clusters=2, normalise=x)) for x in (True, False))
    assert past > 0.8
    assert past > plain


def test_correcting_for_noise_drops_the_direction_that_the_noise_makes() -> None:
    # Flips of 10% add a constant to every pair. The blocks differ in size and density, so that
    # this constant does not go by itself; with the correction the raw points are found again.
    true = blocks([120, 60], 0.35, 0.02)
    rng = np.random.default_rng(0)
    upper = np.triu(true.adjacency().toarray() > 0, 1)
    noisy = np.triu(upper ^ (rng.random(upper.shape) < 0.1), 1)
    release = replace(
        Graph.from_edges(true.n, np.argwhere(noisy), labels=true.labels),
        noise=EdgeNoise(true_positive_rate=0.9, false_positive_rate=0.1),
    )
    assert agreement(release, run(release, clusters=2)) > 0.9


@pytest.mark.parametrize("method", METHODS)
def test_fewer_different_points_than_clusters_are_said(method: str) -> None:
    clique = [(u, v) for u in range(5) for v in range(u)]
    graph = Graph.from_edges(10, clique + [(u + 5, v + 5) for u, v in clique])
    partition = run(graph, clusters=6, method=method)
    assert partition.k <= 6
    assert partition.labels.shape == (10,)
    isolated = Graph.from_edges(30, [(0, 1)])
    partition = run(isolated, clusters=5, method=method)
    assert any("no more points differ" in note for note in partition.notes)
    assert len(set(partition.labels[2:].tolist())) == 1


def test_one_cluster_is_refused() -> None:
    with pytest.raises(ValueError, match=r"clusters must be 0 .* got 1"):
        run(blocks([10, 10], 0.5, 0.1), clusters=1)


def test_nodes_that_the_eigenvectors_do_not_see_are_not_scattered_by_rounding():
    # Far from its densest spots a geometric graph has entries of 1e-9 in the leading eigenvectors.
    graph = Graph.from_networkx(nx.random_geometric_graph(1500, 0.035, seed=1))
    law = EdgeNoise(true_positive_rate=1 - 1e-9, false_positive_rate=1e-9)
    released = replace(Graph.from_edges(graph.n, graph.edges), noise=law)
    clean, noisy = run(graph, clusters=3), run(released, clusters=3)
    assert Overlaps.of(clean.labels, noisy.labels).adjusted_rand() > 0.95
