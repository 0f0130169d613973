"""The board: what survives in one sentence, one slider, and a tile for every property."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import streamlit as st

from graphdp_core.experiment.answer import Known, answer, mark
from graphdp_core.experiment.board import Unavailable, one_edge
from graphdp_core.experiment.chance import at_epsilon
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.experiment.survival import Survival
from graphdp_core.params import Refused
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.privacy.guarantee import NeighbouringRelation
from pages.parts import board_curves
from pages.parts.board_tiles import EDGE, Desk, Seen
from pages.parts.board_widget import Wish, board_widget
from pages.shared import beyond, fragments, odometer, protection, scenario_cache, session, turns
from pages.shared.background import WORKSHOP, own_workshop
from pages.table import path_of

__all__ = ["show"]

AT_ONCE_S = 0.4  # that the first drawing waits for its numbers
LOOK_S = 0.05
QUICK_S = 6.0  # of measuring one stop, up to which all stops are prepared unasked


def show(scenario: Scenario) -> None:
    """Draw the board of a scenario; what is missing is measured behind it."""
    stops, now = beyond.stops(from_zero=True), scenario.epsilon
    name = Desk.name_of(scenario, stops)
    desk = session.keep_last("desk", name, lambda: _desk(scenario, stops))
    if not desk.is_seen(desk.stops):
        _ask(desk, now)
        _wait(desk, now)
    found = _found(desk)
    answer = found["stops"][desk.stops.index(now)]["answer"]
    st.container(key="page-answer").title(answer, anchor=False)
    protection.warn_if_unproved(at_epsilon(scenario.mechanism, now), now)
    board_widget(now, found, desk.parts(now), heard=_heard)
    with suppress(Refused):  # which the answer has said
        odometer.people_on_demand(at_epsilon(scenario.mechanism, now).guarantee(now))
    shown = _milestone(desk, now)
    if not desk.is_seen(desk.stops) or shown[-1] <= board_curves.STEPS:
        _look_in(desk, now, shown)


def _found(desk: Desk) -> Mapping[str, Any]:
    """All that the board says, at every stop; made anew when more has been measured."""
    curves, step = board_curves.spread_of(desk)

    def make() -> Mapping[str, Any]:
        known = {epsilon: _known(desk, epsilon, curves) for epsilon in desk.stops}
        stops = [_stop(desk, epsilon, known[epsilon]) for epsilon in desk.stops]
        return {"stops": stops, "tiles": _tiles(desk, known)}

    return desk.keep(f"says {step}", make)


def _heard(wish: Wish) -> None:
    if wish.epsilon is not None:
        session.move_slider(wish.epsilon)
    if wish.page:
        session.wish_page(path_of(wish.page))


def _known(
    desk: Desk, epsilon: float, spreads: Mapping[str, board_curves.Spread]
) -> dict[str, Known]:
    """What the answer is made from, by property."""
    found: dict[str, Known] = {}
    for id, tile in desk.tiles.items():
        if isinstance(tile, Unavailable):
            found[id] = tile
            continue
        seen = desk.known(id, epsilon)
        if seen is not None and seen.survival is None:
            found[id] = Unavailable(tile.property, seen.problem)
            continue
        single = None if seen is None else seen.survival
        spread = spreads.get(id)
        found[id] = spread.at(desk.stops.index(epsilon), single) if spread else single
    return found


def _stop(desk: Desk, epsilon: float, known: Mapping[str, Known]) -> dict[str, Any]:
    """What the board says at one epsilon, whatever its tiles."""
    mechanism = at_epsilon(desk.scenario.mechanism, epsilon)
    try:
        words = answer(known, epsilon, mechanism)
        edge = protection.posterior_belief(mechanism.guarantee(epsilon))
    except Refused as refusal:
        words, edge = str(refusal), ""
    return {"epsilon": epsilon, "label": epsilon_label(epsilon), "answer": words, "learnt": edge}


def _tiles(desk: Desk, known: Mapping[float, Mapping[str, Known]]) -> list[dict[str, Any]]:
    tiles = []
    for id, tile in desk.tiles.items():
        column = [known[epsilon][id] for epsilon in desk.stops]
        seen = [desk.known(id, e) if id in desk.fed else None for e in desk.stops]
        tiles.append(
            {
                "part": desk.part(id),
                "title": tile.property.title,
                "gloss": tile.property.gloss,
                "page": tile.property.page,
                **_state(tile, seen),
                **_judged(desk, column),
                "ranges": [
                    board_curves.value_range(tile.property, s.metrics, found)
                    if s is not None and isinstance(found, Survival)
                    else ""
                    for s, found in zip(seen, column, strict=True)
                ],
                "markWord": tile.property.name.removeprefix("the "),
            }
        )
    return [*tiles, _one_edge(desk)]


def _state(tile: Any, seen: list[Seen | None]) -> dict[str, str]:
    """Whether there is a picture, and if not, why."""
    if isinstance(tile, Unavailable):
        others = ", ".join(_titles(tile.mechanisms))
        hint = f" Shown by: {others}." if others else ""
        return {"state": "unavailable", "reason": tile.reason + hint}
    made = [item for item in seen if item is not None]
    if any(item.stop is not None for item in made):
        return {"state": "shown", "reason": ""}
    if made:
        return {"state": "failed", "reason": made[0].problem}
    return {"state": "waiting", "reason": ""}


def _titles(ids: tuple[str, ...], most: int = 3) -> list[str]:
    import graphdp_core as gdp

    titles = {m.id: m.title for m in gdp.MECHANISMS}
    return [titles[id] for id in ids[:most]]


def _judged(desk: Desk, column: list[Known]) -> dict[str, Any]:
    """Verdicts and the curve of one property over the stops."""
    found = [item if isinstance(item, Survival) else None for item in column]
    middle = [None if s is None or math.isnan(s.score) else s.score for s in found]
    known = [(e, s) for e, s in zip(desk.stops, middle, strict=True) if s is not None]
    stands = mark([e for e, _ in known], [s for _, s in known]) if known else None
    helps = [s.verdict.help for s in found if s is not None]
    return {
        "verdicts": ["" if s is None else s.verdict.value for s in found],
        "notes": ["" if s is None else s.note for s in found],
        "help": " ".join(dict.fromkeys(helps)),
        "curve": {
            "low": [None if s is None or s.draws == 1 else s.low for s in found],
            "middle": middle,
            "high": [None if s is None or s.draws == 1 else s.high for s in found],
            "top": "true",
            "bottom": "guessing",
        }
        if known
        else None,
        "mark": None if stands is None else desk.stops.index(stands),
    }


def _one_edge(desk: Desk) -> dict[str, Any]:
    """The tile that says what is protected, and how well."""
    beliefs: list[float | None] = []
    mechanism = desk.scenario.mechanism
    relation = mechanism.guarantee(desk.scenario.epsilon).relation
    for epsilon in desk.stops:
        try:
            edge = one_edge(at_epsilon(mechanism, epsilon).guarantee(epsilon))
            beliefs.append(edge.beliefs[0.5])
        except Refused:
            beliefs.append(None)
    return {
        "part": desk.part(EDGE),
        "title": _unit_title(relation),
        "gloss": f"what others can learn of {relation.secret}",
        "page": "overview",
        "state": "shown",
        "reason": "",
        "verdicts": ["" if belief is None else _safety(belief) for belief in beliefs],
        "ranges": ["" for _ in beliefs],
        "notes": ["" for _ in beliefs],
        "help": f"Protected: who is 50% sure of {relation.secret} ends at most 75% sure. Hinted: "
        "at most 97%. Exposed: surer than that.",
        "curve": {
            "low": [], "high": [], "top": "certain", "bottom": "50%",
            "middle": [None if belief is None else 2 * belief - 1 for belief in beliefs],
        },
        "mark": None,
        "markWord": "",
    }  # fmt: skip


def _unit_title(relation: NeighbouringRelation) -> str:
    """The protected unit in two words: with public edges the tile must not speak of an edge."""
    if relation.is_of_persons:
        return "One person"
    if relation.is_of_nodes:
        return "One node"
    return "One weight" if "weight" in relation.secret else "One edge"


def _safety(belief: float) -> str:
    if belief <= 0.75:
        return "protected"
    return "hinted" if belief <= 0.97 else "exposed"


def _desk(now: Scenario, stops: tuple[float, ...]) -> Desk:
    """Its results are everybody's, or this session's where the graph is the person's own."""
    return Desk(now, scenario_cache.place_of(now.graph, WORKSHOP, "workshop", own_workshop), stops)


