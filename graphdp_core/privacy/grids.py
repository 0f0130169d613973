"""Public grids: real numbers become whole steps before or after the noise, so no digit betrays."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.privacy.samplers import geometric_of_tail

__all__ = [
    "DISCRETE_SAMPLER",
    "IDEAL_SAMPLER",
    "SignedTails",
    "geometric_noise",
    "grid_step",
    "laplace_noise",
    "on_a_grid",
    "released_step",
    "signed_tails",
]


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
    is_low : ndarray of bool
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
    values : ndarray of float64
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
