"""Where the stage of a page stands: as it has told, or as a new address says."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pages.ground import streamlit_internals
from pages.ground.records import session_record
from pages.session import address_words, session

USUAL = 3.0  # epsilon of a first visit
EPSILON, VIEW = "epsilon", "see"  # in the address; pictures and diagrams have a word "view"


@dataclass(frozen=True)
class StagePosition:
    """One epsilon, and one view where there are several.

    Parameters
    ----------
    view : str
        Its id; "" where no page with views was open yet.
    """

    epsilon: float = USUAL
    view: str = ""


@dataclass
class Stood:
    """Where the stage of a person's pages stood last."""

    at: StagePosition = StagePosition()


def now(stops: Sequence[float], views: Collection[str] = (), usual: str = "") -> StagePosition:
    """What a new address says, else where the stage rested last; held to what there is.

    The stage writes the address and tells where it rests; what it has told is no news from the
    address. After a step back the address alone counts. What it asks for and is not there is
    remembered until the stage is used.

    Parameters
    ----------
    stops : sequence of float
    views : collection of str
    usual : str
        The view of a page whose views nobody has chosen among; by default the first.
    """
    last = session_record(Stood).at
    last = replace(last, epsilon=session.asked_epsilon(last.epsilon))
    if streamlit_internals.follows_history():
        last = StagePosition(view="" if views else last.view)
    epsilon = min(stops, key=lambda stop: abs(stop - last.epsilon))
    if word := address_words.news(EPSILON):
        session.unknown_param(EPSILON, [f"{stop:g}" for stop in stops].__contains__)
        epsilon = next((stop for stop in stops if f"{stop:g}" == word), epsilon)
    view = last.view
    if views:
        view = view if view in views else usual or next(iter(views))
        if word := address_words.news(VIEW):
            session.unknown_param(VIEW, views.__contains__)
            view = word if word in views else view
    address_words.write(EPSILON, f"{epsilon:g}")
    if views:
        address_words.write(VIEW, view)
    return _keep(StagePosition(epsilon, view))


def _keep(stand: StagePosition) -> StagePosition:
    session_record(Stood).at = stand
    session.move_slider(stand.epsilon)
    return stand


def on_stage_rest(widget: str, stops: Sequence[float], views: Collection[str] = ("",)) -> None:
    """Hear where a stage of these stops and views has come to rest (its callback).

    Parameters
    ----------
    widget : str
        Its key.
    stops : sequence of float
    views : collection of str
        By default it has one alone, without a name.
    """
    said = session.answer(widget, "rested")
    if not isinstance(said, dict) or said.get("epsilon") not in stops:
        return
    view = said.get("view", "")
    if view not in views:
        return
    now = _keep(StagePosition(float(said["epsilon"]), view or session_record(Stood).at.view))
    address_words.seen(EPSILON, f"{now.epsilon:g}")
    address_words.seen(VIEW, view)
    session.clear_unknown_param(EPSILON)
    session.clear_unknown_param(VIEW)
    n, marked = session.current().graph.n, said.get("marked")
    if isinstance(marked, list) and all(isinstance(k, int) and 0 <= k < n for k in marked):
        session.remember_nodes(marked)


def last_heard_at(widget: str) -> float:
    """When it was, by the browser's clock, that a stage came to the rest heard of last."""
    said = session.answer(widget, "rested")
    at = said.get("at") if isinstance(said, dict) else 0
    return at if isinstance(at, int | float) and math.isfinite(at) else 0
