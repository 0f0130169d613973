"""How far one spanning tree is from another: shared edges, real edges, extra length.

Proved bounds on the error of private spanning trees, and where one falls below the other.

The error is w(T) - w(MST) in the true weights (Pinot 2017, definition 3.2.1). `steps` is the
number of edges of a spanning forest, n - 1 for a connected graph; `gamma` is the probability with
which a bound may fail.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.kernels.spanning_forest import merge_heights

ROUNDING = 1e-9  # lengths below this share of the others are zeros with rounding errors


def edge_overlap(edges: NDArray[np.int32], reference: NDArray[np.int32]) -> float:
    """Share of `edges` that are found in `reference`.

    Parameters
    ----------
    edges, reference : ndarray of int, shape (., 2)
        u < v, each pair once.

    Returns
    -------
    float
        From 0 to 1; nan if `edges` is empty.

    Examples
    --------
    >>> edge_overlap(np.array([[0, 1], [1, 2]]), np.array([[0, 1], [0, 2]]))
    0.5
    """
    if not len(edges):
        return float("nan")
    base = 1 + max(int(edges.max()), int(reference.max(initial=0)))
    first, second = (
        pairs[:, 0].astype(np.int64) * base + pairs[:, 1] for pairs in (edges, reference)
    )
    return float(np.isin(first, second, assume_unique=True).mean())


def excess_length(private: ArrayLike, best: ArrayLike) -> float:
    """(w - w*) / |w*| for the mean edge length w of the private tree and w* of the best one.

    Both in the lengths of the true graph. Means, not sums, so that forests of different numbers
    of edges compare; with equal numbers it is the excess of the total.

    Parameters
    ----------
    private, best : array_like, shape (e1,) and (e2,)

    Returns
    -------
    float
        0 for a tree as short as the best. Below 0 only if it has edges that are not in the true
        graph, or falls into more parts and so does without a long edge. nan if a tree is empty or
        the best has length 0 up to rounding.

    Examples
    --------
    >>> excess_length([2.0, 4.0], [1.0, 3.0])
    0.5
    """
    private_mean, best_mean = _mean(private), _mean(best)
    if not abs(best_mean) > ROUNDING * abs(private_mean):
        return float("nan")
    return (private_mean - best_mean) / abs(best_mean)


def relative_excess_length(private: ArrayLike, best: ArrayLike, random: ArrayLike) -> float:
    """(w - w*) / (w_random - w*): 0 as good as the best tree, 1 no better than a random one.

    Parameters
    ----------
    private, best, random : array_like, shape (.,)
        Edge lengths in the true graph of the private tree, the best tree, and a tree chosen
        without looking at lengths. Compared by their means.

    Examples
    --------
    >>> relative_excess_length([2.0], [1.0], [3.0])
    0.5
    """
    private_mean, best_mean, random_mean = _mean(private), _mean(best), _mean(random)
    room = random_mean - best_mean
    if not room > ROUNDING * max(abs(private_mean), abs(random_mean)):
        return float("nan")
    return (private_mean - best_mean) / room


def approximation_error(private: ArrayLike, best: ArrayLike) -> float:
    """Error_G(T) = w(T) - w(MST), in the unit of the lengths.

    Parameters
    ----------
    private, best : array_like, shape (e,)
        Edge lengths in the true graph.

    References
    ----------
    R. Pinot, Minimum spanning tree release under differential privacy constraints, 2017,
    definition 3.2.1.

    Examples
    --------
    >>> approximation_error([2.0, 4.0], [1.0, 3.0])
    2.0
    """
    length, least = np.asarray(private, dtype=np.float64), np.asarray(best, dtype=np.float64)
    if length.size != least.size or not length.size:
        return float("nan")
    return float(length.sum() - least.sum())


def cophenetic_error(
    n: int,
    private: tuple[NDArray[np.int32], NDArray[np.float64]],
    best: tuple[NDArray[np.int32], NDArray[np.float64]],
) -> float:
    """How much higher, on average, two nodes merge when a tree is cut from its shortest edge up.

    The height at which u and v merge (their cophenetic distance in single linkage) is the longest
    edge on the path between them; no tree of the graph has lower ones than its minimum spanning
    tree. The value is (mean height - best mean height)/|best mean height|.

    Parameters
    ----------
    n : int
        Number of nodes.
    private, best : (ndarray of int, shape (e, 2); ndarray, shape (e,))
        Edges, and their lengths in the true graph.

    Returns
    -------
    float
        nan if a tree is empty or the best mean height is 0.

    References
    ----------
    Sokal and Rohlf, The comparison of dendrograms by objective methods, Taxon 1962.

    Examples
    --------
    >>> path = np.array([[0, 1], [1, 2]]), np.array([1.0, 2.0])
    >>> star = np.array([[0, 1], [0, 2]]), np.array([1.0, 7.0])
    >>> round(cophenetic_error(3, star, path), 9)
    2.0
    """
    height, least = (_mean_height(n, edges, lengths) for edges, lengths in (private, best))
    room = abs(least)
    return (height - least) / room if room > ROUNDING * abs(height) else float("nan")


def _mean_height(n: int, edges: NDArray[np.int32], lengths: NDArray[np.float64]) -> float:
    if not len(edges):
        return float("nan")
    order = np.argsort(lengths, kind="stable")
    total, pairs = merge_heights(n, np.asarray(edges, dtype=np.int32), order, lengths)
    return float(total / pairs)


def _mean(lengths: ArrayLike) -> float:
    values = np.asarray(lengths, dtype=np.float64)
    return float(values.mean()) if values.size else float("nan")


DENSITY_THAT_SUFFICES = 3.0
"""Theorem 3.5.2: with |E| >= 3 (|V| - 1) the PAMST bound is the smaller one."""


def laplace_error_bound(steps: int, m: int, *, scale: float, gamma: float = 0.05) -> float:
    """Theorem 3.2.1: 2 steps b ln(m/gamma) for Laplace noise of scale b on m weights.

    Examples
    --------
    >>> round(laplace_error_bound(999, 50_000, scale=1.0, gamma=0.05))
    27603
    """
    return 2.0 * steps * scale * _log_share(m, gamma)


def gaussian_error_bound(steps: int, m: int, *, scale: float, gamma: float = 0.05) -> float:
    """2 steps sigma sqrt(2 ln(m/gamma)): all m noises lie within that of 0, by a union bound."""
    return 2.0 * steps * scale * math.sqrt(2.0 * _log_share(m, gamma))


def exponential_noise_error_bound(
    steps: int, m: int, *, scale: float, gamma: float = 0.05
) -> float:
    """Steps b ln(m/gamma) for the MST of w - Exp(b).

    w(T) - w(MST) is at most the noise on T, for the noise is never negative.
    """
    return steps * scale * _log_share(m, gamma)


def exponential_error_bound(
    steps: int, log_sizes: float, *, rate: float, gamma: float = 0.05
) -> float:
    """Theorem 3.4.2: (steps ln(steps/gamma) + sum of ln |R_i|)/c for steps drawn by exp(-c w).

    Parameters
    ----------
    log_sizes : float
        Sum of the logarithms of the numbers of edges to choose from, see :func:`cut_log_sizes`.
    rate : float
        c, per weight unit; the thesis has c = epsilon/(2 steps sensitivity).

    Returns
    -------
    float
        inf at c = 0, where nothing is known of the tree.
    """
    if steps == 0:
        return 0.0
    if rate <= 0.0:
        return math.inf
    return (steps * _log_share(steps, gamma) + log_sizes) / rate


def cut_log_sizes(steps: int, m: int) -> float:
    """Corollary 3.4.1: sum over i of ln |R_i|, with |R_i| <= min(i (n - i), m), n = steps + 1.

    Without m in it, it is 2 ln((n - 1)!), as printed.

    Examples
    --------
    >>> bool(np.isclose(cut_log_sizes(9, 45), 2 * math.lgamma(10)))
    True
    """
    i = np.arange(1, steps + 1, dtype=np.float64)
    return float(np.log(np.clip(i * (steps + 1 - i), 1, max(m, 1))).sum())


def tree_error_bound(log_trees: float, *, rate: float, gamma: float = 0.05) -> float:
    """(ln(number of trees) + ln(1/gamma))/c for one draw by exp(-c w(T)) among all trees."""
    return math.inf if rate <= 0.0 else (log_trees + math.log(1.0 / gamma)) / rate


def bounds_cross_at(n: int, *, gamma: float = 0.05) -> float:
    """Theorem 3.5.1: density |E|/(n-1) from which PAMST's printed bound is below Laplace's.

    alpha* = (gamma/k) exp(W(ln h)), k = n - 1, with gamma ln h = k ln(k/gamma) + ln(2 pi
    k^(2k+1)) - 2k + 1/(6k). By theorem 3.5.2 three always suffices. Both bounds are the printed
    ones: Laplace noise for an l1 change of 1, PAMST for an l-infinity change of 1/(2|E|).

    Examples
    --------
    >>> 1.0 < bounds_cross_at(1000) < 3.0
    True
    """
    from scipy.special import lambertw

    if n < 2:
        raise ValueError(f"n must be at least 2, got {n}: a tree needs an edge.")
    k = n - 1
    twice_log_factorial = math.log(2.0 * math.pi) + (2 * k + 1) * math.log(k) - 2 * k + 1 / (6 * k)
    log_h = (k * math.log(k / gamma) + twice_log_factorial) / gamma
    return gamma / k * math.exp(float(lambertw(log_h).real))


def order_swap_probability(gap: float, *, epsilon: float) -> float:
    """Probability that Lap(1/epsilon) noise swaps two weights that lie `gap` >= 0 apart.

    Examples
    --------
    >>> order_swap_probability(0.0, epsilon=1.0)
    0.5
    """
    spread = epsilon * gap
    return math.exp(-spread) * (0.5 + spread / 4.0)


def order_claim(first: int, second: int, *, gap: float, epsilon: float) -> float:
    """What theorem 4.2.1 claims, FALSELY, for the probability that two sets keep their order.

    Its union bound counts first + second - 1 pairs; there are first times second of them.
    Shown only as an error of the publication.

    Examples
    --------
    >>> round(order_claim(500, 500, gap=10.0, epsilon=1.0), 2)
    0.86
    """
    return 1.0 - (first + second - 1) * order_swap_probability(gap, epsilon=epsilon)


def _log_share(count: int, gamma: float) -> float:
    if not 0.0 < gamma <= 1.0:
        raise ValueError(f"gamma must lie in (0, 1], got {gamma}.")
    return math.log(max(count, 1) / gamma)
