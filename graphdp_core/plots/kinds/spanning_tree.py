"""Spanning trees: their edges, and in which of the two each is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.board.pictures import (
    Places,
    Sketch,
    TilePicture,
    among,
    class_inks,
    layout_dots,
    node_sketch,
    sampled,
)
from graphdp_core.plots.kinds.record import Kind, Table
from graphdp_core.plots.pair.drawings import tree_pair
from graphdp_core.plots.pair.picture import Pair, edge_kinds
from graphdp_core.plots.sides import Compared

if TYPE_CHECKING:
    import pandas as pd

LARGEST = 75  # pixels of a node, over the root of their number: short ties stay in sight
WHERE = {"kept": "both", "lost": "without privacy only", "invented": "private only"}


def _picture(c: Compared, places: Places, *, overlaid: bool = False) -> Pair:
    """Both trees where the true one can be followed: on its own layout, but nodes of a map."""
    graph, tree = c.graph, c.baseline
    on_map = graph.positions is not None
    return tree_pair(
        graph,
        places(graph if on_map else Graph.from_edges(graph.n, tree.edges)),
        edge_kinds(tree, c.private),
        overlaid=overlaid,
        sizes=float(np.clip(LARGEST / np.sqrt(max(graph.n, 1)), 2.0, 9.0)),
        detail=c.analysis.joins(graph) if isinstance(c.analysis, MinimumSpanningTree) else "",
    )


def _tile(c: Compared, places: Places) -> TilePicture:
    graph: Graph = c.graph
    drawn, dots = sampled(graph.n), layout_dots(graph, places)
    inks = class_inks(None, drawn)
    kinds = edge_kinds(c.baseline, c.private)
    counts = ", ".join(f"{len(pairs):,} ties {kind}" for kind, pairs in kinds.items())
    true = {"kept": among(c.baseline.edges, drawn, graph.n)}
    private = {kind: among(kinds[kind], drawn, graph.n) for kind in ("kept", "invented")}
    return TilePicture(
        node_sketch(dots, inks, true, share=0.5),
        node_sketch(dots, inks, private, share=0.5),
        f"Spanning tree: {counts}.",
    )


def _large(c: Compared) -> TilePicture:
    return TilePicture(None, Sketch(), f"{c.graph.n:,} nodes are too many for a picture.")


def _rows(c: Compared) -> pd.DataFrame:
    """The edges of both trees, and in which of them each is."""
    import pandas as pd

    return pd.DataFrame(
        [
            {"from": c.graph.name(u), "to": c.graph.name(v), "in": WHERE[kind]}
            for kind, pairs in edge_kinds(c.baseline, c.private).items()
            for u, v in pairs
        ],
        columns=["from", "to", "in"],
    )


SPANNING_TREE = Kind(
    "spanning_tree", picture=_picture, tile=_tile, large=_large,
    tables=(Table("All ties of the backbone", "tree-edges", _rows),),
)  # fmt: skip
