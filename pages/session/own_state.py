"""What the app remembers of one person's own file: which it is, and how it is being read.

How an own file is read, as words of an address: names of columns and choices, never data.

Whether names of an own graph's nodes may leave in files: asked once, for all of them.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any

import streamlit as st

from graphdp_core.captions.words import carries_names
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.intake.files.reading import Reading
from graphdp_core.params import Refused
from graphdp_core.serving import is_demo
from pages.ground import streamlit_internals
from pages.ground.own_file import OWN_FILES, Choices, FileToken, UploadState
from pages.ground.records import session_record
from pages.ground.visitor_cookie import COOKIE, is_secret
from pages.session import address_words, addresses

LONGEST = 1_000
SWITCHES = ("points", "rescale", "numbered")
READING = tuple(field.name for field in fields(Reading))
TRUTHS = ("header", "largest_component", *SWITCHES)
ROLES = ("source", "target", "weight", "label", "time")


def words_of(choices: Choices) -> str:
    """What a person said, as JSON; empty if nothing was, or too much for an address.

    Examples
    --------
    >>> words_of(Choices(Reading(source="Person", header=True)))
    '{"header":true,"source":"Person"}'
    >>> words_of(Choices())
    ''
    """
    said = {**choices.reading.arguments(), **{s: True for s in SWITCHES if getattr(choices, s)}}
    text = json.dumps(said, separators=(",", ":"), ensure_ascii=False) if said else ""
    return text if len(text) <= LONGEST else ""


def choices_of(text: str) -> Choices:
    """What an address says; nothing if it makes no sense.

    Examples
    --------
    >>> choices_of('{"header":true,"source":"Person"}').reading.source
    'Person'
    >>> choices_of('{"source":["Person"]}') == choices_of("nonsense") == Choices()
    True
    """
    try:
        said: Any = json.loads(text[:LONGEST]) if text else {}
    except (ValueError, RecursionError):
        return Choices()
    if not isinstance(said, dict) or not all(_is_meant(*item) for item in said.items()):
        return Choices()
    switches = {name: said.pop(name) for name in SWITCHES if name in said}
    try:
        return Choices(Reading(**said), **switches)
    except Refused:
        return Choices()


def _is_meant(name: str, value: object) -> bool:
    """Whether there is such a choice, and the value is of its kind."""
    if name in TRUTHS:
        return isinstance(value, bool)
    is_role = name in ROLES and type(value) is int
    return name in READING and (is_role or isinstance(value, str))


FILE, READ = "file", "read"  # in the address
NO_COLUMNS: dict[str, Any] = dict.fromkeys(("source", "target", "weight", "label", "time"))
"""All roles left to a guess."""


@dataclass
class Own:
    """A person's own file, and what its intake knows.

    Parameters
    ----------
    linked : tuple of (Mark or None,) or None
        Which file the address named when the page was opened; None before it was looked at.
    linked_choices : Choices or None
        How that file is to be read; None before it was looked at.
    is_open : bool
        Whether the person looks at how the accepted file is read.
    note : str
        What went wrong with a file that was not even taken in.
    readings : dict
        By shape of a file: how one was read that was accepted.
    secret : str
        Stands for the browser's own where it takes no cookie.
    """

    held: UploadState | None = None
    linked: tuple[FileToken | None] | None = None
    linked_choices: Choices | None = None
    is_open: bool = False
    note: str = ""
    readings: dict[str, Choices] = field(default_factory=dict)
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32))


def person() -> str:
    """The browser's secret; where it takes no cookie, one that lasts as long as the page."""
    given = st.context.cookies.get(COOKIE, "")
    if is_secret(given):
        return given
    return session_record(Own).secret


def wanted_file() -> FileToken | None:
    """Which own file this page's address named when it was opened."""
    own = session_record(Own)
    if own.linked is None:
        asked = st.query_params.get(FILE, "")
        own.linked = (FileToken.parse(asked),)
        if asked and own.linked[0] is None:
            intake_note("The link names its file in a way that is not understood: choose the file.")
    return own.linked[0]


