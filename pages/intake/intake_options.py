"""What else can be chosen for an own file: names, classes, the largest component, points."""

from __future__ import annotations

from functools import partial

import streamlit as st

from graphdp_core.intake import Loaded
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
            "The names of all who could be a node are public in every guarantee here: what is "
            "released carries them. What the numbers stand for can be saved below, to be kept "
            "apart.",
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
    box = st.expander("Classes of the nodes, and files of points", key="file-options")
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
            "Classes of the nodes (optional)", key="class-file", on_change=_take_classes,
            help="A file with a node and its class on each line.",
        )  # fmt: skip
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{plain(given.mark.name)} gives the classes of the nodes.", width="content")
        st.button("Leave it out", key="no-classes", type="tertiary", on_click=_no_classes)


def _take_classes() -> None:
    """Take in a file of classes (a callback)."""
    file = own_state.widget("class-file")
    if file is not None:
        own_state.choose(classes=Upload(file.name, file.getvalue()))


def _no_classes() -> None:
    """Forget the file of classes (a callback)."""
    own_state.choose(classes=None)
