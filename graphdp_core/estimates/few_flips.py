"""How far a sum of few flips reaches: by the law of its jumps, where no law is normal."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats

MANY = 30.0
"""Flips from which on their number has about a normal law."""
SIZE, FINE = 4096, 64  # points of the law, and of them in a standard deviation
BINS = 128
HAIR = 0.05  # of a jump: as well as variances are known


def stretch(
    jumps: Floats, counts: Floats, *, rate: float, level: float, change: float = 0.0
) -> float:
    """Times a normal interval that holds a sum of rare jumps as often as it says; at least 1.

    Every pair flips at this rate, and then moves the sum by its jump. Where one flip in ten
    releases is expected, a normal interval misses each release with one. The law is that of
    Poisson numbers of every jump (a compound Poisson law), by its characteristic function.

    Parameters
    ----------
    jumps, counts : ndarray of float
        What a flip adds, and how many pairs have each; a pair that is an edge is lost by it.
    rate : float
    level : float
    change : float
        How much one flip may change a jump, as jumps are read off after it: where one decides,
        the interval would else end a hair before the truth.

    Examples
    --------
    >>> ten, many = np.array([10.0]), np.array([1e6])
    >>> [round(stretch(np.ones(1), x, rate=0.01, level=0.95), 2) for x in (ten, many)]
    [1.53, 1.0]
    """
    from scipy.special import ndtri

    second, fourth = (rate * float(np.sum(counts * jumps**power)) for power in (2, 4))
    flips = second**2 / fourth if fourth > 0.0 else math.inf
    if flips >= MANY:
        return 1.0
    step = math.sqrt(second) / FINE
    places = np.clip(np.rint(jumps / step), -SIZE // 4, SIZE // 4).astype(np.int64) % SIZE
    rates = np.bincount(places.ravel(), weights=rate * counts.ravel(), minlength=SIZE)
    law = np.fft.ifft(np.exp(np.fft.fft(rates) - rates.sum())).real
    sums = np.fft.fftfreq(SIZE, 1.0 / SIZE)  # 0, 1, .., -2, -1: the law goes round
    away = np.abs(sums - rates @ sums)
    order = np.argsort(away, kind="stable")
    inside = np.searchsorted(np.cumsum(law[order]), level - 1e-9)
    reach = (float(away[order][min(int(inside), SIZE - 1)]) + 1.0) / FINE  # in deviations
    hair = (change / math.sqrt(fourth / second) + HAIR) * max(1.0 - flips / 2.0, 0.0)
    return max(reach * (1.0 + hair) / float(ndtri(0.5 + level / 2.0)), 1.0)


def jumps_of_pairs(
    values: Floats, combine: np.ufunc, edges: NDArray[np.integer]
) -> tuple[Floats, Floats]:
    """What all pairs of nodes make of their two values, at least 0, in 128 classes; and how many.

    Returns
    -------
    jumps, counts : ndarray of float, shape (2, 128, 128)
        Of pairs that are no edges; and of edges, with the jump the other way.

    Examples
    --------
    >>> edges = np.array([[0, 2]], dtype=np.int32)
    >>> jumps, counts = jumps_of_pairs(np.array([1.0, 1.0, 3.0]), np.add, edges)
    >>> jumps[counts > 0].tolist(), counts[counts > 0].tolist()
    ([2.0, 4.0, 4.0, -4.0, -4.0], [1.0, 0.5, 0.5, 0.5, 0.5])
    """
    most = max(float(values.max(initial=0.0)), 1e-12)
    places = np.minimum(values / most * BINS, BINS - 1).astype(np.int64)
    counts = np.bincount(places, minlength=BINS)
    centres = np.bincount(places, weights=values, minlength=BINS) / np.maximum(counts, 1)
    pairs = np.outer(counts, counts) / 2.0 - np.diag(counts / 2.0)
    u, v = places[edges.T]
    ordered = np.bincount(u * BINS + v, minlength=BINS * BINS).reshape(BINS, BINS)
    joined = (ordered + ordered.T) / 2.0
    jumps = combine.outer(centres, centres)
    return np.stack([jumps, -jumps]), np.stack([pairs - joined, joined])
