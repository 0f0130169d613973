"""Part of the Papers page: one line a row, and the stored run behind it, opened in its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

import streamlit as st

from graphdp_core import plots
from graphdp_core.experiment.workers import shared_pool
from graphdp_core.params import Refused
from graphdp_core.progress import Report
from graphdp_core.reproduce import REPRODUCTIONS, Table
from graphdp_core.reproduce.reproduction import Chart
from graphdp_core.reproduce.shelf import Paper, Row, Status
from graphdp_core.reproduce.stored import Stored, differences, read, run_again
from pages.shared import jobs, page, session
from pages.shared.background import Workshop
from pages.shared.widgets import plain

__all__ = ["RUNS", "rows"]

RUNS = Workshop(most=20)
"""Hears from the workers what runs made again have given, for each visitor in turn."""

TURN_S = 0.3  # of waiting for a worker, before another visitor has a turn
LOOK_S = 1.0
COLOURS: dict[Status, Literal["blue", "orange", "red", "green", "gray"]] = {
    Status.REPRODUCED: "blue",
    Status.DIFFERS: "orange",
    Status.FALSE: "red",
    Status.FIRST: "green",
    Status.PARTLY: "gray",
    Status.OPEN: "gray",
}


def rows(paper: Paper) -> None:
    """How many of each status, and every row; one may be opened."""
    counts = {status: sum(row.status is status for row in paper.rows) for status in Status}
    with st.container(horizontal=True, key="shelf-counts"):
        for status, count in counts.items():
            if count:
                st.badge(f"{count} {status.value}", color=COLOURS[status], help=status.help)
    opened = session.stored("paper row")
    for number, row in enumerate(paper.rows):
        _line(row, f"{paper.id} {number}", is_open=opened == f"{paper.id} {number}")


def _line(row: Row, name: str, *, is_open: bool) -> None:
    with st.container(border=True, key=f"row-{name.replace(' ', '-')}", gap="small"):
        left, right = st.columns([5, 1.4], vertical_alignment="center")
        with left:
            badge = f":{COLOURS[row.status]}-badge[{row.status.value}]"
            st.markdown(f"{badge} **{plain(row.claim)}**  \n:small[{plain(row.place)}. "
                        f"{plain(row.words)}]")  # fmt: skip
        with right, st.container(horizontal=True, horizontal_alignment="right"):
            if row.reproduction:
                st.button(
                    "Close" if is_open else "Result", key=f"open {name}", on_click=session.store,
                    args=("paper row", "" if is_open else name),
                )  # fmt: skip
            if row.address:
                st.link_button("Open", f"/{row.address}", help="This setting in the dashboard.")
        if is_open and row.reproduction:
            _result(row.reproduction)


@cache
def _stored(id: str) -> Stored | None:
    """What is kept of a reproduction; the same for everybody."""
    try:
        return read(id)
    except Refused:
        return None


def _result(id: str) -> None:
    """The stored table beside what was published, its chart, and another run of it."""
    kind = next(kind for kind in REPRODUCTIONS if kind.id == id)
    st.markdown(f"**{plain(kind.title)}.** {plain(kind.claim)}")
    kept = _stored(id)
    if kept is None:
        st.info(f"No run is stored: it takes long. Run `graphdp reproduce {id}`.")
        return
    for note in kept.table.notes:
        st.markdown(f"- {plain(note)}")
    if kind.chart is not None:
        _chart(kept.table, kind.chart, id)
    st.dataframe(
        kept.table.rows, hide_index=True, key=f"table {id}",
        column_config={name: st.column_config.Column(help=words)
                       for name, words in kept.table.columns.items()},
    )  # fmt: skip
    settings = ", ".join(f"{name} {value}" for name, value in kept.parameters.items())
    st.caption(
        f"Computed on {kept.date} by version {kept.version} in {kept.seconds:,.0f} s on "
        f"{kept.machine}; {settings or 'no settings'}. On the command line: "
        f"`graphdp reproduce {id}`."
    )
    _again(_Run(id, kept))


def _chart(table: Table, chart: Chart, id: str) -> None:
    rows, colours = table.rows, page.theme()
    if chart.curves:
        spec = plots.study_panels(
            rows, colours, x=chart.x, y=chart.y, curves=chart.curves, panels=chart.panels,
            interval=chart.interval, unit=chart.unit,
        )  # fmt: skip
    else:
        spec = plots.study_curves(
            rows, colours, x=chart.x, y=chart.y, panels=chart.panels, unit=chart.unit
        )
    page.figure(spec, key=f"study {id}", alt=f"The table of {id} as curves.")


@dataclass(frozen=True)
class _Run:
    """A stored run that is made again."""

    id: str
    kept: Stored

    @property
    def key(self) -> str:
        """Under which the new table is kept."""
        return f"reproduce {self.id} {self.kept.parameters!r}"

    def work(self, report: Report) -> Iterator[tuple[str, Table | str | None]]:
        """The table as a worker sends it; nothing new, now and then, lets others have a turn."""
        told = shared_pool().follow(run_again, self.id)
        for fresh in told.turns(TURN_S):
            for found in fresh:
                yield self.key, found
            report(0.0, "")
            yield "nothing new", None
        if told.error is not None:
            yield self.key, "The run stopped before its end. Press “Run again”."

    def state(self) -> tuple[float, str] | None:
        """With what it is busy; None when it is over."""
        if RUNS.get(self.key) is not None:
            return None
        return 0.0, f"took {self.kept.seconds:,.0f} s when it was stored"

    def look(self) -> None:
        """Go on."""
        RUNS.ask(session.token(), self.key, self.work)

    def job(self) -> jobs.Job:
        """The run as it stands in the sidebar of every page."""
        owner = session.token()
        return jobs.Job(
            self.key, f"Run again: {self.id}", self.state, self.look, lambda: RUNS.drop(owner)
        )


def _again(run: _Run) -> None:
    """A button that runs it again behind the pages, and whether the numbers are the same."""
    found = RUNS.get(run.key)
    if isinstance(found, Table):
        other = differences(found, run.kept.table)
        st.markdown(
            f":material/check: Run again just now: the same numbers, {len(found.rows)} rows."
            if not other else
            f":material/difference: Run again just now: other values in {', '.join(other)}."
        )  # fmt: skip
        return
    if isinstance(found, str):
        st.warning(plain(found))
    if jobs.switch("paper-run", run.key, "Run again", default=False):
        run.look()
        jobs.begin("paper-run", run.job())
        st.caption("Running behind the pages; the sidebar says when it is done.")
