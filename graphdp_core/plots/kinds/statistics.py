"""Statistics of a graph: the graph itself is their picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.board.pictures import (
    Places,
    TilePicture,
    among,
    class_inks,
    layout_dots,
    node_sketch,
    rank_curves,
    sampled,
)
from graphdp_core.plots.kinds.record import Kind, Table
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.pair.drawings import network_pair
from graphdp_core.plots.pair.picture import Pair, edge_kinds, thin_edges
from graphdp_core.plots.sides import Compared
from graphdp_core.privacy.guarantee import NeighbouringRelation

if TYPE_CHECKING:
    import pandas as pd

CROWDED_EDGES = 8_000  # on both sides together: all of more would be a blot
PART = 5_000  # drawn of a crowded pair, on both sides together
TRUE_LINES, MOST_LINES = 450, 1300  # edges of a tile without privacy, and at most with it
SYNTHETIC = {"kept": "In both", "lost": "True graph only", "invented": "Release only"}


def _picture(c: Compared, places: Places) -> Pair:
    synthetic = c.release.noise is None and c.guarantee.relation is NeighbouringRelation.EDGE
    words = SYNTHETIC if synthetic else {}
    crowded = c.graph.m + c.release.m > CROWDED_EDGES
    limit = PART if crowded else 2 * CROWDED_EDGES  # lost edges come on top
    return network_pair(c.graph, c.release, places(c.graph), limit=limit, words=words)


def _tile(c: Compared, places: Places) -> TilePicture:
    graph: Graph = c.graph
    drawn, dots = sampled(graph.n), layout_dots(graph, places)
    inks = class_inks(graph.labels, drawn)
    kinds = edge_kinds(graph, c.release)
    kept = len(kinds["kept"])
    kinds = {kind: among(pairs, drawn, graph.n) for kind, pairs in kinds.items()}
    true, _ = thin_edges({"kept": among(graph.edges, drawn, graph.n)}, limit=TRUE_LINES)
    growth = c.release.m / max(graph.m, 1)
    limit = int(np.clip(TRUE_LINES * growth, 1, MOST_LINES))
    released, _ = thin_edges({k: kinds[k] for k in ("kept", "invented")}, limit=limit)
    return TilePicture(
        node_sketch(dots, inks, true),
        node_sketch(dots, inks, released),
        f"{graph.m:,} ties without privacy; with it {c.release.m:,}, of which {kept:,} are true.",
    )


def _large(c: Compared) -> TilePicture:
    left, right = rank_curves(c.baseline.degrees, c.private.degrees)
    return TilePicture(left, right, "Degrees, from the largest down, by rank.")


def _rows(c: Compared) -> pd.DataFrame:
    """Statistics of the true graph, of the release, and corrected where that brings them nearer."""
    import pandas as pd

    columns = {"Without privacy": c.baseline.values, "Release as it is": c.private.values}
    if c.release.noise is not None:
        columns["Corrected where that helps"] = c.private.estimates
    return pd.DataFrame(
        [
            {"Statistic": name.replace("_", " ").capitalize()}
            | {head: format_number(values.get(name)) for head, values in columns.items()}
            for name in c.baseline.values
        ]
    )


STATISTICS = Kind(
    "statistics", picture=_picture, tile=_tile, large=_large,
    tables=(Table("All statistics", "statistics", _rows),),
)  # fmt: skip
