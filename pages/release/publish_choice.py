"""First part of the Release page: what is published, by which mechanism, at which epsilon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import streamlit as st

import graphdp_core as gdp
from graphdp_core.experiment.feasible import Feasible, feasible
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of, exact_text
from graphdp_core.privacy.guarantee import NeighbouringRelation, is_hardly
from graphdp_core.results import Partition, Scores, SpanningTree
from pages.session import own_state, session
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
UNIT, UNITS = "release.unit", {"tie": "No, any one tie", "person": "Yes, with all ties"}
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


def unit(plan: Plan) -> None:
    """Ask first whom it protects, and say the epsilon of a person under either answer."""
    kinds = {id: list(_protecting(plan, id)) for id in UNITS}
    now = next((id for id, titles in kinds.items() if plan.chosen in titles), None)
    if now is None or not all(kinds.values()):
        return
    with st.container(horizontal=True, vertical_alignment="bottom", key="release-unit"):
        session.set_widget(UNIT, now)
        st.pills(
            "Nodes are people: protect a person?", list(UNITS), format_func=UNITS.__getitem__,
            key=UNIT, required=True, on_change=_take_unit, args=(plan, kinds),
        )  # fmt: skip
        st.markdown(_of_a_person(now, plan), width="content")


def _of_a_person(now: str, plan: Plan) -> str:
    """What a person has, where the epsilon that was typed is not refused."""
    if plan.refusal:
        return ""
    epsilon = amount_of(own_state.widget(EPSILON).strip())
    if now == "person":
        return _spent("A person", epsilon)
    k = int(own_state.widget("person-edges") or 10)
    return _spent(f"A person with {k:,} ties", k * epsilon)


def _spent(who: str, epsilon: Fraction) -> str:
    told = f"{who} has **ε = {exact_text(epsilon)}**"
    return f":red[{told}: hardly protected.]" if is_hardly(float(epsilon)) else f"{told}."


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
    """Ask what to publish."""
    thing, can = plan.thing, plan.here
    useful = [name for name in THINGS if can[name] or name == thing]
    missing = [THINGS[name].lower() for name in THINGS if name not in useful]
    session.set_widget(THING, thing)
    st.pills(
        "What do you want to publish?", useful, format_func=THINGS.__getitem__, key=THING,
        required=True, on_change=_take_thing, args=(plan,),
        help=f"Not from this graph: {', '.join(missing)}. Weights and trees need weights."
        if missing else None,
    )  # fmt: skip


def by_hand(plan: Plan) -> None:
    """Let a mechanism and its epsilon be chosen, and say why one beside the page is none."""
    here, absent, title = plan.here[plan.thing], plan.absent[plan.thing], plan.chosen
    with st.container(horizontal=True, vertical_alignment="bottom", key="release-by-hand"):
        if here:
            session.set_widget(BY, title if title in here else None)
            first = 0 if title in here else None
            st.selectbox(
                "By which mechanism", list(here), index=first, key=BY, width=WIDE,
                format_func=lambda name: " · ".join(
                    filter(None, (KINDS[name].called(), here[name].limit))
                ),
                placeholder="Choose one", on_change=_take_mechanism, args=(plan,),
                help=plain(KINDS[title].summary) if title in here else None,
            )  # fmt: skip
        st.text_input(
            "Privacy loss ε, exactly as typed", key=EPSILON, width=NARROW,
            help="0.3 is three tenths. No guarantee covers a search for ε on the private graph "
            "itself.",
        )  # fmt: skip
    called = {kind.title: kind.called() for kind in gdp.MECHANISMS}
    if title in absent:
        st.warning(f"{plain(called[title])}: {plain(absent[title])}", icon=":material/lock_open:")
    if absent:
        with st.popover(
            f"Why not {len(absent)} other{'s' * (len(absent) > 1)}?",
            type="tertiary",
            key="release-absent",
        ):
            for name, why in absent.items():
                st.markdown(f"**{plain(called[name])}**: {plain(why)}")


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
