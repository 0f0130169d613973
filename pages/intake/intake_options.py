"""What else can be chosen for an own file: names, classes, the largest component, points.

The first rows of a table, with a menu over each column that says what the column is.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from functools import partial

import streamlit as st

from graphdp_core.intake import Loaded
from graphdp_core.intake.files.graph_file import plain_text
from graphdp_core.intake.files.preview import Column, Preview
from pages.ground.own_file import Upload, UploadState
from pages.session import own_state
from pages.ui.own_reading import name_table
from pages.ui.own_release import is_release
from pages.ui.widgets import plain


def show(held: UploadState, loaded: Loaded | None) -> None:
    """The offers, each a switch; all of them belong to this file."""
    choices = held.choices
    if choices.numbered or (loaded is not None and loaded.graph.names is not None):
        _switch(
            "numbered", "Replace names by numbers", choices.numbered,
            "Every guarantee here takes the names of all who could be a node as public: a release "
            "carries them. Save below what the numbers stand for, and keep it apart.",
        )  # fmt: skip
    if choices.numbered and loaded is not None:
        st.download_button(
            "Save what the numbers stand for (CSV)", partial(name_table, held.brought, choices),
            "TRUE-names.csv", "text/csv", key="save-names", on_click="ignore",
            icon=":material/download:",
        )  # fmt: skip
    if is_release(held.brought):
        return
    _switch(
        "largest", "Largest component only", choices.reading.largest_component,
        "Which nodes these are depends on the edges: the choice reads the private data, and no "
        "guarantee covers it.",
    )  # fmt: skip
    box = st.expander("Groups of the nodes, and files of points", key="file-options")
    with box:
        _classes(choices.classes)
        _switch(
            "points", "The file holds points", choices.points,
            "Latent positions instead of edges: a point on each line, a number for each "
            "coordinate, perhaps a class at the end. A random dot product graph is drawn from "
            "them.",
        )  # fmt: skip
        if choices.points:
            _switch(
                "rescale", "Rescale the points", choices.rescale,
                "Brings all inner products into [0, 1], where they are probabilities of edges.",
            )  # fmt: skip


def _switch(key: str, label: str, now: bool, help: str) -> None:
    own_state.show_in_widget(key, now)
    st.toggle(label, key=key, help=help, on_change=_turn, args=(key,))


def _turn(key: str) -> None:
    """Turn a switch (a callback)."""
    now = bool(own_state.widget(key))
    if key == "largest":
        own_state.choose_reading(largest_component=now)
    else:
        own_state.choose(**{key: now})


def _classes(given: Upload | None) -> None:
    if given is None:
        st.file_uploader(
            "Groups of the nodes (optional)", key="class-file", on_change=_take_classes,
            help="A file with a node and its group on each line, or a table of nodes.",
        )  # fmt: skip
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{plain(given.mark.name)} gives the groups of the nodes.", width="content")
        st.button("Leave it out", key="no-classes", type="tertiary", on_click=_no_classes)


def _take_classes() -> None:
    """Take in a file of classes (a callback)."""
    file = own_state.widget("class-file")
    if file is not None:
        own_state.choose(classes=Upload(file.name, file.getvalue()))


def _no_classes() -> None:
    """Forget the file of classes (a callback)."""
    own_state.choose(classes=None)


ROLES = {
    "source": "Source", "target": "Target", "weight": "Weight", "label": "Group of source",
    "time": "Time", "ignore": "Ignored",
}  # fmt: skip
ENDS = ("source", "target")
LONGEST_NAME = 16
MOST = 5  # columns beside each other
ROWS = 8
SMALL = "height:1.5rem;font-size:.8rem;font-style:italic"
CELL = (
    "height:1.75rem;line-height:1.75rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;"
    "border-top:1px solid rgba(128,128,128,.22);font-variant-numeric:tabular-nums"
)


def table(shown: Preview) -> None:
    """Every column as a card: its name, its role, and its first values."""
    if not shown.columns:
        return
    columns = _shown(shown.columns)
    for start in range(0, len(columns), MOST):
        part = columns[start : start + MOST]
        for column, place in zip(part, st.columns(max(len(part), 2)), strict=False):
            with place.container(border=True, key=f"column-{column.number}"):
                _card(shown, column)
    _rest(shown.columns, columns)


def _shown(columns: Sequence[Column]) -> list[Column]:
    """The columns that are drawn: those in use, those asked for, and the first others."""
    if len(columns) <= MOST:
        return list(columns)
    wanted = set(own_state.widget("more-columns") or ())
    used = [c for c in columns if c.role not in ("ignore", "") or c.number in wanted]
    others = [c for c in columns if c not in used][: max(MOST - len(used), 0)]
    return sorted([*used, *others], key=lambda column: column.number)


def _rest(columns: Sequence[Column], drawn: Sequence[Column]) -> None:
    if len(columns) <= MOST:
        return
    names = {column.number: _name(column) for column in columns}
    left = len(columns) - len(drawn)
    st.multiselect(
        f"Show more columns ({left:,} of {len(columns):,} are not shown)", list(names),
        format_func=lambda number: names.get(number, str(number)),
        key="more-columns", select_all=False,
    )  # fmt: skip


def _name(column: Column) -> str:
    return column.name or f"Column {column.number}"


def _card(shown: Preview, column: Column) -> None:
    if column.role:
        key = f"role-{column.number}"
        own_state.show_in_widget(key, column.role)
        st.selectbox(
            f"**{plain(plain_text(_name(column), longest=LONGEST_NAME))}**", list(ROLES), key=key,
            format_func=lambda role: ROLES[role], on_change=_change_role,
            args=(tuple(shown.columns), column),
        )  # fmt: skip
    else:
        st.markdown(f"**{plain(_name(column))}**")
    dim = ";opacity:.75" if column.role == "ignore" else ""
    cells = [row[column.number - 1] if column.number <= len(row) else "" for row in shown.rows]
    st.html(
        f'<div style="{SMALL}">{_origin(shown, column)}</div>'
        + "".join(
            f'<div class="cell" style="{CELL}{dim}">{_cell(cell)}</div>' for cell in cells[:ROWS]
        )
    )


def _origin(shown: Preview, column: Column) -> str:
    """Whether a role is a guess, in a line that every card has, so that their rows are level."""
    if not column.role:
        return html.escape(column.kind)
    if column.role == "ignore":
        return "not read"
    return "a guess" if column.role in shown.guessed else "as chosen"


def _cell(text: str) -> str:
    return html.escape(text) if text else "<i>blank</i>"


def _change_role(columns: tuple[Column, ...], column: Column) -> None:
    """Give a column another role (a callback); whoever had it becomes the other end, or ignored."""
    wanted = own_state.widget(f"role-{column.number}")
    if wanted == column.role:
        return
    roles = {other.number: other.role for other in columns}
    for number, role in roles.items():
        if role == wanted != "ignore":
            roles[number] = column.role if column.role in ENDS else "ignore"
    roles[column.number] = wanted
    held_by = {role: number for number, role in roles.items() if role != "ignore"}
    missing = [role for role in ENDS if role not in held_by]
    if missing:
        st.toast(f"A tie needs a {missing[0]}: give this role to another column first.")
        return
    names = [other.name for other in columns]
    refers = {
        role: columns[number - 1].name if _stands_alone(names, number) else number
        for role, number in held_by.items()
    }
    own_state.choose_reading(**{**own_state.NO_COLUMNS, "weight": "", **refers})


def _stands_alone(names: Sequence[str], number: int) -> bool:
    """Whether a column's name says which one it is."""
    folded = [name.casefold() for name in names]
    return bool(folded[number - 1]) and folded.count(folded[number - 1]) == 1
