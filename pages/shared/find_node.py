"""The field that finds a node by name: it marks the node, here or from a link, on every page.

Names stay on the server: the browser gets the few that fit what was typed.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.node_search import NodeSearch
from pages.shared import scenario_cache, session
from pages.shared.widget_script import component
from pages.shared.widgets import plain

__all__ = ["field", "follow_link"]

KEY = FIND = "find"
READ = "read from the address"  # what this session has followed or written itself
LONGEST = 200  # letters of a name that are sent to the browser or read from it


def follow_link(graph: Graph) -> None:
    """Mark the node that the address names, once; it is forgotten when other nodes are marked."""
    asked = st.query_params.get(FIND, "")
    if not asked:
        return
    node = _search(graph).one(asked)
    if asked != st.session_state.get(READ):
        st.session_state[READ] = asked
        if node is not None:
            session.remember_nodes([node])
    elif node is not None and session.selection() != [node]:
        del st.query_params[FIND]
        st.session_state[READ] = ""
    if node is None:
        session.place("missed").warning(
            f"No node of this graph is called “{plain(asked[:60])}”: it is in the link.",
            icon=":material/link_off:",
        )


@st.fragment
def field(graph: Graph) -> None:
    """The field with its suggestions; what is typed runs nothing else of the page."""
    if st.session_state.pop(f"{KEY} chosen", False):
        st.rerun()
    typed = _heard("typed")
    found = _search(graph).find(typed[:LONGEST]) if isinstance(typed, str) else []
    component("find", "find/main", css="find/find")(
        key=KEY,
        data={
            "typed": typed if isinstance(typed, str) else "",
            "found": [[node, _label(graph, node)] for node in found],
        },
        on_typed_change=lambda: None,
        on_chosen_change=lambda: _choose(graph),
    )


def _choose(graph: Graph) -> None:
    node = _heard("chosen")
    if not isinstance(node, int) or not 0 <= node < graph.n:
        return
    session.remember_nodes([node])
    st.query_params[FIND] = st.session_state[READ] = graph.name(node)
    st.session_state[f"{KEY} chosen"] = True


def _label(graph: Graph, node: int) -> str:
    return f"node {node}" if graph.names is None else graph.name(node)[:LONGEST]


def _heard(name: str) -> Any:
    return session.answer(KEY, name)


def _search(graph: Graph) -> NodeSearch:
    return scenario_cache.of_graph(graph, "node search", NodeSearch)
