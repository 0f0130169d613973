"""edgeFlip, denoised: how many edges, which ones, what noise alone shows, ties, bad input.

Seeds are fixed; random checks fail by chance with probability below 1e-6.

The most probable pairs in strips: the same as from all pairs at once, and how ties are drawn.

A release held as bits is the release held as a list.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_numbers
from graphdp_core.mechanisms import low_rank_posterior
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.low_rank_posterior import (
    Best,
    Listed,
    LowRankPosterior,
    most_probable,
    pair_log_odds,
    standing_out,
)
from graphdp_core.mechanisms.pair_coins import FlippedBits, flipped_in_parts
from graphdp_core.mechanisms.top_m_filter import TopMFilter
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.progress import SILENT
from graphdp_core.spectra.eigenpairs import signal_operator

BLOCKS = gdp.generate("sbm", n=300, seed=0)


def true_share(release: Graph, graph: Graph) -> float:
    present = set(map(tuple, graph.edges.tolist()))
    return sum(pair in present for pair in map(tuple, release.edges.tolist())) / max(release.m, 1)


def test_the_number_of_edges_is_the_noisy_count():
    rng = np.random.default_rng(1)
    small = gdp.generate("erdos_renyi", n=50, p=0.5, seed=0)  # noise never leaves [0, N]
    draws = np.array(
        [LowRankPosterior().release(small, epsilon=1.0, rng=rng).m for _ in range(150)]
    )
    alpha = math.exp(-0.1)
    values = np.arange(-400, 401)
    law = (1 - alpha) / (1 + alpha) * alpha ** np.abs(values)
    # The continuous test is on the safe side for a discrete law.
    jitter = np.random.default_rng(2).random(150)
    below = np.concatenate(([0.0], np.cumsum(law)))
    place = draws - small.m + 400
    assert stats.kstest(below[place] + jitter * law[place], "uniform").pvalue > 1e-6


def test_more_released_edges_are_true_than_from_pairs_alone():
    for epsilon in (2.0, 4.0):
        rng = np.random.default_rng(3)
        denoised = true_share(LowRankPosterior().release(BLOCKS, epsilon=epsilon, rng=rng), BLOCKS)
        alone = true_share(TopMFilter().release(BLOCKS, epsilon=epsilon, rng=rng), BLOCKS)
        assert denoised > alone


def test_at_a_large_epsilon_the_graph_itself_comes_back():
    release = LowRankPosterior().release(BLOCKS, epsilon=20.0, rng=np.random.default_rng(5))
    assert true_share(release, BLOCKS) > 0.98
    assert abs(release.m - BLOCKS.m) < 150


def test_noise_alone_shows_at_most_its_mean():
    """Without edges nothing is above the noise, up to the largest eigenvalue's own noise."""
    empty = Graph.from_edges(600, [])
    for seed in range(5):
        flipped = EdgeFlip().release(empty, epsilon=1.0, rng=np.random.default_rng(seed))
        assert len(standing_out(flipped, 10)[0]) <= 1


def test_where_nothing_stands_out_the_edges_are_those_of_the_flipped_graph():
    g = Graph.from_edges(80, [(i, i + 1) for i in range(79)])
    for seed in range(20):
        flipping = np.random.default_rng(seed).spawn(3)[1]
        flipped = EdgeFlip().release(g, epsilon=0.9, rng=flipping)
        if len(standing_out(flipped, 64)[0]):
            continue
        release = LowRankPosterior().release(g, epsilon=1.0, rng=np.random.default_rng(seed))
        known = set(map(tuple, flipped.edges.tolist()))
        assert set(map(tuple, release.edges.tolist())) <= known
        return
    pytest.fail("something stood out in all twenty draws")


def test_a_graph_without_a_law_of_noise_is_refused():
    with pytest.raises(ValueError, match="known noise"):
        standing_out(BLOCKS, 3)


@pytest.mark.parametrize("rows", [7, 256])
def test_strips_give_what_all_pairs_at_once_give(rows, monkeypatch):
    monkeypatch.setattr(low_rank_posterior, "ROWS", rows)
    rng = np.random.default_rng(0)
    seen = gdp.generate("erdos_renyi", n=90, p=0.2, seed=1)
    values, vectors = np.array([9.0, -4.0, 2.0]), np.linalg.qr(rng.normal(size=(90, 3)))[0]
    for count in (0, 1, 300, 2500, pair_count(90)):
        odds = pair_log_odds(values, vectors, count / pair_count(90))
        odds[pair_numbers(90, *seen.edges.T)] += np.float32(1.5)
        outcome = most_probable(values, vectors, count, seen=Listed(seen), bonus=1.5, rng=rng)
        assert len(outcome) == count
        assert (np.diff(outcome) > 0).all()
        # Which of equal pairs are taken is random; their scores are not.
        assert np.sort(odds[outcome]) == pytest.approx(np.sort(odds)[len(odds) - count :])


def test_all_log_odds_are_those_of_the_matrix():
    rng = np.random.default_rng(1)
    values, vectors = np.array([3.0, 1.0]), np.linalg.qr(rng.normal(size=(30, 2)))[0]
    p = np.clip((vectors * values) @ vectors.T, 0.02 * 0.1, 0.98)[np.triu_indices(30, 1)]
    assert pair_log_odds(values, vectors, 0.1) == pytest.approx(np.log(p / (1 - p)), abs=1e-4)


