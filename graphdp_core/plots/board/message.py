"""Tiles of the board for the browser: what all stops share, and what each tile shows at one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.board.pictures import DrawnTile, Sketch, TilePicture, Tiles
from graphdp_core.plots.pair.message import Header, Store

__all__ = ["put_ground", "tiles_header"]

LOW, SPAN = -1.0, 3.0
"""Places from -1 to 2 are sent: what a drag brings in from outside the square."""


def put_ground(board: Tiles, shared: Store) -> None:
    """Put the nodes' places where all stops find them."""
    if board.ground is not None:
        shared.add(_steps(board.ground))


def tiles_header(board: Tiles, own: Store, shared: Store) -> list[Header]:
    """A row for every tile; arrays that the shared part has are not sent again.

    Places are rounded to 65,535 steps, far below a pixel of a tile.
    """
    return [_tile(tile, own, shared) for tile in board.tiles]


def _tile(tile: DrawnTile, own: Store, shared: Store) -> Header:
    header = vars(tile).copy()
    picture: TilePicture | None = header.pop("picture")
    if picture is None:
        return {**header, "alt": "", "captions": [], "sides": None}
    sides = [side and _sketch(side, own, shared) for side in (picture.baseline, picture.private)]
    return {**header, "alt": picture.alt, "captions": picture.captions, "sides": sides}


def _sketch(sketch: Sketch, store: Store, unless: Store | None) -> Header:
    arrays: dict[str, NDArray[Any]] = {
        "dots": _steps(sketch.dots),
        "inks": sketch.inks.astype("|u1"),
        "lines": sketch.lines.astype("<u2").ravel(),
        "strokes": sketch.strokes.astype("|u1"),
        "boxes": _steps(sketch.boxes),
        "fills": sketch.fills.astype("|u1"),
    }
    return {
        **{kind: store.add(array, unless=unless) for kind, array in arrays.items()},
        "size": sketch.size,
        "square": sketch.keeps_shape,
        "labels": [[label.x, label.y, label.text, label.anchor] for label in sketch.labels],
    }


def _steps(places: NDArray[np.float32]) -> NDArray[np.uint16]:
    share = np.clip((places.astype(np.float64) - LOW) / SPAN, 0, 1)
    return np.round(65535 * share).astype("<u2").ravel()
