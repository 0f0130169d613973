"""A sweep that shows itself while it runs behind the pages: cells as they come, kept for good."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.grid import Grid, grid
from graphdp_core.experiment.measuring import Measuring
from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.experiment.sweep import estimated_time
from graphdp_core.experiment.workers import Pool
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics import Metric
from graphdp_core.params import Refused
from graphdp_core.plots.numbers import format_number
from graphdp_core.progress import Report
from pages.engine import jobs, measured
from pages.engine.progress import SMALL
from pages.ground.background import ResultCache
from pages.session import addresses, session
from pages.session.leading import Swept, lead_sweep
from pages.ui import page

INTRODUCTION = (
    "Say what is good enough, and read off where curves reach it. Lines are medians; bands hold "
    "half and nine tenths of repeats."
)
SWEPT = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 20.0)
"""Epsilons of a sweep, about evenly spread on a log axis."""
LOOK_S = 1.0
SWEEP, LOOK = "sweep", "first-look"  # places; the second is for what begins unasked
MOST_UNASKED = 2_100
"""Releases; for more there is an estimate first, and the sweep begins when the user says so."""
ESTIMATES = ResultCache(most=200)
"""Measures a few releases of large sweeps, to say how long all would take."""
COLUMNS = ["mechanism", "epsilon", "repeat", "metric", "value"]

Show = Callable[[pd.DataFrame], Any]


def live_sweep(
    now: Scenario, mechanisms: Sequence[Mechanism], analyses: Sequence[Analysis], *, count: int,
    show: Show, place: str = SWEEP,
) -> pd.DataFrame:  # fmt: skip
    """Measure all mechanisms at all epsilons; the tidy table, empty until all is there.

    One release feeds all analyses that fit its mechanism, set so that they compare with it.
    ``show(table)`` draws what is there, about once a second and at the end. Epsilons that a
    mechanism refuses are left out and named.
    """
    try:
        planned = grid(
            now.graph, mechanisms, analyses, epsilons=SWEPT, repeats=count, seed=now.seed,
            adapt=True,
        )  # fmt: skip
    except Refused as refusal:
        st.warning(str(refusal), icon=":material/info:")
        return pd.DataFrame(columns=COLUMNS)
    if place == SWEEP:
        lead_sweep(Swept(mechanisms, analyses, SWEPT, count))
    part = f"sweep {count} {mechanisms!r} {analyses!r}"
    name = key_of(now.graph, seed=now.seed, part=part)
    title = f"Measuring {', '.join(each.title for each in analyses)}"
    return live(now, planned, show=show, place=place, name=name, title=title,
                page=session.page())  # fmt: skip


def live(
    now: Scenario, planned: Grid, *, show: Show, place: str, name: str, title: str, page: str = ""
) -> pd.DataFrame:
    """Measure a grid behind the page, which is drawn anew when all is there; the table then.

    A large graph waits until the user starts it, and so does a large sweep, with an estimate. On
    its `page` the sidebar does not show it, too.
    """
    if (measuring := measured.finished(place, name)) is not None:
        return _drawn(_whole(planned, measuring, place, name), show)
    is_large = len(planned.jobs) > MOST_UNASKED
    unasked = place == LOOK or (now.graph.n <= SMALL and not is_large)
    if not jobs.wanted(place, name, "Run the sweep", default=unasked):
        if is_large:
            _estimate(f"estimate {name}", planned, measured.pool())
        if jobs.is_stopped(name):
            st.caption("Nothing measured so far is lost: running again takes up where it stopped.")
        return pd.DataFrame(columns=COLUMNS)
    measuring = measured.measure(
        now, planned.jobs, place=place, name=name, title=title, graphs=planned.graphs,
        page=page,
    )  # fmt: skip
    if measuring.is_running:
        _watch(measuring, planned, show, place)
        return pd.DataFrame(columns=COLUMNS)
    return _drawn(_whole(planned, measuring, place, name), show)


def _whole(planned: Grid, measuring: Measuring, place: str, name: str) -> pd.DataFrame:
    """The table of all that was measured, made once: what is made of it is kept under its name."""

    def make() -> pd.DataFrame:
        table = planned.table(measuring)
        table.attrs["name"] = name
        return table

    return session.keep_last(f"table {place}", name, make)


def _drawn(table: pd.DataFrame, show: Show) -> pd.DataFrame:
    """All that was measured, and what could not be."""
    if len(table):
        show(table)
    failed = table.attrs["failed"]
    if len(table):
        page.notes(words=failed)
    elif failed:
        st.warning(failed[0], icon=":material/info:")
    return table


@addresses.of_page(run_every=LOOK_S)
def _estimate(key: str, planned: Grid, pool: Pool) -> None:
    """Say how long a sweep would take, as soon as a few of its releases are measured."""

    def work(report: Report) -> Iterator[tuple[str, str]]:
        yield key, estimated_time(planned, pool)

    if not ESTIMATES.has(key):
        ESTIMATES.ask(session.token(), key, work)
    time = ESTIMATES.get(key) or "a time that is being estimated"
    st.caption(f":material/schedule: {len(planned.jobs):,} releases, which take {time}.")


@addresses.of_page(run_every=LOOK_S)
def _watch(measuring: Measuring, planned: Grid, show: Show, place: str) -> None:
    """Say how far it is and draw what is there; draw the page anew when all is."""
    measuring.look()
    job = jobs.in_place(place)
    if not measuring.is_running or job is None:
        st.rerun()
    table = planned.table(measuring)
    if len(table) or place in (SWEEP, LOOK):  # whose chart has a frame before anything is measured
        show(table)
    jobs.bar(place, job, key=place)


def reading(table: pd.DataFrame, metric: Metric, epsilon: float, titles: Mapping[str, str]) -> str:
    """What a sweep says at its epsilon nearest to the slider's: the median and nine of ten."""
    rows = table[table["metric"] == metric.id].dropna(subset="value")
    if rows.empty:
        return ""
    nearest = min(rows["epsilon"].unique(), key=lambda e: abs(np.log(e / epsilon)))
    parts = []
    for id, part in rows[rows["epsilon"] == nearest].groupby("mechanism", sort=False):
        low, middle, high = (
            format_number(q, percent=metric.percent)
            for q in part["value"].quantile([0.05, 0.5, 0.95])
        )
        parts.append(f"{titles[str(id)]} **{middle}** ({low} to {high})")
    return (
        f"At {epsilon_label(nearest)}, in the middle and in nine of ten draws: {', '.join(parts)}."
    )


def offer_table(now: Scenario, table: pd.DataFrame, mechanisms: Sequence[Mechanism]) -> None:
    """All rows and their CSV, which says each mechanism's promise at the slider's epsilon."""
    if len(table):
        promises = {m.title: m.guarantee(now.epsilon) for m in mechanisms}
        note = measured.note(now)
        page.table("All measurements", lambda: table, key="sweep", note=note, promises=promises)
