"""A release held as bits is the release held as a list."""

from fractions import Fraction

import numpy as np

import graphdp_core as gdp
from graphdp_core.mechanisms import low_rank_posterior
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.low_rank_posterior import Listed, LowRankPosterior, standing_out
from graphdp_core.mechanisms.pair_coins import FlippedBits, flipped_in_parts
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.progress import SILENT
from graphdp_core.spectra.eigenpairs import signal_operator

BLOCKS = gdp.generate("sbm", n=300, seed=0)


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
