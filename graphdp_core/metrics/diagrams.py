"""Distances between persistence diagrams, and numbers that sum up one diagram.

What persistence diagrams of repeated draws share: features found again, and a band.

Bottleneck distance up to a shift: on the log scale, the distance of shapes up to their size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats, Ints


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


@dataclass(frozen=True, eq=False)
class Recurrence:
    """How often the features of one diagram are found again in others.

    `features` holds the longest finite bars, longest first; `partners[i, j]` is what draw i has
    for feature j, nan where it has nothing.
    """

    features: Floats  # (k, 2)
    partners: Floats  # (draws, k, 2)

    @property
    def shares(self) -> Floats:
        """Share of the draws in which each feature is found, shape (k,)."""
        return np.asarray(np.isfinite(self.partners[:, :, 0]).mean(axis=0), dtype=np.float64)


def recurrence(baseline: ArrayLike, draws: Sequence[ArrayLike], *, count: int = 12) -> Recurrence:
    """Find the longest features of a diagram again in every draw.

    A feature is found where it has a bar of its own that is nearer than the diagonal, at least
    half as long, and longer than every bar that the draw invents (that is no feature's own).
    Bars are given out so that the sum of the distances is smallest, a feature without a bar
    counting with its distance to the diagonal. Without the last condition every short feature
    would be found by chance in the crowd near the diagonal.

    Parameters
    ----------
    baseline : array_like of float, shape (n, 2)
    draws : sequence of array_like of float, shapes (m, 2)
        At least one.
    count : int
        How many features at most.

    Notes
    -----
    Infinite bars are left out. *Privacy*: it compares with the true diagram.

    Examples
    --------
    >>> matched = recurrence([(0.0, 4.0), (1.0, 2.0)], [[(0.5, 4.0)], [(0.2, 3.0), (1.0, 1.8)]])
    >>> matched.shares.tolist()
    [1.0, 0.5]
    """
    _check_draws(draws)
    features = longest_bars(baseline, count=count)
    life = features[:, 1] - features[:, 0]
    partners = np.full((len(draws), len(features), 2), np.nan)
    for i, draw in enumerate(draws):
        bars = longest_bars(draw, count=len(np.asarray(draw)))
        far, lives = _distances(features, bars), bars[:, 1] - bars[:, 0]
        fits = (far < life[:, None] / 2) & (lives >= life[:, None] / 2)
        partner = _assigned(np.where(fits, far, np.inf), life / 2)
        own = partner[partner >= 0]
        invented = np.delete(lives, own).max(initial=0.0)
        matched = np.flatnonzero(partner >= 0)[lives[own] > invented]
        partners[i, matched] = bars[partner[matched]]
    return Recurrence(features, partners)


def bottleneck_band(
    baseline: ArrayLike, draws: Sequence[ArrayLike], *, share: float = 0.9
) -> float:
    """Bottleneck distance within which a given share of the draws lies.

    c = the smallest number with W_inf(D, D_i) <= c for at least this share of the draws. A feature
    that lives longer than 2 c has a partner in all of these draws, in every best matching.

    Parameters
    ----------
    baseline : array_like of float, shape (n, 2)
    draws : sequence of array_like of float, shapes (m, 2)
        At least one.
    share : float
        Above 0, at most 1.

    References
    ----------
    Fasy, Lecci, Rinaldo, Wasserman, Balakrishnan & Singh, Confidence sets for persistence
    diagrams, Annals of Statistics 2014: the band of width 2 c around the diagonal.

    Examples
    --------
    >>> bottleneck_band([(0.0, 4.0)], [[(0.0, 4.1)], [(0.5, 4.0)], [(0.0, 1.0)]], share=0.6)
    0.5
    """
    if not 0.0 < share <= 1.0:
        raise ValueError(f"share must be above 0 and at most 1, got {share!r}.")
    _check_draws(draws)
    distances = sorted(bottleneck(baseline, draw).distance for draw in draws)
    return distances[math.ceil(share * len(distances) - 1e-9) - 1]


def _check_draws(draws: Sequence[ArrayLike]) -> None:
    if not len(draws):
        raise ValueError("draws must hold at least one diagram, got none.")


def _distances(first: Floats, second: Floats) -> Floats:
    """All distances in the maximum norm, shape (n, m)."""
    gaps = np.abs(first[:, None] - second[None])
    return np.asarray(gaps.max(axis=2, initial=0.0), dtype=np.float64)


def _assigned(cost: Floats, alone: Floats) -> NDArray[np.int64]:
    """The column of every row at the smallest sum, -1 where it stays alone at its own cost."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = cost.shape
    choices = np.hstack([cost, np.repeat(alone[:, None], rows, axis=1)])
    _, chosen = linear_sum_assignment(choices)
    return np.where(chosen < columns, chosen, -1).astype(np.int64)


ALIGNED = 3  # of each diagram, the longest bars, laid on each other for a first guess
BUDGET = 50_000  # matchings; some hundred are usual


@dataclass(frozen=True, eq=False)
class ShiftedBottleneck:
    """A shift-invariant bottleneck distance, the best shift, and a matching that attains it.

    The true infimum lies in [lower, distance]. `matching` has rows as in
    :class:`graphdp_core.metrics.diagrams.Bottleneck`, between the first diagram moved by `shift`
    and the second; it is None where the distance is infinite.
    """

    distance: float
    lower: float
    shift: float
    matching: NDArray[np.int64] | None

    @property
    def gap(self) -> float:
        """How far the distance may be above the infimum."""
        return self.distance - self.lower if math.isfinite(self.distance) else 0.0


def shift_invariant_bottleneck(
    first: ArrayLike, second: ArrayLike, *, tolerance: float = 1e-6
) -> ShiftedBottleneck:
    """Smallest bottleneck distance over all shifts of the first diagram along the diagonal.

    W_inf^SI(D, D') = inf over s of W_inf(D + s, D'), both birth and death moved by s. Of
    :func:`log_diagram`, exp(s) is a change of scale: the distance no longer depends on the size
    of either shape.

    Parameters
    ----------
    first, second : array_like of float, shapes (n, 2), (m, 2)
        As for :func:`graphdp_core.metrics.diagrams.bottleneck`.
    tolerance : float
        Largest certified gap, in the diagrams' unit; above 0.

    Notes
    -----
    Branch and bound on the shift, which changes the distance by at most as much; see
    :func:`graphdp_core.kernels.bottleneck.best_shift`. *Privacy*: it compares with the
    true diagram; a teaching number, never part of a release.

    References
    ----------
    Vishwanath & Hehir, "The Shape of Edge Differential Privacy" (poster), box 1C.

    Examples
    --------
    >>> matched = shift_invariant_bottleneck([(0.0, 1.0), (3.0, 7.0)], [(10.0, 11.0), (13.0, 17.5)])
    >>> round(matched.distance, 4), round(matched.shift, 4)
    (0.25, 10.25)
    """
    from graphdp_core.kernels.bottleneck import best_shift

    if not (math.isfinite(tolerance) and tolerance > 0.0):
        raise ValueError(f"tolerance must be a number above 0, got {tolerance!r}.")
    plain = bottleneck(first, second)  # also checks both diagrams
    if plain.matching is None:
        return ShiftedBottleneck(math.inf, math.inf, 0.0, None)
    a, b = (np.asarray(pairs, dtype=np.float64).reshape(-1, 2) for pairs in (first, second))
    born_a, born_b = (np.sort(pairs[np.isinf(pairs[:, 1]), 0]) for pairs in (a, b))
    finite_a, finite_b = (pairs[np.isfinite(pairs[:, 1])] for pairs in (a, b))
    needed = born_b - born_a
    tries = _tries(finite_a, finite_b, needed)
    _, lower, shift, _ = best_shift(finite_a, finite_b, tries, needed, tolerance, BUDGET)
    best = bottleneck(shifted(a, shift), b)
    if best.distance >= plain.distance:  # among equals, no shift
        best, shift = plain, 0.0
    return ShiftedBottleneck(
        best.distance, min(float(lower), best.distance), float(shift), best.matching
    )


def log_diagram(pairs: ArrayLike) -> Floats:
    """Natural logarithms of births and deaths; bars born at 0 or below have none and are left out.

    On this scale the length of a bar is ln(death / birth), and a change of the shape's size is a
    shift. Components (H0) of a point cloud are all born at 0: use it from H1 on.

    Examples
    --------
    >>> log_diagram([(0.0, 1.0), (1.0, np.e), (np.e, np.inf)]).round(9).tolist()
    [[0.0, 1.0], [1.0, inf]]
    """
    bars = np.asarray(pairs, dtype=np.float64).reshape(-1, 2)
    return np.asarray(np.log(bars[bars[:, 0] > 0.0]), dtype=np.float64)


def shifted(pairs: ArrayLike, shift: float) -> Floats:
    """A diagram with births and deaths moved by the same amount."""
    return np.asarray(pairs, dtype=np.float64).reshape(-1, 2) + shift


def _tries(a: Floats, b: Floats, needed: Floats) -> Floats:
    """First guesses: none, the infinite bars on each other, the longest bars on each other."""
    guesses = [0.0]
    if len(needed):
        guesses.append(float(needed.min() + needed.max()) / 2.0)
    middles = [longest_bars(pairs, count=ALIGNED).mean(axis=1) for pairs in (a, b)]
    return np.array([*guesses, *np.subtract.outer(middles[1], middles[0]).ravel()])
