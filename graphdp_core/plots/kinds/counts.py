"""Counts, and edges between groups: bars.

How many nodes have how many edges: bars.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.chart.counts import (
    count_panels,
    degree_panels,
    listed_counts,
    listed_edges,
    mixing_panels,
)
from graphdp_core.plots.kinds.record import Columns, Kind, Table
from graphdp_core.plots.sides import Compared
from graphdp_core.results import Counts, Degrees, Mixing

if TYPE_CHECKING:
    import pandas as pd


def _columns(results: Sequence[Counts], graph: Graph) -> Columns:
    return Columns(count_panels(*results), tuple(map(listed_counts, results)))


def _tables(results: Sequence[Mixing], graph: Graph) -> Columns:
    return Columns(mixing_panels(*results), tuple(map(listed_edges, results)))


def _rows(c: Compared) -> pd.DataFrame:
    """The counts of both sides."""
    import pandas as pd

    sides = {"without privacy": c.baseline.values, "private": c.private.values}
    return pd.DataFrame({"count": list(c.baseline.names), **sides})


COUNTS = Kind("counts", columns=_columns, tables=(Table("The counts", "counts", _rows),))
MIXING = Kind(
    "mixing", columns=_tables, tables=(Table("The ties between groups", "mixing", _rows),)
)


def _degree_columns(results: Sequence[Degrees], graph: Graph) -> Columns:
    return Columns(degree_panels(*results), tuple(f"mean degree {one.mean:.3g}" for one in results))


def _degree_rows(c: Compared) -> pd.DataFrame:
    """How many nodes have each degree, on both sides."""
    import pandas as pd

    columns = {"without privacy": c.baseline.counts, "private": c.private.counts}
    length = max(map(len, columns.values()))
    table = {"degree": pd.Series(np.arange(length))}
    return pd.DataFrame(table | {name: pd.Series(values) for name, values in columns.items()})


DEGREES = Kind(
    "degrees", columns=_degree_columns, tables=(Table("The degrees", "degrees", _degree_rows),)
)
