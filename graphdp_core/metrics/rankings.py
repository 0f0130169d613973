"""How much of a ranking survives: agreement of two score vectors over the same nodes.

Every function takes the true and the private scores, shape (n,); a larger score is a better rank.
Precision and rank-biased overlap are means over all orders of equal scores. Where one strict order
is needed, equal scores are ranked by node number, so that the same scores always give the same
ranking. A value is nan where it is not defined: fewer than two nodes, or a
vector in which all scores are equal. All of them read the truth, so none of them is private.

How much noise a ranking can bear: the gap between important and other nodes.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.kernels.pair_order import inversions

NEGLIGIBLE_WEIGHT = 1e-12  # weight of all ranks below the depth at which overlap is cut


def ranking(scores: ArrayLike) -> NDArray[np.intp]:
    """Nodes from the largest to the smallest score, equal scores by node number, shape (n,).

    Examples
    --------
    >>> ranking([0.1, 0.7, 0.3, 0.7]).tolist()
    [1, 3, 2, 0]
    """
    return np.argsort(-np.asarray(scores, dtype=np.float64), kind="stable")


def top_count(n: int, fraction: float) -> int:
    """Number of nodes in the top fraction of n: rounded half up, at least 1."""
    if not 0.0 < fraction <= 1.0:
        raise ValueError(f"fraction must lie above 0 and at most 1, got {fraction}.")
    return max(1, math.floor(fraction * n + 0.5))


def precision_at(true: ArrayLike, private: ArrayLike, fraction: float) -> float:
    """Share of the top fraction of the true ranking that the private one has in its own.

    |top_k(true) ∩ top_k(private)| / k with k = :func:`top_count`, the mean over the orders of equal
    scores; a random ranking reaches :func:`random_baseline` on average.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation.

    Examples
    --------
    >>> precision_at([4, 3, 2, 1], [3, 1, 4, 2], 0.5), precision_at([4, 4, 4, 1], [3, 1, 4, 2], 0.5)
    (0.5, 0.6666666666666666)
    """
    a, b = _pair(true, private)
    k = top_count(len(a), fraction)
    if _undefined(a, b):
        return math.nan
    return _common(a, b, _kth(a, k), _kth(b, k), k) / k


def _kth(scores: NDArray[np.float64], k: int) -> float:
    """The k-th largest score."""
    return float(np.partition(scores, len(scores) - k)[len(scores) - k])


def _common(
    a: NDArray[np.float64], b: NDArray[np.float64], low: float, other: float, k: int
) -> float:
    """Nodes in both tops of k, whose last scores are these: the mean over orders of equal scores.

    A class of s nodes that tie for r places has each node there r/s of the time. Of c nodes that
    tie on both sides both orders are the same: of these, h and h' are in the tops, two independent
    hypergeometric numbers, and min(h, h') in both.
    """
    sure, also, tied, too = a > low, b > other, a == low, b == other
    places, room = k - int(sure.sum()), k - int(also.sum())
    size, width, both = int(tied.sum()), int(too.sum()), int((tied & too).sum())
    shared = float((sure & also).sum())
    shared += int((tied & also).sum()) * places / size + int((sure & too).sum()) * room / width
    if both == 1:
        return shared + places / size * room / width
    one, two = _placed(size, both, places), _placed(width, both, room)
    few = min(len(one), len(two))
    return shared + float(one[:few] @ two[:few])  # P(h > t) P(h' > t), added up


def _placed(size: int, marked: int, drawn: int) -> NDArray[np.float64]:
    """Chances that more than t = 0, 1, ... of the marked are among those drawn."""
    from scipy.special import gammaln

    x = np.arange(min(marked, drawn) + 1)

    def log_of(n: int, k: NDArray[np.intp]) -> NDArray[np.float64]:
        logs: NDArray[np.float64] = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
        return logs

    total = log_of(size, np.array(drawn))
    law = np.exp(log_of(marked, x) + log_of(size - marked, drawn - x) - total)
    more: NDArray[np.float64] = np.cumsum(law[::-1])[::-1][1:]
    return more


def random_baseline(n: int, fraction: float) -> float:
    """Mean :func:`precision_at` of a random ranking of n nodes: k / n, so about `fraction`.

    Examples
    --------
    >>> random_baseline(200, 0.05)
    0.05
    """
    return top_count(n, fraction) / n if n else math.nan


def top_kept(true: ArrayLike, private: ArrayLike, count: int = 10) -> float:
    """How many of the `count` highest true nodes are among the `count` highest private ones.

    nan with `count` nodes or fewer, where the answer is always all of them.
    """
    a, b = _pair(true, private)
    _check_count(count)
    if _undefined(a, b) or len(a) <= count:
        return math.nan
    both = np.intersect1d(ranking(a)[:count], ranking(b)[:count], assume_unique=True)
    return float(len(both))


def top_displacement(true: ArrayLike, private: ArrayLike, count: int = 10) -> float:
    """Mean number of places by which the `count` highest true nodes move; 0 is best.

    Examples
    --------
    >>> top_displacement([3, 2, 1], [1, 2, 3], count=1)
    2.0
    """
    a, b = _pair(true, private)
    _check_count(count)
    if _undefined(a, b):
        return math.nan
    top = ranking(a)[:count]
    return float(np.abs(_places(b)[top] - np.arange(len(top))).mean())


def kendall_tau_b(true: ArrayLike, private: ArrayLike) -> float:
    """Kendall's tau-b, -1 to 1: agreement over all pairs of nodes, corrected for ties.

    References
    ----------
    Kendall (1945), Biometrika.
    """
    a, b = _pair(true, private)
    if _undefined(a, b):
        return math.nan
    order = np.lexsort((b, a))
    both = (a[order], b[order])
    pairs = math.comb(len(a), 2)
    tied_a, tied_b, tied = _tied(both[0]), _tied(np.sort(b)), _tied(*both)
    agreeing = pairs - tied_a - tied_b + tied - 2 * inversions(both[1])
    return agreeing / math.sqrt((pairs - tied_a) * (pairs - tied_b))


def spearman(true: ArrayLike, private: ArrayLike) -> float:
    """Spearman's rho, -1 to 1: correlation of the ranks, ties at their mean rank.

    References
    ----------
    Spearman (1904), American Journal of Psychology.
    """
    a, b = _pair(true, private)
    if _undefined(a, b):
        return math.nan
    return float(np.corrcoef(_mean_ranks(a), _mean_ranks(b))[0, 1])


def rank_biased_overlap(true: ArrayLike, private: ArrayLike, *, p: float = 0.9) -> float:
    """Extrapolated rank-biased overlap, 0 to 1: agreement that counts the top most.

    With X_d the overlap of the two top-d sets, the mean over orders of equal scores, and k the
    depth,
    RBO = (X_k / k) p^k + (1 - p) / p * sum over d = 1..k of (X_d / d) p^d.
    A reader who stops after each rank with probability 1 - p expects this agreement. Ranks whose
    weight is below 1e-12 in total are left out: k is at most 263 at p = 0.9.

    Parameters
    ----------
    true, private : array_like of float, shape (n,)
    p : float
        Persistence, 0 < p < 1; at 0.9 the first ten ranks carry 86% of the weight.

    References
    ----------
    Webber, Moffat & Zobel (2010), ACM Transactions on Information Systems, equation (32).

    Examples
    --------
    >>> rank_biased_overlap([3, 2, 1], [3, 2, 1])
    1.0
    """
    if not 0.0 < p < 1.0:
        raise ValueError(f"p must lie strictly between 0 and 1, got {p}.")
    a, b = _pair(true, private)
    if _undefined(a, b):
        return math.nan
    k = min(len(a), math.ceil(math.log(NEGLIGIBLE_WEIGHT) / math.log(p)))
    firsts, seconds = (np.sort(scores)[::-1][:k] for scores in (a, b))
    near = (a >= firsts[-1]) | (b >= seconds[-1])
    a, b, depth = a[near], b[near], np.arange(1, k + 1)
    ends = zip(firsts.tolist(), seconds.tolist(), depth.tolist(), strict=True)
    agreement = np.array([_common(a, b, *end) for end in ends]) / depth
    value = agreement[-1] * p**k + (1.0 - p) / p * float(agreement @ p**depth)
    return min(1.0, float(value))


def _places(scores: NDArray[np.float64]) -> NDArray[np.intp]:
    """Place 0..n-1 of each node in the ranking."""
    order = ranking(scores)
    places = np.empty_like(order)
    places[order] = np.arange(len(order))
    return places


def _pair(true: ArrayLike, private: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    a, b = np.asarray(true, dtype=np.float64), np.asarray(private, dtype=np.float64)
    if a.ndim != 1 or a.shape != b.shape:
        raise ValueError(
            f"true and private must be two score vectors of one length, got shapes {a.shape} "
            f"and {b.shape}: score the same nodes twice."
        )
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        raise ValueError("scores must be finite: found NaN or an infinite value.")
    return a, b


def _tied(*ordered: NDArray[np.float64]) -> int:
    """Pairs of nodes that are equal in all of these vectors, which are in order together."""
    changes = np.any([np.diff(values) != 0 for values in ordered], axis=0)
    sizes = np.diff(np.flatnonzero(np.r_[True, changes, True]))
    return int((sizes * (sizes - 1) // 2).sum())


def _mean_ranks(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rank of each node from below, equal scores at the mean of theirs."""
    _, group, sizes = np.unique(scores, return_inverse=True, return_counts=True)
    ranks: NDArray[np.float64] = (np.cumsum(sizes) - (sizes - 1) / 2.0)[group]
    return ranks


def _undefined(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    return len(a) < 2 or bool(np.ptp(a) == 0 or np.ptp(b) == 0)


def _check_count(count: int) -> None:
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}.")


def importance_gap(scores: ArrayLike) -> float:
    """Median score of the top tenth minus the median of all other nodes.

    The paper thinks of a ranking with one clear gap psi. Real rankings have none; the distance of
    the two medians is a generous stand-in. *Privacy*: read from the true scores.

    Parameters
    ----------
    scores : array_like of float, shape (n,)

    Examples
    --------
    >>> importance_gap([9.0, 1.0, 1.0, 2.0, 3.0])
    7.5
    """
    values = np.sort(np.asarray(scores, dtype=np.float64))
    k = top_count(len(values), 0.1) if len(values) else 0
    if k == 0 or k == len(values):
        return math.nan
    return float(np.median(values[-k:]) - np.median(values[:-k]))


def tolerable_scale(gap: float, n: int) -> float:
    """Largest scale of Laplace noise at which one of n nodes is expected to jump the gap.

    n P(Lap(b) > psi) = n exp(-psi/b)/2 is 1 at b = psi / ln(n / 2); nan for n < 3.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    Theorem 4.3.

    Examples
    --------
    >>> round(tolerable_scale(1.0, 1000), 4)
    0.1609
    """
    return gap / math.log(n / 2) if n > 2 else math.nan
