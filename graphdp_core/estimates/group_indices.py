"""Homophily, segregation and connectedness of an estimated table of edges, with their slopes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.estimate import CLOSED_FORM, Estimate
from graphdp_core.metrics.mixing import assortativity, connectedness

__all__ = ["Index", "indices_of"]


@dataclass(frozen=True, eq=False)
class Index:
    """A number of the table, and how it moves with every entry.

    Parameters
    ----------
    statistic, title, about : str
        As of an estimate.
    value : float
        nan where it is not defined.
    slope : ndarray of float, shape (k, k)
        By the entries of the upper half; the lower half is 0.
    low, high : float
        Between which it must lie.
    """

    statistic: str
    title: str
    value: float
    slope: Floats
    low: float
    high: float
    about: str = ""

    def estimate(self, half: float, level: float) -> Estimate:
        """With an interval of this half width, within what is possible."""
        value, low, high = (
            min(max(x, self.low), self.high)
            for x in (self.value, self.value - half, self.value + half)
        )
        return Estimate(
            self.statistic, self.title, value, low, high, CLOSED_FORM, level=level,
            about=self.about,
        )  # fmt: skip


def indices_of(edges: Floats, sizes: Floats, names: tuple[str, ...]) -> Iterator[Index]:
    """Segregation, and connectedness of every group and on average.

    Parameters
    ----------
    edges : ndarray of float, shape (k, k)
        Estimates, symmetric.
    sizes : ndarray of float, shape (k,)
        Nodes of each group: public.
    names : tuple of str

    Examples
    --------
    >>> table = np.array([[40.0, 10.0], [10.0, 40.0]])
    >>> [round(index.value, 3) for index in indices_of(table, np.array([20.0, 20.0]), ("a", "b"))]
    [0.778, 0.217, 0.217, 0.217]
    """
    yield Index(
        "segregation", "Segregation (assortativity)", assortativity(edges),
        _of_assortativity(edges), -1.0, 1.0,
    )  # fmt: skip
    values, slopes = connectedness(edges, sizes), _of_connectedness(edges, sizes)
    n = float(sizes.sum())
    most = [float(1.0 / share) if share > 0 else 1.0 for share in (n - sizes) / max(n - 1.0, 1.0)]
    for a, name in enumerate(names):
        yield Index(
            "connectedness", "Connectedness", float(values[a]), slopes[a], 0.0, most[a], about=name
        )
    shares = sizes / max(n, 1.0)
    yield Index(
        "connectedness", "Connectedness", float(shares @ values),
        np.tensordot(shares, slopes, axes=1), 0.0, float(shares @ np.array(most)),
        about="mean over the nodes",
    )  # fmt: skip


def _of_assortativity(edges: Floats) -> Floats:
    """Of (h - s)/(1 - s), h = trace/m and s = sum of d_a^2/(4 m^2)."""
    k = len(edges)
    m = float(np.triu(edges).sum())
    if not m > 0.0:
        return np.full((k, k), np.nan)
    ends = edges.sum(axis=1) + np.diag(edges)
    h, s = float(np.trace(edges)) / m, float(ends @ ends) / (4.0 * m * m)
    of_h = np.eye(k) / m - h / m
    moved = np.add.outer(ends, ends)  # d_a + d_b; 2 d_a on the diagonal, where both ends are in a
    of_s = moved / (2.0 * m * m) - 2.0 * s / m
    rest = max(1.0 - s, 1e-12)
    return np.triu(of_h / rest - of_s * (1.0 - h) / rest**2)


def _of_connectedness(edges: Floats, sizes: Floats) -> Floats:
    """Of out_a/ends_a, over the share of the others: shape (k, k, k), the group first."""
    k, n = len(edges), float(sizes.sum())
    ends = edges.sum(axis=1) + np.diag(edges)
    out = edges.sum(axis=1) - np.diag(edges)
    others = (n - sizes) / max(n - 1.0, 1.0)
    found = np.zeros((k, k, k))
    for a in range(k):
        if not (ends[a] > 0.0 and others[a] > 0.0):
            found[a] = np.nan
            continue
        leads = np.zeros((k, k))
        leads[a, :] = leads[:, a] = 1.0 / ends[a] - out[a] / ends[a] ** 2
        leads[a, a] = -2.0 * out[a] / ends[a] ** 2
        found[a] = np.triu(leads) / others[a]
    return found
