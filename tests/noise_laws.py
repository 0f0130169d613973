"""Tests of discrete noise: the chi-square of integers against two-sided geometric noise."""

import math
import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.secure_random import SecureRandom

__all__ = ["betrays_no_edge", "geometric_pvalue", "seeded_coins"]

LEAST = 5.0  # expected count of a cell; smaller ones are put together at both ends


def seeded_coins(seed: int) -> SecureRandom:
    """Coins that repeat themselves, for tests alone."""
    return SecureRandom(random.Random(seed).randbytes)


def geometric_pvalue(drawn: ArrayLike, epsilon: float) -> float:
    """p-value of integers under P(d) = (1 - a)/(1 + a) a^|d|, a = e^-epsilon."""
    noise = np.asarray(drawn, dtype=np.float64)
    assert np.array_equal(noise, np.round(noise)), "noise must be integers"
    a = math.exp(-epsilon)
    # P(d >= t) = a^t/(1 + a) for t >= 1: the widest t whose two ends are still expected.
    t = max(1, math.floor(-math.log(LEAST * (1 + a) / len(noise)) / epsilon))
    inner = np.arange(-t + 1, t)
    law = np.concatenate(
        ([a**t / (1 + a)], (1 - a) / (1 + a) * a ** np.abs(inner), [a**t / (1 + a)])
    )
    clipped = np.clip(noise, -t, t).astype(int) + t
    seen = np.bincount(clipped, minlength=2 * t + 1)
    return float(stats.chisquare(seen, len(noise) * law).pvalue)


def betrays_no_edge(made: Mechanism[Graph], edges: Sequence[ArrayLike], draws: int) -> bool:
    """Whether the 8 graphs on 3 nodes, drawn so often from two neighbours, keep to e^epsilon.

    A ratio above it would be seen with confidence 1 - 1e-6 for each outcome.
    """
    epsilon, level, tallies = 0.7, 1e-6, []
    for seed, held in enumerate(edges, start=1):
        rng, graph = np.random.default_rng(seed), Graph.from_edges(3, held)
        tally = np.zeros(8, dtype=int)
        for _ in range(draws):
            released = made.release(graph, epsilon=epsilon, rng=rng)
            tally[int((1 << (released.edges.sum(axis=1) - 1)).sum())] += 1
        tallies.append(tally)
    return all(
        (
            np.nan_to_num(stats.beta.ppf(level / 32, one, draws - one + 1))
            <= math.exp(epsilon) * stats.beta.ppf(1 - level / 32, two + 1, draws - two)
        ).all()
        for one, two in (tallies, tallies[::-1])
    )
