"""A lesson as it is played in the browser: the words, what is measured, and the address."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

import streamlit as st

from graphdp_core.lessons import LESSONS, document, plans
from graphdp_core.lessons.sheet import lesson_html, plan, sheet_html
from graphdp_core.params import Refused
from pages.ground.widget_script import component
from pages.session import session
from pages.table import is_offered
from pages.ui import opened

KEY = "lesson"
Mode = Literal["", "lecture", "notes"]
STEPS = 4


@st.fragment
def show() -> None:
    """Draw the page Lessons: what the address asks for, or the list with a sentence on why not."""
    asked = st.query_params
    lecture = asked.get("lecture", "")
    mode: Mode = "notes" if "notes" in asked else "lecture" if lecture else ""
    key = mode or "lesson-alone"
    with opened.page_frame(), st.container(key="lessons-page"), st.container(key=key):
        try:
            lesson = lecture or asked.get("lesson", "")
            play(lesson, asked.get("step", "1"), mode)
            offer_file(lesson, mode)
        except Refused as refused:
            st.error(str(refused))
            play("", "1")


def play(asked: str, step: str, mode: Mode = "") -> None:
    """The lesson that the address names, at its step; the list of all for "".

    Parameters
    ----------
    asked : str
        A lesson's id, or "".
    step : str
        As the address has it, "1" to "4".
    mode : {"", "lecture", "notes"}
        In front of a class, or the teacher's sheet; a lesson alone has them.

    Raises
    ------
    Refused
        If there is no such lesson or step.
    """
    ids = [lesson.id for lesson in LESSONS]
    if asked and asked not in ids:
        raise Refused(f"There is no lesson {asked[:20]!r}: choose one below.")
    if step not in map(str, range(1, STEPS + 1)):
        raise Refused(f"A lesson has steps 1 to {STEPS}, not {step[:20]!r}: choose one below.")
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    place = ids.index(asked) if asked else len(ids)
    component("lessons", "lesson/main", css="chart/chart stage/stage lesson/lesson")(
        key=KEY,
        data={
            "lesson": _document(asked) if asked else None,
            "step": int(step) - 1,
            "mode": mode if asked else "",
            "sheet": plan(_document(asked)) if asked and mode == "notes" else [],
            "server": f"/{base}/" if base else "/",
            "next": ids[place + 1] if place + 1 < len(ids) else "",
            "lessons": [] if asked else [*_listed()],
            "plans": [] if asked else plans(),
        },
        on_open_change=_open,
        on_moved_change=_moved,
    )  # fmt: skip


def offer_file(id: str, mode: Mode) -> None:
    """A lesson as one file that opens without a server, or its sheet; nothing for the list."""
    number = f"{int(id[1:]) + 1}" if id else ""
    if id and mode == "notes":
        st.download_button(
            "Save this sheet to print", lambda: sheet_html(id), f"graphdp-sheet-{number}.html",
            "text/html", icon=":material/print:", type="tertiary", key="sheet-file",
            on_click="ignore", help="Timing, expected answers and questions on one page.",
        )  # fmt: skip
    elif id and not mode:
        st.download_button(
            "Save this lesson as a file", lambda: lesson_html(id), f"graphdp-lesson-{number}.html",
            "text/html", icon=":material/download:", type="tertiary", key="lesson-file",
            on_click="ignore", help="It opens anywhere, without a network, and works by keyboard.",
        )  # fmt: skip


def _listed() -> Iterator[dict[str, Any]]:
    """Every lesson that can be shown, in a line of the list."""
    for lesson in LESSONS:
        try:
            one = _document(lesson.id)
        except Refused:
            continue  # said where it is asked for; the others go on without it
        yield {name: one[name] for name in ("id", "title", "question", "picture")}


@cache
def _document(id: str) -> dict[str, Any]:
    """A lesson with its stored measurements and links to what is here; the same for everybody."""
    whole = document(id)
    return {**whole, "links": [link for link in whole["links"] if is_offered(link["address"])]}


def _open() -> None:
    """Go to the lesson that was asked for, or to the list."""
    said = session.answer(KEY, "open")
    wanted = said.get("id") if isinstance(said, dict) else ""
    st.query_params.pop("step", None)
    name = "lecture" if "lecture" in st.query_params else "lesson"
    for old in ("lesson", "lecture"):
        st.query_params.pop(old, None)
    if wanted in {lesson.id for lesson in LESSONS}:
        st.query_params[name] = wanted


def _moved() -> None:
    """Let the address say which step stands on the screen."""
    said = session.answer(KEY, "moved")
    step = said.get("step") if isinstance(said, dict) else None
    if isinstance(step, int) and 0 <= step < STEPS:
        st.query_params["step"] = str(step + 1)
