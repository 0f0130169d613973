"""How many nodes have how many edges: bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.chart.counts import degree_chart, degree_panels
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.kinds.record import Columns, Kind, Table
from graphdp_core.plots.sides import Compared, Sides
from graphdp_core.results import Degrees

if TYPE_CHECKING:
    import pandas as pd


def _chart(c: Compared) -> Chart:
    return degree_chart(c.baseline, c.private, sides=Sides.of(c))


def _columns(truth: Degrees, results: tuple[Degrees, Degrees], graph: Graph) -> Columns:
    each = (truth, *results)
    return Columns(degree_panels(*each), tuple(f"mean degree {one.mean:.3g}" for one in each))


def _rows(c: Compared) -> pd.DataFrame:
    """How many nodes have each degree, on both sides."""
    import pandas as pd

    columns = {"without privacy": c.baseline.counts, "private": c.private.counts}
    length = max(map(len, columns.values()))
    table = {"degree": pd.Series(np.arange(length))}
    return pd.DataFrame(table | {name: pd.Series(values) for name, values in columns.items()})


DEGREES = Kind(
    "degrees", chart=_chart, columns=_columns, tables=(Table("The degrees", "degrees", _rows),)
)
