"""What a tile shows of a graph that is too large to draw: curves in place of nodes on a layout."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.board.pictures import HIDDEN
from graphdp_core.plots.board.sketch import Ink, Sketch

__all__ = ["rank_curves"]

POINTS = 80
WIDE = 0.96


def rank_curves(true: NDArray[np.number], private: NDArray[np.number]) -> tuple[Sketch, Sketch]:
    """Values above 0 by rank on logarithmic axes, both sides on the same."""
    sides = [np.sort(side[side > 0])[::-1].astype(np.float64) for side in (true, private)]
    ranks = np.log(max(2.0, *map(len, sides)))
    top = np.log(max(2.0, *(side.max(initial=0.0) for side in sides)))
    left, right = (_curve(side, ranks, top) for side in sides)
    return left, right


def _curve(values: NDArray[np.float64], ranks: float, top: float) -> Sketch:
    places = np.unique(np.geomspace(1, max(len(values), 1), POINTS).astype(np.int64))
    places = places[: len(values)]
    dots = np.column_stack((np.log(places) / ranks, 1 - np.log(values[places - 1]) / top))
    ends = np.arange(len(dots))
    lines = np.column_stack((ends[:-1], ends[1:])).astype(np.int32)
    return Sketch(
        ((1 - WIDE) / 2 + WIDE * dots).astype(np.float32),
        np.full(len(dots), HIDDEN, dtype=np.uint8),
        lines=lines,
        strokes=np.full(len(lines), Ink.ACCENT, dtype=np.uint8),
    )
