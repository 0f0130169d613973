"""Private partitions drawn with integers alone: noisy cells, moves and placements of nodes."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import free_numbers
from graphdp_core.mechanisms.exact_draw import FLIPS, INTEGER_NOISE, integer_noise
from graphdp_core.mechanisms.supergraph import Supergraph
from graphdp_core.params import Refused
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.dyadic import WHOLE, Growth, noise_tail

__all__ = [
    "CELLS",
    "CHOICES",
    "MOST_PLACES",
    "filtered_exactly",
    "moved_exactly",
    "placed_exactly",
]

MOST_PLACES = 20_000_000
"""Nodes times groups that are weighed one by one, in some ten seconds."""

CELLS = f"full cells: {INTEGER_NOISE}; empty cells that pass: {FLIPS}"
CHOICES = (
    "each choice by the exponential mechanism on whole weights, powers of a dyadic number rounded "
    "down (Ilvento, 2020), with integers from the operating system's random bytes"
)


def filtered_exactly(
    supergraph: Supergraph, *, epsilon: Fraction, threshold: int, coins: Coins
) -> tuple[Ints, Ints]:
    """Discrete Laplace noise on every cell; the cells that reach the threshold, with weights.

    A full cell gets its noise. An empty one passes by a coin of 64 bits, of a probability rounded
    up, and what passes exceeds the threshold by a geometric number.

    Parameters
    ----------
    supergraph : Supergraph
    epsilon : Fraction
        Above 0.
    threshold : int
        At least 1; public, or itself a private release.
    coins : Coins

    Returns
    -------
    cells, weights : ndarray of int64, shape (s,)
        Distinct cells, full ones first.

    Notes
    -----
    *Privacy*: epsilon-DP for one edge. Between two full cells this is discrete Laplace noise. An
    edge that fills an empty cell multiplies each passing weight's probability by at most e^epsilon,
    and by less where the empty cell's chance was rounded up; not to pass is likelier when empty,
    by a factor below e^epsilon.
    """
    full = supergraph.full
    noisy = supergraph.edges + integer_noise(coins, len(full), scale=1 / epsilon)
    passed = noisy >= threshold
    ranks = coins.successes(supergraph.cells - len(full), noise_tail(threshold, epsilon))
    above = [threshold + coins.geometric(1 / epsilon) for _ in range(len(ranks))]
    return (
        np.concatenate((full[passed], free_numbers(ranks, full))),
        np.concatenate((noisy[passed], np.array(above, dtype=np.int64))),
    )


def moved_exactly(
    graph: Graph, labels: NDArray[np.integer], *, growth: Growth, coins: Coins
) -> Ints:
    """Every node moves to community c with probability proportional to growth^neighbours in c.

    All look at the same labels, those before the move. Communities without a neighbour weigh the
    same, and one of them is drawn only where their sum is.

    Parameters
    ----------
    graph : Graph
    labels : ndarray of int, shape (n,)
        0, ..., k - 1.
    growth : Growth
    coins : Coins

    Notes
    -----
    *Privacy*: 2 growth.exact_rate for one edge, which raises one score of each of its ends by 1.
    """
    indptr, indices = graph.neighbours
    count = int(labels.max(initial=0)) + 1
    moved = np.empty(graph.n, dtype=np.int64)
    for u in range(graph.n):
        inside = np.unique(labels[indices[indptr[u] : indptr[u + 1]]], return_counts=True)
        touched, scores = inside[0].tolist(), inside[1].tolist()
        *weights, empty = growth.weights([*scores, 0])
        place = coins.chosen([*weights, empty * (count - len(touched))])
        if place < len(touched):
            moved[u] = touched[place]
        else:
            rank = np.array([coins.below(count - len(touched))])
            moved[u] = free_numbers(rank, inside[0].astype(np.int64))[0]
    return moved


def placed_exactly(
    graph: Graph, order: Ints, *, k: int, cost: float, growth: Growth, coins: Coins
) -> Ints:
    """Nodes in this order join group c in proportion to growth^(neighbours in c) g(size of c).

    g(s) = exp(-cost s) up to rounding. It reads what is drawn already and no edge, so that its
    rounding costs nothing.

    Parameters
    ----------
    graph : Graph
    order : ndarray of int64, shape (n,)
    k : int
        Groups.
    cost : float
        Per member, in units of the exponent.
    growth : Growth
    coins : Coins

    Raises
    ------
    Refused
        If nodes times groups are more than 20 million, which is public.

    Notes
    -----
    *Privacy*: growth.exact_rate for one edge, which raises one score at one choice by 1.
    """
    if graph.n * k > MOST_PLACES:
        raise Refused(
            f"a publication weighs {graph.n:,} nodes times {k:,} groups one by one, at most "
            f"{MOST_PLACES:,} are taken: lower k, or publish a smaller graph."
        )
    indptr, indices = graph.neighbours
    labels, sizes = np.full(graph.n, -1, dtype=np.int64), np.zeros(k, dtype=np.int64)
    for v in order.tolist():
        near = labels[indices[indptr[v] : indptr[v + 1]]]
        scores = np.bincount(near[near >= 0], minlength=k).tolist()
        smaller = (-cost * (sizes - sizes.min())).tolist()
        weights = [
            weight * max(1, int(WHOLE * math.exp(exponent)))
            for weight, exponent in zip(growth.weights(scores), smaller, strict=True)
        ]
        place = coins.chosen(weights)
        labels[v] = place
        sizes[place] += 1
    return labels
