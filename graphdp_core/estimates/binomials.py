"""The exact law of a released count: edges kept and edges invented, and what it says of the truth.

Of t pairs of which k are edges, Bin(k, p) + Bin(t - k, q) are released. Where p > q the released
count grows with k, so that a test of each k, turned round, is an interval with at least the level.

How far a sum of few flips reaches: by the law of its jumps, where no law is normal.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats
from graphdp_core.params import Refused

NORMAL_VARIANCE = 400.0
FAR = 9.0  # standard deviations: what lies beyond has a chance below 1e-18


@lru_cache(maxsize=4096)
def edge_limits(
    seen: int, pairs: int, *, keep: float, invent: float, level: float
) -> tuple[int, int]:
    """The least and the largest number of edges that a released count does not speak against.

    Above a variance of 400 the law is normal but for its skewness, which is taken along: the level
    is off by less than a thousandth.

    Parameters
    ----------
    seen : int
        Released edges among the pairs.
    keep, invent : float
        p and q, with p > q.
    level : float
        Each end is missed with a chance of at most (1 - level)/2.

    Examples
    --------
    >>> edge_limits(7, 45, keep=1.0, invent=0.0, level=0.95)
    (7, 7)
    >>> edge_limits(1_300_000, 4_498_500, keep=0.731, invent=0.269, level=0.95)
    (190605, 198586)
    """
    from scipy.special import ndtri

    alpha = (1.0 - level) / 2.0
    contrast = keep - invent
    centre = min(max(round((seen - pairs * invent) / contrast), 0), pairs)

    def variance(k: float) -> float:
        return k * keep * (1.0 - keep) + (pairs - k) * invent * (1.0 - invent)

    if variance(centre) >= NORMAL_VARIANCE:
        z, ends = float(ndtri(1.0 - alpha)), []
        for side in (-1.0, 1.0):
            k = float(centre)
            for _ in range(3):
                skew = k * keep * (1.0 - keep) * (1.0 - 2.0 * keep)
                skew += (pairs - k) * invent * (1.0 - invent) * (1.0 - 2.0 * invent)
                reach = side * (z * math.sqrt(variance(k)) + 0.5)
                reach -= (z * z - 1.0) / 6.0 * skew / variance(k)  # Cornish and Fisher
                k = min(max((seen - pairs * invent + reach) / contrast, 0.0), float(pairs))
            ends.append(k)
        return math.ceil(ends[0]), math.floor(ends[1])

    def tails(k: int) -> tuple[float, float]:
        law, start = law_of_count(k, pairs, keep=keep, invent=invent)
        place = seen - start
        below = float(law[: max(place + 1, 0)].sum())
        above = float(law[max(place, 0) :].sum())
        return below, above

    step = max(int(2.0 * math.sqrt(variance(centre)) / contrast), 1)
    low = _outermost(lambda k: tails(k)[1] > alpha, centre, 0, step)
    high = _outermost(lambda k: tails(k)[0] > alpha, centre, pairs, step)
    return low, high


def law_of_count(k: int, pairs: int, *, keep: float, invent: float) -> tuple[Floats, int]:
    """Chances of the released counts from `start` on; what is left out is below 1e-17.

    Examples
    --------
    >>> law, start = law_of_count(1, 2, keep=0.75, invent=0.25)
    >>> law.round(4).tolist(), start
    ([0.1875, 0.625, 0.1875], 0)
    """
    kept, first = _binomial(k, keep)
    invented, second = _binomial(pairs - k, invent)
    if min(len(kept), len(invented)) > 64:
        from scipy.signal import fftconvolve

        return np.clip(fftconvolve(kept, invented), 0.0, None), first + second
    return np.convolve(kept, invented), first + second


def clopper_pearson(hits: ArrayLike, runs: int, *, alpha: float) -> tuple[Floats, Floats]:
    """Bounds of a probability, each of them missed with probability at most alpha/2.

    low = B(alpha/2; k, N - k + 1) and high = B(1 - alpha/2; k + 1, N - k), B the quantiles of
    the beta distribution; 0 where k = 0 and 1 where k = N.

    Parameters
    ----------
    hits : array_like of int
        How often the event was seen, k, in each of several experiments.
    runs : int
        N, at least 1.
    alpha : float
        In (0, 1): for both bounds together.

    Returns
    -------
    low, high : ndarray of float64, shape of `hits`

    References
    ----------
    Clopper & Pearson, The use of confidence or fiducial limits illustrated in the case of the
    binomial, Biometrika, 1934.

    Examples
    --------
    >>> low, high = clopper_pearson([0, 10], 10, alpha=0.05)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.6915], [0.3085, 1.0])
    """
    from scipy.special import betaincinv

    k = np.asarray(hits, dtype=np.float64)
    if runs < 1 or not 0.0 < alpha < 1.0:
        raise Refused(f"runs must be at least 1 and alpha in (0, 1), got {runs} and {alpha}.")
    if np.any((k < 0) | (k > runs)):
        raise Refused(f"hits must lie in 0..{runs}, got {k.min():g}..{k.max():g}.")
    low = np.where(k > 0, betaincinv(np.maximum(k, 1.0), runs - k + 1.0, alpha / 2.0), 0.0)
    high = np.where(
        k < runs, betaincinv(k + 1.0, np.maximum(runs - k, 1.0), 1.0 - alpha / 2.0), 1.0
    )
    return low, high


def _binomial(trials: int, chance: float) -> tuple[Floats, int]:
    """Chances of the numbers of successes within nine standard deviations, from the first on."""
    from scipy.special import gammaln

    if trials == 0 or chance <= 0.0:
        return np.ones(1), 0
    if chance >= 1.0:
        return np.ones(1), trials
    mean, far = trials * chance, FAR * math.sqrt(trials * chance * (1.0 - chance)) + 40.0
    first, last = max(int(mean - far), 0), min(int(mean + far) + 1, trials)
    x = np.arange(first, last + 1, dtype=np.float64)
    logs = (
        gammaln(trials + 1.0) - gammaln(x + 1.0) - gammaln(trials - x + 1.0)
        + x * math.log(chance) + (trials - x) * math.log1p(-chance)
    )  # fmt: skip
    law = np.exp(logs)
    return law / law.sum(), first


def _outermost(holds: Callable[[int], bool], centre: int, end: int, step: int) -> int:
    """The last k from the centre towards the end at which `holds`, by doubling and halving."""
    inside, sign = centre, 1 if end >= centre else -1
    while True:
        outside = centre + sign * min(step, abs(end - centre))
        if not holds(outside):
            break
        inside = outside
        if outside == end:
            return end
        step *= 2
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return inside


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

    squares = jumps * jumps
    second = rate * float(np.vdot(counts, squares))
    fourth = rate * float(np.vdot(counts * squares, squares))
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
