"""Who is recognised: the people whom the attacker knows, and whom every node is taken for.

Conclusions: a row for each question, its number between the borders of the decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.conclusions import (
    NEAR,
    QUESTIONS,
    SURE,
    Conclusion,
    Question,
    conclude,
)
from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.board.pictures import (
    Ink,
    Places,
    Sketch,
    TilePicture,
    node_sketch,
    on_layout,
    sampled,
)
from graphdp_core.plots.chart.record import Marks, Panel, Word
from graphdp_core.plots.kinds.record import Columns, Kind, Nodes, Table
from graphdp_core.plots.marks import Figure, bars, dots, figure, hidden_axis, named_axis, note
from graphdp_core.plots.pair.drawings import network_pair
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.sides import Compared
from graphdp_core.plots.theme import Theme
from graphdp_core.results import Conclusions, Recognised

if TYPE_CHECKING:
    import pandas as pd

RIGHT, WRONG, NAMED = 1, 2, 3  # classes whose colours and symbols lie far from other nodes'
FATES = ("", "recognised", "mistaken", "known")
STEPS = 12


def _fates(one: Recognised) -> NDArray[np.int32]:
    """Of each person the number in `FATES`; -1 for a person taken for nobody."""
    fates = np.where(one.taken < 0, -1, np.where(one.right, RIGHT, WRONG))
    fates[one.named] = NAMED
    return fates.astype(np.int32)


def _picture(c: Compared, places: Places) -> Pair:
    """The true graph with the people known by name, and the release with those recognised."""
    pair = network_pair(c.graph, c.release, places(c.graph))
    known = np.full(c.graph.n, -1, dtype=np.int32)
    known[c.private.named] = NAMED
    left = replace(
        pair.baseline, categories=known, category_names=FATES,
        detail=f"{len(c.private.named)} known by name",
    )  # fmt: skip
    right = _stage(pair.private, _fates(c.private))
    return replace(
        pair, baseline=left, private=right,
        alt=f"The people known by name in the true graph; in the release {right.detail}.",
    )  # fmt: skip


def _stage(picture: Picture, fates: NDArray[np.int32]) -> Picture:
    right, wrong = (int((fates == fate).sum()) for fate in (RIGHT, WRONG))
    detail = f"{right:,} recognised, {wrong:,} mistaken"
    return replace(picture, categories=fates, category_names=FATES, detail=detail)


def _steps(c: Compared, drawn: Pair) -> Sequence[Picture]:
    """From the people known by name to everybody who is matched, in a few steps."""
    fates, order = _fates(c.private), c.private.order
    counts = np.unique(np.linspace(0, len(order), STEPS).astype(np.int64))
    pictures = []
    for count in counts.tolist():
        so_far = fates.copy()
        so_far[order[count:]] = -1
        pictures.append(_stage(drawn.private, so_far))
    return pictures


def _tile(c: Compared, places: Places) -> TilePicture:
    drawn = sampled(c.graph.n)
    dots = on_layout(c.graph, places, drawn)
    fates = _fates(c.private)[drawn]
    true = np.where(fates == NAMED, NAMED, Ink.KEPT)
    private = np.where(fates == RIGHT, RIGHT, true)
    return TilePicture(
        node_sketch(dots, true.astype(np.uint8)),
        node_sketch(dots, private.astype(np.uint8)),
        f"{len(c.private.named)} people known by name, and {int(c.private.right.sum()):,} of "
        f"{c.private.others:,} others recognised in the release.",
    )


def _rows(c: Compared) -> pd.DataFrame:
    """Each person: by whom the attacker takes them for, and by ties and triangles."""
    import pandas as pd

    one: Recognised = c.private
    names = np.array([*c.graph.all_names(), ""], dtype=object)
    words = np.array([*FATES, "not matched"], dtype=object)
    return pd.DataFrame({
        "person": names[:-1],
        "by most ties": words[_fates(one)],
        "taken for": names[one.taken],
        "chance by ties and triangles": one.by_number,
    })  # fmt: skip


def _tell(c: Compared, nodes: Nodes) -> str:
    fates = _fates(c.private)[nodes]
    if len(nodes) > 1:
        right = int((fates == RIGHT).sum())
        return f"{f'{right:,} of {len(nodes):,}' if right else 'None'} of them recognised."
    one = int(nodes[0])
    mistaken = f"Taken for {c.graph.shown_name(int(c.private.taken[one]))}."
    told = {RIGHT: "Recognised.", WRONG: mistaken, NAMED: "Known by name."}
    return told.get(int(fates[0]), "Not matched.")


RECOGNITION = Kind(
    "recognition", picture=_picture, steps=_steps, tile=_tile, tell=_tell,
    tables=(Table("All people", "people", _rows),),
)  # fmt: skip


NAMES_AT, WORDS_TO = -0.62, 2.0  # room for names and decisions beside numbers from 0 to 1
HALF = 0.2  # of a border's height
NO_ANSWER = "no answer"


def _beside(results: Sequence[Conclusions], graph: Graph) -> Columns:
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
        (place(one.question, border), y - HALF, place(one.question, border), y + HALF)
        for one, y in zip(rows, at, strict=True)
        for border in one.question.borders
    ]
    marks = [Marks.lines(np.array(ways), "grid", size=2.0), Marks.lines(np.array(borders), "muted")]
    if is_true:
        spans = [
            (place(one.question, one.value - off), y, place(one.question, one.value + off), y)
            for one, y in zip(rows, at, strict=True)
            for off in (SURE * one.error,)
            if one.decision
        ]
        marks.append(Marks.lines(np.array(spans), "baseline", size=7.0, opacity=0.5))
    else:
        there = _dots(true, at).astype(np.float32)
        marks.append(Marks("rings", there, "text", 13.0, word="true number"))
    told: set[str] = set()  # each kind once in the legend
    for one, y, is_same in zip(rows, at, stays.tolist(), strict=True):
        if not np.isfinite(one.value):
            continue
        word = "" if is_true else "same decision" if is_same else "another"
        marks.append(Marks.dots(
            np.array([place(one.question, one.value)]), np.array([y]),
            "baseline" if is_true else "kept" if is_same else "invented", size=11.0,
            symbol="circle" if is_same else "diamond", word="" if word in told else word,
            tip=f"{one.question.question} {one.question.number}: "
            f"{one.question.written(one.value)}",
        ))  # fmt: skip
        told.add(word)
    words = [
        Word(NAMES_AT + 0.02, y, one.question.name, ink="muted")
        for one, y in zip(rows, at, strict=True)
    ]
    words += [
        Word(1.1, y, _said(one), ink="text" if is_same else "unproved")
        for one, y, is_same in zip(rows, at, stays.tolist(), strict=True)
    ]
    return Panel(
        (NAMES_AT, WORDS_TO), (0.0, float(len(rows))), marks=tuple(marks), words=tuple(words)
    )


def _stays(rows: Sequence[Conclusion], true: Sequence[Conclusion]) -> NDArray[np.bool_]:
    pairs = zip(rows, true, strict=True)
    return np.array([one.decision == other.decision for one, other in pairs], dtype=np.bool_)


def _said(one: Conclusion) -> str:
    """The decision, short enough for its place, and the number."""
    if not one.decision:
        return NO_ANSWER
    return f"{one.decision} ({one.question.written(one.value)})"


def place(question: Question, value: float) -> float:
    """Where a number stands between 0 and 1."""
    scale = 1.5 * NEAR if question.id == "small" else 1.0
    return float(np.clip(value / scale, 0.0, 1.0))


def _dots(rows: Sequence[Conclusion], at: Sequence[float]) -> Floats:
    places = [
        (place(one.question, one.value), y)
        for one, y in zip(rows, at, strict=True)
        if np.isfinite(one.value)
    ]
    return np.array(places).reshape(-1, 2)


def _listed(rows: Sequence[Conclusion], true: Sequence[Conclusion]) -> str:
    """All decisions, for a screen reader; of a release, which of them are others."""
    told = (f"{one.question.question} {one.decision or NO_ANSWER}" for one in rows)
    stays = _stays(rows, true).tolist()
    others = [one.question.name for one, same in zip(rows, stays, strict=True) if not same]
    return "; ".join(told) + (f". Otherwise: {', '.join(others)}" if others else "")


def errors_figure(told: pd.DataFrame, theme: Theme) -> Figure:
    """Sampling, noise and model of each question on one line, beside how often the decision stays.

    Parameters
    ----------
    told : pandas.DataFrame
        As :func:`graphdp_core.experiment.count_errors.three_errors` makes it. Each question has a
        scale of its own, with the borders of its decisions.
    """
    asked = {one.question: one for one in QUESTIONS}
    rows = [
        (asked[row.question], row, len(told) - 1 - k) for k, row in enumerate(told.itertuples())
    ]
    y = [row for *_, row in rows]

    def at(values: Sequence[float]) -> Floats:
        return np.array([place(one, v) for (one, *_), v in zip(rows, values, strict=True)])

    def spans(name: str, ink: str, ends: tuple[Floats, Floats], width: float) -> Figure:
        low, high = ends
        return bars(y, high - low, ink, base=low, across=True, width=width, name=name)

    true, off = told["true"].to_numpy(), told["sampling"].to_numpy()
    borders = np.array([(place(one, edge), row) for one, _, row in rows for edge in one.borders])
    sampled, drawn = (at(true - off), at(true + off)), (at(told["low"]), at(told["high"]))
    marks = [
        dots(borders[:, 0], borders[:, 1], theme.muted, symbol="line-ns-open", size=16,
             name="border of a decision"),
        spans("sampling", theme.baseline, sampled, 0.5) | {"opacity": 0.35},
        spans("noise, nine of ten releases", theme.accent, drawn, 0.16),
        dots(at(true + told["model"]), y, theme.opposite, symbol="diamond", size=11,
             name="model, without noise"),
        dots(at(true), y, theme.text, symbol="circle-open", size=13, name="true number"),
    ]  # fmt: skip
    same = [
        note(theme, f"{row.same} of {row.draws}", 1.04, line, xanchor="left")
        for _, row, line in rows
    ]
    return figure(
        theme, marks, x=hidden_axis(range=[-0.03, 1.4]), notes=same,
        y=named_axis(theme, [one.name for one, *_ in rows][::-1]),
        more={"barmode": "overlay"}, height=110 + 38 * len(rows), left=96, top=10,
    )  # fmt: skip


def errors_table(told: pd.DataFrame) -> pd.DataFrame:
    """The same as numbers, each as its question writes them."""
    import pandas as pd

    rows = []
    for row in told.itertuples():
        say = next(one.written for one in QUESTIONS if one.question == row.question)
        rows.append({
            "Question": row.question, "True": say(row.true), "Sampling": f"± {say(row.sampling)}",
            "Noise": f"{say(row.low)} to {say(row.high)}", "Model": say(row.model),
            "Same decision": f"{row.same} of {row.draws}",
        })  # fmt: skip
    return pd.DataFrame(rows)


def _decisions(c: Compared, places: Places) -> TilePicture:
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
    )


def _conclusion_rows(c: Compared) -> pd.DataFrame:
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
    "conclusions", columns=_beside, tile=_decisions,
    tables=(Table("All conclusions", "conclusions", _conclusion_rows),),
)  # fmt: skip
