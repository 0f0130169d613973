"""A sweep that shows itself while it runs: repeat by repeat, cached, stopped by any other click."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics import Metric
from graphdp_core.plots.numbers import format_number
from pages.parts import repeats
from pages.shared import scenario_cache
from pages.shared.progress import SMALL, switch

__all__ = ["SWEPT", "jobs", "live_sweep", "reading"]

SWEPT = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0)
"""Epsilons of a sweep, about evenly spread on a log axis."""
SHOW_EVERY_S = 1.0
COLUMNS = ["mechanism", "epsilon", "repeat", "metric", "value"]

Cell = tuple[int, Mechanism, float]


def live_sweep(
    scenario: Scenario,
    mechanisms: Sequence[Mechanism],
    analysis: Analysis,
    *,
    count: int,
    show: Callable[[pd.DataFrame, str], Any],
) -> pd.DataFrame:
    """Measure all mechanisms at all epsilons, `count` times each; returns a tidy table.

    ``show(table, key)`` draws what is there, about once a second and at the end. Every measured
    cell is cached: stopping loses nothing, and going on takes up where it stopped. A large graph
    waits until the user starts it. Epsilons that a mechanism refuses are left out and named.
    """
    label = key_of(scenario.graph, analysis=analysis, part="sweep")
    place, control = st.empty(), st.empty()
    with control.container():
        running = switch(label, "Run the sweep", key="sweep", default=scenario.graph.n <= SMALL)
    if not running:
        st.caption("Nothing measured so far is lost: running again takes up where it stopped.")
        return pd.DataFrame(columns=COLUMNS)
    cells = [(repeat, m, e) for repeat in range(count) for m in mechanisms for e in SWEPT]
    due = time.monotonic() + SHOW_EVERY_S

    def each(found: Sequence[Mapping[str, float] | None]) -> None:
        nonlocal due
        repeat, _, epsilon = cells[len(found) - 1]
        if repeat and epsilon == SWEPT[-1] and time.monotonic() >= due:
            with place.container():
                show(_table(cells, found), f"after-{len(found)}")
            due = time.monotonic() + SHOW_EVERY_S

    outcome = repeats.run(jobs(scenario, analysis, cells, count=count), each=each)
    control.empty()
    table = _table(cells, outcome.results)
    if len(table):
        with place.container():
            show(table, "whole")
    for message in outcome.refused:
        if len(table):
            st.caption(f":material/info: {message}")
        else:
            st.warning(message, icon=":material/info:")
            break
    return table


def jobs(
    scenario: Scenario, analysis: Analysis, cells: Sequence[Cell], *, count: int
) -> list[repeats.Job[Mapping[str, float]]]:
    """The work of a sweep: one job a cell, which is kept with all other cells."""
    return [
        repeats.Job(
            f"Repeat {repeat + 1} of {count}",
            partial(_cell, scenario, analysis, (repeat, mechanism, epsilon)),
        )
        for repeat, mechanism, epsilon in cells
    ]


def _cell(
    scenario: Scenario, analysis: Analysis, cell: Cell, progress: object
) -> Mapping[str, float]:
    repeat, mechanism, epsilon = cell
    return scenario_cache.sweep_cell(scenario, mechanism, analysis, epsilon, repeat)


def _table(cells: Sequence[Cell], found: Sequence[Mapping[str, float] | None]) -> pd.DataFrame:
    rows = [
        (mechanism.id, epsilon, repeat, name, value)
        for (repeat, mechanism, epsilon), values in zip(cells, found, strict=False)
        if values is not None
        for name, value in values.items()
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def reading(table: pd.DataFrame, metric: Metric, epsilon: float, titles: Mapping[str, str]) -> None:
    """What a sweep says at its epsilon nearest to the slider's, in one sentence a mechanism."""
    rows = table[table["metric"] == metric.id].dropna(subset="value")
    if rows.empty:
        return
    nearest = min(rows["epsilon"].unique(), key=lambda e: abs(np.log(e / epsilon)))
    for id, part in rows[rows["epsilon"] == nearest].groupby("mechanism", sort=False):
        low, middle, high = (
            format_number(q, percent=metric.percent)
            for q in part["value"].quantile([0.05, 0.5, 0.95])
        )
        st.markdown(
            f"**At ε = {nearest:g}, {titles[str(id)]}: {metric.label.lower()} {middle}, and in "
            f"nine of ten draws between {low} and {high}.**"
        )
