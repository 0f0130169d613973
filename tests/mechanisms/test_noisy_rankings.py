"""Noisy degrees and two-round Laplacian: sensitivities and laws."""

import itertools

import networkx as nx
import numpy as np
import pytest
from noise_laws import geometric_pvalue

import graphdp_core as gdp
from graphdp_core.experiment.compare import run_baseline
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.two_round_laplacian import TwoRoundLaplacian
from graphdp_core.metrics.rankings import precision_at
from graphdp_core.privacy.samplers import geometric_noise, signed_tails

LARGE = Graph.from_networkx(nx.barabasi_albert_graph(3000, 4, seed=1))


def test_one_edge_moves_the_degrees_and_their_sequence_by_two() -> None:
    graph = Graph.from_networkx(nx.gnp_random_graph(8, 0.4, seed=2))
    for pair in itertools.combinations(range(8), 2):
        edges = {tuple(e) for e in graph.edges.tolist()} ^ {pair}
        other = Graph.from_edges(8, sorted(edges))
        assert np.abs(graph.degrees - other.degrees).sum() == 2
        assert np.abs(np.sort(graph.degrees) - np.sort(other.degrees)).sum() <= 2


@pytest.mark.parametrize("epsilon", [0.3, 2.0])
def test_noisy_degrees_have_geometric_noise_at_half_of_epsilon(epsilon: float) -> None:
    """Chi-square over 3,000 nodes: fails with probability 1e-6."""
    release = NoisyDegrees().release(LARGE, epsilon=epsilon, rng=gdp.noise_stream(0))
    added = release.values - LARGE.degrees
    assert geometric_pvalue(added, epsilon / 2) > 1e-6


@pytest.mark.parametrize("kind", [NoisyDegrees, TwoRoundLaplacian])
def test_released_counts_are_whole_numbers_and_tell_nothing_by_their_last_bits(kind: type) -> None:
    release = kind().release(LARGE, epsilon=1.0, rng=gdp.noise_stream(0)).values
    assert np.array_equal(release, np.round(release))


def test_the_second_round_has_noise_by_the_two_largest_released_degrees() -> None:
    """Chi-square over the 3,000 nodes: fails with probability 1e-6."""
    rng = gdp.noise_stream(3)
    first, second = signed_tails(rng, LARGE.n), signed_tails(rng, LARGE.n)
    degrees = np.clip(LARGE.degrees + geometric_noise(first, epsilon=2.0), 0, LARGE.n - 1)
    release = TwoRoundLaplacian().release(LARGE, epsilon=8.0, rng=gdp.noise_stream(3)).values
    added = (release - degrees**2 - degrees) / 2 - LARGE.adjacency() @ degrees
    rate = 4.0 / np.sort(degrees)[-2:].sum()
    assert np.array_equal(added, geometric_noise(second, epsilon=rate))
    assert geometric_pvalue(added, rate) > 1e-6


def test_the_sequence_makes_sizes_right_and_keeps_the_ranking() -> None:
    """Mean squared error of the sorted values falls more than eightfold (Hay et al.)."""
    plain = NoisyDegrees().release(LARGE, epsilon=0.5, rng=gdp.noise_stream(0)).values
    fitted = NoisyDegrees(sequence=0.5).release(LARGE, epsilon=0.5, rng=gdp.noise_stream(0)).values
    truth = np.sort(LARGE.degrees)
    assert np.square(np.sort(fitted) - truth).mean() < np.square(np.sort(plain) - truth).mean() / 8
    double = NoisyDegrees().release(LARGE, epsilon=0.25, rng=gdp.noise_stream(0)).values
    assert np.array_equal(np.argsort(fitted, kind="stable"), np.argsort(double, kind="stable"))


def test_the_second_round_is_private_given_the_first() -> None:
    """For every edge of a small graph the sums move by at most the two largest degrees."""
    rng = np.random.default_rng(0)
    graph = Graph.from_networkx(nx.gnp_random_graph(9, 0.4, seed=1))
    known = rng.uniform(0, 8, 9)
    limit = np.sort(known)[-2:].sum()
    for pair in itertools.combinations(range(9), 2):
        edges = {tuple(e) for e in graph.edges.tolist()} ^ {pair}
        other = Graph.from_edges(9, sorted(edges))
        moved = np.abs(graph.adjacency() @ known - other.adjacency() @ known).sum()
        assert moved == pytest.approx(known[list(pair)].sum())
        assert moved <= limit + 1e-12


@pytest.mark.parametrize("mechanism", [NoisyDegrees, TwoRoundLaplacian])
def test_rankings_beat_chance_and_refuse_no_budget(mechanism: type) -> None:
    made = mechanism()
    release = made.release(LARGE, epsilon=4.0, rng=gdp.noise_stream(0))
    assert release.measure == made.measure_of(LARGE)
    truth = run_baseline(LARGE, gdp.analysis("centrality", score=release.measure))
    assert precision_at(truth.values, release.values, 0.05) > 0.3
    for epsilon in (0.0, 5001.0):
        with pytest.raises(ValueError, match=r"epsilon must be a number from 0\.01 to 5000"):
            made.release(LARGE, epsilon=epsilon, rng=gdp.noise_stream(0))
