"""A board at one epsilon as a neutral record: a tile for every property, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.board.pictures import TilePicture

__all__ = ["DrawnTile", "Tiles"]


@dataclass(frozen=True, eq=False)
class DrawnTile:
    """One property at one epsilon.

    Parameters
    ----------
    id, title, gloss : str
        `gloss` is what it is, in everyday words.
    picture : TilePicture or None
        The exact result at this epsilon, never an interpolation; None where there is none.
    figure, words : str
        The one number, and what it is of.
    verdict, help : str
        One word, and what it rests on.
    note : str
        A sentence that must stand beside the verdict.
    reason : str
        Why there is no picture.
    """

    id: str
    title: str
    gloss: str
    picture: TilePicture | None = None
    figure: str = ""
    words: str = ""
    verdict: str = ""
    help: str = ""
    note: str = ""
    reason: str = ""


@dataclass(frozen=True, eq=False)
class Tiles:
    """All tiles of a board, in its order.

    Parameters
    ----------
    tiles : tuple of DrawnTile
    ground : ndarray of float32, shape (k, 2), optional
        Where the drawn nodes lie in pictures of the graph: the same at every epsilon.
    """

    tiles: tuple[DrawnTile, ...]
    ground: NDArray[np.float32] | None = None
