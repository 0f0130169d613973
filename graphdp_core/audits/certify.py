"""What counts of an event in two worlds prove about epsilon, and what exact distributions do."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats
from graphdp_core.params import Refused

__all__ = ["certified_epsilon", "clopper_pearson", "exact_delta", "exact_loss"]


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

    Raises
    ------
    Refused
        If runs or alpha are out of range, or a count is not in 0..runs.

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
