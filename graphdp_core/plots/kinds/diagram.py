"""Persistence diagrams: their features as dots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.point_clouds import MOST_POINTS, feature_nodes
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.board.pictures import Ink, Places, Sketch, TilePicture
from graphdp_core.plots.chart.diagrams import Cloud, Members, diagram_chart, diagram_panels
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.diagrams import feature_counts
from graphdp_core.plots.kinds.record import Columns, Kind, Table
from graphdp_core.plots.pair.clouds import widest_view
from graphdp_core.plots.sides import Compared, Sides
from graphdp_core.results import Diagram
from graphdp_core.spectra.scree import procrustes

if TYPE_CHECKING:
    import pandas as pd


BARS = (5, 9)  # longest bars of components and of loops in a tile


def _chart(c: Compared) -> Chart:
    return diagram_chart(
        c.baseline.pairs, c.private.pairs, sides=Sides.of(c), bound=c.metrics["stability_bound"],
        nodes=diagram_nodes(c), clouds=diagram_clouds(c),
    )  # fmt: skip


def diagram_clouds(c: Compared) -> tuple[Cloud, Cloud] | None:
    """Both embeddings in the plane, the private one turned onto the true one.

    None where there are too many nodes to tell loops, or other ones on each side.
    """
    true, private = c.baseline, c.private
    if not np.array_equal(true.nodes, private.nodes) or not 1 < len(true.points) <= MOST_POINTS:
        return None
    views = widest_view(true.points, procrustes(private.points, true.points))
    left, right = (np.pad(v, ((0, 0), (0, 2)))[:, :2] for v in views)
    return Cloud(left, true.nodes), Cloud(right, true.nodes)


def diagram_nodes(c: Compared) -> tuple[Members, Members]:
    """The nodes of each feature of both diagrams."""
    mass = c.analysis.mass if isinstance(c.analysis, Persistence) else 0.0
    return feature_nodes(c.baseline, mass=mass), feature_nodes(c.private, mass=mass)


def _columns(results: Sequence[Diagram], graph: Graph) -> Columns:
    each = [one.pairs for one in results]
    counts = tuple(map(feature_counts, each))
    return Columns(diagram_panels(*each), counts, details=counts)


def _tile(c: Compared, places: Places) -> TilePicture:
    left, right = (_bars_along(side.pairs) for side in (c.baseline, c.private))
    return TilePicture(
        left, right, "Barcodes of the shape: each bar is a component or a loop, long ones last."
    )


def _bars_along(pairs: Sequence[NDArray[np.floating]]) -> Sketch:
    """The longest bars of components and of loops, on the scale of this side's own."""
    chosen = []
    for most, dimension in zip(BARS, pairs, strict=False):
        lengths = dimension[:, 1] - dimension[:, 0]
        chosen.append(dimension[np.argsort(-lengths, kind="stable")[:most]])
    bars = np.concatenate([*chosen, np.empty((0, 2))])
    finite = bars[np.isfinite(bars)]
    end = max(float(finite.max(initial=0.0)), 1e-12)
    row = 1 / max(sum(BARS), 1)
    tops = row * (np.arange(len(bars)) + 0.15)
    boxes = np.column_stack(
        (bars[:, 0] / end, tops, np.minimum(bars[:, 1] / end, 1.0), tops + 0.7 * row)
    )
    inks = np.array([Ink.ACCENT, Ink.OPPOSITE], dtype=np.uint8)
    fills = np.repeat(inks[: len(chosen)], [len(some) for some in chosen])
    return Sketch(boxes=boxes.astype(np.float32), fills=fills)


def _rows(c: Compared) -> pd.DataFrame:
    """Births and deaths of every feature of both diagrams."""
    import pandas as pd

    return pd.DataFrame(
        [
            {"graph": side, "dimension": f"H{k}", "birth": birth, "death": death}
            for side, diagram in (("without privacy", c.baseline), ("private", c.private))
            for k, pairs in enumerate(diagram.pairs)
            for birth, death in pairs
        ]
    )


DIAGRAM = Kind(
    "diagram", chart=_chart, columns=_columns, tile=_tile,
    tables=(Table("All features", "features", _rows),),
)  # fmt: skip
