"""Part of the page Which epsilon?: the way out of choosing epsilon by looking at private data."""

from __future__ import annotations

import streamlit as st

from graphdp_core.data import GENERATORS, dataset
from graphdp_core.experiment.advice import NOT_PRIVATE
from graphdp_core.experiment.public_proxy import LookAlike, look_alikes
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.params import Refused
from pages.engine import scenario_cache
from pages.ground.graph_lines import label_of, line_of
from pages.session import session


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
            "Nearest in the number of nodes and in how degrees are spread. Which they are reads "
            "both of your graph, roughly; epsilon is then chosen without it."
        )
        for number, one in enumerate(proxies):
            st.button(
                f"{one.title}: {one.n:,} nodes, {one.m:,} edges", key=f"look-alike-{number}",
                on_click=_use, args=(one,),
            )  # fmt: skip


def _use(one: LookAlike) -> None:
    if one.choice.kind == "dataset":
        session.use_graph(label_of(dataset(one.choice.id)))
        return
    kind = next(made for made in GENERATORS if made.id == one.choice.id)
    values = {f"{kind.id}.{name}": value for name, value in one.choice.parameters}
    session.use_graph(line_of(kind), values | {f"{kind.id}.seed": one.choice.seed})
