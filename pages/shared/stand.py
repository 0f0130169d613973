"""Where the stage stands: the address says it, which the stage keeps; the session remembers it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import streamlit as st

from pages.shared import session

__all__ = ["EPSILON", "USUAL", "VIEW", "Stand", "now", "settled"]

USUAL = 3.0  # epsilon of a first visit
EPSILON, VIEW = "epsilon", "see"  # in the address; pictures and diagrams have a word "view"
NAME = "stand"


@dataclass(frozen=True)
class Stand:
    """One epsilon, and one view where there are several.

    Parameters
    ----------
    epsilon : float
    view : str
        Its id; "" where no page with views was open yet.
    """

    epsilon: float = USUAL
    view: str = ""


def now(stops: Sequence[float], views: Collection[str] = ()) -> Stand:
    """What the address says, else what was shown last, else the usual; held to what there is.

    What the address asks for and is not there is remembered until the stage is used.
    """
    last: Stand = session.stored(NAME) or Stand()
    session.unknown_param(EPSILON, [f"{stop:g}" for stop in stops].__contains__)
    linked = st.query_params.get(EPSILON, "")
    fallback = min(stops, key=lambda stop: abs(stop - session.asked_epsilon(last.epsilon)))
    epsilon = next((stop for stop in stops if f"{stop:g}" == linked), fallback)
    view = last.view
    if views:
        session.unknown_param(VIEW, views.__contains__)
        asked = st.query_params.get(VIEW, "")
        view = next((one for one in (asked, last.view) if one in views), next(iter(views)))
    stand = Stand(epsilon, view)
    session.store(NAME, stand)
    session.move_slider(epsilon)
    return stand


def settled() -> None:
    """The stage was used: what a link asked for in vain is settled (part of its callback)."""
    session.clear_unknown_param(EPSILON)
    session.clear_unknown_param(VIEW)
