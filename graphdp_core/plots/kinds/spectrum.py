"""Eigenvalues with their vectors: bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.spectra import absolute_cosines, principal_angles
from graphdp_core.plots.board.pictures import Ink, Places, Sketch, TilePicture
from graphdp_core.plots.chart.counts import eigenvalue_panels, listed
from graphdp_core.plots.kinds.record import Columns, Kind, Table
from graphdp_core.plots.sides import Compared
from graphdp_core.results import Spectrum
from graphdp_core.spectra.scree import breakdown_epsilon

if TYPE_CHECKING:
    import pandas as pd

VALUES = 6  # in a tile


def _columns(results: Sequence[Spectrum], graph: Graph) -> Columns:
    each = [one.values for one in results]
    return Columns(eigenvalue_panels(*each), tuple(map(listed, each)))


def _tile(c: Compared, places: Places) -> TilePicture:
    values = [np.asarray(side.values, dtype=float)[:VALUES] for side in (c.baseline, c.private)]
    largest = max(float(np.abs(values[0]).max(initial=0)), 1e-12)
    left, right = (_bars_up(np.clip(side / largest, -1.25, 1.25)) for side in values)
    return TilePicture(
        left, right, f"The {len(values[0])} leading eigenvalues, negative ones in another shade."
    )


def _bars_up(shares: NDArray[np.float64]) -> Sketch:
    """Bars from the ground, as high as their size; negative ones in their own ink."""
    count = max(len(shares), 1)
    left = (np.arange(len(shares)) + 0.18) / count
    tops = 1 - np.abs(shares) / 1.25
    boxes = np.column_stack((left, tops, left + 0.64 / count, np.ones(len(shares))))
    fills = np.where(shares < 0, Ink.OPPOSITE, Ink.ACCENT).astype(np.uint8)
    return Sketch(boxes=boxes.astype(np.float32), fills=fills)


def _rows(c: Compared) -> pd.DataFrame:
    """Eigenvalues, cosines and angles by number; the shorter columns end in blanks."""
    import pandas as pd

    true, private = c.baseline, c.private
    columns = {
        "eigenvalue without privacy": true.values,
        "private eigenvalue": private.values,
        "|cos| of the vectors": absolute_cosines(true.vectors, private.vectors),
        "principal angle (degrees)": principal_angles(true.vectors, private.vectors),
        "breakdown ε of edgeFlip": breakdown_epsilon(true.values, n=c.graph.n),
    }
    table = {name: pd.Series(np.asarray(values)) for name, values in columns.items()}
    return pd.DataFrame({"number": pd.Series(np.arange(1, len(true.values) + 1)), **table})


def _entries(c: Compared) -> pd.DataFrame:
    """Entries of every eigenvector of both sides, node by node."""
    import pandas as pd

    sides = {"true": c.baseline.vectors, "private": c.private.vectors}
    columns = {
        f"{side} u{i + 1}": vectors[:, i]
        for side, vectors in sides.items()
        for i in range(vectors.shape[1])
    }
    return pd.DataFrame({"node": c.graph.all_names(), **columns})


SPECTRUM = Kind(
    "spectrum", columns=_columns, tile=_tile,
    tables=(
        Table("All eigenvalues and angles", "spectrum", _rows),
        Table("All eigenvectors", "eigenvectors", _entries),
    ),
)  # fmt: skip