def test_equal_scores_have_equal_chances_whenever_they_come():
    """Six equal ones in three parts, two places left beside a better one; level 1e-6."""
    rng, tally, draws = np.random.default_rng(2), np.zeros(7), 3000
    for _ in range(draws):
        best = Best(3, rng)
        for places in ([0, 1, 2, 3], [4, 6], [5]):
            scores = np.array([2.0 if place == 6 else 1.0 for place in places])
            best.offer(np.array(places), scores)
        tally[best.places()] += 1
    assert tally[6] == draws
    # Two of six are taken: the variance of a count is draws 2/9, and they hang together.
    spread = ((tally[:6] - draws / 3) ** 2 / (draws * 2 / 9)).sum() * 5 / 6
    assert stats.chi2.sf(spread, 5) > 1e-6


def test_few_candidates_are_held_at_a_time():
    best, rng = Best(50, np.random.default_rng(3)), np.random.default_rng(4)
    for start in range(0, 100_000, 1000):
        best.offer(np.arange(start, start + 1000), rng.random(1000))
        assert sum(len(places) for places, _, _ in best._held) <= 100 + 1000
    assert len(best.places()) == 50


def test_nothing_offered_gives_nothing():
    assert Best(3, np.random.default_rng(0)).places().tolist() == []
    empty = Listed(Graph.from_edges(2, []))
    none = np.empty(0), np.empty((2, 0))
    assert most_probable(*none, 1, seen=empty, bonus=1.0, rng=np.random.default_rng(0)).size == 1


def test_without_directions_all_reported_edges_have_equal_chances():
    """Two of six edges in 3,000 draws, then all six and one pair more; level 1e-6."""
    rng, path, tally = (
        np.random.default_rng(5),
        Graph.from_edges(7, [(i, i + 1) for i in range(6)]),
        {},
    )
    known = pair_numbers(7, *path.edges.T).tolist()
    none = np.empty(0), np.empty((7, 0))
    for _ in range(3000):
        for pair in most_probable(*none, 2, seen=Listed(path), bonus=1.0, rng=rng).tolist():
            tally[pair] = tally.get(pair, 0) + 1
    assert sorted(tally) == known
    spread = ((np.array(list(tally.values())) - 1000) ** 2 / (3000 * 2 / 9)).sum() * 5 / 6
    assert stats.chi2.sf(spread, 5) > 1e-6
    more = most_probable(*none, 7, seen=Listed(path), bonus=1.0, rng=rng).tolist()
    assert set(known) < set(more)


def both(epsilon: float, seed: int):
    flipped = EdgeFlip().release(BLOCKS, epsilon=epsilon, rng=np.random.default_rng(seed))
    key = int(np.random.default_rng(seed).integers(2**63))
    probability = EdgeFlip.flip_probability(epsilon)
    parts = flipped_in_parts(BLOCKS, probability, key, SILENT)
    return flipped, FlippedBits.of(BLOCKS.n, parts, flipped.noise)


def test_the_flips_are_those_of_edge_flip():
    flipped, bits = both(1.0, 0)
    assert bits.m == flipped.m
    ranks = np.arange(0, flipped.m, 3)
    assert bits.drawn(ranks).tolist() == Listed(flipped).drawn(ranks).tolist()
    for first, stop in ((0, 256), (70, 300)):
        above = np.triu(bits.mask(first, stop), 1)
        assert (above == Listed(flipped).mask(first, stop)).all()


def test_the_product_and_what_stands_out_are_the_same():
    flipped, bits = both(2.0, 1)
    x = np.random.default_rng(2).normal(size=BLOCKS.n).astype(np.float32)
    expected = signal_operator(flipped, debias=True) @ x
    np.testing.assert_allclose(bits.signal @ x, expected, rtol=1e-4, atol=1e-4)
    (values, vectors), (same, directions) = standing_out(flipped, 20), standing_out(bits, 20)
    assert len(values) > 1
    np.testing.assert_allclose(same, values, rtol=1e-3)
    np.testing.assert_allclose(np.abs(vectors.T @ directions), np.eye(len(values)), atol=0.05)


def test_the_mechanism_draws_the_same_graph_either_way(monkeypatch):
    drawn = []
    for many in (0, 10**9):
        monkeypatch.setattr(low_rank_posterior, "MANY", many)
        release = LowRankPosterior().release(BLOCKS, epsilon=2.0, rng=np.random.default_rng(3))
        drawn.append(set(map(tuple, release.edges.tolist())))
    assert len(drawn[0] & drawn[1]) > 0.99 * len(drawn[0])


def test_a_publication_draws_from_bits_too(monkeypatch):
    monkeypatch.setattr(low_rank_posterior, "MANY", 0)
    drawn = LowRankPosterior().publish(BLOCKS, epsilon=Fraction(5, 2), coins=SecureRandom())
    assert drawn.exact_epsilon <= 2.5
    assert abs(drawn.released.m - BLOCKS.m) < 140  # noise of mean size 10: beyond that, 1e-6
    edges = set(map(tuple, BLOCKS.edges.tolist()))
    held = sum(pair in edges for pair in map(tuple, drawn.released.edges.tolist()))
    assert held > 0.4 * BLOCKS.m
