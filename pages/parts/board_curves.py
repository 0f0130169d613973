"""How the board's properties fare over many draws, as far as worker processes have measured it."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from graphdp_core.experiment.curves import Curve, Curves, start
from graphdp_core.experiment.properties import Property
from graphdp_core.experiment.survival import Survival, verdict_of
from graphdp_core.params import LARGEST_EPSILON
from pages.parts.board_tiles import Desk
from pages.shared import measured
from pages.shared.background import ABSENT_S, WORKSHOP, Workshop

__all__ = ["Spread", "milestone", "spread_of", "stop_all", "value_range"]

MOST = 6  # graphs with mechanisms whose curves are measured or kept
STEPS = 8  # how often the board is drawn anew while they are measured
OF_DRAWS = "in 9 of 10 draws"

_lock = threading.Lock()


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

    def at(self, stop: int, single: Survival | None) -> Survival | None:
        """The verdict over the draws, where there are some; else that of the single one."""
        score = self.middle[stop]
        if math.isnan(score):
            return single
        if single is None:
            single = Survival(score, verdict_of(score), math.nan, math.nan, math.nan, "")
        return replace(
            single, score=score, verdict=verdict_of(score), low=self.low[stop],
            high=self.high[stop], draws=self.draws[stop],
        )  # fmt: skip


def milestone(desk: Desk) -> int:
    """Begin to measure, or go on; a number that grows when there is more to show.

    Nothing more is measured when nobody has asked for a while.
    """
    running = _running(desk.shop)
    with _lock:
        curves = running.get(desk.id)
        if curves is None:
            analyses = {id: tile.analysis for id, tile in desk.fed.items()}
            now = desk.scenario
            curves = start(now.graph, now.mechanism, analyses, seed=now.seed,
                           store=measured.store_of(now), patience=ABSENT_S)  # fmt: skip
            running[desk.id] = curves
        running.move_to_end(desk.id)
        while len(running) > MOST:
            running.popitem(last=False)[1].stop()
    curves.look()
    if not curves.is_running:
        return STEPS + 1
    return STEPS * curves.done // max(curves.total, 1)


def stop_all() -> None:
    """Measure nothing more, for any board of everybody; those of own graphs end with sessions."""
    with _lock:
        for curves in _running(WORKSHOP).values():
            curves.stop()


def spread_of(desk: Desk) -> tuple[Mapping[str, Spread], int]:
    """What is known over many draws, by property, and its milestone; starts nothing."""
    curves = _running(desk.shop).get(desk.id)
    if curves is None:
        return {}, -1
    step = milestone(desk)
    key = f"{desk.id} spread {step}"
    return desk.shop.keep(
        key, lambda: {id: _spread(curves.curve(id), desk.stops) for id in desk.fed}
    ), step


def _running(shop: Workshop) -> OrderedDict[str, Curves]:
    """By board, the one looked at longest ago first."""
    return shop.keep("curves", OrderedDict)


def value_range(item: Property, metrics: Mapping[str, float], found: Survival) -> str:
    """Nine of ten draws in the unit of the tile's number; "" for a single draw."""
    if found.draws == 1 or math.isnan(found.low) or not found.metric:
        return ""  # without a metric only the draws are known: this stop is being measured
    all_draws = f"in all {found.draws} draws"
    if found.high == 0.0:
        return f"no better than guessing {all_draws}"  # the scores are cut, the values differ
    way = found.perfect - found.chance
    low, high = (
        item.number(found.metric, {**metrics, found.metric: found.chance + share * way})
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
