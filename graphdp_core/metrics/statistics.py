"""Errors of single numbers and of distributions against the truth.

Numbers of a table of edges within and between groups: homophily, segregation, connectedness.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats


def relative_error(estimate: float, truth: float) -> float:
    """|estimate - truth| / |truth|; nan if the truth is 0 or either is not defined.

    Examples
    --------
    >>> relative_error(150.0, 100.0)
    0.5
    """
    return abs(estimate - truth) / abs(truth) if truth else math.nan


def absolute_error(estimate: float, truth: float) -> float:
    """|estimate - truth|; nan if either is not defined.

    Examples
    --------
    >>> absolute_error(0.25, 0.5)
    0.25
    """
    return abs(estimate - truth)


def kolmogorov_distance(first: ArrayLike, second: ArrayLike) -> float:
    """Largest gap between two empirical distribution functions (Kolmogorov-Smirnov).

    Parameters
    ----------
    first, second : array_like, shape (n1,) and (n2,)

    Returns
    -------
    float
        From 0 (the same distribution) to 1 (they do not meet); nan if one is empty.

    Examples
    --------
    >>> kolmogorov_distance([1, 2, 3, 4], [3, 4, 5, 6])
    0.5
    """
    a, b = np.sort(np.asarray(first, dtype=float)), np.sort(np.asarray(second, dtype=float))
    if not len(a) or not len(b):
        return math.nan
    places = np.concatenate([a, b])
    below_a = np.searchsorted(a, places, side="right") / len(a)
    below_b = np.searchsorted(b, places, side="right") / len(b)
    return float(np.abs(below_a - below_b).max())


def total_variation(first: ArrayLike, second: ArrayLike) -> float:
    """Half the l1 distance of two distributions over 0, 1, 2, ..., given by their counts.

    Parameters
    ----------
    first, second : array_like, shape (k1,) and (k2,)
        At least 0; the shorter one is continued by zeros.

    Returns
    -------
    float
        From 0 (the same) to 1 (disjoint); nan if one has no mass.

    Examples
    --------
    >>> total_variation([0, 2, 2], [4])
    1.0
    >>> total_variation([1, 1], [1, 3])
    0.25
    """
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if not a.sum() or not b.sum():
        return math.nan
    both = np.zeros((2, max(len(a), len(b))))
    both[0, : len(a)], both[1, : len(b)] = a / a.sum(), b / b.sum()
    return float(np.abs(both[0] - both[1]).sum() / 2.0)


def share_within(table: Floats) -> float:
    """Homophily: the share of edges within groups, 0 to 1; nan without edges.

    Parameters
    ----------
    table : ndarray of float, shape (k, k)
        Edges within every group and between every two, symmetric.

    Examples
    --------
    >>> share_within(np.array([[2.0, 1.0], [1.0, 1.0]]))
    0.75
    """
    within, total = float(np.trace(table)), float(np.triu(table).sum())
    return min(max(within / total, 0.0), 1.0) if total > 0.0 else math.nan


def assortativity(table: Floats) -> float:
    """Segregation: Newman's assortativity coefficient, at most 1; nan if it is not defined.

    (sum_a e_aa - sum_a d_a^2)/(1 - sum_a d_a^2) with e the shares of the edges and d_a the share
    of edge ends in group a: 1 if no edge leaves its group, 0 if edges are blind to groups.

    References
    ----------
    Newman (2003), Mixing patterns in networks, Physical Review E 67, 026126, equation 2.

    Examples
    --------
    >>> assortativity(np.array([[2.0, 0.0], [0.0, 2.0]])), assortativity(np.diag([3.0]))
    (1.0, nan)
    """
    total = float(np.triu(table).sum())
    if not total > 0.0:
        return math.nan
    ends = table.sum(axis=1) + np.diag(table)
    blind = float(ends @ ends) / (4.0 * total * total)
    if not blind < 1.0 - 1e-12:
        return math.nan
    return min((float(np.trace(table)) / total - blind) / (1.0 - blind), 1.0)


def connectedness(table: Floats, sizes: Floats) -> Floats:
    """Of every group: the share of its ties that lead out, over that of the other nodes.

    1 if ties are blind to groups, 0 if none leads out. Ties are counted, not averaged over
    persons: that would take the degree of every person.

    Parameters
    ----------
    table : ndarray of float, shape (k, k)
    sizes : ndarray of float, shape (k,)
        Nodes of each group.

    Returns
    -------
    ndarray of float, shape (k,)
        nan for a group without ties, or that holds all nodes.

    Examples
    --------
    >>> connectedness(np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([2.0, 3.0])).tolist()
    [0.6666666666666666, 1.0]
    """
    ends = table.sum(axis=1) + np.diag(table)
    out = table.sum(axis=1) - np.diag(table)
    n = float(sizes.sum())
    others = (n - sizes) / max(n - 1.0, 1.0)
    defined = (ends > 0.0) & (others > 0.0)
    factors: Floats = np.full(len(sizes), math.nan)
    factors[defined] = out[defined] / ends[defined] / others[defined]
    return factors