def own_file() -> UploadState | None:
    """The own file of this page, also after a reload; what is used stays in memory."""
    if streamlit_internals.follows_history():
        _follow_back()
    held = session_record(Own).held
    if held is None and (mark := wanted_file()) is not None:
        held = OWN_FILES.find(person(), mark)
    if held is not None:
        hold_own_file(held)
    return held


def _follow_back() -> None:
    """After Back the file that the address names is the own file again, if it is still there."""
    mark = FileToken.parse(st.query_params.get(FILE, ""))
    own = session_record(Own)
    if mark is not None and (own.held is None or own.held.brought.mark != mark):
        own.held, own.linked = OWN_FILES.find(person(), mark), (mark,)


def hold_own_file(held: UploadState | None) -> None:
    """Make a file the page's own file; None leaves the page without one.

    Raises
    ------
    Refused
        In a demo, which takes none.
    """
    if held is not None and is_demo():
        raise Refused("this demo takes no files: install GraphDP for your own data.")
    session_record(Own).held = held
    if held is None:
        session_record(Own).linked = (None,)
    else:
        OWN_FILES.keep(person(), held)


def wanted_choices() -> Choices:
    """How the file that the address named is to be read, as far as the address says it."""
    own = session_record(Own)
    if own.linked_choices is None:
        asked = st.query_params.get(READ, "")
        own.linked_choices = choices_of(asked)
        if asked and own.linked_choices == Choices():
            intake_note("How the link reads the file is not understood: see below how it is read.")
    return own.linked_choices


def write_own_file(mark: FileToken | None, choices: Choices = Choices()) -> None:
    """Let the address name the own file, which one and how it is read: not what is in it."""
    for key, text in ((FILE, "" if mark is None else str(mark)), (READ, words_of(choices))):
        addresses.note_word(key)
        address_words.write(key, text)


def intake_is_open() -> bool:
    """Whether the user wants to look at how the accepted file is read."""
    return session_record(Own).is_open


def open_intake() -> None:
    """Show the file and how it is read, in place of the page (a callback)."""
    session_record(Own).is_open = True


def close_intake() -> None:
    """Show the page again."""
    session_record(Own).is_open = False


def intake_note(text: str | None = None) -> str:
    """What last went wrong with a file that was not even taken in; with a text, set it."""
    if text is not None:
        session_record(Own).note = text
    return session_record(Own).note


def remember_reading(shape: str, choices: Choices) -> None:
    """Keep the choices for the next file of the same shape."""
    session_record(Own).readings[shape] = choices


def remembers_readings() -> bool:
    """Whether any choices are kept for files to come."""
    return bool(session_record(Own).readings)


def reading_of_shape(shape: str) -> Choices | None:
    """The choices accepted for a file of this shape, or None."""
    return session_record(Own).readings.get(shape)


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


HOME, ALONG = "Names stay home", "Names go along"


@dataclass
class Permission:
    """What was answered, where other threads can read it: they know no session."""

    answer: str = HOME


def are_asked(scenario: Scenario) -> bool:
    """Whether there is something to ask: an own graph with names of its own."""
    return scenario.choice is None and carries_names(scenario.graph)


def remember(answer: str) -> None:
    """Keep the answer for this session."""
    session_record(Permission).answer = answer


def answer() -> str:
    """What was answered; that names stay home, before anybody was asked."""
    return session_record(Permission).answer


def permission(scenario: Scenario) -> Callable[[], bool]:
    """Tells when it is called, from any thread, whether files may carry the names of this graph."""
    if not are_asked(scenario):
        return lambda: True
    kept = session_record(Permission)
    return lambda: kept.answer == ALONG


def go_along(scenario: Scenario) -> bool:
    """Whether files may carry the names of this graph."""
    return permission(scenario)()
