"""A chart as a neutral record: panels of dots, lines and words in the data's own units.

A chart on its way to the browser: plain data, and arrays by their content.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.pair.message import Header, Store

INKS = ("text", "muted", "grid", "accent", "opposite", "baseline", "kept", "invented", "unproved")
"""Colours by their names in the theme; a number stands for that one of its classes."""

WIDTHS = {"dots": 2, "rings": 2, "lines": 4, "areas": 4}

Ticks = tuple[tuple[float, str], ...]
"""Places on an axis and what stands there."""


def place_of_count(count: float) -> float:
    """Where a count stands: as on a log scale, but from 0."""
    return float(np.log10(1.0 + count))


@dataclass(frozen=True, eq=False)
class Marks:
    """Dots, lines or areas in one style.

    Parameters
    ----------
    kind : str
        "dots", "rings", which are hollow, "lines" or "areas".
    places : ndarray of float, shape (k, 2) of dots and rings, (k, 4) of lines and areas
        x and y of a dot; of both ends of a line; of opposite corners of an area.
    ink : str or int
        One of :data:`INKS`, or the number of a class.
    size : float
        Diameter of a dot or width of a line, in pixels.
    symbol : str
        Of dots and rings, as in the theme.
    dash : tuple of float
        On and off in pixels; none for solid lines.
    word : str
        For the legend; "" leaves these marks out of it.
    tip : str
        What is said of the mark under the pointer: {x}, {y} and {life}, which is y - x, are its
        own; an area's are the middle and the height of its second corner. "" for marks that have
        nothing to say. The same place is then ringed in all panels.
    members : sequence of sequences of int
        Nodes that each mark stands for, one sequence a mark: they are marked with it, and their
        dots glide to it. () for marks that stand for none.
    side : int, optional
        Whose marks these are in a panel of several sides; by default the panel's.
    """

    kind: str
    places: NDArray[np.float32]
    ink: str | int
    size: float = 2.0
    symbol: str = "circle"
    dash: tuple[float, ...] = ()
    word: str = ""
    tip: str = ""
    opacity: float = 1.0
    members: Sequence[Sequence[int]] = ()
    side: int | None = None

    def __post_init__(self) -> None:
        if self.places.shape[1:] != (WIDTHS[self.kind],):
            raise ValueError(f"{self.kind} need {WIDTHS[self.kind]} numbers each.")
        if not np.isfinite(self.places).all():
            raise ValueError("places must be finite numbers: put what never ends on a line.")
        if isinstance(self.ink, str) and self.ink not in INKS:
            raise ValueError(f"ink must be one of {', '.join(INKS)} or a number, got {self.ink!r}.")
        if self.members and len(self.members) != len(self.places):
            raise ValueError("members must be told of every mark or of none.")
        self.places.flags.writeable = False

    @classmethod
    def dots(
        cls, x: AnyFloats, y: AnyFloats, ink: str | int, *, size: float,
        symbol: str = "circle", word: str = "", tip: str = "",
        members: Sequence[Sequence[int]] = (), side: int | None = None,
    ) -> Marks:  # fmt: skip
        """Dots at x and y."""
        places = np.column_stack((x, y)).astype(np.float32)
        return cls(
            "dots", places, ink, size, symbol, word=word, tip=tip, opacity=0.85, members=members,
            side=side,
        )  # fmt: skip

    @classmethod
    def lines(
        cls, ends: AnyFloats, ink: str | int, *, size: float = 2.0,
        dash: tuple[float, ...] = (), word: str = "", opacity: float = 1.0,
        members: Sequence[Sequence[int]] = (),
    ) -> Marks:  # fmt: skip
        """Lines with the ends x, y, x, y."""
        places = np.asarray(ends, dtype=np.float32).reshape(-1, 4)
        return cls(
            "lines", places, ink, size=size, dash=dash, word=word, opacity=opacity, members=members
        )  # fmt: skip

    @classmethod
    def areas(
        cls, corners: AnyFloats, ink: str | int, *, word: str = "", tip: str = "",
        opacity: float = 1.0,
    ) -> Marks:  # fmt: skip
        """Rectangles with the corners x, y, x, y."""
        places = np.asarray(corners, dtype=np.float32).reshape(-1, 4)
        return cls("areas", places, ink, word=word, tip=tip, opacity=opacity)


@dataclass(frozen=True)
class Word:
    """Words at a place of a panel.

    Parameters
    ----------
    strong : str
        Set in bold: before the text where it is anchored left, after it where right.
    anchor : str
        "start", "middle" or "end": which part of the words stands at x.
    ink : str
        One of :data:`INKS`.
    """

    x: float
    y: float
    text: str
    strong: str = ""
    anchor: str = "start"
    ink: str = "text"


@dataclass(frozen=True, eq=False)
class Panel:
    """One region with its marks.

    Parameters
    ----------
    x, y : tuple of float
        Both ends of what is shown; the second of y stands on top.
    axes : tuple of str
        Titles of x and y, with numbers; none for places that mean nothing. "" has no numbers.
    ticks : tuple of two Ticks
        What stands along x and y in place of round numbers; () for those.
    cells : ndarray of uint8, shape (r, c), optional
        Shades from 0, nothing, to 255 that fill the panel, the first row on top.
    marks : tuple of Marks
        Later ones lie on top.
    even : bool
        Whether a unit is as long upwards as across.
    """

    x: tuple[float, float]
    y: tuple[float, float]
    axes: tuple[str, str] | tuple[()] = ()
    marks: tuple[Marks, ...] = ()
    words: tuple[Word, ...] = ()
    ticks: tuple[Ticks, Ticks] = ((), ())
    cells: NDArray[np.uint8] | None = None
    even: bool = False


@dataclass(frozen=True, eq=False)
class Chart:
    """What a page shows of a comparison without nodes in their places.

    Parameters
    ----------
    panels : tuple of Panel
        One for each side, or one that shows them all.
    titles : tuple of str
        Of the true side, and of the one or two private ones.
    details : tuple of str
        Quiet words after each title; () for none.
    unproved : tuple of int
        Sides whose titles have the colour of what is not proved.
    alone : Panel, optional
        The left side by itself, for a chart that shows all in one panel.
    columns : int
        How many panels stand in a row, however narrow it is; 0 for all, or for one where
        there is no room for them.
    scale : tuple of str
        What no shade and the darkest shade of cells stand for; none without cells.
    alt : str
        What the chart shows, for a screen reader.
    """

    panels: tuple[Panel, ...]
    titles: tuple[str, ...]
    details: tuple[str, ...] = ()
    unproved: tuple[int, ...] = ()
    alone: Panel | None = None
    columns: int = 0
    scale: tuple[str, ...] = ()
    alt: str = field(default="", kw_only=True)


def chart_header(chart: Chart, store: Store) -> Header:
    """A chart as plain data; its arrays go into the store."""
    panels = [_panel(panel, store) for panel in chart.panels]
    alone = chart.alone and _panel(chart.alone, store)
    return {**vars(chart), "panels": panels, "alone": alone}


def _panel(panel: Panel, store: Store) -> Header:
    shades = panel.cells
    return {
        **vars(panel),
        "marks": [_marks(marks, store) for marks in panel.marks if len(marks.places)],
        "words": [vars(word) for word in panel.words],
        "cells": None if shades is None
        else {"shades": store.add(shades.ravel()), "columns": shades.shape[1]},
    }  # fmt: skip


def _marks(marks: Marks, store: Store) -> Header:
    """Its look, its places, and the nodes of all marks in one row with how many each has."""
    header = {**vars(marks), "places": store.add(marks.places.astype("<f4").ravel())}
    members, side = header.pop("members"), header.pop("side")
    if members:
        counts = np.array([len(nodes) for nodes in members], dtype="<u4")
        nodes = np.array([node for nodes in members for node in nodes], dtype="<u4")
        header["members"] = {"nodes": store.add(nodes), "counts": store.add(counts)}
        header |= {} if side is None else {"side": side}
    return header
