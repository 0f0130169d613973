"""The shared controls: graph and mechanism beside the page, epsilon on it, all else under More."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Param
from graphdp_core.serving import is_demo
from pages.ground.glossary import term
from pages.ground.records import UPLOAD
from pages.session import address_words, session
from pages.session.stage_position import USUAL
from pages.ui import far_epsilon_switch, find_node, mechanism_menu
from pages.ui.graph_menu import Absent, choose_graph
from pages.ui.mechanism_menu import Shows
from pages.ui.widgets import warn_unknown_param, widget

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage


def menus(
    shows: Shows,
    *,
    about: StreamlitPage,
    finds_nodes: bool,
    has_noise: bool = True,
    asks_mechanism: bool = True,
) -> Scenario | Absent:
    """Draw the menus beside every page; a scenario at the usual epsilon.

    Where there is no graph, all menus stay and it says what is absent.

    Parameters
    ----------
    shows : callable
        Whether the page shows what a mechanism returns.
    about : StreamlitPage
        What there is to know of the graph.
    finds_nodes : bool
        Whether the page marks a node that is asked for.
    has_noise : bool
        Whether the page shows a release whose noise can be drawn again.
    asks_mechanism : bool
        Whether the mechanism is chosen here, and not on the page.
    """
    first, more = st.container(key="menus"), st.expander("More", key="more")
    session.offer_place("more", more)
    search = more.container() if finds_nodes else None  # its suggestions need room below
    with first:
        scenario = _graph_and_mechanism(shows, about, asks_mechanism=asks_mechanism)
    # What is set anew is also written into the next page's address.
    session.keep("draw", far_epsilon_switch.KEY)
    with more:
        seed = _draw_number() if has_noise else 0
        if has_noise:
            far_epsilon_switch.switch()
        if isinstance(scenario, Absent):
            return scenario
        scenario = replace(scenario, seed=seed)
    if search is not None:
        with search:
            find_node.field(scenario)
    return scenario


def _graph_and_mechanism(
    shows: Shows, about: StreamlitPage, *, asks_mechanism: bool
) -> Scenario | Absent:
    """A scenario with the usual noise, by a mechanism whose releases the page shows."""
    chosen = choose_graph()
    if isinstance(chosen, Absent):
        asks = "asks for your file" if chosen.is_upload else "says what to do"
        st.caption(f"No graph yet: the page {asks}.")
        mechanism_menu.choose(None, shows, asked_by_page=not asks_mechanism)
        return chosen
    st.caption(_facts(chosen.graph))
    st.page_link(about, label="About this graph", help=chosen.summary or None)
    if chosen.choice is not None and not is_demo():
        st.button("Your own file", type="tertiary", icon=":material/upload_file:", key="own-file",
                  on_click=session.use_graph, args=(UPLOAD,))  # fmt: skip
    mechanism = mechanism_menu.choose(chosen, shows, asked_by_page=not asks_mechanism)
    return Scenario(chosen.graph, chosen.title, mechanism, USUAL, 0, chosen.choice, chosen.cleaned)


def epsilon_slider() -> float:
    """Draw the slider of epsilon; the stop that it stands on. Beyond 20 a line says what it is."""
    stops = far_epsilon_switch.stops()
    session.hold_slider(stops)
    above = st.container() if far_epsilon_switch.is_on() else None
    epsilon: float = st.select_slider(
        "Privacy loss ε",
        stops,
        value=USUAL,
        format_func=lambda e: f"{e:g}",
        key="epsilon",
        bind="query-params",
        on_change=session.clear_unknown_param,
        args=("epsilon",),
        help=f"{term('epsilon')} Arrow keys move the slider one stop.",
    )
    if above is not None:
        with above:
            far_epsilon_switch.say(epsilon)
    return float(epsilon)


def say_missed_epsilon(epsilon: float, stops: Sequence[float], *, where: str = "") -> str:
    """Say that a link asks for an epsilon which is no stop; what it asked for, "" if it is one.

    `where` says on which pages the other one is seen, if not on this one.
    """
    session.unknown_param("epsilon", [f"{e:g}" for e in stops].__contains__)
    missed = session.missed_param("epsilon")
    warn_unknown_param("Privacy loss ε", missed, f"{epsilon_label(epsilon)}{where}")
    return missed


def _draw_number() -> int:
    """Draw the number of the noise draw."""
    asked = Param(
        "draw", 0, "Noise draw", low=0, high=999,
        help=f"{term('repeat')} The same noise is kept while ε moves, so that you see the effect "
        "of ε and not of luck.",
    )  # fmt: skip
    number = int(widget(asked, "draw"))
    address_words.show("draw", str(number) if number else "")
    return number


def _facts(graph: Graph) -> str:
    return f"{_count(graph.n, 'node')}, {_count(graph.m, 'tie')}"


def _count(number: int, unit: str) -> str:
    return f"{number:,} {unit}" if number == 1 else f"{number:,} {unit}s"
