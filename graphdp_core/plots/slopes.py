"""Slopes of the top k: who stays, who leaves and who comes in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.rankings import Ranks

__all__ = ["SLOPES", "top_slopes"]


@dataclass(frozen=True)
class Slope:
    """How nodes of one fate are joined: word of the legend, ink of the theme, dash in pixels."""

    word: str
    ink: str
    dash: tuple[float, ...] = ()


SLOPES = {
    "stay": Slope("stay in the top", "accent"),
    "leave": Slope("leave it", "opposite", (8.0, 4.0, 2.0, 4.0)),
    "enter": Slope("come in", "baseline", (12.0, 4.0, 2.0, 4.0)),
}
"""What becomes of the top, in the order of the legend."""


def top_slopes(
    true_rank: Ranks, private_rank: Ranks, top: int
) -> dict[str, tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
    """Nodes and heights at both ends, by what becomes of them; height 1 is the first rank.

    Who leaves the top k or comes into it stands below it outside, by the rank there, a row each.

    Examples
    --------
    >>> found = top_slopes(np.array([1, 2, 3]), np.array([1, 3, 2]), 2)
    >>> {fate: [x.tolist() for x in slopes] for fate, slopes in found.items()}
    {'stay': [[0], [1.0], [1.0]], 'leave': [[1], [2.0], [4.0]], 'enter': [[2], [4.0], [2.0]]}
    """
    left, right = np.asarray(true_rank), np.asarray(private_rank)
    stay = np.flatnonzero((left <= top) & (right <= top))
    leave = np.flatnonzero((left <= top) & (right > top))
    enter = np.flatnonzero((left > top) & (right <= top))
    leave, enter = leave[np.argsort(right[leave])], enter[np.argsort(left[enter])]
    before, after = left.astype(np.float64), right.astype(np.float64)
    below = top + 2.0 + np.arange(len(leave))
    return {
        "stay": (stay, before[stay], after[stay]),
        "leave": (leave, before[leave], below),
        "enter": (enter, below, after[enter]),
    }
