"""Sensitivities of closeness against brute force, and facts about the bounds."""

import math
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from brute_force import largest_move, random_graph, walk

from graphdp_core.centralities import weighted_closeness
from graphdp_core.graphs.graph import Graph
from graphdp_core.sensitivities import closeness
from graphdp_core.sensitivities.neighbours import ThetaEdges

RELATIONS = [
    ThetaEdges(theta, support, 0.1, highest)
    for theta in (0.25, 1.0)
    for support, highest in (("fixed", math.inf), ("vanish", 2.5), ("connected", 2.5))
]


@pytest.mark.sample
@pytest.mark.parametrize("relation", RELATIONS, ids=lambda r: f"{r.theta}-{r.support}")
@pytest.mark.parametrize("pairs", ["edges", "all"])
def test_local_sensitivity_is_that_of_brute_force(relation: ThetaEdges, pairs: str) -> None:
    for seed in range(2):
        graph = random_graph(seed, weighted=seed % 2 == 0, p=(0.2, 0.45)[seed % 2])
        local = closeness.local_sensitivity(graph, relation, pairs=pairs)
        expected = largest_move(graph, relation, weighted_closeness, pairs=pairs)
        assert local.value == pytest.approx(expected, rel=1e-9)
        assert local.exact


@pytest.mark.long
def test_larger_graphs_with_many_ties_agree_too() -> None:
    relation = ThetaEdges(1.0, "vanish", 1.0, 1.0)
    for plain in (nx.path_graph(14), nx.cycle_graph(15), nx.grid_2d_graph(4, 4), nx.star_graph(9)):
        graph = Graph.from_networkx(plain)
        local = closeness.local_sensitivity(graph, relation)
        assert local.value == pytest.approx(
            largest_move(graph, relation, weighted_closeness), rel=1e-9
        )


@pytest.mark.sample
@pytest.mark.parametrize("support", ["vanish", "connected"])
def test_beyond_the_limit_the_answer_is_a_lower_bound_and_says_so(
    monkeypatch: pytest.MonkeyPatch, support: str
) -> None:
    relation = ThetaEdges(1.0, support, 1, 1)
    graph = random_graph(3, n=60, weighted=False, p=0.1)
    exact = closeness.local_sensitivity(graph, relation)
    monkeypatch.setattr(closeness, "EXACT_NODES", 50)
    monkeypatch.setattr(closeness, "SOURCES", 40)
    below = closeness.local_sensitivity(graph, relation)
    assert 0.5 * exact.value < below.value <= exact.value
    assert not below.exact
    assert "lower bound" in below.note
    assert "promising steps" in below.note


def test_a_disconnected_graph_is_refused() -> None:
    with pytest.raises(ValueError, match="largest component"):
        closeness.local_sensitivity(Graph.from_edges(4, [(0, 1), (2, 3)]), ThetaEdges())


def test_the_published_bound_is_below_the_truth_on_a_barbell() -> None:
    """Theorem 6.1 is false: two cliques of 10 joined by an edge, theta = 1/2."""
    barbell = Graph.from_networkx(nx.barbell_graph(10, 0))
    truth = closeness.local_sensitivity(barbell, ThetaEdges(0.5, "fixed")).value
    assert truth == pytest.approx(0.0873, abs=1e-4)
    assert closeness.published_bound(barbell, 0.5) == pytest.approx(0.0231, abs=1e-4)


def test_algorithm_1_knows_only_its_start_and_undefined() -> None:
    """n = 10, theta = 1, beta = 0.2: total weights 11.5 and 10.5 are neighbours."""
    heavy = Graph.from_edges(10, [(i, i + 1) for i in range(9)], weights=[3.5] + [1.0] * 8)
    light = Graph.from_edges(10, [(i, i + 1) for i in range(9)], weights=[2.5] + [1.0] * 8)
    assert closeness.published_smooth(heavy, 1.0, 0.2) == pytest.approx(0.7453, abs=1e-4)
    assert math.isnan(closeness.published_smooth(light, 1.0, 0.2))


@pytest.mark.long
@pytest.mark.sample
@pytest.mark.parametrize("theta", [0.05, 0.4])
def test_the_sound_bound_is_smooth_and_above_the_truth(theta: float) -> None:
    relation = ThetaEdges(theta, "fixed", 0.25, math.inf)
    for seed in range(4):
        graph = random_graph(seed, n=8)
        graph = Graph.from_edges(8, graph.edges, weights=np.maximum(graph.weights, 0.25))
        for beta in (0.05, 0.5):
            steps = walk(graph, relation, 8, seed)
            bounds = [closeness.sound_smooth(g, relation, beta) for g in steps]
            truths = [closeness.local_sensitivity(g, relation).value for g in steps]
            assert all(t <= s * (1 + 1e-9) for t, s in zip(truths, bounds, strict=True))
            assert np.abs(np.diff(np.log(bounds))).max() <= beta + 1e-9
            assert max(bounds) <= closeness.global_bound(8, relation)


def test_the_global_bound_holds_for_removed_edges() -> None:
    """Attained by a clique with one more node hanging from it."""
    relation = ThetaEdges(1.0, "vanish", 1.0, 1.0)
    clique = nx.complete_graph(4)
    clique.add_edge(0, 4)
    graph = Graph.from_networkx(clique)
    local = closeness.local_sensitivity(graph, relation)
    assert local.value <= closeness.global_bound(5, relation) == 1.25
    assert local.value > 0.8


@pytest.mark.parametrize("relation", [ThetaEdges(), ThetaEdges(1.0, "fixed")])
def test_without_a_public_lowest_weight_nothing_is_bounded(relation: ThetaEdges) -> None:
    graph = random_graph(0)
    with pytest.raises(ValueError, match="lowest"):
        closeness.sound_smooth(graph, relation, 0.1)
    with pytest.raises(ValueError, match="raise lowest"):
        closeness.global_bound(9, relation)
