"""Conclusions: a row for each question, its number between the borders of the decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.conclusions import NEAR, SURE, Conclusion, conclude
from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.board.pictures import Ink, Places, Sketch, TilePicture
from graphdp_core.plots.chart.record import Marks, Panel, Word
from graphdp_core.plots.kinds.record import Columns, Kind, Table
from graphdp_core.plots.sides import Compared
from graphdp_core.results import Conclusions

if TYPE_CHECKING:
    import pandas as pd

LEFT, RIGHT = -0.62, 2.0  # room for names and decisions beside numbers from 0 to 1
HALF = 0.2  # of a border's height
NO_ANSWER = "no answer"


def _columns(results: Sequence[Conclusions], graph: Graph) -> Columns:
    """A panel for the truth and for each release; these show the true numbers as rings."""
    truth = results[0]
    told = [conclude(graph, truth, one) for one in results]
    panels = tuple(_panel(rows, told[0]) for rows in told)
    return Columns(panels, tuple(_listed(rows, told[0]) for rows in told))


def _panel(rows: Sequence[Conclusion], true: Sequence[Conclusion]) -> Panel:
    at = [len(rows) - k - 0.5 for k in range(len(rows))]
    is_true, stays = rows is true, _stays(rows, true)
    ways = [(0.0, y, 1.0, y) for y in at]
    borders = [
        (_place(one, border), y - HALF, _place(one, border), y + HALF)
        for one, y in zip(rows, at, strict=True)
        for border in one.question.borders
    ]
    marks = [Marks.lines(np.array(ways), "grid", size=2.0), Marks.lines(np.array(borders), "muted")]
    if is_true:
        spans = [
            (_place(one, one.value - off), y, _place(one, one.value + off), y)
            for one, y in zip(rows, at, strict=True)
            for off in (SURE * one.error,)
            if one.decision
        ]
        marks.append(Marks.lines(np.array(spans), "baseline", size=7.0, opacity=0.5))
    else:
        there = _dots(true, at, np.ones(len(at), dtype=np.bool_)).astype(np.float32)
        marks.append(Marks("rings", there, "text", 13.0, word="true number"))
    for ink, chosen, word in (("kept", stays, "same decision"), ("invented", ~stays, "another")):
        places = _dots(rows, at, chosen)
        marks.append(Marks.dots(
            places[:, 0], places[:, 1], "baseline" if is_true else ink, size=11.0,
            symbol="circle" if ink == "kept" else "diamond", word="" if is_true else word,
        ))  # fmt: skip
    words = [
        Word(LEFT + 0.02, y - 0.1, one.question.name, ink="muted")
        for one, y in zip(rows, at, strict=True)
    ]
    words += [
        Word(1.06, y - 0.1, _said(one), ink="text" if is_same else "unproved")
        for one, y, is_same in zip(rows, at, stays.tolist(), strict=True)
    ]
    return Panel((LEFT, RIGHT), (0.0, float(len(rows))), marks=tuple(marks), words=tuple(words))


def _stays(rows: Sequence[Conclusion], true: Sequence[Conclusion]) -> NDArray[np.bool_]:
    pairs = zip(rows, true, strict=True)
    return np.array([one.decision == other.decision for one, other in pairs], dtype=np.bool_)


def _said(one: Conclusion) -> str:
    """The decision, short enough for its place, and the number."""
    if not one.decision:
        return NO_ANSWER
    return f"{one.decision} ({one.question.written(one.value)})"


def _place(one: Conclusion, value: float) -> float:
    """Where a number stands between 0 and 1."""
    scale = 1.5 * NEAR if one.question.id == "small" else 1.0
    return float(np.clip(value / scale, 0.0, 1.0))


def _dots(rows: Sequence[Conclusion], at: Sequence[float], chosen: NDArray[np.bool_]) -> Floats:
    places = [
        (_place(one, one.value), y)
        for one, y, is_one in zip(rows, at, chosen.tolist(), strict=True)
        if is_one and np.isfinite(one.value)
    ]
    return np.array(places).reshape(-1, 2)


def _listed(rows: Sequence[Conclusion], true: Sequence[Conclusion]) -> str:
    """All decisions, for a screen reader; of a release, which of them are others."""
    told = (f"{one.question.question} {one.decision or NO_ANSWER}" for one in rows)
    stays = _stays(rows, true).tolist()
    others = [one.question.name for one, same in zip(rows, stays, strict=True) if not same]
    return "; ".join(told) + (f". Otherwise: {', '.join(others)}" if others else "")


def _tile(c: Compared, places: Places) -> TilePicture:
    told = [conclude(c.graph, c.baseline, one) for one in (c.baseline, c.private)]
    known = [(one, other) for one, other in zip(*told, strict=True) if one.decision]
    stays = np.array([one.decision == other.decision for one, other in known], dtype=np.bool_)
    corners = np.array([
        (0.1 + 0.2 * (k % 4), 0.25 + 0.28 * (k // 4), 0.26 + 0.2 * (k % 4), 0.47 + 0.28 * (k // 4))
        for k in range(len(known))
    ], dtype=np.float32).reshape(-1, 4)  # fmt: skip
    fills = np.where(stays, Ink.KEPT, Ink.LOST).astype(np.uint8)
    return TilePicture(
        Sketch(boxes=corners, fills=np.full(len(known), Ink.KEPT, dtype=np.uint8)),
        Sketch(boxes=corners.copy(), fills=fills),
        f"{int(stays.sum())} of {len(known)} conclusions stay.",
        ("stays", "another"),
    )


def _rows(c: Compared) -> pd.DataFrame:
    """Each question with the number and the decision of both sides, and the sampling error."""
    import pandas as pd

    true, seen = (conclude(c.graph, c.baseline, one) for one in (c.baseline, c.private))
    return pd.DataFrame({
        "question": [one.question.question for one in true],
        "true number": [one.question.written(one.value) for one in true],
        "sampling error": [one.question.written(one.error) for one in true],
        "true decision": [one.decision or NO_ANSWER for one in true],
        "released number": [one.question.written(one.value) for one in seen],
        "released decision": [one.decision or NO_ANSWER for one in seen],
        "what the number is": [one.question.number for one in true],
    })  # fmt: skip


CONCLUSIONS = Kind(
    "conclusions", columns=_columns, tile=_tile,
    tables=(Table("All conclusions", "conclusions", _rows),),
)  # fmt: skip
