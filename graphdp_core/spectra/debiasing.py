"""What a released graph says about the true one once its public noise is taken out again."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count


def removable_noise(graph: Graph, *, debias: bool = True) -> EdgeNoise | None:
    """The noise distribution to correct for, or None if there is none or it leaves no signal."""
    if not debias or graph.noise is None or graph.noise.contrast == 0.0:
        return None
    return graph.noise


def estimated_degrees(graph: Graph, *, debias: bool = True) -> NDArray[np.float64]:
    """Unbiased degrees of the graph before the noise: (d' - (n-1) q) / (p - q), shape (n,).

    They may be negative. Without noise, or if the noise leaves no signal, the plain degrees.

    Examples
    --------
    >>> estimated_degrees(Graph.from_edges(3, [(0, 1), (1, 2)]))
    array([1., 2., 1.])
    """
    degrees = graph.degrees.astype(np.float64)
    noise = removable_noise(graph, debias=debias)
    if noise is None:
        return degrees
    return (degrees - (graph.n - 1) * noise.false_positive_rate) / noise.contrast


def debias_note(graph: Graph, *, debias: bool) -> tuple[str, ...]:
    """A sentence for the user if debiasing was asked for but the noise leaves no signal."""
    if debias and graph.noise is not None and graph.noise.contrast == 0.0:
        return ("At this ε the released graph is pure noise: there is nothing to correct for.",)
    return ()


def helpful_corrections(
    n: int, degrees: NDArray[np.int64], triangles: float, noise: EdgeNoise
) -> frozenset[str]:
    """Which counts of a release the correction for its noise brings nearer to the truth.

    Those whose corrected number has a standard deviation below the bias of the raw one. Both are
    those of a true graph that looks like the release, which alone is read: m' edges, W' wedges, T'
    triangles. With c = p - q, N pairs and C triples,

    - edges: bias N q - m' (1 - c), variance (m' p (1-p) + (N - m') q (1-q)) / c^2;
    - degrees: with the edges, as what the noise shifts is their mean;
    - triangles: bias C q^3 + (n-2) m' q^2 c + W' q c^2 + T' c^3 - T', variance about C s^3 +
      (n-2) m' s^2 + (W'^2/N + W') s, with s the mean variance of a corrected pair.

    A flip of sparse graphs invents nearly all edges of its release, so that correction is all. The
    top-m filter releases about as many edges as there were: its raw count has no bias, and the
    correction would only add noise.

    Parameters
    ----------
    n, degrees, triangles, noise
        As for :func:`unbiased_counts`.

    Notes
    -----
    *Privacy*: post-processing of the release.

    Examples
    --------
    >>> degrees = np.full(1000, 120)  # edgeFlip at 2 of a sparse graph
    >>> sorted(helpful_corrections(1000, degrees, 2.9e5, EdgeNoise(0.881, 0.119)))
    ['degrees', 'edges', 'triangles']
    >>> degrees = np.full(1000, 4)  # top-m filter
    >>> sorted(helpful_corrections(1000, degrees, 10, EdgeNoise(0.0264, 0.003914)))
    []
    """
    p, q, c = noise.true_positive_rate, noise.false_positive_rate, noise.contrast
    if c <= 0.0 or n < 2:
        return frozenset()
    pairs, m = pair_count(n), float(degrees.sum()) / 2.0
    triples, wedges = pairs * (n - 2) / 3.0, float((degrees * (degrees - 1.0)).sum()) / 2.0
    own = (m * p * (1.0 - p) + (pairs - m) * q * (1.0 - q)) / (pairs * c * c)
    seen = triples * q**3 + (n - 2) * m * q * q * c + wedges * q * c * c + triangles * c**3
    variance = triples * own**3 + (n - 2) * m * own**2 + (wedges**2 / pairs + wedges) * own
    bias = pairs * q - m * (1.0 - c)
    sizes = {
        "edges": (abs(bias), math.sqrt(pairs * own)),
        "degrees": (abs(bias), math.sqrt(pairs * own)),
        "triangles": (abs(seen - triangles), math.sqrt(variance)),
    }
    return frozenset(name for name, (raw, deviation) in sizes.items() if deviation < raw)


def unbiased_counts(
    n: int, degrees: NDArray[np.int64], triangles: float, noise: EdgeNoise
) -> dict[str, float]:
    """Unbiased edges, wedges and triangles of the graph before independent pair noise.

    With A_hat = (A' - q K) / (p - q), K = J - I, and independent cells, sums of products of
    different cells are unbiased:
    wedges = sum_i ((sum_j A_hat_ij)^2 - sum_j A_hat_ij^2) / 2,
    6 triangles (p-q)^3 = tr(A'^3) - 3q tr(A'^2 K) + 3q^2 tr(A' K^2) - q^3 tr(K^3)
    = 6T' - 3q (sum_i d_i^2 - 2m') + 6q^2 (n-2) m' - q^3 n(n-1)(n-2).

    Parameters
    ----------
    degrees : ndarray, shape (n,)
        Of the released graph.
    triangles : float
        Of the released graph; nan gives nan.
    noise : EdgeNoise
        With different rates p and q.

    Examples
    --------
    >>> unbiased_counts(3, np.array([2, 2, 2]), 1, EdgeNoise(1.0, 0.0))
    {'edges': 3.0, 'wedges': 3.0, 'triangles': 1.0}
    """
    q, contrast = noise.false_positive_rate, noise.contrast
    m = int(degrees.sum()) // 2
    squares = int(np.square(degrees).sum())
    sums = (degrees - (n - 1) * q) / contrast
    own = (degrees * (1.0 - q) ** 2 + (n - 1 - degrees) * q**2) / contrast**2
    cubes = (
        6.0 * triangles
        - 3.0 * q * (squares - 2 * m)
        + 6.0 * q**2 * (n - 2) * m
        - q**3 * n * (n - 1) * (n - 2)
    )
    return {
        "edges": (m - pair_count(n) * q) / contrast,
        "wedges": float(np.sum(sums**2 - own) / 2.0),
        "triangles": cubes / (6.0 * contrast**3),
    }


def unbiased_stars(n: int, degrees: NDArray[np.int64], k: int, noise: EdgeNoise) -> float:
    """Unbiased number of stars with k leaves of the graph before independent pair noise.

    The corrected cells of a row are (1-q)/c at its d' released edges and -q/c elsewhere, c = p - q.
    Cells are independent, so that the sum of products over k different ones of a row,
    sum_j C(d', j) C(n-1-d', k-j) ((1-q)/c)^j (-q/c)^(k-j), is unbiased for C(d, k).

    Examples
    --------
    >>> unbiased_stars(4, np.array([3, 1, 1, 1]), 2, EdgeNoise(1.0, 0.0))
    3.0
    """
    from scipy.special import comb

    q, contrast = noise.false_positive_rate, noise.contrast
    edges, others = degrees.astype(np.float64), n - 1.0 - degrees
    total = np.zeros(n)
    for j in range(k + 1):
        total += (
            comb(edges, j)
            * comb(others, k - j)
            * ((1.0 - q) / contrast) ** j
            * (-q / contrast) ** (k - j)
        )
    return float(total.sum())
