"""Bottleneck distance up to a shift: on the log scale, the distance of shapes up to their size."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats
from graphdp_core.metrics.diagrams import bottleneck, longest_bars

__all__ = ["ShiftedBottleneck", "log_diagram", "shift_invariant_bottleneck"]


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

    Returns
    -------
    ShiftedBottleneck
        The distance is inf where the numbers of infinite bars differ.

    Raises
    ------
    ValueError
        If tolerance is not above 0 or a diagram holds an impossible pair.

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
    >>> found = shift_invariant_bottleneck([(0.0, 1.0), (3.0, 7.0)], [(10.0, 11.0), (13.0, 17.5)])
    >>> round(found.distance, 4), round(found.shift, 4)
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
