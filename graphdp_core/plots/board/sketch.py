"""A small drawing as a neutral record: dots, lines, boxes and words in a unit square."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["CLASSES", "Ink", "Label", "Sketch", "class_inks", "fitted"]

CLASSES = 8
"""Inks below this number are the classes of the theme, in their order."""


class Ink:
    """Numbers of the theme's other colours, as dots, lines and boxes name them."""

    QUIET = 8
    KEPT = 9
    LOST = 10
    INVENTED = 11
    ACCENT = 12
    GRID = 13
    OPPOSITE = 14


@dataclass(frozen=True)
class Label:
    """A word at a place of the square.

    Parameters
    ----------
    x, y : float
    text : str
    anchor : str
        "left", "centre" or "right": which part of the word stands at x.
    """

    x: float
    y: float
    text: str
    anchor: str = "left"


@dataclass(frozen=True, eq=False)
class Sketch:
    """One small drawing; x grows to the right and y downwards, both from 0 to 1.

    What lies outside the square is cut off at its border.

    Parameters
    ----------
    dots : ndarray of float32, shape (k, 2)
    inks : ndarray of uint8, shape (k,)
        Ink of each dot; a class has its symbol as well as its colour.
    size : float
        Diameter of a dot in pixels.
    lines : ndarray of int32, shape (l, 2)
        Ends, as numbers of dots.
    strokes : ndarray of uint8, shape (l,)
        Ink of each line; lost ones are dotted and invented ones dashed.
    boxes : ndarray of float32, shape (b, 4)
        Left, top, right and bottom of filled boxes.
    fills : ndarray of uint8, shape (b,)
        Ink of each box.
    labels : tuple of Label
    keeps_shape : bool
        One unit is as long in x as in y.

    Raises
    ------
    ValueError
        If inks do not fit their marks, or a line ends at a dot that is not there.
    """

    dots: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 2), dtype=np.float32))
    inks: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, dtype=np.uint8))
    size: float = 4.0
    lines: NDArray[np.int32] = field(default_factory=lambda: np.empty((0, 2), dtype=np.int32))
    strokes: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, dtype=np.uint8))
    boxes: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 4), dtype=np.float32))
    fills: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, dtype=np.uint8))
    labels: tuple[Label, ...] = ()
    keeps_shape: bool = False

    def __post_init__(self) -> None:
        marks = ((self.dots, self.inks), (self.lines, self.strokes), (self.boxes, self.fills))
        for places, inks in marks:
            if len(places) != len(inks):
                raise ValueError(f"{len(places)} marks need as many inks, got {len(inks)}.")
            places.flags.writeable = inks.flags.writeable = False
        if len(self.lines) and not 0 <= self.lines.min() <= self.lines.max() < len(self.dots):
            raise ValueError(f"lines must end at one of {len(self.dots)} dots.")


def class_inks(labels: NDArray[np.integer] | None, n: int) -> NDArray[np.uint8]:
    """The ink of each node by its class; the quiet one without a class, or from the ninth on.

    Examples
    --------
    >>> class_inks(np.array([0, 7, 8, -1]), 4).tolist()
    [0, 7, 8, 8]
    """
    if labels is None:
        return np.full(n, Ink.QUIET, dtype=np.uint8)
    known = (labels >= 0) & (labels < CLASSES)
    return np.where(known, labels, Ink.QUIET).astype(np.uint8)


def fitted(points: ArrayLike, frame: ArrayLike) -> NDArray[np.float32]:
    """Points in the unit square, with y downwards; one unit stays as long in x as in y.

    Parameters
    ----------
    points : array_like, shape (k, 2)
    frame : array_like, shape (2, 2)
        Low and high corner of what fills the square, as large as it fits.

    Examples
    --------
    >>> fitted([[0.0, 0.0], [4.0, 2.0]], [[0.0, 0.0], [4.0, 2.0]]).tolist()
    [[0.0, 0.75], [1.0, 0.25]]
    """
    low, high = np.asarray(frame, dtype=np.float64)
    span = max(float((high - low).max()), 1e-12)
    centred = (np.asarray(points, dtype=np.float64) - (low + high) / 2) / span
    square: NDArray[np.float32] = (centred * [1, -1] + 0.5).astype(np.float32)
    return square
