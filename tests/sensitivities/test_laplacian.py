"""Sensitivities of Laplacian centrality against brute force, and facts about the bounds."""

import math
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from brute_force import largest_move, random_graph, walk

from graphdp_core.centralities import weighted_laplacian
from graphdp_core.graphs.graph import Graph
from graphdp_core.sensitivities import laplacian
from graphdp_core.sensitivities.neighbours import ThetaEdges

RELATIONS = [
    ThetaEdges(theta, support, lowest, highest)
    for theta in (0.25, 1.0)
    for support, lowest, highest in (
        ("fixed", 0.0, math.inf),
        ("vanish", 0.0, math.inf),
        ("connected", 0.2, 2.5),
    )
]


@pytest.mark.sample
@pytest.mark.parametrize("relation", RELATIONS, ids=lambda r: f"{r.theta}-{r.support}")
@pytest.mark.parametrize("pairs", ["edges", "all"])
def test_local_sensitivity_is_that_of_brute_force(relation: ThetaEdges, pairs: str) -> None:
    for seed in range(6):
        graph = random_graph(seed, weighted=seed % 2 == 0)
        local = laplacian.local_sensitivity(graph, relation, pairs=pairs)
        expected = largest_move(graph, relation, weighted_laplacian, pairs=pairs)
        assert local.value == pytest.approx(expected, abs=1e-12)
        assert local.exact


def test_smaller_steps_move_less() -> None:
    relation = ThetaEdges(1.0, "vanish")
    for seed in range(5):
        graph = random_graph(seed, n=7)
        local = laplacian.local_sensitivity(graph, relation).value
        fine = largest_move(graph, relation, weighted_laplacian, shares=(0.1, 0.3, 0.6, 0.9))
        assert fine <= local + 1e-12


@pytest.mark.parametrize("pairs", ["edges", "all"])
def test_edge_case_graphs_have_a_sensitivity(edge_case_graph: Graph, pairs: str) -> None:
    if edge_case_graph.weights is not None and edge_case_graph.weights.min() <= 0:
        with pytest.raises(ValueError, match="above 0"):
            laplacian.local_sensitivity(edge_case_graph, ThetaEdges())
        return
    local = laplacian.local_sensitivity(edge_case_graph, ThetaEdges(), pairs=pairs)
    expected = largest_move(edge_case_graph, ThetaEdges(), weighted_laplacian, pairs=pairs)
    assert local.value == pytest.approx(expected, abs=1e-12)
    assert laplacian.sound_smooth(edge_case_graph, ThetaEdges(), 0.1) >= local.value - 1e-12


def test_the_published_bound_is_negative_where_the_truth_is_small() -> None:
    path = Graph.from_networkx(nx.path_graph(6))
    weighted = Graph.from_edges(6, path.edges, weights=[1.0, 0.01, 0.01, 0.01, 0.01])
    assert laplacian.published_bound(weighted) == pytest.approx(6 * (4 * 1.04 - 6))
    assert laplacian.published_bound(weighted) < 0
    step = ThetaEdges(0.01, "fixed")
    assert 0 < laplacian.local_sensitivity(weighted, step).value < 0.1


def test_the_published_smooth_bound_is_the_largest_over_theta() -> None:
    for seed, beta in ((1, 0.05), (2, 0.5), (3, 3.0)):
        graph = random_graph(seed)
        w, n = graph.weights, graph.n
        theta = np.linspace(0, 200, 2_000_001)
        curve = n * (4 * w.max() * w.sum() + 2 * n * theta * w.max() - n * w.max() ** 2)
        expected = np.max(curve * np.exp(-beta * theta))
        assert laplacian.published_smooth(graph, beta) == pytest.approx(expected, rel=1e-6)


@pytest.mark.sample
@pytest.mark.parametrize("relation", RELATIONS, ids=lambda r: f"{r.theta}-{r.support}")
def test_the_sound_bound_is_smooth_and_above_the_truth(relation: ThetaEdges) -> None:
    for seed in range(2):
        graph = random_graph(seed, n=8, weighted=relation.support != "vanish")
        for beta in (0.02, 0.3):
            steps = walk(graph, relation, 6, seed)
            bounds = [laplacian.sound_smooth(g, relation, beta) for g in steps]
            truths = [laplacian.local_sensitivity(g, relation).value for g in steps]
            assert all(t <= s + 1e-12 for t, s in zip(truths, bounds, strict=True))
            ratios = np.abs(np.diff(np.log(bounds)))
            assert ratios.max() <= beta + 1e-12
            assert max(bounds) <= laplacian.global_bound(8, relation)
