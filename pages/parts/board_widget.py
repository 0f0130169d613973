"""The board's widget: prepared results under one slider, drawn and moved in the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import streamlit as st

from graphdp_core.plots.theme import DARK, LIGHT
from pages.parts.board_tiles import STOPS
from pages.shared import session
from pages.shared.widget_script import SOURCES, script

__all__ = ["Wish", "board_widget"]

KEY = "board"


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
    data: Mapping[str, Any], parts: Mapping[str, bytes], *, heard: Callable[[Wish], None]
) -> None:
    """Show the board, or what has changed of it.

    Parameters
    ----------
    data : mapping
        Words, verdicts and curves, as `BoardData` of the widget's types says.
    parts : mapping of str to bytes
        Pictures, see :func:`graphdp_core.plots.board.message.board_message`, each under a name
        that stays: what has not changed is not sent again.
    heard : callable
        Told of each wish before the page runs again.
    """
    with st.container(gap=None, key="board-widget"):
        _code()(key=f"{KEY}-code", data={t.name: asdict(t) for t in (LIGHT, DARK)})
        for name, part in parts.items():
            _part()(key=f"{KEY}-part-{name}", data=part)
        _board()(
            key=KEY,
            data={**data, "revision": _revision()},
            on_answer_change=lambda: heard(_read("answer")),
            on_open_change=lambda: heard(_read("open")),
        )


@cache
def _code() -> Any:
    return st.components.v2.component("graphdp.board_code", js=script("board/main"))


@cache
def _part() -> Any:
    return st.components.v2.component("graphdp.board_part", js=script("board/part"))


@cache
def _board() -> Any:
    style = (SOURCES / "board" / "board.css").read_text(encoding="utf-8")
    return st.components.v2.component("graphdp.board", js=script("board/mount"), css=style)


def _read(name: str) -> Wish:
    """A wish with only what can be: it comes from a browser."""
    raw = session.answer(KEY, name)
    if not isinstance(raw, dict):
        return Wish()
    epsilon, page = raw.get("epsilon"), raw.get("page")
    return Wish(
        epsilon if isinstance(epsilon, int | float) and epsilon in STOPS else None,
        page if isinstance(page, str) else "",
    )


def _revision() -> int:
    raw = session.answer(KEY, "answer")
    revision = raw.get("revision") if isinstance(raw, dict) else None
    return revision if isinstance(revision, int) else 0
