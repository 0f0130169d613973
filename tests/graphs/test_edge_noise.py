"""Two flips are one flip: by summing over all graphs between."""

from itertools import product

import numpy as np
import pytest

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.low_rank_posterior import LowRankPosterior

ALL = list(product((0, 1), repeat=3))  # graphs of three nodes, pair by pair


def chance(told, true, noise):
    rates = [noise.true_positive_rate if a else noise.false_positive_rate for a in true]
    return np.prod([r if b else 1.0 - r for b, r in zip(told, rates, strict=True)])


@pytest.mark.parametrize("second", [EdgeNoise(0.9, 0.2), EdgeNoise(0.6, 0.4), EdgeNoise(0.5, 0.5)])
def test_a_flip_of_a_flip_has_the_law_of_one_flip(second):
    first = EdgeNoise(0.8, 0.05)
    for true, told in product(ALL, ALL):
        between = sum(chance(seen, true, first) * chance(told, seen, second) for seen in ALL)
        assert between == pytest.approx(chance(told, true, first.then(second)), rel=1e-12)
    assert first.then(second).contrast == pytest.approx(first.contrast * second.contrast, abs=1e-15)


def test_a_release_of_a_release_composes_flips_and_drops_rates_elsewhere():
    rng = np.random.default_rng(1)
    path = Graph.from_edges(6, [(i, i + 1) for i in range(5)])
    once = EdgeFlip().release(path, epsilon=2.0, rng=rng)
    twice = EdgeFlip().release(once, epsilon=1.0, rng=rng)
    alone = EdgeFlip().release(path, epsilon=1.0, rng=rng)
    assert twice.noise == once.noise.then(alone.noise)
    at_zero = EdgeFlip().release(once, epsilon=0.0, rng=rng)
    assert at_zero.noise.contrast == 0.0
    assert LowRankPosterior().release(once, epsilon=2.0, rng=rng).noise is None
    with pytest.raises(ValueError, match="is a release already"):
        EdgeFlip().check_publication(once, 1)
