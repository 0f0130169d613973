"""A table of a page as CSV: graph, mechanism, ε, draw and promise stand above its rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from graphdp_core.datasets.files.spreadsheet import safe_csv
from graphdp_core.experiment.compare import Comparison
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.takeaway.names import nameless_table
from graphdp_core.takeaway.numbers import commented, numbers_csv
from graphdp_core.takeaway.words import NOT_PRIVATE
from pages.shared import own_names, session

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["table_csv"]


def table_csv(
    table: pd.DataFrame,
    *,
    what: str,
    of: Comparison | None = None,
    promises: Mapping[str, Guarantee] | None = None,
) -> str:
    """The table below lines that begin with #; names of an own graph only if they may go along.

    Parameters
    ----------
    table : DataFrame
    what : str
        What its rows are.
    of : Comparison, optional
        What it was made of; without one, the lines say the choices of the page.
    promises : mapping, optional
        By the name of a release, where the table has several.
    """
    now = session.current()
    if not own_names.go_along(now):
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
