"""How much noise a ranking can bear: the gap between important and other nodes."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.metrics.rankings import top_count

__all__ = ["importance_gap", "tolerable_scale"]


def importance_gap(scores: ArrayLike) -> float:
    """Median score of the top tenth minus the median of all other nodes.

    The paper thinks of a ranking with one clear gap psi. Real rankings have none; the distance of
    the two medians is a generous stand-in. *Privacy*: read from the true scores.

    Parameters
    ----------
    scores : array_like of float, shape (n,)

    Returns
    -------
    float
        nan if all nodes are in the top.

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
