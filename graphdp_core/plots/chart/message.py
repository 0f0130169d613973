"""Charts for the browser: the stops of the slider once, and the chart of this epsilon."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.chart.record import Chart, Marks, Panel
from graphdp_core.plots.pair.message import Header, Store, digest, message
from graphdp_core.plots.theme import themes_by_name

__all__ = ["ChartStop", "chart_header", "chart_message", "stops_message"]


@dataclass(frozen=True, eq=False)
class ChartStop:
    """The chart at one epsilon of the slider.

    Parameters
    ----------
    epsilon : float
    chart : Chart
        The exact result at this epsilon, never an interpolation.
    metrics : sequence of (name, value)
        Numbers below the chart that follow the slider.
    around : mapping
        Words of the page that follow it too, by their place.
    """

    epsilon: float
    chart: Chart
    metrics: Sequence[tuple[str, str]] = ()
    around: Mapping[str, str] = field(default_factory=dict)


def stops_message(stops: Sequence[ChartStop]) -> tuple[str, bytes]:
    """All prepared stops as one message, and the name under which :func:`chart_message` finds it.

    Marks that several stops share, such as those of the baseline, are in it once.
    """
    store = Store()
    parts: list[Header] = [
        {
            "epsilon": stop.epsilon,
            "chart": chart_header(stop.chart, store),
            "metrics": [list(row) for row in stop.metrics],
            "around": dict(stop.around),
        }
        for stop in stops
    ]
    id = digest(json.dumps(parts), *sorted(store.arrays))
    return id, message({"id": id, "stops": parts, "themes": themes_by_name()}, store.arrays)


def chart_message(
    stop: ChartStop, *, stops: str, follows: str = "", file: str, footnote: str = ""
) -> bytes:
    """The chart of the page's epsilon.

    Parameters
    ----------
    stop : ChartStop
    stops : str
        From :func:`stops_message`.
    follows : str
        CSS class of the element that holds the page's slider; "" if there is none.
    file : str
        Name of a saved picture, without ending.
    footnote : str
        Words that only a saved picture has below it.
    """
    store = Store()
    header: Header = {
        "epsilon": stop.epsilon,
        "chart": chart_header(stop.chart, store),
        "stops": stops,
        "follows": follows,
        "file": file,
        "footnote": footnote,
    }
    return message(header, store.arrays)


def chart_header(chart: Chart, store: Store) -> Header:
    """A chart as plain data; its arrays go into the store."""
    return {
        "panels": [_panel(panel, store) for panel in chart.panels],
        "titles": list(chart.titles),
        "details": list(chart.details),
        "unproved": list(chart.unproved),
        "alone": None if chart.alone is None else _panel(chart.alone, store),
        "scale": list(chart.scale),
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
