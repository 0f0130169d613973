"""The marked nodes on a page: who they are, what became of them, and how to forget them."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.experiment.compare import Comparison
from graphdp_core.plots.kinds.drawn import marked_words
from pages.session import session
from pages.ui.widgets import plain

__all__ = ["nodes", "show"]

NAMED = 6


def nodes() -> NDArray[np.int64] | None:
    """The marked nodes, for figures; None if there are none."""
    chosen = session.selection()
    return np.array(chosen) if chosen else None


def show(c: Comparison) -> None:
    """One line on the marked nodes, with a button that clears them; nothing without marks."""
    chosen = session.selection()
    if not chosen:
        return
    names = ", ".join(c.graph.name(node) for node in chosen[:NAMED])
    more = f" and {len(chosen) - NAMED:,} more" if len(chosen) > NAMED else ""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="marked-nodes"
    ):
        st.markdown(
            f"**Marked: {plain(names)}{more}.** {plain(marked_words(c, chosen))}", width="content"
        )
        st.button(
            "Clear selection", icon=":material/close:", type="tertiary",
            on_click=session.clear_selection, key="clear-selection",
        )  # fmt: skip
