"""Tiles of the board for the browser: baselines once, and what each tile shows at every stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.board.pictures import TilePicture
from graphdp_core.plots.board.sketch import Sketch
from graphdp_core.plots.pair.message import Header, Store, message

__all__ = ["LOW", "SPAN", "TileStop", "board_message"]

LOW, SPAN = -1.0, 3.0
"""Places from -1 to 2 are sent: what a drag brings in from outside the square."""


@dataclass(frozen=True, eq=False)
class TileStop:
    """What a tile shows at one epsilon.

    Parameters
    ----------
    epsilon : float
    picture : TilePicture
        The exact result at this epsilon, never an interpolation.
    figure, words : str
        The one number, and what it is of.
    """

    epsilon: float
    picture: TilePicture
    figure: str
    words: str


def board_message(tiles: Mapping[str, Sequence[TileStop]]) -> bytes:
    """Some stops of some tiles in one binary message; arrays that several share are sent once.

    Places are rounded to 65,535 steps, far below a pixel of a tile.

    Parameters
    ----------
    tiles : mapping of str to sequence of TileStop
        By the tile's name as the board knows it; the baseline of a tile's first stop stands for
        all of them. A tile without stops is left out.
    """
    store = Store()
    parts: list[Header] = []
    for name, stops in tiles.items():
        if not stops:
            continue
        baseline = stops[0].picture.baseline
        parts.append(
            {
                "name": name,
                "baseline": None if baseline is None else _sketch(baseline, store),
                "stops": [_stop(stop, store) for stop in stops],
            }
        )
    return message({"tiles": parts}, store.arrays)


def _stop(stop: TileStop, store: Store) -> Header:
    return {
        "epsilon": stop.epsilon,
        "figure": stop.figure,
        "words": stop.words,
        "alt": stop.picture.alt,
        "private": _sketch(stop.picture.private, store),
    }


def _sketch(sketch: Sketch, store: Store) -> Header:
    arrays: dict[str, NDArray[Any]] = {
        "dots": _steps(sketch.dots),
        "inks": sketch.inks.astype("|u1"),
        "lines": sketch.lines.astype("<u2").ravel(),
        "strokes": sketch.strokes.astype("|u1"),
        "boxes": _steps(sketch.boxes),
        "fills": sketch.fills.astype("|u1"),
    }
    return {
        **{kind: store.add(array) for kind, array in arrays.items()},
        "size": sketch.size,
        "square": sketch.keeps_shape,
        "labels": [[label.x, label.y, label.text, label.anchor] for label in sketch.labels],
    }


def _steps(places: NDArray[np.float32]) -> NDArray[np.uint16]:
    share = np.clip((places.astype(np.float64) - LOW) / SPAN, 0, 1)
    return np.round(65535 * share).astype("<u2").ravel()
