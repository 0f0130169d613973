"""One-pass labelling as a mechanism: its guarantee, its limits, what it finds."""

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.one_pass_labelling import OnePassLabelling
from graphdp_core.metrics.partitions import Overlaps


def test_a_single_edge_joins_its_nodes_with_the_closed_form() -> None:
    """Two nodes, no cost: together with probability e^eps/(e^eps + k - 1), in either order."""
    edge = Graph.from_edges(2, [(0, 1)])
    mechanism, rng, runs = OnePassLabelling(k=3, penalty=0.0), np.random.default_rng(1), 6_000
    together = sum(mechanism.release(edge, epsilon=1.2, rng=rng).k == 1 for _ in range(runs))
    chance = np.exp(1.2) / (np.exp(1.2) + 2)
    assert stats.binomtest(together, runs, chance).pvalue > 1e-6


def test_at_epsilon_zero_groups_are_drawn_blindly() -> None:
    graph = gdp.generate("sbm", n=300, blocks=2, within=0.9, between=0.0, seed=0)
    mechanism, rng = OnePassLabelling(k=2), np.random.default_rng(5)
    same = [
        np.count_nonzero(np.diff(mechanism.release(graph, epsilon=0.0, rng=rng).labels[:2]) == 0)
        for _ in range(1000)
    ]
    assert stats.binomtest(sum(same), len(same), 0.5).pvalue > 1e-6


def test_blocks_are_found_better_with_more_epsilon() -> None:
    graph = gdp.generate("sbm", n=600, blocks=2, within=0.2, between=0.01, seed=6)
    mechanism = OnePassLabelling(k=2)
    agreement = [
        Overlaps.of(
            graph.labels, mechanism.release(graph, epsilon=e, rng=gdp.noise_stream(3)).labels
        ).adjusted_rand()
        for e in (0.05, 1.0, 5.0)
    ]
    assert agreement == sorted(agreement)
    assert agreement[0] < 0.2
    assert agreement[-1] > 0.8


def test_the_cost_keeps_groups_of_like_size() -> None:
    graph = Graph.from_edges(500, np.column_stack([np.zeros(499, int), np.arange(1, 500)]))
    spread = [
        np.ptp(
            OnePassLabelling(k=4, penalty=p)
            .release(graph, epsilon=5.0, rng=gdp.noise_stream(0))
            .sizes
        )
        for p in (0.0, 50.0)
    ]
    assert spread[1] < spread[0] / 5


def test_limits_look_at_public_numbers_only() -> None:
    large = Graph.from_edges(1_000_000, [])
    with pytest.raises(ValueError, match=r"at most k = 200 groups, got 500: lower k\."):
        OnePassLabelling(k=500).check(large, 1.0)
    OnePassLabelling(k=200).check(large, 1.0)
    with pytest.raises(ValueError, match="epsilon must be a number"):
        OnePassLabelling().check(large, float("nan"))


def test_progress_rises_and_can_stop_the_work() -> None:
    graph = Graph.from_edges(60_000, [(0, 1)])
    seen: list[float] = []
    OnePassLabelling(k=100).release(
        graph,
        epsilon=1.0,
        rng=gdp.noise_stream(0),
        progress=lambda fraction, text: seen.append(fraction),
    )
    assert seen == sorted(seen)
    assert len(seen) == 3
    assert seen[-1] == 1.0

    def stop(fraction: float, text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        OnePassLabelling().release(graph, epsilon=1.0, rng=gdp.noise_stream(0), progress=stop)
