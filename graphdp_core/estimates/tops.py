"""Which nodes are surely among the k of the largest degrees, whatever the noise of all did."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.asked import Asked
from graphdp_core.estimates.estimate import Estimate

SURELY = 1e-4
"""The chance that a member is named wrongly: where there is none to name, one that is named is."""


def top_members(
    values: Floats,
    ends: tuple[Floats, Floats],
    asked: Asked,
    *,
    name: Callable[[int], str],
    how: str,
) -> Iterator[Estimate]:
    """How many members of the top are known, and which: one estimate.

    Parameters
    ----------
    values : ndarray, shape (n,)
        Unbiased.
    ends : tuple of ndarray, shape (n,)
        The least and the largest that each can be if all are to be held.
    asked : Asked
    name : callable
        Of a node.
    how : str
    """
    n, k = len(values), min(asked.top, len(values))
    if n == 0:
        return
    low, high = ends
    sure = sure_members(values, low, high, k)
    title, nothing = f"Surely in the top {k} by degree", math.nan
    if not len(sure):
        ordered = np.sort(values)[::-1]
        gap = min(max(float(ordered[0] - ordered[min(k, n - 1)]), 0.0), n - 1.0)
        yield Estimate(
            "top", title, nothing, nothing, nothing, how, level=asked.level,
            why=f"in this release the largest degree is only about {gap:.0f} above the one that is "
            f"out, and the noise of all nodes together reaches ±{float((high - low).mean()):.0f}.",
        )  # fmt: skip
        return
    yield Estimate(
        "top", title, float(len(sure)), float(len(sure)), float(k), how, level=asked.level,
        at_least=True, names=tuple(name(int(node)) for node in sure),
    )  # fmt: skip


def sure_members(
    values: Floats, low: Floats, high: Floats, k: int
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Nodes above all but k - 1 others wherever in their intervals all values lie, best first.

    Examples
    --------
    >>> values = np.array([9.0, 1.0, 5.0, 4.5])
    >>> sure_members(values, values - 1.0, values + 1.0, 2).tolist()
    [0]
    """
    # Others whose interval reaches up to this one's lower end.
    reaching = len(values) - np.searchsorted(np.sort(high), low, side="left") - 1
    sure = np.flatnonzero(reaching <= k - 1)
    return sure[np.argsort(-values[sure], kind="stable")].astype(np.int64)
