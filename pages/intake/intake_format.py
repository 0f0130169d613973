"""Menus of the intake for how a file as a whole is understood: format, separator, header, ..."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from graphdp_core.intake import FORMATS
from graphdp_core.intake.files.preview import Preview
from graphdp_core.intake.readers.answer_table import USUAL_SCALES
from pages.session import own_state

GUESS = " :gray[· guess]"
LAYOUT = ("format", "shape", "separator", "header", "sheet")  # what decides where columns are
WIDTH, WIDE = 150, 215
SEPARATORS = {",": "Comma  ,", ";": "Semicolon  ;", "\t": "Tab", " ": "Blanks", "|": "Bar  |",
              "  ": "Two blanks or more", "::": "Two colons  ::"}  # fmt: skip
DECIMALS = {".": "Point  1.5", ",": "Comma  1,5"}
ENCODINGS = {
    "utf-8": "UTF-8", "utf-16": "UTF-16", "cp1252": "Western (cp1252)",
    "cp1250": "Central European (cp1250)",
    "cp1251": "Cyrillic (cp1251)", "cp1253": "Greek (cp1253)", "latin-1": "Latin-1",
    "shift_jis": "Japanese (Shift JIS)", "gb18030": "Chinese (GB18030)",
}  # fmt: skip
SHAPES = {
    "edges": "Ties", "matrix": "A matrix", "lists": "Neighbour lists",
    "incidence": "People by groups", "answers": "People's answers",
}  # fmt: skip
COUNTED = {
    "together": "Yes to both", "agree": "Both answered alike", "differ": "Answered differently",
}  # fmt: skip
SCALES = {scale: scale.replace("..", " to ") for scale in USUAL_SCALES}
PROJECTIONS = {"none": "People and groups", "rows": "People alone", "columns": "Groups alone"}


def menus(shown: Preview) -> None:
    """A row of menus that show what was understood; each can be changed."""
    reading, is_table = shown.reading, shown.looks_like != "graph file"
    fields: dict[str, tuple[str, Mapping[str, str]]] = {}
    if is_table:
        fields["shape"] = ("Rows are", SHAPES)
    if is_table and reading.shape == "incidence":
        fields["projection"] = ("Nodes are", PROJECTIONS)
    if is_table and reading.shape == "answers":
        fields["counted"] = ("A weight counts", COUNTED)
        fields["scale"] = ("Answers lie in", SCALES)
    if reading.separator is not None:
        fields["separator"] = ("Separator", SEPARATORS)
    if reading.decimal is not None:
        fields["decimal"] = ("Decimal mark", DECIMALS)
    if reading.encoding is not None and reading.separator is not None:
        fields["encoding"] = ("Encoding", ENCODINGS)
    if len(shown.sheets) > 1:
        fields["sheet"] = ("Sheet", {sheet: sheet for sheet in shown.sheets})
    fields["format"] = ("Format", {known.id: known.title for known in FORMATS})
    with st.container(horizontal=True, key="how-read"):
        for field, (label, words) in fields.items():
            _menu(shown, field, label, words)


def header_switch(shown: Preview) -> None:
    """Whether the first line names the columns."""
    if shown.reading.header is None:
        return
    own_state.show_in_widget("read-header", shown.reading.header)
    st.toggle(
        "The first line names the columns" + GUESS * ("header" in shown.guessed),
        key="read-header", on_change=_switch_header, args=(shown.reading.header,),
    )  # fmt: skip


def _menu(shown: Preview, field: str, label: str, words: Mapping[str, str]) -> None:
    """One menu; what holds now is among its lines, whatever it is."""
    now = getattr(shown.reading, field)
    lines = dict(words) if now is None or now in words else {now: str(now), **words}
    key = f"read-{field}"
    own_state.show_in_widget(key, now)
    st.selectbox(
        label + GUESS * (field in shown.guessed), list(lines), key=key,
        width=WIDE if field == "format" else WIDTH,
        format_func=lambda value: lines.get(value, str(value)),
        on_change=_choose, args=(field, key, now),
    )  # fmt: skip


def change(field: str, value: object, *, before: object) -> None:
    """Change one thing (part of a callback); columns of the old understanding are guessed anew."""
    if value != before:
        forgotten = own_state.NO_COLUMNS if field in LAYOUT else {}
        own_state.choose_reading(**{**forgotten, field: value})


def _choose(field: str, key: str, before: object) -> None:
    """Follow a menu (a callback)."""
    change(field, own_state.widget(key), before=before)


def _switch_header(before: bool) -> None:
    """The first line is a header, or is not (a callback)."""
    change("header", bool(own_state.widget("read-header")), before=before)
