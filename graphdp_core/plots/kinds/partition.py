"""Partitions: communities that belong together share colour and symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.partitions import match_labels
from graphdp_core.plots.board.pictures import (
    Places,
    TilePicture,
    class_inks,
    layout_dots,
    node_sketch,
    rank_curves,
    sampled,
)
from graphdp_core.plots.kinds.record import Kind, Nodes, Table
from graphdp_core.plots.pair.drawings import node_sizes, partition_pair
from graphdp_core.plots.pair.picture import Edges, Pair, edge_kinds
from graphdp_core.plots.sides import Compared

if TYPE_CHECKING:
    import pandas as pd


def _picture(c: Compared, places: Places) -> Pair:
    """Both partitions; communities that belong together share colour and symbol."""
    released: dict[str, Edges] = {}
    if isinstance(c.release, Graph):
        kinds = edge_kinds(c.graph, c.release)
        released = {kind: kinds[kind] for kind in ("kept", "invented")}
    return partition_pair(
        places(c.graph),
        c.baseline.labels,
        match_labels(c.baseline.labels, c.private.labels),
        edges=({"kept": c.graph.edges}, released),
        sizes=node_sizes(c.graph),
        names=c.graph.names,
    )


def _tile(c: Compared, places: Places) -> TilePicture:
    graph: Graph = c.graph
    drawn, dots = sampled(graph.n), layout_dots(graph, places)
    matched = match_labels(c.baseline.labels, c.private.labels)
    true, private = (class_inks(labels, drawn) for labels in (c.baseline.labels, matched))
    counts = [len(np.unique(labels)) for labels in (c.baseline.labels, c.private.labels)]
    return TilePicture(
        node_sketch(dots, true),
        node_sketch(dots, private),
        f"{counts[0]:,} communities without privacy, {counts[1]:,} with it.",
    )


def _large(c: Compared) -> TilePicture:
    left, right = rank_curves(np.bincount(c.baseline.labels), np.bincount(c.private.labels))
    return TilePicture(left, right, "Sizes of the communities, from the largest down, by rank.")


def _rows(c: Compared) -> pd.DataFrame:
    """Each node's community on both sides; private ones by the numbers that they match."""
    import pandas as pd

    frame = pd.DataFrame({"node": c.graph.all_names()})
    frame["without privacy"] = c.baseline.labels + 1
    frame["private"] = match_labels(c.baseline.labels, c.private.labels) + 1
    if c.graph.labels is not None:
        frame["label"] = np.array(c.graph.label_names)[c.graph.labels]
    return frame


def _tell(c: Compared, nodes: Nodes) -> str:
    before = c.baseline.labels[nodes]
    after = match_labels(c.baseline.labels, c.private.labels)[nodes]
    if len(nodes) == 1:
        old, new = (f"community {k[0] + 1}" if k[0] >= 0 else "none" for k in (before, after))
        return f"It stays in {old}." if old == new else f"It changed from {old} to {new}."
    changed = int((before != after).sum())
    return f"{f'{changed:,} of {len(nodes):,}' if changed else 'None'} changed community."


PARTITION = Kind(
    "partition", picture=_picture, tile=_tile, large=_large, tell=_tell,
    tables=(Table("Everyone's community", "communities", _rows),),
)  # fmt: skip
