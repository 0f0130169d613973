"""Distances between persistence diagrams, and numbers that sum up one diagram."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats, Ints

__all__ = ["bottleneck", "longest_bars"]


@dataclass(frozen=True, eq=False)
class Bottleneck:
    """A bottleneck distance and a matching that attains it.

    `matching` has rows (i, j): row i of the first diagram is matched to row j of the second; -1
    stands for the diagonal. Every row of both diagrams occurs once. It is None where the
    distance is infinite. Many matchings attain the distance; this one sends a point to the
    diagonal unless the distance forbids it or another point needs it as partner.
    """

    distance: float
    matching: NDArray[np.int64] | None


def bottleneck(first: ArrayLike, second: ArrayLike) -> Bottleneck:
    """Bottleneck distance of two persistence diagrams, exact, with an optimal matching.

    W_inf(D, D') = min over matchings of the largest l_inf distance between matched points, where
    a point may be matched to the diagonal at half its length. Infinite bars are matched with
    each other in order of birth.

    Parameters
    ----------
    first, second : array_like of float, shapes (n, 2), (m, 2)
        Pairs (birth, death): finite birth, birth <= death, death may be inf.

    Returns
    -------
    Bottleneck
        The distance is inf where the numbers of infinite bars differ.

    Raises
    ------
    ValueError
        If an array has another shape or holds an impossible pair.

    References
    ----------
    Cohen-Steiner, Edelsbrunner & Harer, Discrete & Computational Geometry 2007.

    Examples
    --------
    >>> bottleneck([(0.0, 4.0), (1.0, 1.5)], [(0.5, 3.5)])
    Bottleneck(distance=0.5, matching=array([[ 0,  0],
           [ 1, -1]]))
    """
    from graphdp_core.kernels.bottleneck import bottleneck_matching

    a, b = _checked(first, "first"), _checked(second, "second")
    essential_a, essential_b = _essential(a), _essential(b)
    if len(essential_a) != len(essential_b):
        return Bottleneck(math.inf, None)
    shift = np.abs(a[essential_a, 0] - b[essential_b, 0]).max(initial=0.0)
    rows_a, rows_b = np.flatnonzero(np.isfinite(a[:, 1])), np.flatnonzero(np.isfinite(b[:, 1]))
    distance, partner = bottleneck_matching(a[rows_a], b[rows_b])
    met = partner >= 0
    alone_a = rows_a[~met]
    alone_b = np.setdiff1d(rows_b, rows_b[partner[met]])
    matching = np.concatenate(
        [
            np.column_stack([rows_a[met], rows_b[partner[met]]]),
            np.column_stack([essential_a, essential_b]),
            np.column_stack([alone_a, np.full(len(alone_a), -1)]),
            np.column_stack([np.full(len(alone_b), -1), alone_b]),
        ]
    )
    matching.flags.writeable = False
    return Bottleneck(float(max(distance, shift)), matching)


def normalised_bottleneck(baseline: ArrayLike, private: ArrayLike) -> float:
    """Bottleneck distance over half the length of the longest finite bar of the baseline.

    At 1 or more the longest bar may be lost altogether; below 1, with value x, it has a partner
    at least (1 - x) times as long.

    Parameters
    ----------
    baseline, private : array_like of float, shapes (n, 2), (m, 2)

    Returns
    -------
    float
        0 or more; nan where the baseline has no finite bar.

    Examples
    --------
    >>> normalised_bottleneck([(0.0, 4.0)], [(0.0, 3.0)])
    0.5
    """
    longest = longest_bars(baseline, count=1)
    if len(longest) == 0:
        return math.nan
    half = (longest[0, 1] - longest[0, 0]) / 2
    return bottleneck(baseline, private).distance / float(half)


def wasserstein(first: ArrayLike, second: ArrayLike, *, order: int = 1) -> float:
    """Wasserstein distance of two persistence diagrams, with the l_inf ground metric.

    W_q(D, D')^q = min over matchings of the sum of (l_inf distance)^q, where a point may be
    matched to the diagonal at half its length. Infinite bars are matched with each other in
    order of birth.

    Parameters
    ----------
    first, second : array_like of float, shapes (n, 2), (m, 2)
    order : int
        q, 1 or 2.

    Returns
    -------
    float
        Exact up to rounding; inf where the numbers of infinite bars differ.

    Raises
    ------
    ValueError
        If `order` is not 1 or 2, or a diagram holds an impossible pair.

    References
    ----------
    Kerber, Morozov & Nigmetov, ACM Journal of Experimental Algorithmics 2017.

    Examples
    --------
    >>> wasserstein([(0.0, 4.0), (1.0, 1.5)], [(0.5, 3.5)])
    0.75
    """
    if order not in (1, 2):
        raise ValueError(f"order must be 1 or 2, got {order!r}.")
    a, b = _checked(first, "first"), _checked(second, "second")
    essential_a, essential_b = _essential(a), _essential(b)
    if len(essential_a) != len(essential_b):
        return math.inf
    infinite = float((np.abs(a[essential_a, 0] - b[essential_b, 0]) ** order).sum())
    finite = _transport_cost(a[np.isfinite(a[:, 1])], b[np.isfinite(b[:, 1])], order)
    return float((infinite + finite) ** (1 / order))


def longest_bars(pairs: ArrayLike, *, count: int) -> Floats:
    """The longest finite bars, longest first (ties: in the given order).

    Parameters
    ----------
    pairs : array_like of float, shape (n, 2)
    count : int
        How many at most.

    Returns
    -------
    ndarray of float64, shape (min(count, finite bars), 2)

    Examples
    --------
    >>> longest_bars([(0.0, 1.0), (0.0, np.inf), (2.0, 5.0)], count=1).tolist()
    [[2.0, 5.0]]
    """
    bars = _checked(pairs, "pairs")
    finite = bars[np.isfinite(bars[:, 1])]
    return finite[np.argsort(finite[:, 0] - finite[:, 1], kind="stable")[:count]]


def gap_ratio(pairs: ArrayLike) -> float:
    """Length of the longest finite bar over that of the second: how clearly one feature stands out.

    Parameters
    ----------
    pairs : array_like of float, shape (n, 2)

    Returns
    -------
    float
        1 or more; inf for a single bar, nan for none.

    Examples
    --------
    >>> gap_ratio([(0.0, 1.0), (2.0, 5.0)])
    3.0
    """
    bars = longest_bars(pairs, count=2)
    lengths = bars[:, 1] - bars[:, 0]
    if len(lengths) == 0 or lengths[0] == 0.0:
        return math.nan
    if len(lengths) == 1 or lengths[1] == 0.0:
        return math.inf
    return float(lengths[0] / lengths[1])


def _checked(pairs: ArrayLike, name: str) -> Floats:
    values = np.asarray(pairs, dtype=np.float64)
    if values.size == 0:
        values = values.reshape(0, 2)
    if values.ndim != 2 or values.shape[1] != 2:
        raise ValueError(f"{name} must have shape (n, 2): birth and death, got {values.shape}.")
    if not np.isfinite(values[:, 0]).all() or not (values[:, 0] <= values[:, 1]).all():
        raise ValueError(f"{name} must hold pairs with a finite birth <= death, found another.")
    return values


def _essential(pairs: Floats) -> NDArray[np.intp]:
    """Rows of the infinite bars in order of birth."""
    rows = np.flatnonzero(np.isinf(pairs[:, 1]))
    return rows[np.argsort(pairs[rows, 0], kind="stable")]


def _transport_cost(a: Floats, b: Floats, order: int) -> float:
    """W_q^q of two diagrams without infinite bars, q = order.

    Matching i with j saves s_ij = half_i^q + half_j^q - |a_i - b_j|^q beside sending both to the
    diagonal; the assignment that saves most is an optimal matching. Few pairs save anything, for
    most bars are short: the graph of those that do is sparse.
    """
    from graphdp_core.kernels.bottleneck import savings, wasserstein_cost_one_birth

    births = np.concatenate([a[:, 0], b[:, 0]])
    if len(births) and (births == births[0]).all():  # dimension 0: one line, much cheaper
        lengths_a, lengths_b = np.sort(a[:, 1] - births[0]), np.sort(b[:, 1] - births[0])
        return float(wasserstein_cost_one_birth(lengths_a, lengths_b, order))
    half_a, half_b = (((bars[:, 1] - bars[:, 0]) / 2) ** order for bars in (a, b))
    i, j = _best_pairs(*savings(a, b, order))
    half_a[i], half_b[j] = 0.0, 0.0  # what meets pays for its distance, and costs are added up
    apart = np.abs(a[i] - b[j]).max(axis=1, initial=0.0) ** order
    return float(half_a.sum() + half_b.sum() + apart.sum())


def _best_pairs(row: Ints, column: Ints, saved: Floats) -> tuple[Ints, Ints]:
    """Rows and columns whose savings have the largest total, each met once at most.

    Rows are in order. Every row also has a column of its own that saves nothing. All savings, over
    the largest, are raised by 1, which every row adds once whatever it is matched with: to scipy,
    0 is no entry.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    rows, counts = np.unique(row, return_counts=True)
    columns, column = np.unique(column, return_inverse=True)
    n, m = len(rows), len(columns)
    if n == 0:
        return rows, columns
    ends = np.cumsum(counts)  # behind its savings, each row has its own column
    values = np.insert(saved / saved.max() + 1.0, ends, 1.0)
    places = np.insert(column, ends, m + np.arange(n))
    start = np.concatenate(([0], ends + np.arange(1, n + 1)))
    graph = csr_array((values, places, start), shape=(n, m + n))
    at, met = min_weight_full_bipartite_matching(graph, maximize=True)
    meets = met < m
    return rows[at[meets]], columns[met[meets]]
