"""Which picture or chart shows which kind of result: the one table, by the kind's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.metrics.partitions import match_labels
from graphdp_core.params import Refused
from graphdp_core.plots.compared import Compared
from graphdp_core.plots.pair.clouds import cloud_pair, frame_around, widest_view
from graphdp_core.plots.pair.drawings import network_pair, node_sizes, partition_pair, tree_pair
from graphdp_core.plots.pair.edges import Edges, edge_kinds
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.sides import Sides
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.spectra.alignment import procrustes

__all__ = [
    "PICTURES",
    "pair_of",
]

CROWDED_EDGES = 8_000  # on both sides together: all of more would be a blot
PART = 5_000  # drawn of a crowded pair, on both sides together
CROWDED = 150  # nodes; beyond, smaller ones leave short edges of a tree in sight
SYNTHETIC = {"kept": "In both", "lost": "True graph only", "invented": "Release only"}

Places = Callable[[Graph], NDArray[np.float32]]


def _network(c: Compared, places: Places) -> Pair:
    synthetic = c.release.noise is None and c.guarantee.relation is NeighbouringRelation.EDGE
    words = SYNTHETIC if synthetic else {}
    crowded = c.graph.m + c.release.m > CROWDED_EDGES
    limit = PART if crowded else 2 * CROWDED_EDGES  # lost edges come on top
    return network_pair(c.graph, c.release, places(c.graph), limit=limit, words=words)


def _cloud(c: Compared, places: Places, *, axes: tuple[int, ...] | None = None) -> Pair:
    """Both embeddings, the private one turned onto the true one; `axes` None: the widest plane."""
    left: NDArray[np.floating] = c.baseline.points
    right: NDArray[np.floating] = procrustes(c.private.points, c.baseline.points)
    if axes is None:
        left, right = widest_view(left, right)
    shown = axes or (0, 1)
    word = "direction" if axes is None else "dimension" if len(axes) == 2 else "dim"
    return cloud_pair(
        left,
        right,
        dimensions=shown,
        frame=frame_around(left, dimensions=shown),
        axis_word=word,
        categories=c.graph.labels,
        category_names=c.graph.label_names,
        names=c.graph.names,
        alt=f"Spectral embedding, aligned, {Sides.of(c).baseline.lower()} and "
        f"{Sides.of(c).phrase}.",
    )


def _partition(c: Compared, places: Places) -> Pair:
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


def _tree(c: Compared, places: Places, *, overlaid: bool = False, fine: bool = False) -> Pair:
    """Both trees; `fine` draws the nodes of larger ones small."""
    small = 0.5 if fine and c.graph.n > CROWDED else 1.0
    return tree_pair(
        places(c.graph),
        edge_kinds(c.baseline, c.private),
        overlaid=overlaid,
        sizes=small * node_sizes(c.graph),
        names=c.graph.names,
    )


PICTURES: dict[str, Callable[..., Pair]] = {
    "statistics": _network,
    "embedding": _cloud,
    "partition": _partition,
    "spanning_tree": _tree,
}
"""Node pictures, by ``result.kind``: a comparison, the nodes' places, and the page's choices."""


def pair_of(c: Compared, *, places: Places = layout_positions, **choices: Any) -> Pair:
    """The neutral picture of a comparison, made once for every way of drawing it.

    Parameters
    ----------
    c : Comparison
    places : callable
        Graph to node positions, shape (n, 2); called where the picture is on a layout.
    **choices
        Of the kind of picture: ``axes`` of embeddings, ``overlaid`` and ``fine`` of trees.

    Raises
    ------
    Refused
        If this kind of result has no picture of its nodes.

    Notes
    -----
    *Privacy*: places, sizes, colours and what is kept or lost read the true graph.
    """
    kind = c.baseline.kind
    if kind not in PICTURES:
        raise Refused(
            f"{c.analysis.title} has no picture of its nodes: choose an analysis whose result is "
            f"one of {', '.join(PICTURES)}."
        )
    return PICTURES[kind](c, places, **choices)
