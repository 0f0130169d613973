"""Counts, and edges between groups: bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.chart.counts import (
    count_panels,
    listed_counts,
    listed_edges,
    mixing_panels,
)
from graphdp_core.plots.kinds.record import Columns, Kind, Table
from graphdp_core.plots.sides import Compared
from graphdp_core.results import Counts, Mixing

if TYPE_CHECKING:
    import pandas as pd


def _columns(results: Sequence[Counts], graph: Graph) -> Columns:
    return Columns(count_panels(*results), tuple(map(listed_counts, results)))


def _tables(results: Sequence[Mixing], graph: Graph) -> Columns:
    return Columns(mixing_panels(*results), tuple(map(listed_edges, results)))


def _rows(c: Compared) -> pd.DataFrame:
    """The counts of both sides."""
    import pandas as pd

    return pd.DataFrame(
        {
            "count": list(c.baseline.names),
            "without privacy": c.baseline.values,
            "private": c.private.values,
        }
    )


COUNTS = Kind("counts", columns=_columns, tables=(Table("The counts", "counts", _rows),))
MIXING = Kind(
    "mixing", columns=_tables, tables=(Table("The edges between groups", "mixing", _rows),)
)
