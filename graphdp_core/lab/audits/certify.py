"""What counts of an event in two worlds prove about epsilon, and what exact distributions do."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats
from graphdp_core.estimates.binomials import clopper_pearson

__all__ = ["certified_epsilon", "exact_delta", "exact_loss"]


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


def exact_loss(one: Mapping[Any, float], other: Mapping[Any, float]) -> tuple[float, Hashable]:
    """Largest absolute ln P/P' of two enumerated distributions, and the outcome that attains it.

    Examples
    --------
    >>> loss, outcome = exact_loss({"a": 0.5, "b": 0.5}, {"a": 0.25, "b": 0.75})
    >>> round(loss, 4), outcome
    (0.6931, 'a')
    >>> exact_loss({"a": 1.0}, {"a": 0.5, "b": 0.5})
    (inf, 'b')
    """
    worst, where = 0.0, None
    for outcome in {**one, **other}:
        p, q = one.get(outcome, 0.0), other.get(outcome, 0.0)
        if p == q:
            continue
        loss = math.inf if min(p, q) == 0.0 else abs(math.log(p / q))
        if loss > worst:
            worst, where = loss, outcome
    return worst, where


def exact_delta(one: Mapping[Any, float], other: Mapping[Any, float], *, epsilon: float) -> float:
    """The delta that two enumerated distributions need at this epsilon, in the worse direction.

    Sum over all outcomes of max(0, P - e^epsilon P').

    Examples
    --------
    >>> exact_delta({"a": 0.5, "b": 0.5}, {"a": 0.0, "b": 1.0}, epsilon=0.0)
    0.5
    """
    factor = math.exp(epsilon)
    outcomes = {**one, **other}
    forth = sum(max(0.0, one.get(o, 0.0) - factor * other.get(o, 0.0)) for o in outcomes)
    back = sum(max(0.0, other.get(o, 0.0) - factor * one.get(o, 0.0)) for o in outcomes)
    return max(forth, back)
