"""How far a set of eigenpairs is from another: values, vectors, spaces, and what they rebuild.

How much a Markov chain's draws repeat each other: autocorrelation, effective draws, R-hat.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import Refused

LARGEST_REBUILT = 4000  # nodes; all pairs are scored in memory


def eigenvalue_error(baseline: Floats, private: Floats) -> float:
    """E_Lambda = sum |private_i - baseline_i| over the values that both have.

    References
    ----------
    Y. Wang, X. Wu, L. Wu, Differential privacy preserving spectral graph analysis, PAKDD 2013,
    section 4.1.

    Examples
    --------
    >>> eigenvalue_error(np.array([3.0, 1.0]), np.array([2.5, 1.25]))
    0.75
    """
    k = min(len(baseline), len(private))
    return float(np.abs(private[:k] - baseline[:k]).sum())


def eigenvector_error(baseline: Floats, private: Floats) -> float:
    """E_U: the largest column sum of |private - baseline|, as published.

    It compares signs as they are, and so cannot fall below a floor where vectors are turned
    round; read the cosines beside it.

    Parameters
    ----------
    baseline, private : ndarray, shape (n, k1) and (n, k2)

    References
    ----------
    Wang, Wu and Wu, PAKDD 2013, section 4.1 (read as the matrix 1-norm).

    Examples
    --------
    >>> eigenvector_error(np.eye(2), -np.eye(2))
    2.0
    """
    u, v = _common(baseline, private)
    return float(np.abs(v - u).sum(axis=0).max()) if u.size else math.nan


def absolute_cosines(baseline: Floats, private: Floats) -> Floats:
    """|u_i . v_i| of matching columns, shape (min(k1, k2),): 1 the same direction.

    Examples
    --------
    >>> absolute_cosines(np.eye(3)[:, :2], np.eye(3)[:, 1:]).tolist()
    [0.0, 0.0]
    """
    u, v = _common(baseline, private)
    return np.minimum(np.abs((u * v).sum(axis=0)), 1.0)


def principal_angles(baseline: Floats, private: Floats) -> Floats:
    """Angles between the two spaces in degrees, rising, shape (min(k1, k2),).

    The cosines of the angles are the singular values of U'V; small angles are read from the
    sines, which are exact there.

    Parameters
    ----------
    baseline, private : ndarray, shape (n, k1) and (n, k2)
        Orthonormal columns.

    References
    ----------
    A. Björck, G. H. Golub, Numerical methods for computing angles between linear subspaces,
    Mathematics of Computation, 1973.

    Examples
    --------
    >>> principal_angles(np.eye(3)[:, :2], np.eye(3)[:, 1:]).round(6).tolist()
    [0.0, 90.0]
    """
    u, v = _common(baseline, private)
    if not u.size:
        return np.empty(0)
    inner = u.T @ v
    cosines = np.linalg.svd(inner, compute_uv=False)
    sines = np.linalg.svd(v - u @ inner, compute_uv=False)[::-1]
    return np.degrees(np.arctan2(sines[: len(cosines)], cosines))


def subspace_overlap(baseline: Floats, private: Floats) -> float:
    """Mean squared cosine of the principal angles, ||U'V||^2 / k; k/n for a random space.

    Examples
    --------
    >>> subspace_overlap(np.eye(4)[:, :2], np.eye(4)[:, 1:3])
    0.5
    """
    u, v = _common(baseline, private)
    if not u.size:
        return math.nan
    return min(1.0, float(np.square(u.T @ v).sum()) / u.shape[1])


def reconstruction_error(graph: Graph, values: Floats, vectors: Floats) -> float:
    """||A - V diag(values) V'|| / ||A|| in the Frobenius norm, without a dense matrix.

    Returns
    -------
    float
        sqrt(1 - sum lambda_i^2 / 2m) for the true pairs; 1 is what nothing at all gives. nan
        without edges or without vectors.

    Examples
    --------
    >>> edge = Graph.from_edges(2, [(0, 1)])
    >>> u = np.full((2, 1), math.sqrt(0.5))
    >>> round(reconstruction_error(edge, np.array([1.0]), u), 12)  # the value -1 is left out
    0.707106781187
    """
    k = min(len(values), vectors.shape[1])
    if not k or not graph.m:
        return math.nan
    lam, v = values[:k], vectors[:, :k]
    first, second = graph.edges.T
    inner = 2.0 * float((v[first] * v[second] @ lam).sum())
    gram = v.T @ v
    square = float((np.outer(lam, lam) * gram**2).sum())
    total = 2.0 * graph.m
    return math.sqrt(max(total - 2.0 * inner + square, 0.0) / total)


def rebuilt_edges(values: Floats, vectors: Floats, count: int) -> NDArray[np.int64]:
    """The `count` pairs with the largest entries of V diag(values) V', sorted, shape (count, 2).

    Of equal entries the pair that comes first in row order is taken.

    Examples
    --------
    >>> rebuilt_edges(np.array([2.0]), np.array([[0.8], [0.6], [0.0]]), 1).tolist()
    [[0, 1]]
    """
    n = len(vectors)
    if n > LARGEST_REBUILT:
        raise ValueError(
            f"n must be at most {LARGEST_REBUILT:,} to rebuild a graph, got {n:,}: "
            "take a smaller graph."
        )
    k = min(len(values), vectors.shape[1])
    count = min(max(count, 0), pair_count(n))
    u, v = np.triu_indices(n, 1)
    scores = ((vectors[:, :k] * values[:k]) @ vectors[:, :k].T)[u, v]
    best = np.sort(np.argsort(-scores, kind="stable")[:count])
    return np.column_stack([u[best], v[best]]).astype(np.int64)


def gamma_error(graph: Graph, values: Floats, vectors: Floats, *, count: float) -> float:
    """Gamma = ||A - A_rebuilt|| (Frobenius), the rebuilt graph having `count` edges.

    Parameters
    ----------
    graph : Graph
        The true graph.
    values, vectors : ndarray, shape (k,) and (n, k)
    count : float
        Number of edges of the rebuilt graph, rounded and cut to 0..N.

    Returns
    -------
    float
        sqrt(2 x pairs that differ). nan without vectors, or above 4,000 nodes.

    Notes
    -----
    *Privacy*: the publication takes the true m as `count`; a reconstruction that is to be
    released must take a noisy one.

    References
    ----------
    Wang, Wu and Wu, PAKDD 2013, section 4.1.

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> u = np.array([[0.5], [math.sqrt(0.5)], [0.5]])
    >>> gamma_error(path, np.array([math.sqrt(2.0)]), u, count=2)
    0.0
    """
    if not min(len(values), vectors.shape[1]) or graph.n > LARGEST_REBUILT:
        return math.nan
    rebuilt = rebuilt_edges(values, vectors, round(count))
    true = graph.edges.astype(np.int64) @ np.array([graph.n, 1])
    codes = rebuilt @ np.array([graph.n, 1])
    return math.sqrt(2.0 * len(np.setxor1d(true, codes, assume_unique=True)))


def _common(baseline: Floats, private: Floats) -> tuple[Floats, Floats]:
    k = min(baseline.shape[1], private.shape[1])
    return baseline[:, :k], private[:, :k]


FEWEST = 4  # values of a trace


def autocorrelation(trace: ArrayLike) -> Floats:
    """The correlation of a trace with itself, at every lag from 0.

    Parameters
    ----------
    trace : array_like of float, shape (n,)
        One number after each sweep, at least 4 of them.

    Returns
    -------
    ndarray, shape (n,)
        1 at lag 0; nan beyond it for a trace that never moves.

    Examples
    --------
    >>> autocorrelation([1.0, -1.0, 1.0, -1.0])[:3].tolist()
    [1.0, -0.75, 0.5]
    """
    values = _trace(trace)
    centred = values - values.mean()
    n = len(values)
    spread = float(centred @ centred)
    if spread == 0.0:
        return np.concatenate(([1.0], np.full(n - 1, np.nan)))
    size = 2 * n  # padded: lags must not wrap around
    power = np.abs(np.fft.rfft(centred, size)) ** 2
    correlation: Floats = np.fft.irfft(power, size)[:n] / spread
    correlation[0] = 1.0
    return correlation


def effective_draws(trace: ArrayLike) -> float:
    """As many independent draws tell the mean as well as this trace does.

    The sum of autocorrelations is cut by Geyer's initial monotone sequence: pairs of
    neighbouring lags are added while they are positive, none larger than the one before.

    Parameters
    ----------
    trace : array_like of float, shape (n,)

    Returns
    -------
    float
        Between 0 and n; nan for a trace that never moves.

    References
    ----------
    C. J. Geyer, Practical Markov chain Monte Carlo, Statistical Science 7, 1992, section 3.3.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> 900 < effective_draws(rng.normal(size=1000)) <= 1000
    True
    """
    known = autocorrelation(trace)
    n = len(known)
    if np.isnan(known).any():
        return float("nan")
    pairs = known[: n - n % 2].reshape(-1, 2).sum(axis=1)
    below = np.flatnonzero(pairs <= 0.0)
    kept = np.minimum.accumulate(pairs[: below[0] if len(below) else len(pairs)])
    return float(min(n, n / max(2.0 * kept.sum() - 1.0, 1.0)))


def potential_scale_reduction(traces: ArrayLike) -> float:
    """R-hat: how much wider the draws of all chains lie than those of one; near 1 if they agree.

    Parameters
    ----------
    traces : array_like of float, shape (chains, n)
        At least two chains, from starts far apart.

    References
    ----------
    A. Gelman, D. B. Rubin, Inference from iterative simulation using multiple sequences,
    Statistical Science 7, 1992.

    Examples
    --------
    >>> round(potential_scale_reduction([[0.0, 1.0, 0.0, 1.0], [5.0, 6.0, 5.0, 6.0]]), 2)
    6.18
    """
    chains = np.array([_trace(trace) for trace in np.asarray(traces, dtype=np.float64)])
    if len(chains) < 2:
        raise Refused(f"traces must be of at least 2 chains, got {len(chains)}.")
    within = float(chains.var(axis=1, ddof=1).mean())
    if within == 0.0:
        return float("nan")
    between = float(chains.mean(axis=1).var(ddof=1))
    n = chains.shape[1]
    return float(np.sqrt((n - 1) / n + between / within))


def _trace(trace: ArrayLike) -> Floats:
    values = np.asarray(trace, dtype=np.float64)
    if values.ndim != 1 or len(values) < FEWEST or not np.isfinite(values).all():
        raise Refused(
            f"trace must hold at least {FEWEST} finite numbers, got shape {values.shape}: make "
            "more sweeps."
        )
    return values
