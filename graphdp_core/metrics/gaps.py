"""How much noise a ranking can bear: the gap between important and other nodes."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.metrics.rankings import top_count

__all__ = ["importance_gap", "tolerable_scale"]


def importance_gap(scores: ArrayLike, fraction: float = 0.1) -> float:
    """Median score of the top fraction minus the median of all other nodes.

    The paper thinks of a ranking with one clear gap psi. Real rankings have none; the distance of
    the two medians is a generous stand-in. *Privacy*: read from the true scores.

    Parameters
    ----------
    scores : array_like of float, shape (n,)
    fraction : float
        In (0, 1].

    Returns
    -------
    float
        nan if all nodes are in the top.

    Examples
    --------
    >>> importance_gap([9.0, 1.0, 1.0, 2.0, 3.0], fraction=0.2)
    7.5
    """
    values = np.sort(np.asarray(scores, dtype=np.float64))
    k = top_count(len(values), fraction) if len(values) else 0
    if k == 0 or k == len(values):
        return math.nan
    return float(np.median(values[-k:]) - np.median(values[:-k]))


def tolerable_scale(gap: float, n: int, misplaced: float = 1.0) -> float:
    """Largest scale of Laplace noise at which few of n nodes are expected to jump the gap.

    n P(Lap(b) > psi) = n exp(-psi/b)/2 is `misplaced` at b = psi / ln(n / (2 misplaced)).

    Parameters
    ----------
    gap : float
    n : int
    misplaced : float
        Expected number of nodes that jump, below n/2.

    Raises
    ------
    ValueError
        If `misplaced` is not above 0.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    Theorem 4.3.

    Examples
    --------
    >>> round(tolerable_scale(1.0, 1000), 4)
    0.1609
    """
    if misplaced <= 0:
        raise ValueError(f"misplaced must be above 0, got {misplaced:g}.")
    return gap / math.log(n / (2 * misplaced)) if n > 2 * misplaced else math.nan
