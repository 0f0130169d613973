"""The field that finds a node by name: it marks the node, here or from a link, on every page.

Names stay on the server: the browser gets the few that fit what was typed. The address names a node
of a public graph; of a person's own file it has the number alone, since addresses are shared.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import streamlit as st

from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.node_search import NodeSearch
from pages.engine import scenario_cache
from pages.ground.widget_script import component
from pages.session import address_words, addresses, session
from pages.ui.widgets import plain

KEY = FIND = "find"
NUMBER = re.compile(r"#([0-9]{1,10})")  # of a node, in the address
LONGEST = 200  # letters of a name that are sent to the browser or read from it


def follow_link(scenario: Scenario) -> None:
    """Mark the node that the address names, once."""
    is_new = address_words.news(FIND)
    asked = is_new or address_words.said(FIND)
    if not asked:
        return
    node = _asked(scenario.graph, asked)
    if node is None:
        session.place("missed").warning(
            f"No node of this graph is called “{plain(asked[:60])}”: it is in the link.",
            icon=":material/link_off:",
        )
    elif is_new:
        session.remember_nodes([node])
        _write(scenario, node)


def leave_link(scenario: Scenario) -> None:
    """Forget the node that the address names when other nodes are marked."""
    asked = address_words.said(FIND)
    if not asked:
        return
    node = _asked(scenario.graph, asked)
    if node is not None and session.selection() != [node]:
        address_words.write(FIND, "")


def _asked(graph: Graph, words: str) -> int | None:
    """The node that an address names, by name or by number."""
    number = NUMBER.fullmatch(words)
    if number is not None and int(number[1]) < graph.n:
        return int(number[1])
    node = _search(graph).one(words)
    if node is None and graph.people:  # links say numbers
        return NodeSearch(replace(graph, people=())).one(words)
    return node


def _write(scenario: Scenario, node: int) -> None:
    """Let the address name a node."""
    is_own = scenario.choice is None
    words = f"#{node}" if is_own else scenario.graph.name(node)
    address_words.seen(FIND, words)
    address_words.write(FIND, words)


@addresses.of_page()
def field(scenario: Scenario) -> None:
    """The field with its suggestions; what is typed runs nothing else of the page."""
    graph = scenario.graph
    if st.session_state.pop(f"{KEY} chosen", False):
        st.rerun()
    typed = _heard("typed")
    nodes = _search(graph).find(typed[:LONGEST]) if isinstance(typed, str) else []
    component("find", "find/main", css="find/find")(
        key=KEY,
        data={
            "typed": typed if isinstance(typed, str) else "",
            "found": [[node, _label(graph, node)] for node in nodes],
        },
        on_typed_change=lambda: None,
        on_chosen_change=lambda: _choose(scenario),
    )


def _choose(scenario: Scenario) -> None:
    node = _heard("chosen")
    if not isinstance(node, int) or not 0 <= node < scenario.graph.n:
        return
    session.remember_nodes([node])
    _write(scenario, node)
    st.session_state[f"{KEY} chosen"] = True


def _label(graph: Graph, node: int) -> str:
    """What a node is called; a bare number says of what."""
    name = graph.shown_name(node)[:LONGEST]
    return f"node {name}" if name.isdecimal() else name


def _heard(name: str) -> Any:
    return session.answer(KEY, name)


def _search(graph: Graph) -> NodeSearch:
    return scenario_cache.of_graph(graph, "node search", NodeSearch)
