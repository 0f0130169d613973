"""The menu of mechanisms beside every page: what should leave the house, then one of at most nine.

All others, those as published among them, are in the gallery below it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import streamlit as st

import graphdp_core as gdp
from graphdp_core.experiment.feasible import Feasible, feasible, is_drowned
from graphdp_core.experiment.scenario import key_of
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused, schema
from graphdp_core.privacy.guarantee import NeighbouringRelation, Status
from graphdp_core.results import Result
from pages.engine import scenario_cache
from pages.ground.glossary import term
from pages.session import addresses, remedy, session
from pages.session.stage_position import USUAL
from pages.ui import far_epsilon_switch, mechanism_gallery
from pages.ui.graph_menu import Chosen
from pages.ui.widgets import parameters, warn_unknown_param

LONGEST = 33  # letters of a line that the box shows whole
LEAVES = "leaves"
Shows: TypeAlias = Callable[[type[Graph] | type[Result]], bool]
"""Whether a page shows what a mechanism returns."""
MOST = 9
"""Mechanisms in the menu."""


def choose(chosen: Chosen | None, shows: Shows, *, asked_by_page: bool = False) -> Mechanism:
    """The mechanism to use on this page; a wish that does not fit here waits for one that does.

    Where it is `asked_by_page`, the menu does not ask again: its settings alone stand beside.
    """
    weighted = chosen is None or chosen.graph.weights is not None
    is_survey = chosen is not None and chosen.graph.answers is not None
    fitting = {
        m.title: m
        for m in gdp.MECHANISMS
        if shows(m.returns) and (weighted if m.protects_weights else not is_survey)
    }
    usual, limits = next(iter(fitting.values())), dict[str, Feasible]()
    epsilon = session.asked_epsilon(USUAL, far_epsilon_switch.stops(from_zero=True))
    if chosen is not None:
        fitting, limits = _by_reach(fitting, chosen.graph, epsilon)
    titles = {m.id: m.title for m in gdp.MECHANISMS}
    missed = addresses.follow_link("mechanism", titles)
    wish = session.resolve_mechanism(tuple(fitting))
    first = next(iter(fitting.values()))
    shown = fitting.get(st.session_state.get("mechanism", ""), first)
    title = shown.title
    if asked_by_page:
        session.keep("mechanism")
    else:
        title = _asked(shown, fitting, limits)
    kind = fitting.get(title, gdp.MECHANISMS[0])
    if not asked_by_page:
        with session.place("more"):
            mechanism_gallery.button(fitting, limits, epsilon)
    addresses.chosen("mechanism", kind.title, titles)
    warn_unknown_param("Mechanism", missed, kind.title)
    if wish and wish != kind.title and not asked_by_page:
        why = "protects ties, and a survey's questions are all joined" if is_survey else (
            "releases nothing that this page can show"
        )  # fmt: skip
        st.caption(f"{wish} {why}; {kind.title} stands in.")
    elif kind is not usual and kind is first and not (wish or missed or asked_by_page):
        st.caption(f"{usual.title} would drown so large a graph in noise; {kind.title} stands in.")
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


def _asked(
    shown: type[Mechanism], fitting: Mapping[str, type[Mechanism]], limits: Mapping[str, Feasible]
) -> str:
    """Both menus; the title that is chosen."""
    _leaves(shown, fitting)
    title: str = st.selectbox(
        "Mechanism",
        _suiting(shown, fitting),
        key="mechanism",
        format_func=lambda title: _line(fitting[title], limits.get(title)),
        on_change=session.remember_mechanism,
        help=f"{term('mechanism')} Unless a line says otherwise, one tie is protected. "
        + " ".join(
            f"**{t}**: {limits[t].reason if t in limits else fitting[t].summary}"
            for t in fitting
            if t in limits or t == shown.title
        )
        + f" [The sheet on it](/mechanisms?mechanism={shown.id}) has all of it: the page "
        "Mechanisms.",
    )
    line = _line(fitting[title], limits.get(title)) if title in fitting else ""
    if len(line) > LONGEST:
        st.caption(line)  # the box cuts it
    return title


def _leaves(shown: type[Mechanism], fitting: Mapping[str, type[Mechanism]]) -> None:
    """Ask what should leave the house, where mechanisms of several kinds suit the page.

    It follows the mechanism, which alone stands in the address.
    """
    first: dict[str, str] = {}
    for title, kind in fitting.items():
        if kind is shown or kind().guarantee(USUAL).protects:
            first.setdefault(mechanism_gallery.leaving(kind), title)
    if len(first) < 2:
        return
    session.set_widget(LEAVES, mechanism_gallery.leaving(shown))
    st.selectbox(
        "What should leave the house?", list(first), key=LEAVES, on_change=_turn, args=(first,),
    )  # fmt: skip


def _turn(first: Mapping[str, str]) -> None:
    """Take the first mechanism of what is wanted now (the menu's callback)."""
    session.set_widget("mechanism", first[st.session_state[LEAVES]])
    session.remember_mechanism()


def _suiting(shown: type[Mechanism], fitting: Mapping[str, type[Mechanism]]) -> list[str]:
    """The mechanisms of the menu: the one that is shown, and what else suits and is private.

    All others are in the gallery.
    """
    suits = [
        title
        for title, kind in fitting.items()
        if kind is shown
        or (
            mechanism_gallery.leaving(kind) == mechanism_gallery.leaving(shown)
            and kind().guarantee(USUAL).protects
        )
    ]
    if len(suits) > MOST:
        suits = [*[title for title in suits if title != shown.title][: MOST - 1], shown.title]
    return suits


def _line(kind: type[Mechanism], limit: Feasible | None) -> str:
    """A line of the menu: the everyday name first, then what is not as with most."""
    return " · ".join((kind.called(), *_marks(kind, limit)))


def _marks(kind: type[Mechanism], limit: Feasible | None) -> list[str]:
    """What is not as with most mechanisms: what it protects, whether it does, and where it runs."""
    guarantee = kind().guarantee(USUAL)
    marks = [
        "protects nodes"
        if kind.relation.is_of_nodes
        else ""
        if kind.relation is NeighbouringRelation.EDGE
        else "protects weights",
        "" if guarantee.protects else guarantee.badge,
        "" if limit is None else limit.limit,
    ]
    return [mark for mark in marks if mark]


def _by_reach(
    kinds: Mapping[str, type[Mechanism]], graph: Graph, epsilon: float
) -> tuple[dict[str, type[Mechanism]], dict[str, Feasible]]:
    """What runs first, then what another epsilon would let run; and the limits of the latter.

    Of each, what is not private stands last. Some mechanisms look for eigenpairs before they
    answer: all are asked once.
    """
    part = f"reach {epsilon:g} {' '.join(kind.id for kind in kinds.values())}"
    asked = scenario_cache.get(
        key_of(graph, part=part),
        lambda: {title: feasible(kind(), graph, epsilon) for title, kind in kinds.items()},
    )

    def place(title: str) -> tuple[int, bool, bool]:
        rank = 0 if asked[title].runs else 1 if asked[title].nearest is not None else 2
        is_private = kinds[title]().guarantee(USUAL).protects
        if kinds[title].status is Status.AS_PRACTISED:
            return 3, False, True  # stands in for nothing
        return rank, is_drowned(kinds[title], graph.n, epsilon), not is_private

    ordered = {title: kinds[title] for title in sorted(kinds, key=place)}
    return ordered, {title: reach for title, reach in asked.items() if not reach.runs}


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
