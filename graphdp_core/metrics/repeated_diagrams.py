"""What persistence diagrams of repeated draws share: features found again, and a band."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats
from graphdp_core.metrics.diagrams import bottleneck, longest_bars

__all__ = ["Recurrence", "bottleneck_band", "recurrence"]


@dataclass(frozen=True, eq=False)
class Recurrence:
    """How often the features of one diagram are found again in others.

    `features` holds the longest finite bars, longest first; `partners[i, j]` is what draw i has
    for feature j, nan where it has nothing.
    """

    features: Floats  # (k, 2)
    partners: Floats  # (draws, k, 2)

    @property
    def shares(self) -> Floats:
        """Share of the draws in which each feature is found, shape (k,)."""
        return np.asarray(np.isfinite(self.partners[:, :, 0]).mean(axis=0), dtype=np.float64)


def recurrence(baseline: ArrayLike, draws: Sequence[ArrayLike], *, count: int = 12) -> Recurrence:
    """Find the longest features of a diagram again in every draw.

    A feature is found where it has a bar of its own that is nearer than the diagonal, at least
    half as long, and longer than every bar that the draw invents (that is no feature's own).
    Bars are given out so that the sum of the distances is smallest, a feature without a bar
    counting with its distance to the diagonal. Without the last condition every short feature
    would be found by chance in the crowd near the diagonal.

    Parameters
    ----------
    baseline : array_like of float, shape (n, 2)
    draws : sequence of array_like of float, shapes (m, 2)
        At least one.
    count : int
        How many features at most.

    Raises
    ------
    ValueError
        If there is no draw, or a diagram holds an impossible pair.

    Notes
    -----
    Infinite bars are left out. *Privacy*: it compares with the true diagram.

    Examples
    --------
    >>> found = recurrence([(0.0, 4.0), (1.0, 2.0)], [[(0.5, 4.0)], [(0.2, 3.0), (1.0, 1.8)]])
    >>> found.shares.tolist()
    [1.0, 0.5]
    """
    _check_draws(draws)
    features = longest_bars(baseline, count=count)
    life = features[:, 1] - features[:, 0]
    partners = np.full((len(draws), len(features), 2), np.nan)
    for i, draw in enumerate(draws):
        bars = longest_bars(draw, count=len(np.asarray(draw)))
        far, lives = _distances(features, bars), bars[:, 1] - bars[:, 0]
        fits = (far < life[:, None] / 2) & (lives >= life[:, None] / 2)
        partner = _assigned(np.where(fits, far, np.inf), life / 2)
        own = partner[partner >= 0]
        invented = np.delete(lives, own).max(initial=0.0)
        matched = np.flatnonzero(partner >= 0)[lives[own] > invented]
        partners[i, matched] = bars[partner[matched]]
    return Recurrence(features, partners)


def bottleneck_band(
    baseline: ArrayLike, draws: Sequence[ArrayLike], *, share: float = 0.9
) -> float:
    """Bottleneck distance within which a given share of the draws lies.

    c = the smallest number with W_inf(D, D_i) <= c for at least this share of the draws. A feature
    that lives longer than 2 c has a partner in all of these draws, in every best matching.

    Parameters
    ----------
    baseline : array_like of float, shape (n, 2)
    draws : sequence of array_like of float, shapes (m, 2)
        At least one.
    share : float
        Above 0, at most 1.

    Returns
    -------
    float
        In the diagram's unit; inf where too many draws differ in the number of infinite bars.

    Raises
    ------
    ValueError
        If `share` is out of range, there is no draw, or a diagram holds an impossible pair.

    References
    ----------
    Fasy, Lecci, Rinaldo, Wasserman, Balakrishnan & Singh, Confidence sets for persistence
    diagrams, Annals of Statistics 2014: the band of width 2 c around the diagonal.

    Examples
    --------
    >>> bottleneck_band([(0.0, 4.0)], [[(0.0, 4.1)], [(0.5, 4.0)], [(0.0, 1.0)]], share=0.6)
    0.5
    """
    if not 0.0 < share <= 1.0:
        raise ValueError(f"share must be above 0 and at most 1, got {share!r}.")
    _check_draws(draws)
    distances = sorted(bottleneck(baseline, draw).distance for draw in draws)
    return distances[math.ceil(share * len(distances) - 1e-9) - 1]


def _check_draws(draws: Sequence[ArrayLike]) -> None:
    if not len(draws):
        raise ValueError("draws must hold at least one diagram, got none.")


def _distances(first: Floats, second: Floats) -> Floats:
    """All distances in the maximum norm, shape (n, m)."""
    gaps = np.abs(first[:, None] - second[None])
    return np.asarray(gaps.max(axis=2, initial=0.0), dtype=np.float64)


def _assigned(cost: Floats, alone: Floats) -> NDArray[np.int64]:
    """The column of every row at the smallest sum, -1 where it stays alone at its own cost."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = cost.shape
    choices = np.hstack([cost, np.repeat(alone[:, None], rows, axis=1)])
    _, chosen = linear_sum_assignment(choices)
    return np.where(chosen < columns, chosen, -1).astype(np.int64)
