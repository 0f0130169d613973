"""A table of a page and its CSV: graph, mechanism, ε, draw and promise stand above the rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from graphdp_core.captions.numbers import commented, numbers_csv
from graphdp_core.captions.words import NOT_PRIVATE, nameless_table
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.intake.files.writers import safe_csv
from graphdp_core.privacy.guarantee import Guarantee
from pages.session import own_state, session

if TYPE_CHECKING:
    import pandas as pd


def open_table(
    title: str, rows: Callable[[], pd.DataFrame], *, key: str, of: Comparison | None = None,
    promises: Mapping[str, Guarantee] | None = None,
) -> None:  # fmt: skip
    """A data table with its CSV, whose first lines are those of `table_csv`."""
    st.dataframe(rows(), hide_index=True, key=f"{key}-frame", alt=title)
    now = session.current()
    make = partial(
        table_csv, what=title, now=now, may_name=own_state.permission(now), of=of,
        promises=promises,
    )  # fmt: skip
    st.download_button(
        "Download CSV", lambda: make(rows()),
        f"graphdp-{key}.csv", "text/csv", icon=":material/download:", key=f"{key}-csv",
        on_click="ignore", help="Source and promise stand above the rows.",
    )  # fmt: skip


def table_csv(
    table: pd.DataFrame, *, what: str, now: Scenario, may_name: Callable[[], bool],
    of: Comparison | None = None, promises: Mapping[str, Guarantee] | None = None,
) -> str:  # fmt: skip
    """The table below lines that begin with #; names of an own graph only if they may go along.

    Parameters
    ----------
    what : str
        What its rows are.
    now : Scenario
        The choices of the page. The file is made in a thread that knows no session.
    may_name : callable
        Whether names of an own graph may go along.
    of : Comparison, optional
        What it was made of; without one, the lines say the choices of the page.
    promises : mapping, optional
        By the name of a release, where the table has several.
    """
    if not may_name():
        table = nameless_table(table, now.graph)
    if of is not None:
        return numbers_csv(of, table, what=what)
    said = {"GraphDP": what, "Graph": f"{now.title}, {now.graph.n:,} nodes, {now.graph.m:,} edges"}
    if promises is None:
        said |= {"Mechanism": now.mechanism.title, "Epsilon": epsilon_label(now.epsilon)}
        said["Promise"] = now.mechanism.guarantee(now.epsilon).statement()
    for name, promise in (promises or {}).items():
        said[f"Promise of {name} at {epsilon_label(promise.epsilon)}"] = promise.statement()
    said |= {"Noise draw": str(now.seed), "Not private": NOT_PRIVATE}
    return commented(said) + safe_csv(table)
