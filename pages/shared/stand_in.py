"""A mechanism that cannot run on the graph gives its place to one that can, and says so."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

import graphdp_core as gdp
from graphdp_core.experiment.feasible import feasible, stand_in
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.results import Result
from pages.shared import remedy, session

__all__ = ["running", "say"]


def running(scenario: Scenario, reads: tuple[type[Result], ...]) -> Scenario:
    """The scenario with a mechanism that runs there.

    Parameters
    ----------
    scenario : Scenario
    reads : tuple of type
        What the page shows beside released graphs.
    """
    offered = [kind for kind in gdp.MECHANISMS if kind.returns in (Graph, *reads)]
    other = stand_in(scenario.mechanism, scenario.graph, scenario.epsilon, offered)
    return scenario if other is None else replace(scenario, mechanism=other)


def say(scenario: Scenario, other: Mechanism) -> None:
    """One line on a mechanism that stands in for the scenario's own, with a way back."""
    mechanism, n = scenario.mechanism, scenario.graph.n
    found = feasible(mechanism, scenario.graph, scenario.epsilon)
    where = found.limit if found.nearest is not None else "at no ε"
    with st.container(horizontal=True, vertical_alignment="center", key="stand-in"):
        st.markdown(
            f":material/swap_horiz: **{mechanism.title}** takes {n:,} nodes {where}: "
            f"**{other.title}** stands in at ε = {scenario.epsilon:g}.",
            help=found.reason,
        )
        if found.nearest is not None:
            st.button(
                f"{mechanism.title} at ε = {found.nearest:g}",
                key="back-from-stand-in",
                on_click=session.move_slider,
                args=(found.nearest,),
            )
        remedy.button(mechanism.refused(scenario.graph, scenario.epsilon), mechanism)
