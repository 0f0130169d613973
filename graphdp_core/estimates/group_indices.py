"""Homophily, segregation and connectedness of an estimated table of edges, with their slopes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from graphdp_core.arrays import Floats

STEPS, CLOSE = 8, 1e-3
"""From one tangent point to the next, until the end moves by no more than this share."""


@dataclass(frozen=True, eq=False)
class Index:
    """A number of a table, and how it moves with every entry.

    Parameters
    ----------
    statistic, title, about : str
        As of an estimate.
    at : callable
        Its value, nan where it is not defined, and its slope by every entry of an upper table;
        below the diagonal the slope says nothing.
    low, high : float
        Between which it must lie.
    """

    statistic: str
    title: str
    at: Callable[[Floats], tuple[float, Floats]]
    low: float
    high: float
    about: str = ""

    def ends(self, table: Floats, below: Floats, above: Floats) -> tuple[float, float]:
        """The least and the largest value over the tables about so likely; nan if there is none.

        These lie in an ellipsoid about the table, each of its quarters with axes of its own. Where
        a level of the number touches it, its axes point along the slope: a fixed point. Of a share
        it is the interval of Fieller.

        Parameters
        ----------
        table, below, above : ndarray of float
            Upper tables: entries, and how far each alone may lie below and above.

        References
        ----------
        Fieller (1954), Some problems in interval estimation, JRSS B. Zou & Donner (2008),
        Construction of confidence limits about effect measures, Statistics in Medicine 27.

        Examples
        --------
        >>> half = np.triu(np.full((2, 2), 4.0))
        >>> share = next(indices_of(np.array([10.0, 10.0]), ("a", "b")))
        >>> [round(x, 3) for x in share.ends(np.array([[20.0, 10], [0, 30]]), half, half)]
        [0.777, 0.894]
        """
        ends = []
        value, slope = self.at(table)
        for sign in (-1.0, 1.0):
            end, steep = value, slope
            for _ in range(STEPS):
                axes = np.where(sign * steep > 0.0, above, below) ** 2 * steep
                length = math.sqrt(max(float(np.sum(axes * steep)), 0.0))
                if not length > 0.0:
                    break
                before, (end, steep) = end, self.at(table + sign * axes / length)
                if abs(end - before) <= CLOSE * abs(end - value):
                    break
            ends.append(sign * max(sign * end, sign * value))
        return ends[0], ends[1]


def indices_of(sizes: Floats, names: tuple[str, ...]) -> Iterator[Index]:
    """Homophily, segregation, and connectedness of every group and on average.

    Parameters
    ----------
    sizes : ndarray of float, shape (k,)
        Nodes of each group: public.
    names : tuple of str

    Examples
    --------
    >>> table = np.array([[40.0, 10.0], [0.0, 40.0]])
    >>> found = indices_of(np.array([20.0, 20.0]), ("a", "b"))
    >>> [round(index.at(table)[0], 3) for index in found]
    [0.889, 0.778, 0.217, 0.217, 0.217]
    """
    yield Index("homophily", "Share of edges within groups", _homophily, 0.0, 1.0)
    yield Index("segregation", "Segregation (assortativity)", _segregation, -1.0, 1.0)
    n = float(sizes.sum())
    others = (n - sizes) / max(n - 1.0, 1.0)
    for weights, name in zip(
        (*np.eye(len(names)), sizes / max(n, 1.0)), (*names, "mean over the nodes"), strict=True
    ):
        most = float(np.sum(weights[others > 0.0] / others[others > 0.0]))
        yield Index(
            "connectedness", "Connectedness", partial(_connectedness, others=others, of=weights),
            0.0, most, about=name,
        )  # fmt: skip


def _homophily(table: Floats) -> tuple[float, Floats]:
    within, m = float(np.trace(table)), float(table.sum())
    if not m > 0.0:
        return math.nan, np.full(table.shape, math.nan)
    return within / m, np.eye(len(table)) / m - within / m**2


def _segregation(table: Floats) -> tuple[float, Floats]:
    """(h - s)/(1 - s), h = trace/m and s = sum of d_a^2/(4 m^2); nan where one group has all."""
    own, out = _own_and_out(table)
    m, ends = float(table.sum()), out + 2.0 * own
    s = float(ends @ ends) / (4.0 * m * m) if m > 0.0 else 1.0
    if not s < 1.0 - 1e-12:
        return math.nan, np.full(table.shape, math.nan)
    h, moved = float(own.sum()) / m, np.add.outer(ends, ends)  # 2 d_a where both ends are in a
    slope = -(moved / (2.0 * m * m) - 2.0 * s / m) * (1.0 - h) / (1.0 - s) ** 2
    return (h - s) / (1.0 - s), slope + (np.eye(len(table)) / m - h / m) / (1.0 - s)


def _connectedness(table: Floats, *, others: Floats, of: Floats) -> tuple[float, Floats]:
    """The weighted sum of out_a/ends_a, each over the share of the other nodes."""
    own, out = _own_and_out(table)
    ends, counted = out + 2.0 * own, of > 0.0
    if not np.all((ends > 0.0) & (others > 0.0) | ~counted):
        return math.nan, np.full(table.shape, math.nan)
    each = np.divide(of, others * ends, out=np.zeros(len(of)), where=counted)
    lead = np.divide(each * 2.0 * own, ends, out=np.zeros(len(of)), where=counted)
    slope = np.add.outer(lead, lead)
    lost = np.divide(each * 2.0 * out, ends, out=np.zeros(len(of)), where=counted)
    np.fill_diagonal(slope, -lost)
    return float(each @ out), slope


def _own_and_out(table: Floats) -> tuple[Floats, Floats]:
    """Edges within each group, and those that leave it."""
    own = table.diagonal()
    return own, table.sum(axis=0) + table.sum(axis=1) - 2.0 * own
