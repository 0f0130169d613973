"""How the board's properties fare over many draws, as far as worker processes have measured it."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from graphdp_core.analyses.recognition import Recognition
from graphdp_core.experiment.answer import Known, mark
from graphdp_core.experiment.board import Unavailable, one_edge
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.curves import BOARD_EPSILONS, BOARD_REPEATS, Curve, Curves, start
from graphdp_core.experiment.properties import RECOGNISED, Property
from graphdp_core.experiment.survival import Survival, verdict_of
from graphdp_core.params import LARGEST_EPSILON, Refused
from graphdp_core.stage.board import EDGE, Board
from pages.ground.background import ABSENT_S
from pages.server.stages import Found

SEED = 0  # of the draws behind a verdict, whichever draw is shown: none turns with another
MOST = 6  # boards that are measured at a time
STEPS = 8  # how often curves grow while they are measured
OF_DRAWS = "in 9 of 10 draws"


@dataclass(frozen=True)
class Spread:
    """Scores of one property at every stop of the slider; nan where there are no draws yet.

    Between two measured stops the score lies on the straight line between theirs, and the smaller
    number of draws counts.
    """

    low: tuple[float, ...]
    middle: tuple[float, ...]
    high: tuple[float, ...]
    draws: tuple[int, ...]

    def at(self, stop: int, near: Survival) -> Survival:
        """The verdict over the draws; all but the scores is that of a measured stop near it."""
        score = self.middle[stop]
        verdict = near.verdict if math.isnan(score) else verdict_of(score)
        return replace(
            near, score=score, verdict=verdict, low=self.low[stop],
            high=self.high[stop], draws=self.draws[stop],
        )  # fmt: skip


class BoardCurves:
    """What many draws say of one board, at every stop; nothing is measured before somebody looks.

    Parameters
    ----------
    store : CellStore
        Where what is measured is looked up and kept.
    """

    def __init__(self, board: Board, store: CellStore):
        self._board = board
        self._store = store
        self._curves: Curves | None = None
        self._grown: tuple[int, Mapping[str, Any]] = (-1, {})

    def look(self) -> Found:
        """Begin to measure, or go on; what is known by now.

        Curves grow meanwhile. Verdict and answer of a stop come once all its draws are there, so
        that no sentence changes twice before one's eyes. Nothing more is measured when nobody has
        looked for a while.
        """
        curves = self._begun()
        curves.look()
        is_whole, done, total = not curves.is_running, curves.done, max(curves.total, 1)
        step = STEPS + 1 if is_whole else STEPS * done // total
        if step != self._grown[0]:
            self._grown = step, self._said(curves, is_whole=is_whole)
        return Found(
            self._grown[1],
            share=1.0 if is_whole else min(done / total, 0.99),
            words=f"Measured: {done} of {total}",
            is_lasting=is_whole and not curves.failed,
        )

    def stop(self) -> None:
        """Measure nothing more, and let go of the graph; what is being measured is still kept."""
        with _lock:
            if self in _looked_at:
                _looked_at.remove(self)
        if self._curves is not None:
            self._curves.stop()

    def _begun(self) -> Curves:
        with _lock:
            if self._curves is None:
                board = self._board
                analyses = {id: tile.analysis for id, tile in board.often_drawn.items()}
                epsilons = BOARD_EPSILONS if board.mechanism.reads_epsilon else board.epsilons
                self._curves = start(
                    board.graph, board.mechanism, analyses, epsilons=epsilons, seed=SEED,
                    store=self._store, patience=ABSENT_S,
                )  # fmt: skip
            if self in _looked_at:
                _looked_at.remove(self)
            _looked_at.append(self)
            while len(_looked_at) > MOST:
                _looked_at.pop(0).stop()
            return self._curves

    def _said(self, curves: Curves, *, is_whole: bool) -> Mapping[str, Any]:
        """Curves by property; of stops that are measured also verdicts, ranges and answers."""
        board, stops = self._board, self._board.epsilons
        spreads = {id: _spread(curves.curve(id), stops) for id in board.fed}
        rows: dict[str, dict[str, Any]] = {id: _curve(s, stops) for id, s in spreads.items()}
        rows[EDGE] = {"curve": _of_edge(board), "lasts": None}
        if RECOGNISED.id in board.often_drawn:
            rows[RECOGNISED.id] = _of_person(curves.values(RECOGNISED.id, "recognised"), board)
        if not is_whole:
            for id in board.often_drawn:
                _measured_only(rows[id], stops, curves.curve(id).epsilons.tolist())
        is_settled = is_whole or all(curves.is_settled(id) for id in spreads)
        least = 1 if is_whole else BOARD_REPEATS
        survivals = [
            self._found(curves, spreads, stop, least) if is_settled else {}
            for stop in range(len(stops))
        ]
        for id, tile in board.fed.items():
            column = [at.get(id) for at in survivals]
            rows[id]["verdicts"] = ["" if s is None else s.verdict.value for s in column]
            rows[id]["ranges"] = [
                "" if s is None else value_range(tile.property, s) for s in column
            ]
        answers = [self._answer(at, e) for at, e in zip(survivals, stops, strict=True)]
        return {"tiles": rows, "answers": answers}

    def _found(
        self, curves: Curves, spreads: Mapping[str, Spread], stop: int, least: int
    ) -> dict[str, Survival]:
        """What is known of all properties at a stop; nothing where any has fewer draws."""
        survivals = {}
        for id, spread in spreads.items():
            near = _nearest(curves.curve(id).epsilons, self._board.epsilons[stop])
            seen = None if near is None else curves.survival(id, near)
            if seen is None or spread.draws[stop] < least:
                return {}
            survivals[id] = spread.at(stop, seen)
        return survivals

    def _answer(self, survivals: Mapping[str, Survival], epsilon: float) -> str:
        """The sentence over all draws; "" where that of the stop itself stands."""
        if not survivals:
            return ""
        board = self._board
        known: dict[str, Known] = {
            id: tile if isinstance(tile, Unavailable) else survivals.get(id)
            for id, tile in board.properties.items()
        }
        return board.answer(known, epsilon)


_lock = threading.RLock()
_looked_at: list[BoardCurves] = []
"""Those that may be measured, the one looked at longest ago first."""


def stop_all() -> None:
    """Measure nothing more, for any board."""
    with _lock:
        for curves in list(_looked_at):
            curves.stop()


def value_range(item: Property, found: Survival) -> str:
    """Nine of ten draws in the unit of the tile's number; "" for a single draw."""
    if found.draws == 1 or math.isnan(found.low) or not found.metric:
        return ""
    all_draws = f"in all {found.draws} draws"
    if found.high == 0.0:
        return f"no better than guessing {all_draws}"  # the scores are cut, the values differ
    way = found.perfect - found.chance
    low, high = (
        item.value_at(found.metric, found.chance + share * way)
        for share in sorted((found.low, found.high), reverse=way < 0)
    )
    if not low.value or not high.value:
        return ""
    if (low.value, low.unit) == (high.value, high.unit):
        return f"{low.value}{low.unit} {all_draws if found.low == found.high else OF_DRAWS}"
    unit = "" if low.unit == high.unit else low.unit
    return f"{low.value}{unit}–{high.value}{high.unit} {OF_DRAWS}"


