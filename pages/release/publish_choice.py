"""First part of the Release page: what is published, by which mechanism, at which epsilon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

import graphdp_core as gdp
from graphdp_core.experiment.feasible import Feasible, feasible
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.results import Partition, Scores, SpanningTree
from pages.session import odometer, own_state, session
from pages.ui.widgets import plain

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
KINDS = {kind.title: kind for kind in gdp.MECHANISMS}
THING, BY, EPSILON = "release.thing", "release.mechanism", "release.epsilon"
UNIT, UNITS = "release.unit", {"tie": "Any one tie", "person": "All ties of a person"}
UNIT_OF = {
    "tie": (NeighbouringRelation.EDGE,),
    "person": (NeighbouringRelation.NODE, NeighbouringRelation.NODE_ADD),
}


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


@dataclass(frozen=True)
class Plan:
    """What can be published of a graph, by what, and at which epsilon; asked once a draw.

    The mechanism beside the page comes with its settings, the others with their defaults.

    Parameters
    ----------
    here : mapping of str to (mapping of str to Feasible)
        By thing and title, the mechanisms that can publish it.
    absent : mapping of str to (mapping of str to str)
        By thing and title, why the others cannot.
    thing, chosen : str
        What the mechanism beside the page publishes, and its title.
    refusal : str
        Why it does not publish at the epsilon that was typed; "" if it does.
    """

    here: Mapping[str, Mapping[str, Feasible]]
    absent: Mapping[str, Mapping[str, str]]
    thing: str
    chosen: str
    refusal: str

    @classmethod
    def of(cls, now: Scenario) -> Plan:
        """Ask every mechanism about the graph that is open."""
        here: dict[str, dict[str, Feasible]] = {thing: {} for thing in THINGS}
        absent: dict[str, dict[str, str]] = {thing: {} for thing in THINGS}
        for kind in gdp.MECHANISMS:
            made = now.mechanism if kind.id == now.mechanism.id else kind()
            thing, reason = thing_of(kind), _unfit(made, now.graph)
            if reason:
                absent[thing][kind.title] = reason
            else:
                here[thing][kind.title] = feasible(made, now.graph, now.epsilon)
        return cls(here, absent, thing_of(now.mechanism), now.mechanism.title, _refusal(now))

    @property
    def fits(self) -> bool:
        """Whether the mechanism beside the page can publish something of this graph."""
        return self.chosen in self.here[self.thing]


def made_of(titles: Iterable[str], now: Scenario) -> tuple[Mechanism, ...]:
    """The mechanisms of these titles: the one beside the page with its settings."""
    own = now.mechanism
    return tuple(own if title == own.title else KINDS[title]() for title in titles)


def unit_and_epsilon(plan: Plan, now: Scenario) -> None:
    """Ask first whom it protects and how much it may cost; say what a person's ties then have."""
    kinds = {id: list(_protecting(plan, id)) for id in UNITS}
    unit = next((id for id, titles in kinds.items() if plan.chosen in titles), None)
    with st.container(horizontal=True, vertical_alignment="bottom", key="release-whom"):
        if unit is not None and all(kinds.values()):
            session.set_widget(UNIT, unit)
            st.pills(
                "What must stay secret?", list(UNITS), key=UNIT,
                format_func=UNITS.__getitem__, required=True, on_change=_take_unit,
                args=(plan, kinds),
            )  # fmt: skip
        st.text_input(
            "Privacy loss ε, exactly as typed", key=EPSILON, width=NARROW,
            help="0.3 is three tenths. No guarantee covers a search for ε on the private graph "
            "itself.",
        )  # fmt: skip
        if plan.fits and plan.refusal:
            st.warning(plain(plan.refusal[:1].upper() + plan.refusal[1:]), icon=":material/info:")
        elif plan.fits:
            epsilon = float(amount_of(own_state.widget(EPSILON).strip()))
            odometer.people(now.mechanism.guarantee(epsilon), warns=True)


def _protecting(plan: Plan, unit: str) -> Iterator[str]:
    """Titles of those here that protect a tie, or a whole person; first those of this thing."""
    for thing in sorted(THINGS, key=lambda thing: thing != plan.thing):
        for title in plan.here[thing]:
            if KINDS[title].relation in UNIT_OF[unit]:
                yield title


def _take_unit(plan: Plan, kinds: Mapping[str, Sequence[str]]) -> None:
    """Let the first that protects it stand beside the page (a callback)."""
    title = kinds[own_state.widget(UNIT)][0]
    if title != plan.chosen:
        _take(title, plan.here[thing_of(KINDS[title])][title])


def what(plan: Plan) -> None:
    """Ask what to publish and by which mechanism; say why one beside the page is none."""
    thing, can = plan.thing, plan.here
    useful = [name for name in THINGS if can[name] or name == thing]
    missing = [THINGS[name].lower() for name in THINGS if name not in useful]
    here, absent, title = can[thing], plan.absent[thing], plan.chosen
    session.set_widget(THING, thing)
    with st.container(horizontal=True, vertical_alignment="bottom", key="release-by-hand"):
        st.pills(
            "What to publish?", useful, format_func=THINGS.__getitem__, key=THING,
            required=True, on_change=_take_thing, args=(plan,),
            help=f"Not from this graph: {', '.join(missing)}. Weights and trees need weights."
            if missing else None,
        )  # fmt: skip
        if here:
            session.set_widget(BY, title if title in here else None)
            first = 0 if title in here else None
            st.selectbox(
                "Made by", list(here), index=first, key=BY, width=WIDE,
                format_func=lambda name: " · ".join(
                    filter(None, (KINDS[name].called(), here[name].limit))
                ),
                placeholder="Choose one", on_change=_take_mechanism, args=(plan,),
                help=plain(KINDS[title].summary) if title in here else None,
            )  # fmt: skip
        if absent:
            words = f"Why not {len(absent)} other{'s' * (len(absent) > 1)}?"
            with st.popover(words, type="tertiary", key="release-absent"):
                for name, why in absent.items():
                    st.markdown(f"**{plain(KINDS[name].called())}**: {plain(why)}")
    if title in absent:
        words = f"{plain(KINDS[title].called())}: {plain(absent[title])}"
        st.warning(words, icon=":material/lock_open:")


def _refusal(now: Scenario) -> str:
    try:
        now.mechanism.check_publication(now.graph, amount_of(own_state.widget(EPSILON).strip()))
    except Refused as refusal:
        return str(refusal)
    return ""


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


def _take_thing(plan: Plan) -> None:
    """Let the first mechanism that publishes it stand beside the page (a callback)."""
    thing = own_state.widget(THING)
    if thing != plan.thing and plan.here[thing]:
        _take(*next(iter(plan.here[thing].items())))


def _take_mechanism(plan: Plan) -> None:
    """Let the chosen mechanism stand beside the page (a callback)."""
    title, here = own_state.widget(BY), plan.here[plan.thing]
    if title in here and title != plan.chosen:
        _take(title, here[title])


def _take(title: str, reach: Feasible) -> None:
    """With the epsilon that was asked for, or the nearest at which it runs."""
    if not reach.runs and reach.nearest is not None:
        session.set_widget(EPSILON, f"{reach.nearest:g}")
    session.use_mechanism(title, reach.epsilon if reach.nearest is None else reach.nearest)
