"""A person's own graph: asked for, shown as it was understood, and used once it is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from graphdp_core.data import load_graph
from graphdp_core.intake import FORMATS, GraphFileError, Limits, written
from pages.ground.own_file import (
    MOST_FILES,
    OWN_FILES,
    Choices,
    FileToken,
    Upload,
    UploadState,
    size_words,
)
from pages.ground.records import graph_lines
from pages.intake import intake_preview
from pages.session import own_state, session
from pages.ui import page
from pages.ui.own_reading import preview_of
from pages.ui.widgets import plain

KEPT = (
    f"This server's memory keeps your last {MOST_FILES} files while their page is open and for an "
    "hour after the last use. They are never written to disk, and no link carries them."
)
MOST_MB = int(Limits().bytes / 1_000_000)
TOO_LARGE = (
    f"Up to {MOST_MB} MB, unpacked as well. Of a larger file, keep the two columns with the ends "
    "of ties, and the weights if they matter. Python reads larger ones, with limits of your own."
)
CLASS_WORDS = ("class", "label", "node", "attribute", "group")
LOOKS = (
    ("One line for every tie", "Person,Friend,messages\nAnn,Bob,12\nBob,Cid,3"),
    ("A matrix", ",Ann,Bob,Cid\nAnn,0,1,1\nBob,1,0,0\nCid,1,0,0"),
    ("A file of another program", ", ".join(known.title for known in FORMATS[1:])),
)


def show() -> None:
    """Ask for a file, or show the one that is here and how it is understood."""
    held = own_state.own_file()
    if held is None:
        place, _ = st.container(), st.empty()  # what stood there goes before this comes
        with place:
            _ask()
    else:
        st.empty()
        with st.container():
            intake_preview.show(held)


def _ask() -> None:
    mark, note = own_state.wanted_file(), own_state.intake_note()
    if mark is None:
        page.heading(
            "Bring your own graph",
            "You see how the file is understood before anything is computed from it.",
        )
    else:
        page.heading(
            f"This page needs {plain(mark.name) or 'a file'}",
            f"The address tells which file it is ({size_words(mark.size)}, checksum "
            f"{mark.checksum}) and how it is read; it does not carry it, and this server's memory "
            "does not hold it for this browser. "
            "Choose it here, or ask whoever sent you the link for it.",
        )
    if note:
        st.warning(note, icon=":material/error:")
    file, text = st.tabs(["A file", "Pasted text"], key="intake-way", on_change="ignore")
    with file:
        _uploader()
    with text:
        _paste()
    st.caption(f":material/lock: {KEPT}")
    _other_ways()
    _examples()


def _uploader() -> None:
    st.file_uploader(
        "Graph file, and perhaps a second one with the groups of its nodes",
        key="file",
        accept_multiple_files=True,
        max_upload_size=MOST_MB,
        on_change=_take_files,
        help=f"{', '.join(known.title for known in FORMATS)}; plain or packed, up to "
        f"{Limits().bytes / 1e6:g} MB.",
    )
    st.caption(f":material/weight: {TOO_LARGE}")


def _paste() -> None:
    st.text_area(
        "Rows of a table, or the text of a graph file", key="pasted", height=180,
        placeholder="Ann\tBob\t12\nBob\tCid\t3",
        help="A selection copied from a spreadsheet can be pasted as it is.",
    )  # fmt: skip
    st.button("Read it", key="read-pasted", on_click=_take_text, icon=":material/content_paste:")


def _other_ways() -> None:
    with st.container(horizontal=True, key="intake-ways", vertical_alignment="center"):
        for held in OWN_FILES.of(own_state.person()):
            if held.loaded is None:
                continue  # it could not be read, or nobody said yes
            name = plain(held.brought.mark.name)
            st.button(
                f"Use {name} again", key=f"again-{held.brought.mark}", icon=":material/history:",
                on_click=_use_again, args=(held,),
                help=f"{size_words(held.brought.mark.size)}, brought before in this browser.",
            )  # fmt: skip
        st.button(
            "Try it with an example file", key="example-file", icon=":material/science:",
            on_click=_take_example,
            help="The characters of Les Misérables as an export of a spreadsheet, with gaps.",
        )  # fmt: skip
        st.button(
            "Back to the examples", key="to-examples", type="tertiary",
            icon=":material/arrow_back:", on_click=session.use_graph,
            args=(next(iter(graph_lines().values())),),
        )  # fmt: skip


def _examples() -> None:
    st.header("What a file may look like", anchor=False)
    for place, (title, text) in zip(st.columns(len(LOOKS)), LOOKS, strict=True):
        with place.container(border=True, height="stretch"):
            st.markdown(f"**{title}**")
            if "\n" in text:
                st.code(text, language=None)
            else:
                st.caption(text)


def _take_files() -> None:
    """Take in what was uploaded, so that the upload box starts empty next time (a callback)."""
    files = [Upload(file.name, file.getvalue()) for file in own_state.widget("file") or ()]
    if not files:
        return
    if len(files) > 2:
        own_state.intake_note(
            f"{len(files)} files were given: bring one graph, and perhaps one file with the "
            "groups of its nodes."
        )
        return
    graph, classes = _told_apart(files)
    _take(graph, classes)


def _told_apart(files: Sequence[Upload]) -> tuple[Upload, Upload | None]:
    """The graph file and the class file: by their names, else the larger is the graph."""
    if len(files) == 1:
        return files[0], None
    small, large = sorted(files, key=lambda file: len(file.data))
    named = [file for file in files if any(word in file.name.lower() for word in CLASS_WORDS)]
    if len(named) == 1 and named[0] is large:
        small, large = large, small
    return large, small


def _take_text() -> None:
    """Take in what was pasted (a callback)."""
    text: str = own_state.widget("pasted", "")
    if not text.strip():
        own_state.intake_note("Nothing was pasted: paste some rows, then read them.")
        return
    _take(Upload("pasted.txt", text.encode()), None)


def _take_example() -> None:
    """Take in a table with a semicolon, a comma in numbers, and gaps (a callback)."""
    graph = load_graph("les_miserables")
    lines = written(graph, "csv").decode().splitlines()[1:]
    rows = ["Person;Met;Chapters;Note"]
    for i, line in enumerate(line for line in lines if not line.startswith("#")):
        *ends, chapters = line.split(",")
        weight = "" if i % 23 == 7 else chapters.replace(".", ",")
        rows.append(";".join([*ends, weight, "seen" if i % 5 else ""]))
    _take(Upload("characters.csv", ("\n".join(rows) + "\n").encode()), None)


def _take(graph: Upload, classes: Upload | None) -> None:
    own_state.intake_note("")
    wanted, choices = own_state.wanted_file(), _usual(graph)
    if wanted is not None:
        differs = _differs(wanted, graph.mark)
        own_state.intake_note(differs)
        choices = choices if differs else own_state.wanted_choices()
    own_state.hold_own_file(UploadState(graph, replace(choices, classes=classes)))
    st.rerun()


def _usual(brought: Upload) -> Choices:
    """What was accepted for the last file of the same shape, or nothing."""
    if not own_state.remembers_readings():
        return Choices()
    try:
        shape = preview_of(brought, Choices(), session.checkpoint).shape_key
    except GraphFileError:
        return Choices()
    remembered: Any = own_state.reading_of_shape(shape)
    return Choices() if remembered is None else remembered


def _differs(wanted: FileToken, given: FileToken) -> str:
    if wanted.checksum == given.checksum and wanted.size == given.size:
        return ""
    return (
        f"This is not the file that the link names: that one has {size_words(wanted.size)} and "
        f"the checksum {wanted.checksum}, and this one is "
        f"{plain(given.name)} ({size_words(given.size)}, checksum {given.checksum})."
    )


def _use_again(held: UploadState) -> None:
    """Take up a file that is still in memory (a callback)."""
    own_state.intake_note("")
    own_state.hold_own_file(held)
    own_state.close_intake()
    st.rerun()
