"""Part of the page Which epsilon?: what is good enough, and the epsilon each mechanism needs.

Part of the page Which epsilon?: the way out of choosing epsilon by looking at private data.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import streamlit as st

from graphdp_core.data import GENERATORS, dataset
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.advice import NOT_PRIVATE
from graphdp_core.experiment.needed_epsilon import Needed
from graphdp_core.experiment.public_proxy import LookAlike, look_alikes
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.metrics import Metric
from graphdp_core.params import Param, Refused
from graphdp_core.plots.numbers import format_number
from pages.engine import scenario_cache
from pages.ground.records import label_of, line_of
from pages.session import session
from pages.ui.widgets import fits, warn_unknown_param

NUMBER = Param("target", 0.0, "Good enough", "")


def target_field(metric: Metric, *, key: str, of: str = "") -> float | None:
    """Ask for the value of the metric that is good enough; None where no value is the better.

    `of` names the analysis where several are asked for.
    """
    if metric.better == "neither":
        return None
    session.unknown_param(key, lambda text: fits(NUMBER, text))
    what = f"{of}, {metric.label_within}" if of else "Good enough"
    value = st.number_input(
        f"{what}: at {'least' if metric.better == 'higher' else 'most'}"
        f"{', a share' if metric.percent else ''}",
        value=metric.aim, step=0.05, format="%.3g", placeholder="a number", key=key,
        bind="query-params", help="The dashed line: a value of the metric that would do for you.",
        on_change=session.clear_unknown_param, args=(key,),
    )  # fmt: skip
    shown = "no line" if value is None else f"{value:g}"
    warn_unknown_param("the value that is good enough", session.missed_param(key), shown,
                       offered=NUMBER.allowed())  # fmt: skip
    return value


def in_words(answers: Mapping[str, Needed], titles: Mapping[str, str]) -> tuple[str, str]:
    """The mechanism that needs least, in words, and what the others need."""
    order = sorted(answers, key=lambda id: answers[id].safe)
    best = answers[order[0]]
    if best.safe > best.highest:
        return f"No mechanism tried is good enough up to {epsilon_label(best.highest)}.", ""
    said = f"You need ε {_bound(best, best.safe)} with {titles[order[0]]}."
    rest = [f"{titles[id]} ε {_bound(answers[id], answers[id].safe)}" for id in order[1:]]
    return said, f"In nine of ten of {best.draws} draws. {', '.join(rest)}." if rest else ""


def limit_in_words(answers: Mapping[str, Needed], titles: Mapping[str, str]) -> str:
    """Of a limit: up to which epsilon each mechanism keeps it, the farthest first."""
    said: dict[str, list[str]] = {}
    for id in sorted(answers, key=lambda id: -answers[id].safe):
        need = answers[id]
        if need.safe >= need.highest:
            where = "At every ε"
        else:
            cut = math.floor(100 * need.safe) / 100  # a limit is not rounded up
            where = f"up to {epsilon_label(cut)}" if need.safe else "at no ε"
            if need.again:
                where += (
                    f"{' and again at' if need.safe else ' below'} {epsilon_label(need.highest)}"
                )
        said.setdefault(where, []).append(titles[id])
    parts = [f"{where} with {' and '.join(names)}" for where, names in said.items()]
    sentence = "; ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def limit_so_far(answers: Mapping[str, Needed], titles: Mapping[str, str], end: str) -> str:
    """Of a limit while it is measured: how far the farthest mechanism keeps it, so far."""
    id = max(answers, key=lambda id: answers[id].safe)
    need = answers[id]
    if not need.safe:
        return f"At no ε so far with {titles[id]}{end}"
    least = "At least up" if need.safe >= need.highest else "Up"
    return f"{least} to about ε = {format_number(need.safe)} with {titles[id]}{end}"


def together_in_words(
    floors: Mapping[str, Needed], limits: Mapping[str, Needed], titles: Mapping[str, str]
) -> tuple[str, str]:
    """Where what must stay and what must not be exceeded hold both, and where they contradict."""
    fits, apart = [], []
    for id in sorted(floors.keys() & limits.keys(), key=lambda id: floors[id].safe):
        floor, limit = floors[id], limits[id]
        low = "at no ε" if floor.safe > floor.highest else f"from ε {_bound(floor, floor.safe)} on"
        high = limit_in_words({id: limit}, {id: ""}).removesuffix(" with .")
        if floor.safe <= limit.safe:
            fits.append(f"{low.removesuffix(' on')} {high.lower()} with {titles[id]}")
        else:
            apart.append(f"{titles[id]} keeps what must stay {low}, the limit {high.lower()}.")
    said = (
        f"Both {'; '.join(fits)}." if fits else "No ε does both here: they contradict each other."
    )
    return said, " ".join(apart)


def _bound(need: Needed, epsilon: float) -> str:
    if epsilon > need.highest:
        return f"> {need.highest:g}"
    return f"≤ {need.lowest:g}" if epsilon <= need.lowest else f"= {format_number(epsilon)}"


def way_out(now: Scenario) -> None:
    """Warn, and offer the public graphs that are most like this one."""
    with st.container(horizontal=True, vertical_alignment="center", key="way-out"):
        st.caption(f":material/warning: {NOT_PRIVATE}", width="content")
        box = st.popover(
            "Find a public look-alike", icon=":material/travel_explore:", key="look-alikes",
            on_change="rerun",
        )  # fmt: skip
    if not box.open:
        return
    with box:
        try:
            proxies = scenario_cache.of_graph(now.graph, "look-alikes", look_alikes)
        except Refused as refusal:
            st.caption(str(refusal))
            return
        st.caption(
            "Nearest in number of nodes and spread of degrees. To find them, the app reads both "
            "off your graph, roughly; epsilon is then chosen without it."
        )
        for number, one in enumerate(proxies):
            st.button(
                f"{one.title}: {one.n:,} nodes, {one.m:,} ties", key=f"look-alike-{number}",
                on_click=_use, args=(one,),
            )  # fmt: skip


def _use(one: LookAlike) -> None:
    if one.choice.kind == "dataset":
        session.use_graph(label_of(dataset(one.choice.id)))
        return
    kind = next(made for made in GENERATORS if made.id == one.choice.id)
    values = {f"{kind.id}.{name}": value for name, value in one.choice.parameters}
    session.use_graph(line_of(kind), values | {f"{kind.id}.seed": one.choice.seed})
