"""Part of the Papers page: one line a row, and the stored run behind it, opened in its place."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

import streamlit as st

from graphdp_core import plots
from graphdp_core.experiment.workers import shared_pool
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.theme import Theme
from graphdp_core.progress import Report
from graphdp_core.reproduce import Reproduction, Table, reproduction_of
from graphdp_core.reproduce.papers import Paper, Row, Status
from graphdp_core.reproduce.stored import Stored, differences, read, run_again
from pages.shared import addresses, jobs, page, session
from pages.shared.background import Workshop
from pages.shared.widgets import plain, warn_unknown_param

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["RUNS", "rows"]

RUNS = Workshop(most=20)
"""Hears from the workers what runs made again have given, for each visitor in turn."""

TURN_S = 0.3  # of waiting for a worker, before another visitor has a turn
OPEN, CLOSED = "row", "none"  # in the address
CLICKED = "row was clicked"
TABLE_HEIGHT = 380  # pixels
COLOURS: dict[Status, Literal["blue", "orange", "red", "green", "gray"]] = {
    Status.REPRODUCED: "blue",
    Status.DIFFERS: "orange",
    Status.FALSE: "red",
    Status.FIRST: "green",
    Status.PARTLY: "gray",
    Status.OPEN: "gray",
}


def rows(paper: Paper) -> None:
    """How many of each status, and every row; one may be opened, by a click or by the address."""
    outcomes = [row.outcome for row in paper.rows]
    with st.container(horizontal=True, key="shelf-counts"):
        for status in Status:
            if count := outcomes.count(status):
                st.badge(f"{count} {status.value}", color=COLOURS[status], help=status.help)
    session.offer_place("missed", st.container())
    names = _names(paper)
    menu = {CLOSED: "", **{name: name for name in names if name}}
    asked = addresses.follow_link(OPEN, menu, default=CLOSED)
    warn_unknown_param("row", asked, "no result", offered="a row of this paper with a result")
    opened = str(st.session_state.get(OPEN) or "")
    addresses.chosen(OPEN, opened, menu, default=CLOSED)
    # A link to a result has it on top; what is clicked opens in its place.
    top = "" if session.stored(CLICKED) else opened
    for number in sorted(range(len(names)), key=lambda number: not top or names[number] != top):
        row, status = paper.rows[number], outcomes[number]
        with st.container(border=True, key=f"row-{paper.id}-{number}", gap="small"):
            is_open = opened == names[number] != ""
            _line(row, status, names[number], is_open=is_open)
            if is_open:
                _result(row.reproduction)


def _names(paper: Paper) -> list[str]:
    """What the address calls each row: its reproduction, with a number where two have one."""
    found: list[str] = []
    for row in paper.rows:
        again = sum(other.partition(".")[0] == row.reproduction for other in found)
        found.append(f"{row.reproduction}.{again + 1}" if again and row.reproduction
                     else row.reproduction)  # fmt: skip
    return found


def _line(row: Row, status: Status, name: str, *, is_open: bool) -> None:
    left, right = st.columns([5, 1.4], vertical_alignment="center")
    with left:
        badge = f":{COLOURS[status]}-badge[{status.value}]"
        st.markdown(f"{badge} **{plain(row.claim)}**  \n:small[{plain(row.place)}. "
                    f"{plain(row.words)}]")  # fmt: skip
    with right, st.container(horizontal=True, horizontal_alignment="right"):
        if name:
            st.button(
                "Close" if is_open else "Result", key=f"open {name}", on_click=_turn_to,
                args=("" if is_open else name,),
            )  # fmt: skip
        if row.address:
            st.link_button("Open", f"/{row.address}", help="This setting in the dashboard.")


def _turn_to(name: str) -> None:
    """Open the result of a row in place of another; "" closes it."""
    session.clear_unknown_param(OPEN)
    session.store(CLICKED, True)
    session.set_widget(OPEN, name)


@cache
def _stored(id: str) -> Stored:
    """What is kept of a reproduction; the same for everybody."""
    return read(id)


@cache
def _drawn(id: str, theme: Theme) -> str:
    """The chart of a stored run; the same for everybody."""
    kind = reproduction_of(id)
    rows, chart = _stored(id).table.rows, dataclasses.asdict(kind.chart)
    return plots.study_svg(rows, theme, alt=_alt(kind), **chart)


def _alt(kind: type[Reproduction]) -> str:
    return f"{kind.title}, as curves: ours filled, published hollow."


@cache
def _shown(id: str) -> pd.DataFrame:
    """The table of a stored run as people read it."""
    rows = _stored(id).table.rows
    return rows.map(
        lambda cell: plain(cell) if isinstance(cell, str) else format_number(float(cell))
    )


def _result(id: str) -> None:
    """The stored table beside what was published, its chart, and another run of it.

    Both are plain markup: the libraries behind live tables and charts take longer to load.
    """
    kind, kept = reproduction_of(id), _stored(id)
    st.markdown(f"**{plain(kind.title)}.** {plain(kind.claim)}")
    with st.container(key="study"):
        st.image(_drawn(id, page.theme()), alt=_alt(kind), width="stretch")
    st.markdown("\n".join(f"- {plain(note)}" for note in kept.table.notes))
    st.table(
        _shown(id), border="horizontal", hide_index=True, height=TABLE_HEIGHT,
        alt=f"The table of {kind.title}.",
    )  # fmt: skip
    columns = (f"**{plain(name)}**: {plain(words)}"
               for name, words in kept.table.columns.items() if words)  # fmt: skip
    st.caption("; ".join(columns) + ".")
    settings = ", ".join(f"{name} {value}" for name, value in kept.parameters.items())
    st.caption(
        f"Computed on {kept.date} by version {kept.version} in {kept.seconds:,.0f} s on "
        f"{kept.machine}; {plain(settings) or 'no settings'}. Its status: "
        f"{plain(inspect.getdoc(kind.is_met) or '')} On the command line: `graphdp reproduce {id}`."
    )
    _again(_Run(id, kept))


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
