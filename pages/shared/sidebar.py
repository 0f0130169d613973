"""The four shared controls: graph and mechanism, then epsilon and noise draw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

import graphdp_core as gdp
from graphdp_core.experiment.scenario import EPSILONS, Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from graphdp_core.params import Refused, schema
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.results import Result
from pages.shared import addresses, session
from pages.shared.glossary import term
from pages.shared.graph_menu import Chosen, choose_graph
from pages.shared.widgets import parameters, warn_unknown_param

__all__ = ["epsilon_and_draw", "graph_and_mechanism"]

USUAL = 3.0  # epsilon of a first visit
RANGE = ("clip", "lowest", "highest")
WEIGHT_RELATIONS = (NeighbouringRelation.WEIGHT_L1, NeighbouringRelation.WEIGHT_LINF)


def graph_and_mechanism(reads: tuple[type[Result], ...] = ()) -> Scenario:
    """Draw the menus of graph and mechanism on every page; a scenario with the usual noise.

    Mechanisms that release a graph are always offered; others where the page `reads` the kind of
    result that they release.
    """
    chosen = choose_graph()
    st.caption(_facts(chosen.graph))
    mechanism = _mechanism(chosen, reads)
    return Scenario(chosen.graph, chosen.title, mechanism, USUAL, 0, chosen.choice, chosen.cleaned)


def epsilon_and_draw(scenario: Scenario) -> Scenario:
    """Draw the slider of epsilon and the number of the draw; the scenario with both."""
    missed = session.unknown_param("epsilon", [f"{e:g}" for e in EPSILONS])
    epsilon = st.select_slider(
        "Privacy loss ε",
        EPSILONS,
        value=scenario.epsilon,
        format_func=lambda e: f"{e:g}",
        key="epsilon",
        bind="query-params",
        on_change=session.clear_unknown_param,
        args=("epsilon",),
        help=f"{term('epsilon')} The guarantee of each mechanism stands under its picture. "
        "Arrow keys move the slider one stop.",
    )
    session.offer_place("under the slider", st.container())
    warn_unknown_param("privacy loss", missed, f"ε = {epsilon:g}")
    seed = st.number_input(
        "Noise draw",
        min_value=0,
        max_value=999,
        step=1,
        key="draw",
        bind="query-params",
        help=f"{term('repeat')} The same noise is kept while ε moves, so that you see the effect "
        "of ε and not of luck.",
    )
    return replace(scenario, epsilon=float(epsilon), seed=int(seed))


def _mechanism(chosen: Chosen, reads: tuple[type[Result], ...]) -> Mechanism:
    """The mechanism to use on this page; a wish that does not fit here waits for one that does."""
    graph = chosen.graph
    fitting = {
        m.title: m
        for m in gdp.MECHANISMS
        if m.returns in (Graph, *reads)
        and (graph.weights is not None or m.relation not in WEIGHT_RELATIONS)
    }
    titles = {m.id: m.title for m in gdp.MECHANISMS}
    missed = addresses.follow_link("mechanism", titles)
    wish = session.resolve_mechanism(tuple(fitting))
    title = st.selectbox(
        "Mechanism",
        list(fitting),
        key="mechanism",
        on_change=session.remember_mechanism,
        help=f"{term('mechanism')} Pages differ in what they can show, and so in this list. "
        + " ".join(f"**{m.title}**: {m.summary}" for m in fitting.values()),
    )
    kind = fitting.get(title, gdp.MECHANISMS[0])
    addresses.chosen("mechanism", kind.title, titles)
    warn_unknown_param("mechanism", missed, kind.title)
    if wish and wish != kind.title:
        st.caption(f"{wish} releases nothing that this page can show; {kind.title} stands in.")
    if not schema(kind):
        return kind()
    with st.expander("Mechanism settings", key="mechanism-parameters"):
        values = _settings(kind, chosen)
    try:
        return kind(**values)
    except Refused as error:
        st.error(f"{error} Until then the default settings are used.")
        return kind()


def _settings(kind: type[Mechanism], chosen: Chosen) -> dict[str, Any]:
    """Parameters of a mechanism; radius and range of weights start from what is known of them."""
    if not issubclass(kind, WeightMechanism):
        return parameters(kind, prefix=kind.id)
    width, of = None, ""
    if chosen.choice is not None:
        width, of = chosen.choice.weight_width, chosen.choice.id
    public = parameters(kind, prefix=kind.id, only=RANGE, usual=kind.defaults_for(width), of=of)
    if width is None and public["clip"]:
        width = max(public["highest"] - public["lowest"], 0.0) or None
        of = "" if width is None else f"{width:g}"
    rest = tuple(parameter.name for parameter in schema(kind) if parameter.name not in RANGE)
    return public | parameters(
        kind, prefix=kind.id, only=rest, usual=kind.defaults_for(width), of=of
    )


def _facts(graph: Graph) -> str:
    extras = [
        f"{len(graph.label_names)} known classes" if graph.labels is not None else "",
        "weights" if graph.weights is not None else "",
    ]
    sizes = [_count(graph.n, "node"), _count(graph.m, "edge")]
    return ", ".join(filter(None, [*sizes, *extras])) + "."


def _count(number: int, unit: str) -> str:
    return f"{number:,} {unit}" if number == 1 else f"{number:,} {unit}s"
