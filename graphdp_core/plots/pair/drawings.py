"""Pairs on one layout: networks, spanning trees, partitions, the same nodes in the same places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.pair.picture import Edges, Labels, Pair, Picture, edge_kinds, thin_edges

MOST_INSIDE = 3_000  # edges inside the communities of one side
TREE_WIDTHS = {"kept": 2.6, "lost": 2.0, "invented": 1.3}  # pixels


def network_pair(
    graph: Graph,
    released: Graph,
    positions: NDArray[np.float32],
    *,
    limit: int = 5000,
    words: Mapping[str, str] = {},
) -> Pair:
    """The true and the released graph on the same positions, node for node in the same place.

    Parameters
    ----------
    graph, released : Graph
        The same nodes.
    positions : ndarray of float32, shape (n, 2)
        From :func:`graphdp_core.graphs.layout.layout_positions` of the true graph.
    limit : int
        Most edges drawn on both sides together.
    words : dict by "kept", "lost", "invented", optional
        What the legend calls them.

    Notes
    -----
    *Privacy*: positions and colours come from the true graph; the pair is for study.
    """
    true_kinds = {"kept": graph.edges}
    kinds = edge_kinds(graph, released)
    count = sum(map(len, kinds.values()))
    share = len(graph.edges) / max(len(graph.edges) + count, 1)
    left, _ = thin_edges(true_kinds, limit=round(limit * share))
    right, _ = thin_edges(kinds, limit=limit - round(limit * share))

    def make(edges: Mapping[str, Edges], whole: Mapping[str, Edges], m: int) -> Picture:
        detail = f"{format_number(m)} {'tie' if m == 1 else 'ties'}{_drawn(edges, whole)}"
        return Picture.of_nodes(
            positions, graph.labels, node_sizes(graph), names=graph.names,
            category_names=graph.label_names, edges=edges, whole=whole, detail=detail,
        )  # fmt: skip

    counts = {kind: f"{len(pairs):,}" for kind, pairs in kinds.items()}
    return Pair(
        make(left, true_kinds, graph.m),
        make(right, kinds, released.m),
        words=words,
        alt=f"The graph without privacy and released: {counts['kept']} ties in both, "
        f"{counts['lost']} in the true graph only, {counts['invented']} in the release only.",
    )


def tree_pair(
    graph: Graph,
    positions: NDArray[np.floating],
    kinds: Mapping[str, Edges],
    *,
    overlaid: bool = False,
    sizes: ArrayLike = 6.0,
    detail: str = "",
) -> Pair:
    """The baseline's tree (kept and lost edges) and the private tree (kept and new ones).

    Parameters
    ----------
    graph : Graph
        Whose names and classes the nodes wear.
    positions : ndarray, shape (n, 2)
    kinds : dict of "kept", "lost", "invented" to ndarray of int, shape (k, 2)
        From :func:`graphdp_core.plots.pair.picture.edge_kinds` of the two trees.
    overlaid : bool
        Lay the lost edges under the private tree: one panel tells all, and is not private.
    sizes : float or ndarray, shape (n,)
        Diameters in pixels.
    detail : str
        What stands beside the title of the true tree.
    """

    def make(*shown: str, detail: str = "") -> Picture:
        return Picture.of_nodes(
            positions, graph.labels, sizes, names=graph.names, category_names=graph.label_names,
            edges={kind: kinds[kind] for kind in shown}, whole=kinds, detail=detail,
        )  # fmt: skip

    both = make("kept", "lost", "invented", detail="over the true tree: not private")
    counts = ", ".join(f"{len(pairs):,} ties {kind}" for kind, pairs in kinds.items())
    return Pair(
        make("kept", "lost", detail=detail),
        both if overlaid else make("kept", "invented"),
        words={"invented": "New"},
        widths=TREE_WIDTHS,
        is_single=overlaid,
        alt=f"Spanning trees: {counts}",
    )


def partition_pair(
    positions: NDArray[np.floating],
    left: Labels,
    right: Labels,
    *,
    edges: tuple[Mapping[str, Edges], Mapping[str, Edges]] = ({}, {}),
    sizes: ArrayLike = 8.0,
    names: Sequence[str] | None = None,
) -> Pair:
    """Two partitions on one layout; communities that belong together share colour and symbol.

    Parameters
    ----------
    positions : ndarray, shape (n, 2)
    left, right : ndarray of int, shape (n,)
        `right` already renumbered to match `left`; unmatched ones follow with new numbers.
    edges : pair of dict by "kept", "invented" to ndarray of int, shape (k, 2), optional
        Of each side; those inside its communities are drawn behind the nodes.
    sizes : float or ndarray, shape (n,)
        Diameters in pixels.
    """
    count = int(max(np.max(left, initial=-1), np.max(right, initial=-1))) + 1
    words = [f"community {k + 1}" for k in range(count)]

    def make(labels: Labels, given: Mapping[str, Edges]) -> Picture:
        inside = {kind: _inside(pairs, labels) for kind, pairs in given.items()}
        drawn, left_out = thin_edges(inside, limit=MOST_INSIDE)
        told = f"At most {MOST_INSIDE:,} ties a side are shown." if left_out else ""
        return Picture.of_nodes(
            positions, labels, sizes, names=names, category_names=words, edges=drawn, whole=inside,
            detail=_count(labels), caption=told,
        )  # fmt: skip

    return Pair(
        make(left, edges[0]),
        make(right, edges[1]),
        words={"kept": "Kept inside", "invented": "Invented inside"},
        alt=f"{_count(left)} without privacy, {_count(right)} with privacy.",
    )


def _drawn(some: Mapping[str, Edges], whole: Mapping[str, Edges]) -> str:
    """How many edges of a side are drawn, if it is not all; what is lost is not of the side."""
    drawn, there = (
        sum(len(pairs) for kind, pairs in kinds.items() if kind != "lost")
        for kinds in (some, whole)
    )
    return "" if drawn == there else f", {drawn:,} shown"


def _inside(pairs: Edges, labels: Labels) -> Edges:
    """The edges whose two ends are in one community."""
    one, other = np.asarray(labels)[pairs].T
    return pairs[(one == other) & (one >= 0)]


def node_sizes(graph: Graph) -> NDArray[np.float32]:
    """Diameters in pixels: the area grows with the degree, all shrink as the graph grows."""
    smallest = float(np.clip(70 / np.sqrt(max(graph.n, 1)), 2, 9))
    share = graph.degrees / max(int(graph.degrees.max(initial=0)), 1)
    return np.asarray(smallest * (1 + np.sqrt(share)), dtype=np.float32)


def _count(labels: Labels) -> str:
    k = len(np.unique(labels))
    return f"{k:,} {'community' if k == 1 else 'communities'}"
