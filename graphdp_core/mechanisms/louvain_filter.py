"""LouvainDP's filter: its threshold, and the form of the paper with a fixed number of cells."""

from __future__ import annotations

import math

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.graphs.pair_index import free_numbers
from graphdp_core.mechanisms.supergraph import Supergraph
from graphdp_core.privacy.accounting import COUNT_EPSILON
from graphdp_core.privacy.samplers import (
    SMALLEST_UNIFORM,
    first_distinct,
    geometric_tail,
    two_sided_geometric,
)

__all__ = ["filtered_as_published", "threshold_of"]


def threshold_of(m1: float, cells: int, epsilon: float) -> int:
    """theta of Algorithm 1, line 7, with m1 brought into [1, cells - 1].

    Examples
    --------
    >>> threshold_of(10, 1000, 1.0), threshold_of(0, 1000, 1.0)
    (5, 7)
    """
    m1 = _within(m1, cells)
    odds = (1.0 + math.exp(-epsilon)) * m1 / (cells - m1)
    return math.ceil(-math.log(odds) / epsilon)


def filtered_as_published(
    supergraph: Supergraph, *, epsilon: float, rng: np.random.Generator
) -> tuple[Ints, Ints]:
    """The cells that the published filter keeps: as many empty ones as it expects, not at random.

    Parameters
    ----------
    supergraph : Supergraph
    epsilon : float
        Of the cells; the number of full ones gets Laplace noise at 0.1.
    rng : numpy.random.Generator
        Three streams are spawned from it.

    Returns
    -------
    cells, weights : ndarray of int64, shape (s,)
        Distinct cells, full ones first; weights above 0 only.

    Notes
    -----
    *Privacy*: none. See :class:`graphdp_core.mechanisms.louvain_dp.LouvainDP`.
    """
    counting, full, empty = rng.spawn(3)
    m1 = _within(
        len(supergraph.full) + counting.laplace(scale=1.0 / COUNT_EPSILON), supergraph.cells
    )
    theta = threshold_of(m1, supergraph.cells, epsilon)
    noise = two_sided_geometric(full, epsilon=epsilon, size=len(supergraph.full))
    free = supergraph.cells - len(supergraph.full)
    count = round((supergraph.cells - m1) * geometric_tail(theta, epsilon=epsilon))
    ranks = first_distinct(empty, population=free, count=min(count, free))
    # P(X <= x) = 1 - alpha^(x - theta + 1), x >= theta
    uniform = np.maximum(empty.random(len(ranks)), SMALLEST_UNIFORM)
    invented = theta + np.floor(-np.log(uniform) / epsilon).astype(np.int64)
    passed = supergraph.edges + noise >= theta
    cells = np.concatenate((supergraph.full[passed], free_numbers(ranks, supergraph.full)))
    weights = np.concatenate(((supergraph.edges + noise)[passed], invented))
    return cells[weights > 0], weights[weights > 0]


def _within(m1: float, cells: int) -> float:
    return min(max(m1, 1.0), cells - 1.0)
