"""Who is recognised: the people whom the attacker knows, and whom every node is taken for.

Conclusions: a row for each question, with its answers and the numbers behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.conclusions import NEAR, QUESTIONS, SURE, Conclusion, Question, conclude
from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.board.pictures import (
    Ink,
    Places,
    Sketch,
    TilePicture,
    layout_dots,
    node_sketch,
    sampled,
)
from graphdp_core.plots.chart.record import Marks, Panel, Word
from graphdp_core.plots.chart.svg import COLUMNS
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
FATES = ("others", "recognised", "mistaken", "known")
STEPS = 12


def _fates(one: Recognised) -> NDArray[np.int32]:
    """Of each person the number in `FATES`; 0 for a person taken for nobody."""
    fates = np.where(one.taken < 0, 0, np.where(one.right, RIGHT, WRONG))
    fates[one.named] = NAMED
    return fates.astype(np.int32)


def _picture(c: Compared, places: Places) -> Pair:
    """The true graph with the people known by name, and the release with those recognised."""
    pair = network_pair(c.graph, c.release, places(c.graph))
    known = np.zeros(c.graph.n, dtype=np.int32)
    known[c.private.named] = NAMED
    left = replace(
        pair.baseline, categories=known, category_names=FATES,
        detail=f"{len(c.private.named)} known by name, {c.private.others:,} others",
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
        so_far[order[count:]] = 0
        pictures.append(_stage(drawn.private, so_far))
    return pictures


def _tile(c: Compared, places: Places) -> TilePicture:
    dots, fates = layout_dots(c.graph, places), _fates(c.private)[sampled(c.graph.n)]
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
    return pd.DataFrame({
        "person": names[:-1],
        "by most ties": np.array(["not matched", *FATES[1:]], dtype=object)[_fates(one)],
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


SCALES = {2: (0.345, 0.655), 3: (0.27, 0.98)}  # between two answers, or above three
ANSWERS = {1: ((0.0, "start"),), **COLUMNS}
LIFT, DROP = 0.24, -0.2  # of a row's two lines: the question, and its answers
HALF = 0.2  # of a border's height
NO_ANSWER = "no answer"


def _beside(results: Sequence[Conclusions], graph: Graph) -> Columns:
    """A table of questions and answers; each row's numbers lie between the decisions' borders."""
    told = [conclude(graph, results[0], one) for one in results]
    said = tuple(_listed(rows, told[0]) for rows in told)
    return Columns((_panel(told),), said, alone=_panel(told[:1]))


def _panel(told: Sequence[Sequence[Conclusion]]) -> Panel:
    count, true = len(told), told[0]
    low, high = SCALES[max(count, 2)]
    lines = {one.question: len(true) - 0.5 - k for k, one in enumerate(true)}
    level = LIFT if count > 2 else DROP

    def spot(question: Question, value: float, up: float = 0.0) -> tuple[float, float]:
        return low + (high - low) * place(question, value), lines[question] + level + up

    asked = [(one.question, one.value, SURE * one.error) for one in true if one.decision]
    ways = [(low, y + level, high, y + level) for y in lines.values()]
    borders = [spot(one, at, -HALF) + spot(one, at, HALF) for one in lines for at in one.borders]
    sure = [spot(one, value - off) + spot(one, value + off) for one, value, off in asked]
    there = np.array([spot(one, value) for one, value, _ in asked], dtype=np.float32)
    marks = [
        Marks.lines(np.array(ways), "grid"),
        Marks.lines(np.array(borders), "muted", word="limit"),
        Marks.lines(np.array(sure), "baseline", size=7.0, opacity=0.5, word="margin"),
        Marks("rings", there.reshape(-1, 2), "text", 13.0, word="true"),
    ]
    (x, anchor), *_ = ANSWERS[count] if count != 2 else [(0.5, "middle")]
    asks = {one: one.short if count < 3 else one.short.partition(" (")[0] for one in lines}
    words = [Word(x, y + LIFT, asks[one], anchor=anchor, ink="muted") for one, y in lines.items()]
    for side, rows in enumerate(told):
        x, anchor = ANSWERS[count][side]
        for one, stays in zip(rows, _stays(rows, true).tolist(), strict=True):
            y, ink = lines[one.question] + DROP, "text" if stays else "unproved"
            said = _said(one, is_short=count > 2)
            words.append(Word(x, y, said, anchor=anchor, ink=ink))
            if not side or not one.decision:
                continue
            look = ("circle", "same") if stays else ("diamond", "another")
            if count > 2:
                look = ("circle", "A") if side == 1 else ("square", "B")
            (across, up), (symbol, word) = spot(one.question, one.value), look
            marks.append(Marks.dots(
                np.array([across]), np.array([up]), "kept" if stays else "invented", size=11.0,
                symbol=symbol, word=word,
                tip=f"{one.question.question} {one.question.number}: "
                f"{one.question.written(one.value)}",
            ))  # fmt: skip
    return Panel((0.0, 1.0), (0.0, float(len(true))), marks=tuple(marks), words=tuple(words))


def _stays(rows: Sequence[Conclusion], true: Sequence[Conclusion]) -> NDArray[np.bool_]:
    pairs = zip(rows, true, strict=True)
    return np.array([one.decision == other.decision for one, other in pairs], dtype=np.bool_)


def _said(one: Conclusion, *, is_short: bool) -> str:
    """The decision, and the number where there is room."""
    if is_short or not one.decision:
        return one.decision or NO_ANSWER
    return f"{one.decision} ({one.question.written(one.value)})"


def place(question: Question, value: float) -> float:
    """Where a number stands between 0 and 1."""
    scale = 1.5 * NEAR if question.id == "small" else 1.0
    return float(np.clip(value / scale, 0.0, 1.0))


def _listed(rows: Sequence[Conclusion], true: Sequence[Conclusion]) -> str:
    """All decisions, for a screen reader; of a release, which of them are others."""
    told = (f"{one.question.question} {one.decision or NO_ANSWER}" for one in rows)
    others = [a.question.name for a, b in zip(rows, true, strict=True) if a.decision != b.decision]
    return "; ".join(told) + (f". Not as in the true graph: {', '.join(others)}" if others else "")


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
