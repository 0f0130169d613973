"""Sensitivities of eigenvector centrality against brute force, and facts about the bounds."""

import math
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from brute_force import largest_move, random_graph, walk

from graphdp_core.centralities import weighted_eigenvector, weights_matrix
from graphdp_core.graphs.graph import Graph
from graphdp_core.sensitivities import eigenvector
from graphdp_core.sensitivities.neighbours import ThetaEdges

RELATIONS = [
    ThetaEdges(0.25, "fixed"),
    ThetaEdges(1.0, "vanish"),
    ThetaEdges(0.5, "connected", 0.2, 2.5),
]


@pytest.mark.sample
@pytest.mark.parametrize("relation", RELATIONS, ids=lambda r: f"{r.theta}-{r.support}")
@pytest.mark.parametrize("pairs", ["edges", "all"])
def test_local_sensitivity_is_that_of_brute_force(relation: ThetaEdges, pairs: str) -> None:
    for seed in range(4):
        graph = random_graph(seed, weighted=seed % 2 == 0)
        local = eigenvector.local_sensitivity(graph, relation, pairs=pairs, recompute=None)
        expected = largest_move(graph, relation, weighted_eigenvector, pairs=pairs)
        assert local.value == pytest.approx(expected, abs=1e-9)
        assert local.exact


def test_where_a_neighbour_has_two_leading_vectors_it_is_measured_to_their_projection() -> None:
    """Two triangles that one edge joins: without it both have the eigenvalue 2."""
    triangles = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)]
    joined = Graph.from_edges(6, [*triangles, (0, 3)])
    apart = weighted_eigenvector(Graph.from_edges(6, triangles))
    assert apart == pytest.approx(np.full(6, 1 / math.sqrt(6)))
    local = eigenvector.local_sensitivity(joined, ThetaEdges(1.0, "vanish"), pairs="edges")
    assert local.value >= np.abs(weighted_eigenvector(joined) - apart).sum() - 1e-9


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_the_screen_finds_the_largest_step_or_almost(seed: int) -> None:
    graph = Graph.from_networkx(nx.barabasi_albert_graph(90, 3, seed=seed))
    relation = ThetaEdges(1.0, "vanish")
    full = eigenvector.local_sensitivity(graph, relation, pairs="edges", recompute=None)
    screened = eigenvector.local_sensitivity(graph, relation, pairs="edges", recompute=20)
    assert 0.95 * full.value <= screened.value <= full.value
    assert "lower bound" in screened.note
    assert not screened.exact


def test_response_norms_are_those_of_the_pseudo_inverse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eigenvector, "ITERATIONS", 200)
    graph = random_graph(5, n=70, p=0.2)
    dense = weights_matrix(graph).toarray()
    values = np.linalg.eigvalsh(dense)
    inverse = np.linalg.pinv(values[-1] * np.eye(70) - dense, rcond=1e-10)
    scores = eigenvector.response_norms(graph, weighted_eigenvector(graph), np.arange(70))
    np.testing.assert_allclose(scores, np.abs(inverse).sum(axis=0), rtol=1e-3)


def test_the_double_pair_of_the_noise_that_tells() -> None:
    """Two pairs joined by a faint edge: neighbours whose sensitivities differ sixfold."""
    values = []
    for heavy in (1.0005, 1.0015, 1.0025):
        graph = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)], weights=[heavy, 1e-6, 1.0])
        relation = ThetaEdges(0.001, "fixed")
        values.append(eigenvector.local_sensitivity(graph, relation).value)
    assert values == pytest.approx([2.826, 0.470, 0.293], abs=0.25)
    assert values[0] > 5 * values[1]


def test_gap_and_published_bound() -> None:
    complete = Graph.from_networkx(nx.complete_graph(9))
    assert eigenvector.spectral_gap(complete) == pytest.approx(9.0)
    assert eigenvector.published_bound(complete, 1.0) == pytest.approx(2 * 3 / 9)
    two = Graph.from_edges(4, [(0, 1), (2, 3)])
    assert math.isinf(eigenvector.published_bound(two, 1.0))
    large = Graph.from_networkx(nx.barabasi_albert_graph(400, 3, seed=1))
    values = np.linalg.eigvalsh(weights_matrix(large).toarray())
    assert eigenvector.spectral_gap(large) == pytest.approx(values[-1] - values[-2], abs=1e-8)
    twice = Graph.from_networkx(nx.disjoint_union(large.to_networkx(), large.to_networkx()))
    assert eigenvector.spectral_gap(twice) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize("theta", [0.1, 1.0])
def test_the_sound_bound_is_smooth_and_above_the_truth(theta: float) -> None:
    relation = ThetaEdges(theta, "vanish")
    for seed in range(2):
        graph = random_graph(seed, n=7, weighted=False, p=0.8)
        for beta in (0.05, 0.4):
            steps = walk(graph, relation, 5, seed)
            bounds = [eigenvector.sound_smooth(g, relation, beta) for g in steps]
            truths = [
                eigenvector.local_sensitivity(g, relation, recompute=None).value for g in steps
            ]
            assert all(t <= s + 1e-12 for t, s in zip(truths, bounds, strict=True))
            assert np.abs(np.diff(np.log(bounds))).max() <= beta + 1e-9
            assert max(bounds) <= eigenvector.global_bound(7, relation)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_the_global_bound_is_attained_by_two_blobs(n: int) -> None:
    two = nx.disjoint_union(nx.complete_graph(n), nx.complete_graph(n))
    two.add_edge(0, n)
    pairs = Graph.from_networkx(two)
    light, heavy = 1e-6, 1.0

    def blob(first: float, second: float) -> np.ndarray:
        weights = np.where(pairs.edges[:, 1] < n, first, second)
        weights[(pairs.edges[:, 0] < n) & (pairs.edges[:, 1] >= n)] = light
        return weighted_eigenvector(Graph.from_edges(2 * n, pairs.edges, weights=weights))

    move = np.abs(blob(heavy, heavy + 0.1) - blob(heavy + 0.1, heavy)).sum()
    assert move == pytest.approx(math.sqrt(2 * 2 * n), abs=1e-3)
