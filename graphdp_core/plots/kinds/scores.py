"""Scores of nodes: who leads before and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.board.pictures import HIDDEN, Ink, Label, Places, Sketch, TilePicture
from graphdp_core.plots.chart.rankings import ranking_panel
from graphdp_core.plots.kinds.record import Columns, Kind, Nodes, Table
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.rankings import ranks
from graphdp_core.plots.sides import Compared
from graphdp_core.results import Scores

if TYPE_CHECKING:
    import pandas as pd

TOP = 10
FEW = 4  # nodes whose ranks are told one by one
LONGEST_NAME = 9  # in a tile


def _columns(results: Sequence[Scores], graph: Graph, *, top: int = TOP) -> Columns:
    orders = [ranks(one.values) for one in results]
    top = min(top, len(orders[0]))
    first = orders[0] <= top
    stay = [int((first & (order <= top)).sum()) for order in orders[1:]]
    return Columns(
        (ranking_panel(graph.shown_names, orders, top=top),),
        ("", *(f"{count} of {top} leaders stay" for count in stay)),
        alone=ranking_panel(graph.shown_names, orders[:1], top=top),
    )


def _tile(c: Compared, places: Places) -> TilePicture:
    """The true top on the left, the private one on the right, and lines for those in both."""
    left, right = ranks(c.baseline.values), ranks(c.private.values)
    top = min(TOP, len(left))
    true, private = (np.argsort(side)[:top] for side in (left, right))
    stays = np.isin(true, private)
    ends = np.where(stays, right[true], left[true])  # who leaves ends half-way, at its own height
    rows = [
        (0.3, left[true], np.where(stays, Ink.ACCENT, Ink.LOST)),
        (0.7, right[private], np.where(np.isin(private, true), Ink.ACCENT, Ink.INVENTED)),
        (0.44, left[true], np.full(top, Ink.LOST)),
        (0.56, right[private], np.full(top, Ink.INVENTED)),
    ]
    dots = np.concatenate([
        np.column_stack((np.full(top, x), (rank - 0.5) / TOP)) for x, rank, _ in rows
    ]).astype(np.float32)  # fmt: skip
    k = np.arange(top)
    comes = ~np.isin(private, true)
    lines = np.concatenate([
        np.column_stack((k[stays], top + ends[stays] - 1)),
        np.column_stack((k[~stays], 2 * top + k[~stays])),
        np.column_stack((3 * top + k[comes], top + k[comes])),
    ]).astype(np.int32)  # fmt: skip
    strokes = np.repeat(
        [Ink.ACCENT, Ink.LOST, Ink.INVENTED], [stays.sum(), (~stays).sum(), comes.sum()]
    ).astype(np.uint8)
    labels = [*_labels(c.graph, true, 0.26, "right"), *_labels(c.graph, private, 0.74, "left")]
    used = 2 * top  # the ends half-way carry no dot
    inks = np.concatenate([ink for _, _, ink in rows]).astype(np.uint8)
    inks[used:] = HIDDEN
    sketch = Sketch(dots, inks, 4.0, lines, strokes, labels=tuple(labels))
    return TilePicture(
        None, sketch, f"{int(stays.sum())} of the {top} leading nodes are in both rankings."
    )


def _labels(graph: Graph, nodes: NDArray[np.integer], x: float, anchor: str) -> list[Label]:
    words = [graph.shown_name(int(node)) for node in nodes]
    return [
        Label(x, (row + 0.5) / TOP, word if len(word) <= LONGEST_NAME else word[:8] + "…", anchor)
        for row, word in enumerate(words)
    ]


def _rows(c: Compared) -> pd.DataFrame:
    """Scores and ranks of every node, the truly highest first."""
    import pandas as pd

    return pd.DataFrame(
        {
            "node": c.graph.all_names(),
            "score without privacy": c.baseline.values,
            "private score": c.private.values,
            "rank without privacy": ranks(c.baseline.values),
            "private rank": ranks(c.private.values),
        }
    ).sort_values("rank without privacy")


def _tell(c: Compared, nodes: Nodes) -> str:
    before, after = (ranks(side.values)[nodes] for side in (c.baseline, c.private))
    if len(nodes) <= FEW:
        best_first = np.argsort(before)
        rows = [
            f"{c.graph.shown_name(int(nodes[i]))} {before[i]:,} → {after[i]:,}"
            for i in best_first.tolist()
        ]
        return f"{'Rank' if len(rows) == 1 else 'Ranks'}: {', '.join(rows)}."
    middle, most = np.median(np.abs(after - before)), np.abs(after - before).max()
    ends = [f"{side.min():,} to {side.max():,}" for side in (before, after)]
    return (
        f"Ranks {ends[0]} before, {ends[1]} after; they moved by {format_number(float(middle))} "
        f"in the middle and by {int(most):,} at most."
    )


SCORES = Kind(
    "scores", columns=_columns, tile=_tile, tell=_tell,
    tables=(Table("All scores", "scores", _rows),),
)  # fmt: skip
