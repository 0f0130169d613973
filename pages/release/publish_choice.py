"""First part of the Release page: what is published, by which mechanism, at which epsilon."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

import graphdp_core as gdp
from graphdp_core.experiment.feasible import Feasible, feasible
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.results import Partition, Scores, SpanningTree
from pages.session import own_state, session
from pages.ui.widgets import plain

__all__ = [
    "EPSILON",
    "THINGS",
    "by_hand",
    "can_publish",
    "made_of",
    "offered",
    "thing_of",
    "what",
]

WIDE, NARROW = 320, 220  # pixels

THINGS = {
    "graph": "A graph",
    "communities": "Communities",
    "ranking": "A ranking",
    "tree": "A spanning tree",
    "weights": "Edge weights",
    "statistics": "Statistics",
}
"""What may be published, as the first question offers it."""

_OF_RESULT = {
    Graph: "graph", Partition: "communities", Scores: "ranking", SpanningTree: "tree",
}  # fmt: skip
THING, BY, EPSILON = "release.thing", "release.mechanism", "release.epsilon"


def thing_of(kind: type[Mechanism] | Mechanism) -> str:
    """What a mechanism publishes; whatever has no word of its own is a statistic.

    Examples
    --------
    >>> thing_of(gdp.mechanism("weight_laplace")), thing_of(gdp.mechanism("louvain_dp"))
    ('weights', 'communities')
    """
    if kind.returns is Graph and kind.protects_weights:
        return "weights"
    return _OF_RESULT.get(kind.returns, "statistics")


def offered(thing: str, now: Scenario) -> tuple[dict[str, Feasible], dict[str, str]]:
    """By title, the mechanisms that can publish it from this graph; of the others, why not.

    The one beside the page comes with its settings, the others with their defaults.
    """
    here: dict[str, Feasible] = {}
    absent: dict[str, str] = {}
    for kind in gdp.MECHANISMS:
        if thing_of(kind) != thing:
            continue
        made = now.mechanism if kind.id == now.mechanism.id else kind()
        reason = _unfit(made, now.graph)
        if reason:
            absent[kind.title] = reason
        else:
            here[kind.title] = feasible(made, now.graph, now.epsilon)
    return here, absent


def made_of(titles: Iterable[str], now: Scenario) -> tuple[Mechanism, ...]:
    """The mechanisms of these titles: the one beside the page with its settings."""
    kinds = {kind.title: kind for kind in gdp.MECHANISMS}
    return tuple(
        now.mechanism if title == now.mechanism.title else kinds[title]() for title in titles
    )


def what(now: Scenario) -> dict[str, Feasible]:
    """Ask what to publish; by title, the mechanisms that can do it."""
    thing = thing_of(now.mechanism)
    can = {name: offered(name, now)[0] for name in THINGS}
    useful = [name for name in THINGS if can[name] or name == thing]
    missing = [THINGS[name].lower() for name in THINGS if name not in useful]
    session.set_widget(THING, thing)
    st.pills(
        "What do you want to publish?", useful, format_func=THINGS.__getitem__, key=THING,
        required=True, on_change=_take_thing, args=(now,),
        help=f"Not from this graph: {', '.join(missing)}. Weights and trees need weights."
        if missing else None,
    )  # fmt: skip
    return can[thing]


def by_hand(now: Scenario) -> None:
    """Let a mechanism and its epsilon be chosen, and say why one beside the page is none."""
    here, absent = offered(thing_of(now.mechanism), now)
    title = now.mechanism.title
    with st.container(horizontal=True, vertical_alignment="bottom", key="release-by-hand"):
        if here:
            session.set_widget(BY, title if title in here else None)
            first = 0 if title in here else None
            st.selectbox(
                "By which mechanism", list(here), index=first, key=BY, width=WIDE,
                format_func=lambda name: " · ".join(
                    filter(None, (_called(name), here[name].limit))
                ),
                placeholder="Choose one", on_change=_take_mechanism, args=(now,),
                help=plain(_summary(title)) if title in here else None,
            )  # fmt: skip
        st.text_input(
            "Privacy loss ε, exactly as typed", key=EPSILON, width=NARROW,
            help="0.3 is three tenths. To look for the ε that a purpose needs on the private graph "
            "itself is not covered by any guarantee.",
        )  # fmt: skip
    if title in absent:
        st.warning(f"{plain(title)}: {plain(absent[title])}", icon=":material/lock_open:")
    if absent:
        with st.popover(f"Why not {len(absent)} others?", type="tertiary", key="release-absent"):
            for name, why in absent.items():
                st.markdown(f"**{plain(name)}**: {plain(why)}")


def can_publish(now: Scenario) -> bool:
    """Whether the mechanism beside the page can publish something of this graph."""
    return not _unfit(now.mechanism, now.graph)


def _unfit(made: Mechanism, graph: Graph) -> str:
    """Why a mechanism cannot publish anything of this graph; "" if it can at some epsilon."""
    if made.protects_weights and graph.weights is None:
        return "it needs a graph with weights."
    guarantee = made.guarantee(max(1.0, made.epsilon_range[0]))
    try:
        made.check_publication(graph, amount_of("1"))
    except Refused as refusal:
        if not guarantee.protects or not made.exact_sampler:
            return str(refusal)
        reach = feasible(made, graph, 1.0)
        return "" if reach.nearest is not None else reach.reason
    return ""


def _called(title: str) -> str:
    return next(kind.called() for kind in gdp.MECHANISMS if kind.title == title)


def _summary(title: str) -> str:
    return next(kind.summary for kind in gdp.MECHANISMS if kind.title == title)


def _take_thing(now: Scenario) -> None:
    """Let the first mechanism that publishes it stand beside the page (a callback)."""
    thing = own_state.widget(THING)
    here, _ = offered(thing, now)
    if thing != thing_of(now.mechanism) and here:
        _take(*next(iter(here.items())))


def _take_mechanism(now: Scenario) -> None:
    """Let the chosen mechanism stand beside the page (a callback)."""
    title = own_state.widget(BY)
    here, _ = offered(thing_of(now.mechanism), now)
    if title in here and title != now.mechanism.title:
        _take(title, here[title])


def _take(title: str, found: Feasible) -> None:
    """With the epsilon that was asked for, or the nearest at which it runs."""
    if not found.runs and found.nearest is not None:
        session.set_widget(EPSILON, f"{found.nearest:g}")
    session.use_mechanism(title, found.epsilon if found.nearest is None else found.nearest)
