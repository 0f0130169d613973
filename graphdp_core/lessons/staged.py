"""What is tried in a lesson, as a stage: picture and reading at every stop of its control."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.arrays import AnyFloats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.chart.record import Chart, Marks, Panel, Word
from graphdp_core.plots.pair.message import digest
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import SYMBOLS
from graphdp_core.progress import Report
from graphdp_core.stage import Packing, Stop

WIDE = 1000  # a picture is so many units wide, and at most so high
MARGIN = 30  # above and below its points
NUMBERS = 90  # beside them, for half of the number at an axis' end
SIZES, LARGEST = 8, 11.0  # of dots, and pixels of the largest
ROWS = 10  # a list has room for so many
WORDS = {"kept": "stays", "invented": "wrong"}
DASHES = (5.0, 3.0)
NO_GRAPH = Graph.from_edges(0, [])


@dataclass(frozen=True)
class _Tried:
    """A lesson's stops, all measured."""

    key: str
    stops: Sequence[Stop]
    graph: Graph = NO_GRAPH

    @property
    def epsilons(self) -> Sequence[float]:
        return [stop.epsilon for stop in self.stops]

    def stop(self, epsilon: float, *, progress: Report | None = None) -> Stop:
        return self.stops[self.epsilons.index(epsilon)]


def staged(lesson: Mapping[str, Any]) -> list[bytes]:
    """The shared part and all stops of what is tried in a lesson."""
    control, picture = lesson["control"], lesson["measured"]["picture"]
    stops = [
        Stop(
            epsilon=float(word) if control["kind"] == "slider" else float(place + 1),
            drawing=_chart(picture["panels"], place, picture["readings"][place]),
            sides=Sides(1.0),
            answer=picture["readings"][place],
            name=f"{control['label']} = {word}" if control["kind"] == "slider" else word,
        )
        for place, word in enumerate(control["stops"])
    ]
    tried = _Tried(digest(json.dumps([control, picture], sort_keys=True)), stops)
    packing = Packing.of(tried, stops[0])
    return [packing.shared, *map(packing.stop, stops)]


def _chart(panels: Sequence[Mapping[str, Any]], stop: int, reading: str) -> Chart:
    """Every panel at one stop."""
    lists = [f"{p['title']}: {_told(_at(p['rows'], stop))}" for p in panels if "rows" in p]
    return Chart(
        panels=tuple(_panel(panel, stop, _extent(panels)) for panel in panels),
        titles=tuple(panel["title"] for panel in panels),
        columns=min(2, len(panels)),
        alt=" ".join([f"{', '.join(panel['title'] for panel in panels)}. {reading}", *lists]),
    )


def _at(entries: Sequence[Any], stop: int) -> Any:
    """The entry of a stop, or the one for all."""
    return entries[stop if len(entries) > 1 else 0]


def _extent(panels: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """The part of the height that the points take, of all panels and at all stops, from below."""
    heights = [y for p in panels for places in p.get("places", ()) for y in places[1::2]]
    if not heights:
        return 0.0, float(WIDE)
    low, high = WIDE - max(heights) - MARGIN, WIDE - min(heights) + MARGIN
    return max(0.0, low), min(float(WIDE), high)


def _panel(panel: Mapping[str, Any], stop: int, extent: tuple[float, float]) -> Panel:
    if "rows" in panel:
        rows = _at(panel["rows"], stop)
        return Panel(
            (0, 1), (-max(len(rows), ROWS), 0), words=tuple(_words(rows)), marks=_bullets(rows)
        )
    places = np.asarray(_at(panel["places"], stop), dtype=float).reshape(-1, 2) * (1, -1) + (
        0,
        WIDE,
    )
    joins = (
        Marks.lines(
            places[np.asarray(_at(panel[kind], stop), dtype=int).reshape(-1, 2)], kind,
            size=1.6 if kind == "kept" else 1.1, dash=() if kind == "kept" else DASHES,
        )
        for kind in ("kept", "invented") if kind in panel
    )  # fmt: skip
    if "entries" in panel:
        dots = _sized(places, np.asarray(_at(panel["entries"], stop)))
        return Panel((0, WIDE), extent, marks=(*joins, *dots), even=True)
    inks = np.asarray(_at(panel["inks"], stop) if "inks" in panel else np.zeros(len(places), int))
    usual = 3.6 if "kept" in panel else max(3.6, min(10.0, 120 / np.sqrt(len(places))))
    size = panel.get("size", usual)
    dots = (
        Marks.dots(
            places[inks == ink, 0], places[inks == ink, 1],
            "grid" if ink < 0 else int(ink % len(SYMBOLS)), size=size,
            symbol=SYMBOLS[max(0, ink) % len(SYMBOLS)],
        )
        for ink in np.unique(inks)
    )  # fmt: skip
    room = NUMBERS if "axis" in panel else 0
    return Panel(
        (-room, WIDE + room), extent, marks=(*joins, *dots), even=True,
        axes=(panel["axis"], "") if "axis" in panel else (), ticks=(panel.get("ticks", ()), ()),
    )  # fmt: skip


def _sized(places: AnyFloats, entries: Ints) -> Iterator[Marks]:
    """Dots as wide as the entry, the large ones first; below zero in the other colour."""
    sizes = np.maximum(1, np.rint(SIZES * np.abs(entries) / WIDE))
    for size in np.unique(sizes)[::-1]:
        for ink, is_one in (("accent", entries >= 0), ("opposite", entries < 0)):
            x, y = places[(sizes == size) & is_one].T
            yield Marks.dots(x, y, ink, size=float(size) * LARGEST / SIZES)


def _words(rows: Sequence[Mapping[str, str]]) -> Iterator[Word]:
    """A list in order: what stays is bold."""
    for place, row in enumerate(rows):
        y, stays = -place - 0.5, row["mark"] in {"kept", "enough"}
        yield Word(0.07, y, "" if stays else row["name"], strong=row["name"] if stays else "")
        yield Word(1.0, y, WORDS.get(row["mark"], row["mark"]), anchor="end", ink="muted")


def _bullets(rows: Sequence[Mapping[str, str]]) -> tuple[Marks, ...]:
    """A dot before what stays, a ring before what does not."""
    stays = np.array([row["mark"] in {"kept", "enough"} for row in rows])
    x, y = np.full(len(rows), 0.03), -np.arange(len(rows)) - 0.5
    places = np.column_stack((x, y)).astype(np.float32)
    return (
        Marks("dots", places[stays], "accent", size=7),
        Marks("rings", places[~stays], "invented", size=7),
    )


def _told(rows: Sequence[Mapping[str, str]]) -> str:
    return "; ".join(f"{row['name']} {WORDS.get(row['mark'], row['mark'])}" for row in rows) + "."
