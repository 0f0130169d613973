"""The cost of a spanning tree behind noisy weights: a bootstrap from the denoised model.

The least tree takes edges whose noise is low, so that its released cost is too small, by how much
no formula says. The model says it: the distribution of the weights, without the noise, and each
weight's posterior by it. Weights are drawn from there, released anew, and the two costs compared.
"""

from __future__ import annotations

import math

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.integer_noise import IntegerNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.progress import SILENT, Progress

__all__ = ["DRAWS", "MOST_EDGES", "tree_cost_moments"]

DRAWS, MOST_EDGES = 100, 200_000
PUBLIC_SEED = 0  # the draws are post-processing: anybody may draw the same
BINS, STEPS, MOST_SCALES = 300, 60, 500.0


def tree_cost_moments(
    graph: Graph, noise: IntegerNoise, *, progress: Progress = SILENT
) -> tuple[float, float, float]:
    """The released cost, and mean and standard deviation of what it lacks of the true one.

    Parameters
    ----------
    graph : Graph
        With released weights.
    noise : IntegerNoise
        On each.
    progress : Progress
        May raise to stop.

    References
    ----------
    Efron & Tibshirani (1993), An introduction to the bootstrap, section 6.5 (parametric).
    """
    weights = graph.weights if graph.weights is not None else np.ones(graph.m)
    rng, scale = np.random.default_rng(PUBLIC_SEED), noise.scale * noise.step
    points, prior = _denoised(weights, scale)
    lacks = np.empty(DRAWS)
    for draw in range(DRAWS):
        progress(draw / DRAWS, "weights drawn anew")
        likely = _drawn(weights, points, prior, scale, rng)
        noisy = likely + rng.laplace(scale=scale, size=graph.m)
        lacks[draw] = _cost(graph, likely) - _cost(graph, noisy)
    return _cost(graph, weights), float(lacks.mean()), float(lacks.std(ddof=1))


def _cost(graph: Graph, weights: Floats) -> float:
    return math.fsum(weights[minimum_spanning_forest(graph, weights)])


def _denoised(weights: Floats, scale: float) -> tuple[Floats, Floats]:
    """Points and their chances: the likeliest distribution of the weights before the noise."""
    low, high = np.quantile(weights, (0.001, 0.999))
    points = np.linspace(low, max(high, low + 1e-9), BINS)
    counts, edges = np.histogram(weights, bins=BINS)
    middle = (edges[:-1] + edges[1:]) / 2.0
    law = np.exp(-np.abs(middle[:, None] - points[None, :]) / scale)
    prior = np.full(BINS, 1.0 / BINS)
    for _ in range(STEPS):
        prior = prior * ((counts / np.maximum(law @ prior, 1e-300)) @ law)
        prior /= prior.sum()
    return points, prior


def _drawn(
    weights: Floats, points: Floats, prior: Floats, scale: float, rng: np.random.Generator
) -> Floats:
    """A weight from each posterior, by running sums on both sides of what was released.

    Left of a weight the posterior is the prior times e^(point/scale), right of it times its
    inverse. Noise far below the range of the weights leaves them where they are.
    """
    shifted = (points - points[0]) / scale
    if shifted[-1] > MOST_SCALES:
        return weights
    rise = np.concatenate([[0.0], np.cumsum(prior * np.exp(shifted - shifted[-1]))])
    fall = np.concatenate([np.cumsum((prior * np.exp(-shifted))[::-1])[::-1], [0.0]])
    place = np.searchsorted(points, weights)
    away = np.clip((weights - points[0]) / scale, shifted[0], shifted[-1])
    left = rise[place] * np.exp(shifted[-1] - away)
    right = fall[place] * np.exp(away)
    side = rng.random(len(weights)) * (left + right) < left
    share = rng.random(len(weights))
    below = np.searchsorted(rise, share * rise[place], side="right") - 1
    target = fall[place] - share * fall[place]
    above = len(fall) - 1 - np.searchsorted(fall[::-1], target, side="left")
    found: Floats = points[np.clip(np.where(side, below, above), 0, len(points) - 1)]
    return found + (rng.random(len(weights)) - 0.5) * (points[1] - points[0])
