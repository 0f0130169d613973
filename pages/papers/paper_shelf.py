"""The page Papers: the rows of one status, a line each, or one row with its stored run."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

import streamlit as st

from graphdp_core.experiment.workers import shared_pool
from graphdp_core.lab.papers import Table, study_of
from graphdp_core.lab.papers.shelf import PAPERS, Paper, Row, Status, counts
from graphdp_core.lab.papers.stored import (
    Stored,
    differences,
    is_met,
    is_missing,
    other_version,
    read,
    run_again,
)
from graphdp_core.lab.papers.study import Study
from graphdp_core.plots.marks import Figure, rule
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.study import study_figure
from graphdp_core.plots.theme import inked
from graphdp_core.progress import Report
from graphdp_core.serving import command
from graphdp_core.version import __version__
from pages.engine import jobs
from pages.ground.background import ResultCache
from pages.session import addresses, session
from pages.table import is_offered
from pages.ui import opened, page
from pages.ui.widgets import choose, plain, warn_unknown_param

if TYPE_CHECKING:
    import pandas as pd

RUNS = ResultCache(most=20)
"""Hears from the workers what runs made again have given, for each visitor in turn."""

TURN_S = 0.3  # of waiting for a worker, before another visitor has a turn
OPEN, CLOSED = "row", "none"  # in the address
STATUS = "status"
TABLE_HEIGHT, PICTURE = 380, 420  # pixels
COLOURS: dict[Status, Literal["blue", "orange", "red", "green", "gray"]] = {
    Status.REPRODUCED: "blue",
    Status.DIFFERS: "orange",
    Status.FALSE: "red",
    Status.FIRST: "green",
    Status.CLOSED: "gray",
    Status.PARTLY: "gray",
}


@st.fragment
def show() -> None:
    """Draw the page; with every choice on it again."""
    with opened.page_frame():
        page.heading("What became of the papers behind GraphDP?", "Claim by claim.")
        titles = {paper.id.capitalize(): paper for paper in PAPERS}
        paper = choose("Paper", titles, key="paper", ids=tuple(paper.id for paper in PAPERS))
        st.markdown(f"**{paper.title}**", help=paper.story)
        rows(paper)
        st.caption(f"{paper.authors}. {paper.source}")


def rows(paper: Paper) -> None:
    """The rows of one status; or one row with its result, by a click or by the address."""
    names = _names(paper)
    menu = {CLOSED: "", **{name: name for name in names if name}}
    asked = addresses.follow_link(OPEN, menu, default=CLOSED)
    warn_unknown_param("row", asked, "no result", offered="a row of this paper with a result")
    opened = str(st.session_state.get(OPEN) or "")
    addresses.chosen(OPEN, opened, menu, default=CLOSED)
    session.keep(STATUS)
    if opened in names and opened:
        row = paper.rows[names.index(opened)]
        _line(row, opened, is_open=True)
        _result(row.study)
        return
    count = counts(paper.rows)
    status = choose(
        "Status", {s.of(n): s for s, n in count.items()}, key=STATUS,
        ids=[s.name.lower() for s in count],
        help=" ".join(f"**{s.value}**: {s.help}" for s in Status), kept=True,
    )  # fmt: skip
    with st.container(key="shelf"):
        for row, name in zip(paper.rows, names, strict=True):
            if row.outcome is status:
                why = f" :gray-badge[{row.reason}]" if row.reason else ""
                with st.expander(f"{plain(row.claim)}{why}"):
                    _line(row, name, is_open=False)


def _names(paper: Paper) -> list[str]:
    """What the address calls each row: its reproduction, with a number where two have one."""
    names: list[str] = []
    for row in paper.rows:
        again = sum(other.partition(".")[0] == row.study for other in names)
        names.append(f"{row.study}.{again + 1}" if again and row.study
                     else row.study)  # fmt: skip
    return names


def _line(row: Row, name: str, *, is_open: bool) -> None:
    status, said = row.outcome, f"{plain(row.place)}. {plain(row.told)}"
    if is_open:
        said = f"**{plain(row.claim)}** :{COLOURS[status]}-badge[{status.value}]  \n{said}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(said)
        if name:
            st.button(
                "Close" if is_open else "Result", key=f"open {name}", on_click=_turn_to,
                args=("" if is_open else name,),
            )  # fmt: skip
        if row.address and is_offered(row.address):
            st.link_button("Open", f"/{row.address}", help="This setting in the dashboard.")
    if row.picture:
        drawn = inked(row.drawing, page.theme())
        st.image(drawn, width=PICTURE, alt=drawn.partition("<title>")[2].partition("</title>")[0])


def _turn_to(name: str) -> None:
    """Open the result of a row in place of the list; "" closes it."""
    session.clear_unknown_param(OPEN)
    session.set_widget(OPEN, name)


@cache
def _stored(id: str) -> Stored:
    """What is kept of a reproduction; the same for everybody."""
    return read(id)


@cache
def _shown(id: str) -> pd.DataFrame:
    """The table of a stored run as people read it."""
    rows = _stored(id).table.rows
    return rows.map(
        lambda cell: plain(cell) if isinstance(cell, str) else format_number(float(cell))
    )


def _result(id: str) -> None:
    """The stored table beside what was published, its chart, and another run of it.

    The table is plain markup: the library behind live ones takes longer to load.
    """
    if is_missing(id):
        st.warning(f"No run of this is stored. In a shell: `{command()} reproduce {id} --store`")
        return
    kind, kept = study_of(id), _stored(id)
    if old := other_version(kept, __version__):
        st.warning(plain(old))
    rule = plain(inspect.getdoc(kind.is_met) or "")
    st.markdown(
        f"**{plain(kind.title)}.** {plain(kind.claim)}\n\n"
        f"**{'Yes' if is_met(id) else 'No'}.** What was asked of this run: {rule}"
    )
    drawn = study_figure(kept.table.rows, page.theme(), **dataclasses.asdict(kind.chart))
    room = st.container(key="study")
    _along(kind(**kept.parameters), kept.table.rows, drawn)
    with room:
        alt = f"{kind.title}, as curves: ours filled, published hollow."
        page.figure(drawn, key="study-figure", alt=alt)
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
        f"{kept.machine}; {plain(settings) or 'no settings'}. In a shell: "
        f"`{command()} reproduce {id}`"
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
            for table in fresh:
                yield self.key, table
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


def _along(study: Study, rows: pd.DataFrame, drawn: Figure) -> None:
    """A slider along the figure that moves a line, and what the claim says at its place."""
    name = study.chart.x
    if not study.said_at(1.0):
        return
    places = rows[name].astype(float)
    place = st.slider(
        plain(study.columns[name]), float(places.min()), float(places.max()),
        float(places.median()), step=0.1, format="%.1f", key="study-place",
    )  # fmt: skip
    drawn["layout"]["shapes"] = rule(page.theme(), x=place, over=True)["shapes"]
    st.markdown(plain(study.said_at(place)))


def _again(run: _Run) -> None:
    """A button that runs it again behind the pages, and whether the numbers are the same."""
    table = RUNS.get(run.key)
    if isinstance(table, Table):
        other = differences(table, run.kept.table)
        st.markdown(
            f":material/check: Run again just now: the same numbers, {len(table.rows)} rows."
            if not other else
            f":material/difference: Run again just now: other values in {', '.join(other)}."
        )  # fmt: skip
        return
    if isinstance(table, str):
        st.warning(plain(table))
    if jobs.switch("paper-run", run.key, "Run again", default=False):
        run.look()
        jobs.begin("paper-run", run.job())
        st.caption("Running behind the pages; the sidebar says when it is done.")