def _spread(curve: Curve, stops: Sequence[float]) -> Spread:
    places = [float(stops.index(epsilon)) for epsilon in curve.epsilons.tolist()]
    every = np.arange(len(stops), dtype=float)

    def row(values: np.ndarray) -> tuple[float, ...]:
        if not places:
            return (math.nan,) * len(stops)
        filled = np.interp(every, places, values)
        filled[every < places[0]] = math.nan
        filled[np.array(stops) > LARGEST_EPSILON] = math.nan  # no draws are made there
        return tuple(filled.tolist())

    def draws() -> tuple[int, ...]:
        before = np.searchsorted(places, every, side="right") - 1
        after = np.minimum(np.searchsorted(places, every), len(places) - 1)
        known = np.append(curve.draws, 0)  # 0 stands before the first measured stop
        return tuple(np.minimum(known[before], known[after]).astype(int).tolist())

    return Spread(row(curve.low), row(curve.middle), row(curve.high), draws())


def _nearest(epsilons: np.ndarray, epsilon: float) -> float | None:
    return min(epsilons.tolist(), key=lambda e: abs(e - epsilon), default=None)


def _curve(spread: Spread, stops: Sequence[float]) -> dict[str, Any]:
    """The curve of one property, and the stop from which on it survives."""
    lasts = mark(stops, spread.middle)
    return {
        "curve": {
            **{name: [None if math.isnan(score) else round(score, 3) for score in row]
               for name, row in (("low", spread.low), ("middle", spread.middle),
                                 ("high", spread.high))},
            "top": "true", "bottom": "guessing",
        },
        "lasts": None if lasts is None else stops.index(lasts),
    }  # fmt: skip


def _measured_only(row: dict[str, Any], stops: Sequence[float], measured: list[float]) -> None:
    """While draws are to come nothing is drawn between those that there are, nor promised."""
    for name in ("low", "middle", "high"):
        row["curve"][name] = [
            value if stop in measured else None
            for stop, value in zip(stops, row["curve"][name], strict=True)
        ]
    row["lasts"] = None


def _of_person(shares: Curve, board: Board) -> dict[str, Any]:
    """How many are recognised at every stop; the verdict stays that of the draw that is shown."""
    spread = _spread(shares, board.epsilons)
    row = _curve(spread, board.epsilons)
    row["curve"] |= {"top": "everybody", "bottom": "nobody"}
    others = board.graph.n - Recognition().named
    ranges = [
        f"{'–'.join(dict.fromkeys(f'{round(others * s):,}' for s in ends))} {OF_DRAWS}"
        if draws >= BOARD_REPEATS else ""
        for *ends, draws in zip(spread.low, spread.high, spread.draws, strict=True)
    ]  # fmt: skip
    return {**row, "lasts": None, "ranges": ranges}


def _of_edge(board: Board) -> dict[str, Any]:
    """How sure anybody may become at every stop, from even odds to certain."""

    def height(epsilon: float) -> float | None:
        try:
            g = at_epsilon(board.mechanism, epsilon).guarantee(epsilon)
        except Refused:
            return None
        return round(2 * one_edge(g).beliefs[0.5] - 1, 3)

    middle = [height(epsilon) for epsilon in board.epsilons]
    return {"low": [], "middle": middle, "high": [], "top": "certain", "bottom": "50%"}
