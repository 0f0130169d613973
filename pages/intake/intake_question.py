"""The question that a file leaves open: what each answer would give, and one click to choose it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from graphdp_core.intake.files.question import Option, Question
from pages.session import own_state
from pages.ui.widgets import plain


def show(question: Question) -> None:
    """The question and its answers; where there is at most one, that the rows are no edges."""
    if len(question.options) < 2:
        st.warning(plain(question.text), icon=":material/error:")
        for place, option in enumerate(question.options):
            _answer(place, option, words=f"{option.words} all the same")
        return
    with st.container(border=True, key="question", gap="small"):
        st.markdown(f":material/help: **{plain(question.text)}**")
        for place, option in enumerate(question.options):
            _answer(place, option, words=option.words)


def _answer(place: int, option: Option, *, words: str) -> None:
    """One answer, with the size of the graph that it gives."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            plain(words), key=f"answer-{place}", on_click=_choose, args=(dict(option.changes),)
        )
        if option.counts:
            st.caption(option.counts, width="content")


def _choose(changes: dict[str, Any]) -> None:
    """Read the file by this answer (a callback)."""
    own_state.choose_reading(**changes)
