"""The graph: tidy arrays, immutability, identity by content."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count


def test_edges_come_out_sorted_unique_and_upward():
    g = Graph.from_edges(5, [(4, 0), (1, 2), (0, 4), (2, 1), (3, 0)])
    assert g.edges.tolist() == [[0, 3], [0, 4], [1, 2]]


def test_a_repeated_edge_keeps_its_first_weight():
    g = Graph.from_edges(3, [(1, 0), (0, 1), (1, 2)], weights=[5.0, 7.0, 1.0])
    assert g.weights.tolist() == [5.0, 1.0]


def test_arrays_cannot_be_changed(edge_case_graph):
    for array in (edge_case_graph.edges, edge_case_graph.weights, edge_case_graph.labels):
        if array is not None:
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0


@pytest.mark.parametrize(
    ("n", "edges", "words"),
    [
        (3, [(0, 3)], "0..2"),
        (3, [(-1, 2)], "0..2"),
        (3, [(1, 1)], "loops"),
        (3, [(0.5, 1.0)], "integers"),
        (3, [0, 1, 2], "shape"),
        (-1, [], "n must lie"),
    ],
)
def test_wrong_edges_are_refused_by_name(n, edges, words):
    with pytest.raises(ValueError, match=words):
        Graph.from_edges(n, edges)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_weights_that_are_not_finite_are_refused(value):
    with pytest.raises(ValueError, match="finite"):
        Graph.from_edges(2, [(0, 1)], weights=[value])


def test_lengths_that_do_not_fit_are_refused():
    for extra in ({"weights": [1.0]}, {"labels": [1]}, {"names": ["a"]}, {"positions": [[0, 0]]}):
        with pytest.raises(ValueError, match=next(iter(extra))):
            Graph.from_edges(3, [(0, 1), (1, 2)], **extra)


@pytest.mark.long
def test_neighbouring_graphs_never_share_a_fingerprint_at_3000_nodes():
    """Caches that hash big arrays by a sample confuse such graphs; ours must not."""
    rng = np.random.default_rng(0)
    n, m = 3000, 600_000
    codes = np.sort(rng.choice(pair_count(n), size=m, replace=False))
    rows = np.repeat(np.arange(n), np.arange(n)[::-1])
    columns = np.concatenate([np.arange(u + 1, n) for u in range(n)])
    edges = np.column_stack([rows[codes], columns[codes]])
    whole = Graph.from_edges(n, edges)
    seen = {whole.fingerprint}
    for place in rng.choice(m, size=40, replace=False):
        seen.add(Graph.from_edges(n, np.delete(edges, place, axis=0)).fingerprint)
    assert len(seen) == 41


def test_everything_but_the_title_is_part_of_the_fingerprint():
    edges = [(0, 1), (1, 2)]
    variants = [
        Graph.from_edges(3, edges),
        Graph.from_edges(4, edges),
        Graph.from_edges(3, edges, weights=[1, 1]),
        Graph.from_edges(3, edges, weights=[1, 2]),
        Graph.from_edges(3, edges, labels=[0, 0, 1]),
        Graph.from_edges(3, edges, labels=["a", "a", "b"]),
        Graph.from_edges(3, edges, positions=[[0, 0], [0, 1], [1, 0]]),
        Graph.from_edges(3, edges, names=["x", "y", "z"]),
    ]
    noisy = Graph(3, variants[0].edges, noise=EdgeNoise(0.9, 0.1))
    prints = [g.fingerprint for g in [*variants, noisy]]
    assert len(set(prints)) == len(prints)
    assert Graph.from_edges(3, edges, title="another title") == variants[0]


def test_neighbours_and_adjacency_agree_with_networkx(edge_case_graph):
    expected = (
        nx.to_numpy_array(edge_case_graph.to_networkx(), weight=None) if edge_case_graph.n else None
    )
    if expected is None:
        return
    assert np.array_equal(edge_case_graph.adjacency().toarray(), expected)
    indptr, indices = edge_case_graph.neighbours
    for node in range(edge_case_graph.n):
        row = indices[indptr[node] : indptr[node + 1]]
        assert row.tolist() == np.flatnonzero(expected[node]).tolist()
    assert np.array_equal(edge_case_graph.degrees, expected.sum(axis=0))


def test_weighted_adjacency_agrees_with_networkx():
    g = Graph.from_networkx(nx.les_miserables_graph())
    expected = nx.to_numpy_array(nx.les_miserables_graph())
    assert np.array_equal(g.adjacency(weighted=True).toarray(), expected)
    with pytest.raises(ValueError, match="weights"):
        Graph.from_edges(2, [(0, 1)]).adjacency(weighted=True)


def test_networkx_round_trip_keeps_everything():
    source = nx.karate_club_graph()
    g = Graph.from_networkx(source, label="club")
    back = g.to_networkx()
    assert {frozenset(e) for e in back.edges} == {frozenset(e) for e in source.edges}
    assert [back.nodes[i]["label"] for i in back] == [source.nodes[i]["club"] for i in source]


def test_the_rates_of_noise_are_still_read_by_their_older_names() -> None:
    noise = EdgeNoise(0.75, 0.25)
    assert (noise.keep, noise.invent) == (noise.true_positive_rate, noise.false_positive_rate)
    assert noise.keep == 0.75
