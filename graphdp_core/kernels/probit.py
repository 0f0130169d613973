"""Latent normal scores behind a binary symmetric matrix, for the probit eigenmodel."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels import compiled
from graphdp_core.kernels.random_streams import State, exponential, normal, uniform

__all__ = ["draw_scores"]


@compiled
def draw_scores(  # noqa: PLR0917
    adjacency: NDArray[np.bool_],
    u: Floats,
    values: Floats,
    intercept: float,
    scores: Floats,
    state: State,
) -> float:
    """Draw the scores Z given the model, then a new intercept given Z; returns the intercept.

    Z_ij ~ normal(intercept + u_i' diag(values) u_j, 1) for i < j, cut to Z > 0 where there is an
    edge and to Z <= 0 where there is none; Z_ii ~ normal(u_i' diag(values) u_i, 2). The
    intercept has a flat prior. `scores` receives Z without the new intercept, shape (n, n).

    References
    ----------
    P. D. Hoff, Modeling homophily and stochastic equivalence in symmetric relational data,
    NeurIPS, 2007. J. H. Albert, S. Chib, Bayesian analysis of binary and polychotomous response
    data, JASA, 1993.
    """
    n = len(u)
    total = 0.0
    for i in range(n):
        weighted = values * u[i]
        scores[i, i] = np.dot(weighted, u[i]) + math.sqrt(2.0) * normal(state)
        for j in range(i + 1, n):
            signal = 0.0
            for c in range(len(values)):
                signal += weighted[c] * u[j, c]
            mean = intercept + signal
            z = mean + (_above(-mean, state) if adjacency[i, j] else -_above(mean, state))
            scores[i, j] = z
            total += z - signal
    pairs = n * (n - 1) // 2
    renewed = total / pairs + normal(state) / math.sqrt(pairs)
    for i in range(n):
        for j in range(i + 1, n):
            scores[i, j] -= renewed
            scores[j, i] = scores[i, j]
    return renewed


@compiled
def _above(bound: float, state: State) -> float:
    """A standard normal number given that it is above the bound (Robert, 1995)."""
    if bound < 0.5:
        while True:
            x = normal(state)
            if x > bound:
                return x
    rate = 0.5 * (bound + math.sqrt(bound * bound + 4.0))
    while True:
        x = bound + exponential(state) / rate
        if uniform(state) < math.exp(-0.5 * (x - rate) ** 2):
            return x
