"""Counts, and edges between groups: bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.chart.counts import count_chart, count_panels, listed_counts, mixing_chart
from graphdp_core.plots.kinds.record import Columns, Kind, Table
from graphdp_core.plots.sides import Compared, Sides
from graphdp_core.results import Counts

if TYPE_CHECKING:
    import pandas as pd


def _columns(truth: Counts, results: tuple[Counts, Counts], graph: Graph) -> Columns:
    each = (truth, *results)
    return Columns(count_panels(*each), tuple(map(listed_counts, each)))


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


COUNTS = Kind(
    "counts",
    columns=_columns,
    tables=(Table("The counts", "counts", _rows),),
    chart=lambda c: count_chart(c.baseline, c.private, sides=Sides.of(c)),
)
MIXING = Kind(
    "mixing",
    tables=(Table("The edges between groups", "mixing", _rows),),
    chart=lambda c: mixing_chart(c.baseline, c.private, sides=Sides.of(c)),
)
