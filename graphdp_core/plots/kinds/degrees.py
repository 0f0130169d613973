"""How many nodes have how many edges: bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.chart.counts import degree_panels
from graphdp_core.plots.kinds.record import Columns, Kind, Table
from graphdp_core.plots.sides import Compared
from graphdp_core.results import Degrees

if TYPE_CHECKING:
    import pandas as pd


def _columns(results: Sequence[Degrees], graph: Graph) -> Columns:
    return Columns(degree_panels(*results), tuple(f"mean degree {one.mean:.3g}" for one in results))


def _rows(c: Compared) -> pd.DataFrame:
    """How many nodes have each degree, on both sides."""
    import pandas as pd

    columns = {"without privacy": c.baseline.counts, "private": c.private.counts}
    length = max(map(len, columns.values()))
    table = {"degree": pd.Series(np.arange(length))}
    return pd.DataFrame(table | {name: pd.Series(values) for name, values in columns.items()})


DEGREES = Kind("degrees", columns=_columns, tables=(Table("The degrees", "degrees", _rows),))
