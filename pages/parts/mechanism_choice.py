"""Parts of the page Which epsilon?: which mechanisms are compared, and what each protects."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

import graphdp_core as gdp
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.feasible import Feasible, feasible, is_drowned
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.mechanisms import OFFERED, Mechanism
from graphdp_core.params import schema
from graphdp_core.stage.stop import short_statement
from pages.ground.glossary import term
from pages.ground.records import Person, session_record
from pages.session import addresses, own_state, session
from pages.ui import protection
from pages.ui.widgets import warn_unknown_param

FIRST = 3  # mechanisms that are compared unasked


def fitting(now: Scenario, analyses: Sequence[Analysis]) -> list[Mechanism]:
    """The mechanisms that release what one of the analyses reads and run at some epsilon.

    The sidebar's stands first, wherever it runs.
    """
    return _fitting(now, _reach(now, analyses))


def _fitting(now: Scenario, reaches: Sequence[tuple[Mechanism, Feasible]]) -> list[Mechanism]:
    return [m for m, reach in reaches if m is now.mechanism or reach.nearest is not None]


def _reach(now: Scenario, analyses: Sequence[Analysis]) -> list[tuple[Mechanism, Feasible]]:
    """All mechanisms that release what one of the analyses reads, and where each runs."""
    width = now.choice.weight_width if now.choice else None
    others = [m for m in OFFERED if m.id != now.mechanism.id]
    offered = [now.mechanism, *(now.mechanism.beside(m, width=width) for m in others)]
    return [
        (m, feasible(m, now.graph, now.epsilon))
        for m in offered
        if any(gdp.compatible(m, each) for each in analyses)
    ]


def choose(
    now: Scenario, analyses: Sequence[Analysis], best: Sequence[str] = ()
) -> list[Mechanism]:
    """The mechanisms that the user wants to compare; the page ends if there are none.

    `best` are the ids of those to compare unasked, if that is known.
    """
    reaches = _reach(now, analyses)
    by_title = {m.title: m for m in _fitting(now, reaches)}
    reach = {m.title: each for m, each in reaches}
    titles = {m.id: m.title for m in by_title.values()}
    key = f"{analyses[0].id}.mechanisms"
    missed = addresses.follow_links(key, titles)
    compared = session_record(Person).compared
    if key in st.query_params and key not in compared and st.session_state[key]:
        _remember(key)
    chosen = compared.get(key)
    useful = [m for m in by_title.values() if reach[m.title].runs and not _drowned(now, m)]
    first = [titles[id] for id in titles if id in best] or _alike(now, useful) or list(by_title)[:1]
    wanted = first[:FIRST] if chosen is None else [t for t in by_title if t in chosen]
    session.set_widget(key, wanted)
    st.pills(
        "Mechanisms", list(by_title), selection_mode="multi", key=key,
        format_func=lambda title: " · ".join(filter(None, (title, reach[title].limit))),
        help=f"{term('relation')} The sidebar's mechanism comes with its settings, the others with "
        "their defaults and, for weights, its relation.",
        on_change=_remember, args=(key,),
    )  # fmt: skip
    warn_unknown_param("Mechanisms", ", ".join(missed), ", ".join(wanted))
    _say_absent({t: reaches.reason for t, reaches in reach.items() if t not in by_title})
    addresses.chosen_all(key, [] if chosen is None else wanted, titles)
    mechanisms = [by_title[title] for title in wanted]
    if not mechanisms:
        st.info("Pick at least one mechanism.", icon=":material/info:")
        st.stop()
    return mechanisms


def _say_absent(reasons: dict[str, str]) -> None:
    """In grey, what runs at no epsilon on this graph, and why."""
    if reasons:
        why = "\n\n".join(f"**{title}**: {reason}" for title, reason in reasons.items())
        st.caption(f"Not on this graph: {', '.join(reasons)}.", help=why)


def _drowned(now: Scenario, mechanism: Mechanism) -> bool:
    return is_drowned(type(mechanism), now.graph.n, now.epsilon)


def _remember(key: str) -> None:
    """These are compared from now on, whatever is best (the widget's callback)."""
    session.clear_unknown_param(key)
    session_record(Person).compared[key] = own_state.widget(key)


def _alike(now: Scenario, offered: Sequence[Mechanism]) -> list[str]:
    """Titles of the first mechanism and of those that protect the same without being asked what.

    None if none is offered.
    """
    if not offered:
        return []
    by_weight = now.mechanism.protects_weights
    alike = [
        m.title
        for m in offered
        if m.relation is offered[0].relation and (not schema(type(m)) or by_weight)
    ]
    return list(dict.fromkeys([offered[0].title, *alike]))


def guarantees(mechanisms: Sequence[Mechanism], epsilon: float) -> None:
    """What each mechanism protects, and a warning where guarantees do not compare."""
    said: dict[tuple[str, str], list[str]] = {}  # alike promises are said once
    for mechanism in mechanisms:
        g = mechanism.guarantee(epsilon)
        promise = protection.seal(mechanism, g), short_statement(g)
        said.setdefault(promise, []).extend([mechanism.title] if g.protects else [])
    words = [
        f"{seal} **{', '.join(names)}.** {statement}" if names else f"{seal} {statement}"
        for (seal, statement), names in said.items()
    ]
    for overpaid in mechanisms:
        g = overpaid.guarantee(epsilon)
        kin = [m.title for m in mechanisms if m.family == overpaid.family and m is not overpaid]
        if overpaid.family and kin and g.effective_epsilon < epsilon:
            words.append(
                f"{overpaid.title} protects more than its nominal ε says: its exact ε is smaller, "
                f"which is all that separates its curve from that of {', '.join(kin)}."
            )
    st.caption("\n\n".join(words))
    units = dict.fromkeys(m.guarantee(epsilon).unit for m in mechanisms)
    if len(units) > 1:
        st.warning(
            f"These mechanisms protect different things: {'; '.join(units)}. The same ε is then "
            "not the same guarantee, and their curves may not be compared.",
            icon=":material/balance:",
        )
