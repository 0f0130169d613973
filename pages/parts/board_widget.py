"""The board's widget: prepared results under one slider, drawn and moved in the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import streamlit as st

from graphdp_core.experiment.scenario import FAR_EPSILONS
from graphdp_core.plots.theme import themes_by_name
from pages.parts.board_tiles import STOPS
from pages.shared import session
from pages.shared.widget_script import component, revision

__all__ = ["KEY", "Wish", "board_widget"]

KEY = "board"
"""Of the widget whose slider moves the page's."""


@dataclass(frozen=True)
class Wish:
    """What the user has done on the board.

    Parameters
    ----------
    epsilon : float or None
        The stop at which the slider was let go.
    page : str
        Address of the page to open; "" to stay.
    """

    epsilon: float | None = None
    page: str = ""


def board_widget(
    epsilon: float,
    words: Mapping[str, Any],
    parts: Mapping[str, bytes],
    *,
    heard: Callable[[Wish], None],
) -> None:
    """Show the board, or what has changed of it.

    Parameters
    ----------
    epsilon : float
    words : mapping
        Words, verdicts and curves at every stop, as `Words` of the widget's types says: they stay
        while epsilon moves.
    parts : mapping of str to bytes
        Pictures, see :func:`graphdp_core.plots.board.message.board_message`, each under a name
        that stays: what has not changed is not sent again.
    heard : callable
        Told of each wish before the page runs again.
    """
    with st.container(gap=None, key="board-widget"):
        component("board_code", "board/main")(key=f"{KEY}-code", data=_themes())
        for name, part in parts.items():
            component("board_part", "board/part")(key=f"{KEY}-part-{name}", data=part)
        component("board_words", "board/words")(key=f"{KEY}-words", data=words)
        component("board", "board/mount", css="board/board")(
            key=KEY,
            data={"epsilon": epsilon, "revision": revision(session.answer(KEY, "answer"))},
            on_answer_change=lambda: heard(_read("answer")),
            on_open_change=lambda: heard(_read("open")),
        )


@cache
def _themes() -> dict[str, Any]:
    return themes_by_name()


def _read(name: str) -> Wish:
    """A wish with only what can be: it comes from a browser."""
    raw = session.answer(KEY, name)
    if not isinstance(raw, dict):
        return Wish()
    epsilon, page = raw.get("epsilon"), raw.get("page")
    return Wish(
        epsilon
        if isinstance(epsilon, int | float) and epsilon in (*STOPS, *FAR_EPSILONS)
        else None,
        page if isinstance(page, str) else "",
    )
