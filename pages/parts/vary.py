"""Part of the trade-off page: any parameter in place of epsilon, or against it, as a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.datasets import Generator, generator
from graphdp_core.experiment.grid import grid
from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics.metric import Metric
from graphdp_core.params import Param, Refused, schema
from pages.parts import sweep
from pages.shared import page, widgets

__all__ = ["vary"]

STOPS = (0.5, 1.0, 2.0, 4.0, 8.0)
REPEATS = 5
MOST_NODES = 2_000  # of graphs made for this
STEPS = (0.25, 0.5, 1.0, 2.0, 4.0)  # times the present value


def vary(
    now: Scenario, mechanism: Mechanism, analysis: Analysis, metric: Metric, target: float | None
) -> None:
    """Offer to sweep a parameter of the mechanism, the analysis or the generator."""
    box = st.expander(
        "Sweep another parameter", icon=":material/grid_on:", key="vary", on_change="rerun"
    )
    if not box.open:
        return
    maker = _maker(now)
    owners = [owner for owner in (maker, mechanism, analysis) if owner is not None]
    offered = {
        f"{parameter.label} ({owner.title})": (owner, parameter)
        for owner in owners
        for parameter in schema(type(owner))
        if len(_values(owner, parameter)) > 1
    }
    with box:
        if not offered:
            st.caption("Nothing here has a number to vary: take another mechanism or a generator.")
            return
        with st.container(horizontal=True, vertical_alignment="bottom", key="vary-controls"):
            ids = [f"{owner.id}.{parameter.name}" for owner, parameter in offered.values()]
            owner, first = widgets.choose(
                "Parameter", offered, key="vary.first", ids=ids, as_list=True, kept=True
            )
            rest = {t: both for t, both in offered.items() if both[1].name != first.name}
            against = widgets.choose(
                "Against", {"ε": None, **rest}, key="vary.second", as_list=True, kept=True,
                ids=["epsilon", *(f"{o.id}.{p.name}" for o, p in rest.values())],
            )  # fmt: skip
        values: dict[str, Sequence[Any]] = {first.name: _values(owner, first)}
        across = "epsilon"
        if against is not None:
            across = against[1].name
            values[across] = _values(*against)
        _map(
            now, mechanism, analysis, metric=metric, target=target, values=values,
            up=first.name, across=across,
        )  # fmt: skip


def _map(
    now: Scenario, mechanism: Mechanism, analysis: Analysis, *, metric: Metric,
    target: float | None, values: Mapping[str, Sequence[Any]], up: str, across: str,
) -> None:  # fmt: skip
    maker = _maker(now)
    is_made = maker is not None and any(p.name in values for p in schema(type(maker)))
    try:
        planned = grid(
            maker if is_made and maker is not None else now.graph, [mechanism], [analysis],
            epsilons=STOPS if across == "epsilon" else [now.epsilon], repeats=REPEATS,
            seed=now.seed, vary=values, adapt=True,
            graph_seed=now.choice.seed if now.choice else 0,
        )  # fmt: skip
    except Refused as refusal:
        st.warning(str(refusal), icon=":material/info:")
        return

    def show(table: pd.DataFrame) -> None:
        page.figure(
            plots.heat_map(
                table, metric.id, page.theme(), x=across, y=up, label=metric.label,
                low=metric.low, high=metric.high, percent=metric.percent, better=metric.better,
                target=target,
            ),
            key="vary-map", alt=f"{metric.label} over {across} and {up}, {mechanism.title}.",
        )  # fmt: skip

    part = f"vary {values!r} {across} {now.epsilon} {maker!r}"
    name = key_of(now.graph, mechanism, analysis, seed=now.seed, part=part)
    sweep.live(now, planned, show=show, place="vary-sweep", name=name, title="Heat map")
    at = "" if across == "epsilon" else f" at ε = {now.epsilon:g}"
    made = " Every draw has a new graph of the generator." if is_made else ""
    st.caption(f"{mechanism.title}{at}: medians of {REPEATS} draws; the line is the target.{made}")


def _maker(now: Scenario) -> Generator | None:
    """The generator of the graph, where it has one and the whole of it is used."""
    choice = now.choice
    if choice is None or choice.kind != "generator" or choice.largest_component:
        return None
    return generator(choice.id, **dict(choice.parameters))


def _values(owner: Any, parameter: Param) -> list[Any]:
    """A quarter to four times the present value, within the range; all of a few choices."""
    now = getattr(owner, parameter.name)
    if parameter.choices:
        return list(parameter.choices)
    if parameter.type is bool or not isinstance(now, int | float) or not now:
        return []
    high = np.inf if parameter.high is None else parameter.high
    low = -np.inf if parameter.low is None else parameter.low
    high = min(high, max(MOST_NODES, now)) if parameter.name == "n" else high
    found = [parameter.type(float(f"{now * step:.3g}")) for step in STEPS]
    return list(dict.fromkeys(value for value in found if low <= value <= high))
