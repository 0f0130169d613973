"""The bit-parallel search finds the same distances as a search from each node alone.

Distances from many sources at once are those of networkx.

Brandes' accumulation equals the definition: shares of enumerated shortest paths.
"""

import itertools
from collections import Counter

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.closeness import BATCH, add_dependencies, add_distances, distance_counts


def distances(graph: Graph, sources: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    farness, hits = np.zeros(graph.n, dtype=np.int64), np.zeros(graph.n, dtype=np.int64)
    component = component_numbers(graph.n, graph.edges)
    add_distances(graph.neighbours, component, sources.astype(np.int32), farness, hits)
    return farness, hits


def check(graph: Graph, sources: np.ndarray) -> None:
    farness, hits = np.zeros(graph.n, dtype=np.int64), np.zeros(graph.n, dtype=np.int64)
    plain = graph.to_networkx()
    for s in sources:
        for node, hops in nx.single_source_shortest_path_length(plain, int(s)).items():
            farness[node] += hops
            hits[node] += hops > 0
    outcome = distances(graph, sources)
    np.testing.assert_array_equal(outcome[0], farness)
    np.testing.assert_array_equal(outcome[1], hits)


def test_distances_on_edge_case_graphs(edge_case_graph: Graph) -> None:
    check(edge_case_graph, np.arange(edge_case_graph.n))


@pytest.mark.sample
@pytest.mark.parametrize(
    "plain",
    [
        nx.gnp_random_graph(700, 0.003, seed=1),  # more than one batch, several components
        nx.gnp_random_graph(120, 0.6, seed=2),
        nx.cycle_graph(130),
        nx.random_labeled_tree(200, seed=3),
    ],
    ids=["sparse", "dense", "cycle", "tree"],
)
def test_distances_from_all_and_from_some_nodes(plain: nx.Graph) -> None:
    graph = Graph.from_networkx(plain)
    check(graph, np.arange(graph.n))
    check(graph, np.random.default_rng(0).permutation(graph.n)[:70])
    check(graph, np.array([5]))


def test_distances_in_two_calls_add_up() -> None:
    graph = Graph.from_networkx(nx.barabasi_albert_graph(BATCH + 40, 2, seed=0))
    component = component_numbers(graph.n, graph.edges)
    sources = np.arange(graph.n, dtype=np.int32)
    farness, hits = np.zeros(graph.n, dtype=np.int64), np.zeros(graph.n, dtype=np.int64)
    for part in (sources[:30], sources[30:]):
        add_distances(graph.neighbours, component, part, farness, hits)
    np.testing.assert_array_equal(farness, distances(graph, sources)[0])
    np.testing.assert_array_equal(hits, np.full(graph.n, graph.n - 1))


def test_distances_from_many_sources_equal_networkx():
    network = nx.gnp_random_graph(150, 0.02, seed=3)
    graph = Graph.from_networkx(network)
    sources = np.arange(0, 128, 2)
    lengths = [nx.single_source_shortest_path_length(network, int(s)) for s in sources]
    known = Counter(length for row in lengths for length in row.values() if length)
    counts = distance_counts(*graph.neighbours, sources)
    assert counts.tolist() == [known[distance] for distance in range(max(known) + 1)]


def test_without_edges_no_pair_is_at_any_distance():
    assert distance_counts(*Graph.from_edges(3, []).neighbours, np.arange(3)).tolist() == [0]


def by_enumeration(graph: Graph, sources: list[int]) -> np.ndarray:
    plain, total = graph.to_networkx(), np.zeros(graph.n)
    for s, t in itertools.product(sources, range(graph.n)):
        if s == t or not nx.has_path(plain, s, t):
            continue
        paths = list(nx.all_shortest_paths(plain, s, t))
        for path in paths:
            total[path[1:-1]] += 1 / len(paths)
    return total


def accumulated(graph: Graph, sources: list[int], sizes: np.ndarray | None = None) -> np.ndarray:
    total = np.zeros(graph.n)
    sizes = np.ones(graph.n, dtype=np.int64) if sizes is None else sizes
    add_dependencies(graph.neighbours, sizes, np.array(sources, dtype=np.int32), total)
    return total


def test_dependencies_on_edge_case_graphs(edge_case_graph: Graph) -> None:
    sources = list(range(edge_case_graph.n))
    expected = by_enumeration(edge_case_graph, sources)
    np.testing.assert_allclose(accumulated(edge_case_graph, sources), expected, atol=1e-12)


@pytest.mark.parametrize(("n", "p"), [(30, 0.06), (25, 0.2), (20, 0.7)])
def test_dependencies_equal_the_shares_of_enumerated_paths(n: int, p: float) -> None:
    graph = Graph.from_networkx(nx.gnp_random_graph(n, p, seed=n))
    for sources in ([0], [3, 7, 11], list(range(n))):
        expected = by_enumeration(graph, sources)
        np.testing.assert_allclose(accumulated(graph, sources), expected, atol=1e-12)


def test_a_node_of_a_size_is_as_many_sources_and_targets() -> None:
    path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    total = accumulated(path, [0, 1, 2, 3], np.array([2, 1, 3, 5]))
    # Through node 1: from 0 to 2 and 3 and back; through node 2: from 3 to 0 and 1 and back.
    assert total.tolist() == [0.0, 2.0 * 2 * (3 + 5), 2.0 * 5 * (2 + 1), 0.0]


def test_total_grows_in_place() -> None:
    graph = Graph.from_edges(3, [(0, 1), (1, 2)])
    total = np.array([10.0, 20.0, 30.0])
    add_dependencies(
        graph.neighbours, np.ones(3, dtype=np.int64), np.array([0, 2], dtype=np.int32), total
    )
    assert total.tolist() == [10.0, 22.0, 30.0]
