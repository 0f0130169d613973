"""The marked nodes on a page: who they are, what became of them, and how to forget them.

The marked nodes in the address: a link, a step back and a snapshot mark them again.

One node that was sought by name stands there by name, see `find_node`; others by their numbers,
which say nothing of an own file's names.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.experiment.compare import Comparison
from graphdp_core.plots.kinds.drawn import marked_words
from pages.session import address_words, session
from pages.ui.find_node import FIND
from pages.ui.widgets import plain

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
    names = ", ".join(c.graph.shown_name(node) for node in chosen[:NAMED])
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


KEY = "marked"  # in the address
MOST = 300  # nodes that an address names


def follow_news(said: str, n: int) -> None:
    """Mark what an address says anew, of n nodes; "" for nothing."""
    nodes = nodes_of(said, n)
    if nodes:
        session.remember_nodes(nodes)
    elif said:
        session.place("missed").warning(
            f"Which nodes the link marks, “{plain(said[:60])}”, is not understood for this graph: "
            "none are marked.",
            icon=":material/link_off:",
        )


def write() -> None:
    """Let the address follow the marks; a node that was sought stands there by name already."""
    marked = session.selection()
    words = "" if address_words.said(FIND) and len(marked) == 1 else words_of(marked)
    address_words.seen(KEY, words)
    address_words.write(KEY, words)


def words_of(nodes: Sequence[int]) -> str:
    """Numbers in order, runs of them by their ends; "" for none and for very many.

    Examples
    --------
    >>> words_of([0, 1, 2, 7])
    '0-2.7'
    """
    if len(nodes) > MOST:
        return ""
    runs: list[list[int]] = []
    for node in sorted(nodes):
        if runs and node == runs[-1][1] + 1:
            runs[-1][1] = node
        else:
            runs.append([node, node])
    return ".".join(f"{a}" if a == b else f"{a}-{b}" for a, b in runs)


def nodes_of(words: str, n: int) -> list[int]:
    """The nodes that such words name; none where they make no sense for a graph of n nodes.

    Examples
    --------
    >>> nodes_of("0-2.7", 10), nodes_of("0-2.7", 5), nodes_of("-1", 5), nodes_of("x", 5)
    ([0, 1, 2, 7], [], [], [])
    """
    nodes: list[int] = []
    for part in words.split(".")[: MOST + 1]:
        low, dash, high = part.partition("-")
        said = (low, high) if dash else (low, low)
        if not all(end.isascii() and end.isdigit() and len(end) < 10 for end in said):
            return []
        ends = int(said[0]), int(said[1])
        if not ends[0] <= ends[1] < n or ends[1] - ends[0] >= MOST:
            return []
        nodes.extend(range(ends[0], ends[1] + 1))
    return nodes if len(nodes) <= MOST else []
