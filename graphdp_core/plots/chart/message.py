"""A chart on its way to the browser: plain data, and arrays by their content."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.chart.record import Chart, Marks, Panel
from graphdp_core.plots.pair.message import Header, Store

__all__ = ["chart_header"]


def chart_header(chart: Chart, store: Store) -> Header:
    """A chart as plain data; its arrays go into the store."""
    return {
        "panels": [_panel(panel, store) for panel in chart.panels],
        "titles": list(chart.titles),
        "details": list(chart.details),
        "unproved": list(chart.unproved),
        "alone": None if chart.alone is None else _panel(chart.alone, store),
        "scale": list(chart.scale),
        "columns": chart.columns,
        "alt": chart.alt,
    }


def _panel(panel: Panel, store: Store) -> dict[str, Any]:
    return {
        "x": list(panel.x),
        "y": list(panel.y),
        "axes": list(panel.axes),
        "marks": [_marks(marks, store) for marks in panel.marks if len(marks.places)],
        "words": [asdict(word) for word in panel.words],
        "ticks": [[list(tick) for tick in ticks] for ticks in panel.ticks],
        "cells": None if panel.cells is None else _cells(panel.cells, store),
        "even": panel.even,
    }


def _cells(cells: NDArray[np.uint8], store: Store) -> dict[str, Any]:
    return {"shades": store.add(cells.ravel()), "columns": cells.shape[1]}


def _marks(marks: Marks, store: Store) -> dict[str, Any]:
    return {
        **_members(marks, store),
        "kind": marks.kind,
        "places": store.add(marks.places.astype("<f4").ravel()),
        "ink": marks.ink,
        "size": marks.size,
        "symbol": marks.symbol,
        "dash": list(marks.dash),
        "word": marks.word,
        "tip": marks.tip,
        "opacity": marks.opacity,
    }


def _members(marks: Marks, store: Store) -> dict[str, Any]:
    """The nodes of all marks in one row, and how many each mark has."""
    if not marks.members:
        return {}
    counts = np.array([len(nodes) for nodes in marks.members], dtype="<u4")
    nodes = np.array([node for nodes in marks.members for node in nodes], dtype="<u4")
    found = {"nodes": store.add(nodes), "counts": store.add(counts)}
    return {"members": found} if marks.side is None else {"members": found, "side": marks.side}
