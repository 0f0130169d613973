"""Part of the page Which epsilon?: any parameter, against epsilon or another, as a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.data import Generator, generator
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.grid import grid
from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics.metric import Metric
from graphdp_core.params import LARGEST_EPSILON, Param, Refused, schema
from graphdp_core.plots.trade_off import heat_map
from pages.parts import sweep
from pages.ui import page, widgets

STOPS = (0.5, 1.0, 2.0, 4.0, 8.0)
REPEATS = 5
MOST_NODES = 2_000  # of graphs made for this
MOST_VALUES = 12  # of a parameter
EPSILON = Param("epsilon", 1.0, "ε", "", low=0.01, high=LARGEST_EPSILON)
STEPS = (0.25, 0.5, 1.0, 2.0, 4.0)  # times the present value


def vary(
    now: Scenario, mechanism: Mechanism, analysis: Analysis, metric: Metric, target: float | None
) -> None:
    """Sweep a parameter of the mechanism, the analysis or the generator."""
    maker = _maker(now)
    owners = [owner for owner in (maker, mechanism, analysis) if owner is not None]
    offered = {
        f"{parameter.label} ({owner.title})": (owner, parameter)
        for owner in owners
        for parameter in schema(type(owner))
        if len(_values(owner, parameter)) > 1
    }
    if not offered:
        st.caption("Nothing here has a number to vary: take another mechanism or a generator.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom", key="vary-controls"):
        ids = [f"{owner.id}.{parameter.name}" for owner, parameter in offered.values()]
        owner, first = widgets.choose(
            "Parameter", offered, key="vary.first", ids=ids, as_list=True, kept=True
        )
        up = _asked(first, _values(owner, first), owner.id)
    with st.container(horizontal=True, vertical_alignment="bottom", key="vary-against"):
        rest = {t: both for t, both in offered.items() if both[1].name != first.name}
        against = widgets.choose(
            "Against", {"ε": None, **rest}, key="vary.second", as_list=True, kept=True,
            ids=["epsilon", *(f"{o.id}.{p.name}" for o, p in rest.values())],
        )  # fmt: skip
        second = EPSILON if against is None else against[1]
        usual = STOPS if against is None else _values(*against)
        across = _asked(second, usual, "" if against is None else against[0].id)
    try:
        tried = {first: _read(first, up, _values(owner, first)),
                 second: _read(second, across, usual)}  # fmt: skip
        _map(now, mechanism, analysis, metric=metric, target=target, tried=tried)
    except Refused as refusal:
        st.warning(str(refusal), icon=":material/info:")


def _asked(parameter: Param, usual: Sequence[Any], owner: str) -> str:
    """The values as the user types them; "" for the usual ones."""
    if parameter.choices:
        return ""
    return st.text_input(
        f"Values of {parameter.label}", key=f"vary.{owner}.{parameter.name}", bind="query-params",
        placeholder=_in_words(usual), help=f"Parted by commas; each {parameter.allowed()}.",
    )  # fmt: skip


def _read(parameter: Param, text: str, usual: Sequence[Any]) -> list[Any]:
    """The values that the user typed, rising, or the usual ones.

    Raises
    ------
    Refused
        If one is no value of the parameter, or there are too many.
    """
    words = text.replace(",", " ").split()
    if not words:
        return list(usual)
    parameter = replace(parameter, high=_highest(parameter, usual))
    for word in words:
        if not widgets.fits(parameter, word) or not np.isfinite(float(word)):
            raise Refused(
                f"Values of {parameter.label}: each must be {parameter.allowed()}, got "
                f"“{widgets.plain(word[:40])}”; write them as {_in_words(usual)}."
            )
    if len(words) > MOST_VALUES:
        raise Refused(
            f"Values of {parameter.label}: from 1 to {MOST_VALUES}, got {len(words)}; the command "
            "graphdp sweep takes more."
        )
    return sorted({parameter.type(float(word)) for word in words})


def _in_words(values: Sequence[Any]) -> str:
    return ", ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values)


def _map(
    now: Scenario, mechanism: Mechanism, analysis: Analysis, *, metric: Metric,
    target: float | None, tried: Mapping[Param, Sequence[Any]],
) -> None:  # fmt: skip
    first, second = tried
    up, across, maker = first.name, second.name, _maker(now)
    values = {each.name: some for each, some in tried.items() if each is not EPSILON}
    is_made = maker is not None and any(p.name in values for p in schema(type(maker)))
    planned = grid(
        maker if is_made and maker is not None else now.graph, [mechanism], [analysis],
        epsilons=tried[second] if second is EPSILON else [now.epsilon], repeats=REPEATS,
        seed=now.seed, vary=values, adapt=True, graph_seed=now.choice.seed if now.choice else 0,
    )  # fmt: skip

    def show(table: pd.DataFrame) -> None:
        page.figure(
            heat_map(
                table, metric, page.theme(), x=across, y=up, target=target, x_title=second.label,
                y_title=first.label,
            ),
            key="vary-map",
            alt=f"{metric.label} over {second.label} and {first.label}, {mechanism.title}.",
        )  # fmt: skip

    part = f"vary {tried!r} {now.epsilon} {maker!r}"
    name = key_of(now.graph, mechanism, analysis, seed=now.seed, part=part)
    title = f"{first.label} against {second.label}"
    sweep.live(now, planned, show=show, place="vary-sweep", name=name, title=title)
    at = "" if second is EPSILON else f" at {epsilon_label(now.epsilon)}"
    made = " Every draw has a new graph of the generator." if is_made else ""
    line = "" if target is None else "; a line parts what is good enough from what is not"
    st.caption(f"{mechanism.title}{at}: medians of {REPEATS} draws{line}.{made}")


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
    high = _highest(parameter, [now])
    low = -np.inf if parameter.low is None else parameter.low
    values = [parameter.type(float(f"{now * step:.3g}")) for step in STEPS]
    return [v for v in dict.fromkeys(values) if low <= v and (high is None or v <= high)]


def _highest(parameter: Param, usual: Sequence[Any]) -> float | None:
    """The largest value that is tried here: graphs that are made must not be large."""
    if parameter.name != "n":
        return parameter.high
    return min(np.inf if parameter.high is None else parameter.high, max(MOST_NODES, *usual))
