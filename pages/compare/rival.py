"""What release B is beside A: another mechanism, epsilon, noise draw, or reading of one release."""

from __future__ import annotations

import streamlit as st

import graphdp_core as gdp
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.analyses.subgraph_counts import SubgraphCounts, as_counted
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.results import Partition
from graphdp_core.stage import Beside, Stage
from pages.parts import mechanism_choice
from pages.session import session
from pages.ui import far_epsilon_switch, widgets

SAME = "as A"
LOWER = "1"  # epsilon of B, where it is to differ and nothing was chosen
SLIDER = 150  # pixels
TWO = {
    "Two mechanisms": "mechanisms", "Two ε": "epsilons", "Two draws": "draws",
    "Two analyses": "analyses",
}  # fmt: skip


def choose(a: Scenario, analysis: Analysis, stops: tuple[float, ...]) -> Beside:
    """Ask what B is: its slider beside what is chosen of A, all else in a drawer."""
    readings = _readings(a, analysis)
    can = {"analyses": bool(readings), "epsilons": a.mechanism.reads_epsilon}
    two = {title: id for title, id in TWO.items() if can.get(id, True)}
    mechanism, epsilon, is_redrawn, reading = a.mechanism, None, False, None
    with session.place("choices"):
        beside = st.container(width="content")
        with st.popover("Release B", icon=":material/compare:", key="rival"):
            differs = widgets.choose("Compare", two, key="b", as_list=True)
            if differs == "mechanisms":
                mechanism, is_redrawn = _release(a, analysis)
            elif differs == "draws":
                is_redrawn = True
                st.caption("B has the next noise draw; all else is as in A.")
            elif differs == "analyses":
                reading = widgets.choose("B is read by", readings, key="b.analysis", as_list=True)()
        if differs in ("mechanisms", "epsilons"):
            with beside:
                epsilon = _slider(differs == "epsilons")
    if isinstance(analysis, SubgraphCounts):  # counts and rankings follow what is released
        analysis = as_counted(as_counted(analysis, a.mechanism), mechanism)
    if isinstance(analysis, Centrality):
        analysis = matched(matched(analysis, a.mechanism, a.graph), mechanism, a.graph)
    mover = a.mechanism if a.mechanism.reads_epsilon or epsilon is not None else mechanism
    stops = far_epsilon_switch.of(mover, stops, a.epsilon)
    stage = Stage(a.graph, a.mechanism, analysis, a.seed, stops)
    return Beside(stage, mechanism, epsilon, is_redrawn, reading)


def _readings(a: Scenario, analysis: Analysis) -> dict[str, type[Analysis]]:
    """Other analyses of one release by title: there are several ways to find communities."""
    if analysis.returns is not Partition or a.mechanism.returns not in analysis.accepts:
        return {}
    return {
        kind.title: kind
        for kind in gdp.ANALYSES
        if kind.returns is Partition and kind.id != analysis.id
        and a.mechanism.returns in kind.accepts
    }  # fmt: skip


def _slider(is_other: bool) -> float | None:
    """B's own slider; where B need not have another epsilon, its left end follows A's."""
    known = [f"{epsilon:g}" for epsilon in far_epsilon_switch.stops()]
    stops = known if is_other else [SAME, *known]
    session.coerce_choice("b.epsilon", stops, LOWER if is_other else SAME)
    stop = st.select_slider(
        "ε of B", stops, key="b.epsilon", bind="query-params", width=SLIDER,
        help="At its left end B has the ε of A: one slider moves both." if not is_other else None,
    )  # fmt: skip
    return None if stop == SAME else float(stop)


def _release(a: Scenario, analysis: Analysis) -> tuple[Mechanism, bool]:
    """Mechanism and noise of B."""
    offered = {m.called(): m for m in mechanism_choice.fitting(a, [analysis])}
    mechanism = widgets.choose(
        "Mechanism of B", offered, key="b.mechanism", as_list=True, first=min(1, len(offered) - 1)
    )
    is_redrawn = widgets.choose(
        "Noise of B", {"As A": False, "Another draw": True}, key="b.draw", ids=["same", "another"],
        help="With the same draw, both releases begin from the same random numbers.",
    )  # fmt: skip
    return mechanism, is_redrawn
