"""What counts of an event in two worlds prove about epsilon."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats
from graphdp_core.estimates.binomials import clopper_pearson


def certified_epsilon(
    hits: ArrayLike, others: ArrayLike, runs: int, *, delta: float, alpha: float
) -> Floats:
    """The epsilon that a mechanism has at least, given counts of one event in two worlds.

    ln((low(hits) - delta) / high(others)), never below 0: any (epsilon', delta)-DP mechanism with
    a smaller epsilon' gives such counts with probability at most alpha.

    Parameters
    ----------
    hits, others : array_like of int
        Counts of the event where it is frequent and where it is rare, of `runs` each. The event
        must have been chosen without looking at these runs.
    runs : int
    delta : float
    alpha : float
        Probability of being wrong.

    Examples
    --------
    >>> float(certified_epsilon(900, 100, 1000, delta=0.0, alpha=0.001).round(3))
    1.859
    >>> float(certified_epsilon(900, 100, 1000, delta=0.9, alpha=0.001))
    0.0
    """
    low, _ = clopper_pearson(hits, runs, alpha=alpha)
    _, high = clopper_pearson(others, runs, alpha=alpha)
    surplus = np.maximum((low - delta) / high, 1.0)
    certified: Floats = np.log(surplus)
    return certified