def _ask(desk: Desk, now: float) -> None:
    """Want the present stop measured, and all others where that is quick or asked for."""
    every = _wants_all(desk)
    desk.shop.ask(session.token(), f"{desk.id} {now} {every}", desk.work(now, only=not every))


def _wants_all(desk: Desk) -> bool:
    return desk.seconds <= QUICK_S or session.is_running(f"stops {desk.id}", default=False)


def _wait(desk: Desk, now: float) -> None:
    """Give the numbers a moment to be there when the page is first drawn."""
    end = time.monotonic() + AT_ONCE_S
    while not desk.is_seen([now]) and time.monotonic() < end:
        session.checkpoint()
        turns.sleep(LOOK_S)


def _milestone(desk: Desk, now: float) -> tuple[int, int, int]:
    """Changes when there is something new to show; curves wait for the present stop alone."""
    present = sum(desk.known(id, now) is not None for id in desk.fed)
    begins = desk.is_seen([now]) and _wants_all(desk)
    curves = board_curves.milestone(desk) if begins else 0
    return present, len(desk.parts(now)), curves


@fragments.of_page(run_every=0.5)
def _look_in(desk: Desk, now: float, shown: tuple[int, int, int]) -> None:
    """See how far the work is; draw the page anew when there is more to show."""
    _ask(desk, now)
    if _milestone(desk, now) != shown:
        st.rerun()
    if desk.is_seen([now]) and not _wants_all(desk):
        label = f"stops {desk.id}"
        st.button(
            "Prepare live dragging", icon=":material/animation:", key="prepare",
            help="Measures every stop of the slider. On this graph that takes a while; you can go "
            "on working.",
            on_click=session.set_running, args=(label, True),
        )  # fmt: skip
        return
    seen = sum(desk.is_seen([epsilon]) for epsilon in desk.stops)
    if seen < len(desk.stops):
        st.caption(f"Measured: {seen} of {len(desk.stops)} stops of the slider.")
