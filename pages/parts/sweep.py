"""A sweep that shows itself while it runs: draw by draw, cached, stopped by any other click."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.mechanisms.mechanism import Mechanism
from pages.shared import progress, scenario_cache, session

__all__ = ["SWEPT", "live_sweep"]

SWEPT = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0)
"""Epsilons of a sweep, about evenly spread on a log axis."""
SHOW_EVERY = 1.0  # seconds
SMALL = 3_000  # nodes; a larger graph waits to be asked
COLUMNS = ["mechanism", "epsilon", "repeat", "metric", "value"]


def live_sweep(
    mechanisms: Sequence[Mechanism],
    analysis: Analysis,
    *,
    repeats: int,
    show: Callable[[pd.DataFrame, str], Any],
) -> pd.DataFrame:
    """Measure all mechanisms at all epsilons, one draw after the other; returns a tidy table.

    ``show(table, key)`` draws what is there, about once a second and at the end. Every measured
    cell is cached: stopping loses nothing, and going on takes up where it stopped. A large graph
    waits until the person starts it. Epsilons that a mechanism refuses are left out and named.
    """
    label = f"{session.current().graph.fingerprint}/{analysis!r}"
    place, switch = st.empty(), st.empty()
    if not _may_run(label, switch):
        return pd.DataFrame(columns=COLUMNS)
    bar = st.progress(0.0, "Starting …")
    rows: list[dict[str, Any]] = []
    refused: dict[str, None] = {}
    shown = time.monotonic()
    jobs = [(r, m, e) for r in range(repeats) for m in mechanisms for e in SWEPT]
    for done, (repeat, mechanism, epsilon) in enumerate(jobs):
        progress.step(bar, done / len(jobs), f"Draw {repeat + 1} of {repeats}")
        try:
            values = scenario_cache.measured(mechanism, analysis, epsilon, repeat)
        except ValueError as error:
            refused[str(error)] = None
            continue
        rows += [
            dict(zip(COLUMNS, (mechanism.id, epsilon, repeat, name, value), strict=True))
            for name, value in values.items()
        ]
        if repeat and time.monotonic() - shown > SHOW_EVERY and epsilon == SWEPT[-1]:
            with place.container():
                show(pd.DataFrame(rows, columns=COLUMNS), f"after-{done}")
            shown = time.monotonic()
    bar.empty()
    switch.empty()
    table = pd.DataFrame(rows, columns=COLUMNS)
    if rows:
        with place.container():
            show(table, "whole")
    for message in refused:
        if rows:
            st.caption(f":material/info: {message}")
        else:
            st.warning(message, icon=":material/info:")
            break
    return table


def _may_run(label: str, switch: st.delta_generator.DeltaGenerator) -> bool:
    """Offer to start or to stop; True if the sweep is to run now."""
    running = session.is_running(label, default=session.current().graph.n <= SMALL)
    switch.button(
        "Stop" if running else "Run the sweep",
        icon=":material/stop:" if running else ":material/play_arrow:",
        type="secondary" if running else "primary",
        key="sweep",
        on_click=session.set_running,
        args=(label, not running),
    )
    if not running:
        st.caption("Nothing measured so far is lost: running again takes up where it stopped.")
    return running
