"""What the app remembers of one person's own file: which it is, and how it is being read."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

import streamlit as st

from pages.shared import address_words, addresses, streamlit_internals
from pages.shared.own_file import OWN_FILES, Choices, Held, Mark
from pages.shared.own_link import choices_of, words_of
from pages.shared.visitor_cookie import COOKIE, is_secret

__all__ = [
    "NO_COLUMNS",
    "choose",
    "choose_reading",
    "close_intake",
    "hold_own_file",
    "intake_is_open",
    "intake_note",
    "open_intake",
    "own_file",
    "person",
    "reading_of_shape",
    "remember_reading",
    "remembers_readings",
    "show_in_widget",
    "wanted_choices",
    "wanted_file",
    "widget",
    "write_own_file",
]

OWN = "own file"
WANTED = "file that the address names"
OPEN = "intake is open"
WANTED_CHOICES = "how the address reads it"
FILE, READ = "file", "read"  # in the address
NO_COLUMNS: dict[str, Any] = dict.fromkeys(("source", "target", "weight", "label", "time"))
"""All roles left to a guess."""


def person() -> str:
    """The browser's secret; where it takes no cookie, one that lasts as long as the page."""
    given = st.context.cookies.get(COOKIE, "")
    if is_secret(given):
        return given
    made: str = st.session_state.setdefault("person", secrets.token_urlsafe(32))
    return made


def wanted_file() -> Mark | None:
    """Which own file this page's address named when it was opened."""
    if WANTED not in st.session_state:
        asked = st.query_params.get(FILE, "")
        mark = st.session_state[WANTED] = Mark.parse(asked)
        if asked and mark is None:
            intake_note("The link names its file in a way that is not understood: choose the file.")
    wanted: Mark | None = st.session_state[WANTED]
    return wanted


def own_file() -> Held | None:
    """The own file of this page, also after a reload; what is used stays in memory."""
    if streamlit_internals.follows_history():
        _follow_back()
    held: Held | None = st.session_state.get(OWN)
    if held is None and (mark := wanted_file()) is not None:
        held = OWN_FILES.find(person(), mark)
    if held is not None:
        hold_own_file(held)
    return held


def _follow_back() -> None:
    """After Back the file that the address names is the own file again, if it is still there."""
    mark = Mark.parse(st.query_params.get(FILE, ""))
    held: Held | None = st.session_state.get(OWN)
    if mark is not None and (held is None or held.brought.mark != mark):
        st.session_state[OWN], st.session_state[WANTED] = OWN_FILES.find(person(), mark), mark


def hold_own_file(held: Held | None) -> None:
    """Make a file the page's own file; None leaves the page without one."""
    st.session_state[OWN] = held
    if held is None:
        st.session_state[WANTED] = None
    else:
        OWN_FILES.keep(person(), held)


def wanted_choices() -> Choices:
    """How the file that the address named is to be read, as far as the address says it."""
    if WANTED_CHOICES not in st.session_state:
        asked = st.query_params.get(READ, "")
        choices = st.session_state[WANTED_CHOICES] = choices_of(asked)
        if asked and choices == Choices():
            intake_note("How the link reads the file is not understood: see below how it is read.")
    wanted: Choices = st.session_state[WANTED_CHOICES]
    return wanted


def write_own_file(mark: Mark | None, choices: Choices = Choices()) -> None:
    """Let the address name the own file, which one and how it is read: not what is in it."""
    for key, text in ((FILE, "" if mark is None else str(mark)), (READ, words_of(choices))):
        addresses.note_word(key)
        address_words.write(key, text)


def intake_is_open() -> bool:
    """Whether the user wants to look at how the accepted file is read."""
    is_open: bool = st.session_state.get(OPEN, False)
    return is_open


def open_intake() -> None:
    """Show the file and how it is read, in place of the page (a callback)."""
    st.session_state[OPEN] = True


def close_intake() -> None:
    """Show the page again."""
    st.session_state[OPEN] = False


def intake_note(text: str | None = None) -> str:
    """What last went wrong with a file that was not even taken in; with a text, set it."""
    if text is not None:
        st.session_state["intake note"] = text
    note: str = st.session_state.get("intake note", "")
    return note


def remember_reading(shape: str, choices: Any) -> None:
    """Keep the choices for the next file of the same shape."""
    st.session_state.setdefault("readings", {})[shape] = choices


def remembers_readings() -> bool:
    """Whether any choices are kept for files to come."""
    return bool(st.session_state.get("readings"))


def reading_of_shape(shape: str) -> Any:
    """The choices accepted for a file of this shape, or None."""
    return st.session_state.get("readings", {}).get(shape)


def widget(key: str, default: Any = None) -> Any:
    """What a widget holds, inside a callback."""
    return st.session_state.get(key, default)


def show_in_widget(key: str, value: Any) -> None:
    """What a widget of the intake shows: always what holds, whoever changed it; before it."""
    st.session_state[key] = value


def choose_reading(**fields: Any) -> None:
    """Change how the file is read (part of a callback)."""
    held = own_file()
    if held is not None:
        choose(reading=replace(held.choices.reading, **fields))


def choose(**fields: Any) -> None:
    """Change what was chosen for the file (part of a callback); what is accepted stays so."""
    held = own_file()
    if held is not None:
        hold_own_file(replace(held, choices=replace(held.choices, **fields)))
