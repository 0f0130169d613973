"""Which nodes are surely among the k of the largest degrees, whatever the noise of all did."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.asked import Asked
from graphdp_core.estimates.estimate import Estimate

__all__ = ["sure_members", "top_members"]


def top_members(
    values: Floats,
    half: Floats,
    asked: Asked,
    *,
    name: Callable[[int], str],
    how: str,
) -> Iterator[Estimate]:
    """How many members of the top are known, and which: one estimate.

    Parameters
    ----------
    values, half : ndarray, shape (n,)
        Unbiased, and how far the noise of each reaches if that of all is to be held.
    asked : Asked
    name : callable
        Of a node.
    how : str
    """
    n, k = len(values), min(asked.top, len(values))
    if n == 0:
        return
    sure = sure_members(values, half, k)
    title, nothing = f"Surely in the top {k} by degree", math.nan
    if not len(sure):
        gap = float(np.sort(values)[::-1][0] - np.sort(values)[::-1][min(k, n - 1)])
        yield Estimate(
            "top", title, nothing, nothing, nothing, how, level=asked.level,
            why=f"the largest degree is only {max(gap, 0.0):.0f} above the one that is out, and "
            f"the noise of all nodes together reaches ±{2 * float(half.mean()):.0f}.",
        )  # fmt: skip
        return
    yield Estimate(
        "top", title, float(len(sure)), float(len(sure)), float(k), how, level=asked.level,
        at_least=True, names=tuple(name(int(node)) for node in sure),
    )  # fmt: skip


def sure_members(
    values: Floats, half: Floats, k: int
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Nodes above all but k - 1 others wherever in their intervals all values lie, best first.

    Examples
    --------
    >>> sure_members(np.array([9.0, 1.0, 5.0, 4.5]), np.full(4, 1.0), 2).tolist()
    [0]
    """
    high = np.sort(values + half)
    low = values - half
    # Others whose interval reaches up to this one's lower end.
    reaching = len(values) - np.searchsorted(high, low, side="left") - 1
    sure = np.flatnonzero(reaching <= k - 1)
    return sure[np.argsort(-values[sure], kind="stable")].astype(np.int64)
