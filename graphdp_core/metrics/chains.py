"""How much a Markov chain's draws repeat each other: autocorrelation, effective draws, R-hat."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats
from graphdp_core.params import Refused

__all__ = ["autocorrelation", "effective_draws", "potential_scale_reduction"]

FEWEST = 4  # values of a trace


def autocorrelation(trace: ArrayLike) -> Floats:
    """The correlation of a trace with itself, at every lag from 0.

    Parameters
    ----------
    trace : array_like of float, shape (n,)
        One number after each sweep, at least 4 of them.

    Returns
    -------
    ndarray, shape (n,)
        1 at lag 0; nan beyond it for a trace that never moves.

    Raises
    ------
    Refused
        If the trace is too short or not of finite numbers.

    Examples
    --------
    >>> autocorrelation([1.0, -1.0, 1.0, -1.0])[:3].tolist()
    [1.0, -0.75, 0.5]
    """
    values = _trace(trace)
    centred = values - values.mean()
    n = len(values)
    spread = float(centred @ centred)
    if spread == 0.0:
        return np.concatenate(([1.0], np.full(n - 1, np.nan)))
    size = 2 * n  # padded: lags must not wrap around
    power = np.abs(np.fft.rfft(centred, size)) ** 2
    correlation: Floats = np.fft.irfft(power, size)[:n] / spread
    correlation[0] = 1.0
    return correlation


def effective_draws(trace: ArrayLike) -> float:
    """As many independent draws tell the mean as well as this trace does.

    The sum of autocorrelations is cut by Geyer's initial monotone sequence: pairs of
    neighbouring lags are added while they are positive, none larger than the one before.

    Parameters
    ----------
    trace : array_like of float, shape (n,)

    Returns
    -------
    float
        Between 0 and n; nan for a trace that never moves.

    References
    ----------
    C. J. Geyer, Practical Markov chain Monte Carlo, Statistical Science 7, 1992, section 3.3.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> 900 < effective_draws(rng.normal(size=1000)) <= 1000
    True
    """
    known = autocorrelation(trace)
    n = len(known)
    if np.isnan(known).any():
        return float("nan")
    pairs = known[: n - n % 2].reshape(-1, 2).sum(axis=1)
    below = np.flatnonzero(pairs <= 0.0)
    kept = np.minimum.accumulate(pairs[: below[0] if len(below) else len(pairs)])
    return float(min(n, n / max(2.0 * kept.sum() - 1.0, 1.0)))


def potential_scale_reduction(traces: ArrayLike) -> float:
    """R-hat: how much wider the draws of all chains lie than those of one; near 1 if they agree.

    Parameters
    ----------
    traces : array_like of float, shape (chains, n)
        At least two chains, from starts far apart.

    Returns
    -------
    float
        nan where no chain moves.

    References
    ----------
    A. Gelman, D. B. Rubin, Inference from iterative simulation using multiple sequences,
    Statistical Science 7, 1992.

    Examples
    --------
    >>> round(potential_scale_reduction([[0.0, 1.0, 0.0, 1.0], [5.0, 6.0, 5.0, 6.0]]), 2)
    6.18
    """
    chains = np.array([_trace(trace) for trace in np.asarray(traces, dtype=np.float64)])
    if len(chains) < 2:
        raise Refused(f"traces must be of at least 2 chains, got {len(chains)}.")
    within = float(chains.var(axis=1, ddof=1).mean())
    if within == 0.0:
        return float("nan")
    between = float(chains.mean(axis=1).var(ddof=1))
    n = chains.shape[1]
    return float(np.sqrt((n - 1) / n + between / within))


def _trace(trace: ArrayLike) -> Floats:
    values = np.asarray(trace, dtype=np.float64)
    if values.ndim != 1 or len(values) < FEWEST or not np.isfinite(values).all():
        raise Refused(
            f"trace must hold at least {FEWEST} finite numbers, got shape {values.shape}: make "
            "more sweeps."
        )
    return values
