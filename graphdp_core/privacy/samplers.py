"""Samplers of discrete noise: two-sided geometric noise, and its rare large values alone.

Public grids: real numbers become whole steps before or after the noise, so no digit betrays.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints

SMALLEST_UNIFORM = 2.0**-54
SHUFFLED_WHOLE = 1 << 20  # populations up to here are shuffled; larger ones are drawn from


def two_sided_geometric(
    rng: np.random.Generator, *, epsilon: float, size: int | None = None
) -> Ints:
    r"""Integers d with probability :math:`(1-\alpha)/(1+\alpha)\,\alpha^{|d|}`.

    Here :math:`\alpha = e^{-\varepsilon}`. Added to a count that changes by at most 1 between
    neighbours, it gives epsilon-DP. One uniform number is drawn for each value and read through
    the inverse distribution function, so that one stream gives the same noise, only larger, at
    a smaller epsilon.

    Parameters
    ----------
    epsilon : float
        Above 0; the variance is :math:`2\alpha/(1-\alpha)^2`.
    size : int, optional
        Number of values; one value of shape () if absent.

    Returns
    -------
    ndarray of int64, shape (size,)

    Notes
    -----
    *Privacy*: exact but for the grid of the uniform numbers, 2**-53.

    References
    ----------
    Ghosh, Roughgarden & Sundararajan (2009), Universally utility-maximizing privacy mechanisms,
    STOC, section 2.

    Examples
    --------
    >>> two_sided_geometric(np.random.default_rng(0), epsilon=0.5, size=6).tolist()
    [1, -1, -5, -7, 2, 3]
    """
    if not epsilon > 0.0:
        raise ValueError(f"epsilon must be above 0 for noise of finite size, got {epsilon}.")
    uniform = np.maximum(rng.random(size), SMALLEST_UNIFORM)
    tail = np.minimum(uniform, 1.0 - uniform)
    distance = geometric_of_tail(tail, epsilon=epsilon)
    return np.where(uniform < 0.5, -distance, distance)


def geometric_tail(threshold: float, *, epsilon: float) -> float:
    r"""P(noise >= threshold) :math:`= \alpha^t/(1+\alpha)` for whole t >= 0.

    Examples
    --------
    >>> round(geometric_tail(1, epsilon=math.log(2)), 6)
    0.333333
    """
    return math.exp(-epsilon * threshold) / (1.0 + math.exp(-epsilon))


def geometric_of_tail(tail: Floats, *, epsilon: float) -> Ints:
    """The largest t >= 0 with P(noise >= t) >= tail, for tails of at most 1/2.

    Examples
    --------
    >>> geometric_of_tail(np.array([0.5, 0.33, 0.01]), epsilon=math.log(2)).tolist()
    [0, 1, 6]
    """
    steps = -np.log((1.0 + math.exp(-epsilon)) * np.asarray(tail)) / epsilon
    return np.floor(np.maximum(steps, 0.0)).astype(np.int64)


def rare_events(
    rng: np.random.Generator, *, trials: int, probability: float
) -> tuple[Ints, Floats]:
    """The successes among many independent trials, in time of the successes only.

    Every trial has a uniform number of its own and succeeds if that is at most `probability`.
    The smallest of them are drawn one after the other: with exponential clocks at all trials,
    the gap before the j-th ring has rate trials - j, and each ring comes from a uniform trial of
    those still silent. So the count is Binomial(trials, probability), and the successes of one
    stream are nested: a larger probability only adds some.

    Parameters
    ----------
    rng : numpy.random.Generator
        Two streams are spawned from it.
    probability : float
        From 0 to below 1.

    Returns
    -------
    which : ndarray of int64, shape (s,)
        Distinct trials, in random order.
    numbers : ndarray of float64, shape (s,)
        Their uniform numbers, rising, in (0, probability].

    Examples
    --------
    >>> which, numbers = rare_events(np.random.default_rng(0), trials=10**12, probability=5e-12)
    >>> len(which) < 30, bool((numbers <= 5e-12).all())
    (True, True)
    """
    if not 0.0 <= probability < 1.0:
        raise ValueError(f"probability must lie in [0, 1), got {probability}.")
    clocks, places = rng.spawn(2)
    rings = _rings(clocks, trials, -math.log1p(-probability))
    numbers = np.minimum(-np.expm1(-rings), probability)
    return first_distinct(places, population=trials, count=len(rings)), numbers


def first_distinct(rng: np.random.Generator, *, population: int, count: int) -> Ints:
    """`count` distinct uniform numbers below `population`, in random order.

    A larger count keeps the numbers of a smaller one and adds to them.

    Examples
    --------
    >>> first_distinct(np.random.default_rng(0), population=5, count=3).tolist()
    [2, 4, 3]
    """
    if not 0 <= count <= population:
        raise ValueError(f"count must be an integer from 0 to {population}, got {count}.")
    if population <= SHUFFLED_WHOLE:
        return rng.permutation(population)[:count]
    numbers = np.empty(0, dtype=np.int64)
    while len(numbers) < count:
        missing = count - len(numbers)
        draws = rng.integers(0, population, size=missing + missing * count // population + 16)
        numbers = _without_repeats(np.concatenate((numbers, draws)))
    return numbers[:count]


def _rings(rng: np.random.Generator, trials: int, limit: float) -> Floats:
    """Times, up to `limit`, at which the exponential clocks of all trials ring, in order."""
    parts: list[Floats] = []
    done, now = 0, 0.0
    while done < trials and now <= limit:
        expected = (trials - done) * -math.expm1(now - limit)
        size = min(trials - done, int(expected + 6.0 * math.sqrt(expected)) + 16)
        gaps = rng.standard_exponential(size) / (trials - np.arange(done, done + size))
        times = now + np.cumsum(gaps)
        parts.append(times)
        done, now = done + size, float(times[-1])
    rings = np.concatenate(parts) if parts else np.empty(0)
    return rings[: np.searchsorted(rings, limit, side="right")]


def _without_repeats(draws: Ints) -> Ints:
    """The draws in their order, each number where it comes first."""
    ordered = np.sort(draws)
    repeated = ordered[1:][ordered[1:] == ordered[:-1]]
    if not len(repeated):
        return draws
    suspects = np.flatnonzero(np.isin(draws, repeated))
    _, first = np.unique(draws[suspects], return_index=True)
    kept = np.ones(len(draws), dtype=bool)
    kept[suspects] = False
    kept[suspects[first]] = True
    return draws[kept]


GRID_SHARE = 2.0**-10  # of the noise's scale: the step that released numbers are rounded to
SENSITIVITY_SHARE = 2.0**-10  # by which rounding the input may raise the sensitivity, about
HALF_A_DIGIT = 2.0**-53  # distance of the uniform numbers that numpy draws

DISCRETE_SAMPLER = (
    "integers with two-sided geometric noise: discrete, exact but for the rounding of "
    "uniform numbers of 106 bits"
)
IDEAL_SAMPLER = (
    "noise is proved as ideal real numbers and drawn in floating point; what is released, or "
    "computed on, is rounded to a public grid after it"
)


@dataclass(frozen=True, eq=False)
class SignedTails:
    """Uniform numbers read from both ends: the distance to the nearer end, and which it is.

    Parameters
    ----------
    tail : ndarray of float64
        In (0, 1/2], with full precision near 0, so that large noise has no gaps.
    """

    tail: Floats
    is_low: NDArray[np.bool_]

    def at(self, places: NDArray[np.int64]) -> SignedTails:
        """Those at some places."""
        return SignedTails(self.tail[places], self.is_low[places])


def signed_tails(rng: np.random.Generator, size: int) -> SignedTails:
    """Uniform numbers of 106 bits near both ends, shape (size,).

    Two numbers of numpy make one: the second fills the gap of 2**-53 above the first.
    """
    coarse, fine = rng.random(size), rng.random(size) * HALF_A_DIGIT
    is_low = coarse < 0.5
    tail = np.where(is_low, coarse + fine, (1.0 - coarse) - fine)
    return SignedTails(np.maximum(tail, HALF_A_DIGIT**2), is_low)


def geometric_noise(tails: SignedTails, *, epsilon: float) -> Floats:
    """Two-sided geometric noise P(d) ~ e^(-epsilon |d|) read from uniform numbers, whole doubles.

    Examples
    --------
    >>> geometric_noise(signed_tails(np.random.default_rng(0), 6), epsilon=0.5).tolist()
    [1.0, -1.0, -5.0, -7.0, 2.0, 3.0]
    """
    distance = geometric_of_tail(tails.tail, epsilon=epsilon).astype(np.float64)
    return np.where(tails.is_low, -distance, distance) + 0.0  # no negative zeros


def laplace_noise(tails: SignedTails) -> Floats:
    """Laplace noise of scale 1 read from uniform numbers, in floating point.

    Examples
    --------
    >>> laplace_noise(signed_tails(np.random.default_rng(0), 3)).round(2).tolist()
    [0.32, -0.62, -2.5]
    """
    distance = -np.log(2.0 * tails.tail)
    return np.where(tails.is_low, -distance, distance)


def grid_step(sensitivity: float, count: int) -> float:
    """The step of the grid for `count` values: a power of two, about sensitivity/(1024 count).

    Examples
    --------
    >>> grid_step(1.0, 2) * 2048
    1.0
    """
    return 2.0 ** math.floor(math.log2(sensitivity * SENSITIVITY_SHARE / count))


def released_step(scale: float) -> float:
    """The step that :func:`on_a_grid` rounds to: rounding moves a number by half of it at most.

    Examples
    --------
    >>> released_step(1024.0)
    1.0
    """
    return 2.0 ** math.floor(math.log2(scale * GRID_SHARE))


def on_a_grid(values: Floats, scale: float) -> Floats:
    """Values rounded to whole multiples of a power of two, about a thousandth of `scale`.

    The last digits of doubles with continuous noise can give the input away (Mironov, 2012). The
    grid, which is public, takes these digits off; it is no proof for floating-point noise.

    Parameters
    ----------
    scale : float
        Of the noise; it must be public, or itself released.

    Examples
    --------
    >>> on_a_grid(np.array([0.12345678, -3.0]), 1024.0).tolist()
    [0.0, -3.0]
    """
    if not scale > 0.0:
        return values
    step = released_step(scale)
    rounded: Floats = np.round(values / step) * step
    return rounded + 0.0  # no negative zeros
