"""The four shared controls: graph, mechanism and noise draw beside the page, epsilon on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

import graphdp_core as gdp
from graphdp_core.experiment.feasible import Feasible, feasible, is_drowned
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Param, Refused, schema
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.results import Result
from pages.shared import addresses, beyond, find_node, mechanism_gallery, remedy, session
from pages.shared.glossary import term
from pages.shared.graph_menu import Absent, Chosen, choose_graph
from pages.shared.stand import USUAL
from pages.shared.widgets import offer_missed, parameters, warn_unknown_param, widget

__all__ = [
    "USUAL",
    "controls",
    "epsilon_slider",
    "hidden_slider",
    "menus",
    "say_missed_epsilon",
]


def menus(
    reads: tuple[type[Result], ...], *, finds_nodes: bool, has_noise: bool = True
) -> Scenario | Absent:
    """Draw the menus beside every page; a scenario at the usual epsilon.

    Where there is no graph, all menus stay and it says what is absent.

    Parameters
    ----------
    reads : tuple of type
        Kinds of result that the page shows beside what it computes from a released graph.
    finds_nodes : bool
        Whether the page marks a node that is asked for.
    has_noise : bool
        Whether the page shows a release whose noise can be drawn again.
    """
    scenario = _graph_and_mechanism(reads)
    offer_missed()
    # What is set anew is also written into the next page's address.
    session.keep("draw", beyond.KEY)
    seed = _draw_number() if has_noise else 0
    if has_noise:
        beyond.switch()
    if isinstance(scenario, Absent):
        return scenario
    scenario = replace(scenario, seed=seed)
    if finds_nodes:
        find_node.field(scenario)
    return scenario


def _graph_and_mechanism(reads: tuple[type[Result], ...]) -> Scenario | Absent:
    """A scenario with the usual noise.

    Mechanisms that release a graph are always offered; others where the page `reads` the kind of
    result that they release.
    """
    offer_missed()
    chosen = choose_graph()
    if isinstance(chosen, Absent):
        st.caption("No graph yet: the page asks for your file.")
        _mechanism(None, reads)
        return chosen
    st.caption(_facts(chosen.graph))
    mechanism = _mechanism(chosen, reads)
    return Scenario(chosen.graph, chosen.title, mechanism, USUAL, 0, chosen.choice, chosen.cleaned)


def controls() -> tuple[
    dict[str, st.delta_generator.DeltaGenerator], st.delta_generator.DeltaGenerator
]:
    """The row under the answer: places for the slider and its marks, and one for choices."""
    session.hold_slider(beyond.stops())
    with st.container(horizontal=True, vertical_alignment="bottom", key="page-controls"):
        slider = st.container(key="page-slider", gap=None)
        marks = slider.container(key="under-slider")
        choices = st.container(
            horizontal=True, vertical_alignment="bottom", width="content", key="page-choices"
        )
        st.button(
            "Draw again", icon=":material/casino:", on_click=session.draw_again, key="draw-again",
            help=term("draw"),
        )  # fmt: skip
    return {"slider": slider, "under the slider": marks}, choices


def epsilon_slider(*, from_zero: bool = False) -> float:
    """Draw the slider of epsilon; the stop that it stands on. Beyond 20 a line says what it is."""
    stops = beyond.stops(from_zero=from_zero)
    session.hold_slider(stops)
    above = None if from_zero or not beyond.is_on() else st.container()
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
            beyond.say(epsilon)
    return float(epsilon)


def hidden_slider() -> float:
    """The same slider out of sight, for a page that has a slider of its own and a stop at 0.

    It keeps the epsilon for all pages and in the address; the page's slider moves it.
    """
    with st.container(key="hidden-slider"):
        return epsilon_slider(from_zero=True)


def say_missed_epsilon(epsilon: float, stops: Sequence[float], *, where: str = "") -> str:
    """Say that a link asks for an epsilon which is no stop; what it asked for, "" if it is one.

    `where` says on which pages the other one is seen, if not on this one.
    """
    session.unknown_param("epsilon", [f"{e:g}" for e in stops].__contains__)
    missed = session.missed_param("epsilon")
    warn_unknown_param("Privacy loss ε", missed, f"ε = {epsilon:g}{where}")
    return missed


def _draw_number() -> int:
    """Draw the number of the noise draw."""
    asked = Param(
        "draw", 0, "Noise draw", low=0, high=999,
        help=f"{term('repeat')} The same noise is kept while ε moves, so that you see the effect "
        "of ε and not of luck.",
    )  # fmt: skip
    return int(widget(asked, "draw"))


def _mechanism(chosen: Chosen | None, reads: tuple[type[Result], ...]) -> Mechanism:
    """The mechanism to use on this page; a wish that does not fit here waits for one that does."""
    weighted = chosen is None or chosen.graph.weights is not None
    is_survey = chosen is not None and chosen.graph.answers is not None
    fitting = {
        m.title: m
        for m in gdp.MECHANISMS
        if m.returns in (Graph, *reads) and (weighted if m.protects_weights else not is_survey)
    }
    limits: dict[str, Feasible] = {}
    epsilon = session.asked_epsilon(USUAL, beyond.stops(from_zero=True))
    if chosen is not None:
        fitting, limits = _by_reach(fitting, chosen.graph, epsilon)
    titles = {m.id: m.title for m in gdp.MECHANISMS}
    missed = addresses.follow_link("mechanism", titles)
    wish = session.resolve_mechanism(tuple(fitting))
    title = st.selectbox(
        "Mechanism",
        list(fitting),
        key="mechanism",
        format_func=lambda title: " · ".join((title, *_marks(fitting[title], limits.get(title)))),
        on_change=session.remember_mechanism,
        help=f"{term('mechanism')} Unless a line says otherwise, one edge is protected. "
        + " ".join(
            f"**{t}**: {limits[t].reason if t in limits else fitting[t].summary}"
            for t in fitting
            if t in limits or t == st.session_state.get("mechanism", next(iter(fitting)))
        )
        + f" [The sheet on it](/mechanisms?mechanism={_asked_id(titles)}) has all of it: the page "
        "Mechanisms.",
    )
    kind = fitting.get(title, gdp.MECHANISMS[0])
    mechanism_gallery.button(fitting, limits, epsilon)
    addresses.chosen("mechanism", kind.title, titles)
    warn_unknown_param("Mechanism", missed, kind.title)
    if wish and wish != kind.title:
        why = "protects edges, and a survey's questions are all joined" if is_survey else (
            "releases nothing that this page can show"
        )  # fmt: skip
        st.caption(f"{wish} {why}; {kind.title} stands in.")
    if not schema(kind):
        return kind()
    with st.expander("Mechanism settings", key="mechanism-parameters"):
        values = _settings(kind, chosen)
    try:
        return kind(**values)
    except Refused as error:
        st.error(f"{error} Until then the default settings are used.")
        remedy.defaults_button(kind)
        return kind()


def _asked_id(titles: Mapping[str, str]) -> str:
    """The id of the mechanism that was chosen last, or of the first."""
    title = st.session_state.get("mechanism")
    return next((id for id, shown in titles.items() if shown == title), next(iter(titles)))


def _marks(kind: type[Mechanism], limit: Feasible | None) -> list[str]:
    """What is not as with most mechanisms: what it protects, whether it does, and where it runs."""
    guarantee = kind().guarantee(USUAL)
    marks = [
        mechanism_gallery.released(kind),
        "protects nodes"
        if kind.relation.is_of_nodes
        else ""
        if kind.relation is NeighbouringRelation.EDGE
        else "for one node's eyes"
        if kind.relation is NeighbouringRelation.PERSONAL_EDGE
        else "protects weights",
        "" if guarantee.protects else guarantee.badge,
        "" if limit is None else limit.limit,
    ]
    return [mark for mark in marks if mark]


def _by_reach(
    kinds: Mapping[str, type[Mechanism]], graph: Graph, epsilon: float
) -> tuple[dict[str, type[Mechanism]], dict[str, Feasible]]:
    """What runs first, then what another epsilon would let run; and the limits of the latter.

    Of each, what is not private stands last.
    """
    asked = {title: feasible(kind(), graph, epsilon) for title, kind in kinds.items()}

    def place(title: str) -> tuple[int, bool, bool]:
        rank = 0 if asked[title].runs else 1 if asked[title].nearest is not None else 2
        is_private = kinds[title]().guarantee(USUAL).protects
        return rank, is_drowned(kinds[title], graph.n, epsilon), not is_private

    ordered = {title: kinds[title] for title in sorted(kinds, key=place)}
    return ordered, {title: found for title, found in asked.items() if not found.runs}


def _settings(kind: type[Mechanism], chosen: Chosen | None) -> dict[str, Any]:
    """Parameters of a mechanism; radius and range of weights start from what is known of them."""
    if not kind.range_parameters:
        return parameters(kind, prefix=kind.id)
    width, of = None, ""
    if chosen is not None and chosen.choice is not None:
        width, of = chosen.choice.weight_width, chosen.choice.id
    answers = None if chosen is None else chosen.graph.answers
    if answers is not None:
        of = "survey"
    usual = kind.defaults_for(width, answers)
    public = parameters(
        kind, prefix=kind.id, only=kind.range_parameters, usual=usual, of=of
    )  # fmt: skip
    if width is None and public["clip"]:
        width = max(public["highest"] - public["lowest"], 0.0) or None
        of = "" if width is None else f"{width:g}"
    rest = tuple(parameter.name for parameter in schema(kind) if parameter.name not in public)
    return public | parameters(
        kind, prefix=kind.id, only=rest, usual=kind.defaults_for(width, answers), of=of
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
