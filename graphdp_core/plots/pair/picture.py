"""The neutral record of a drawn network: positions, node styles, edges by kind, captions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph

__all__ = ["Picture", "edge_kinds", "node_sizes", "picture_pair", "thin_edges"]

Edges = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Picture:
    """One drawing of a network, without colours and without any drawing library.

    Parameters
    ----------
    positions : ndarray of float32, shape (n, 2 or 3)
    categories : ndarray of int32, shape (n,)
        Colour number of each node; -1 for none.
    symbols : ndarray of int32, shape (n,), or None
        Symbol number of each node; None lets it follow the category.
    sizes : ndarray of float32, shape (n,)
        Diameter in pixels.
    edges : dict of str to ndarray of int32, shape (k, 2)
        Edges to draw, by kind: "kept", "lost", "invented".
    totals : dict of str to int
        How many edges of each kind there are, drawn or not.
    names : tuple of str or None
        Node names for hovering; None means the node numbers.
    category_names : tuple of str
    title, caption : str
        The caption says what was left out, if anything.
    """

    positions: NDArray[np.float32]
    categories: NDArray[np.int32]
    sizes: NDArray[np.float32]
    symbols: NDArray[np.int32] | None = None
    edges: Mapping[str, Edges] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    names: tuple[str, ...] | None = None
    category_names: tuple[str, ...] = ()
    title: str = ""
    caption: str = ""

    def __post_init__(self) -> None:
        for array in (self.positions, self.categories, self.sizes, self.symbols):
            if array is not None:
                array.flags.writeable = False


class HasEdges(Protocol):
    """A graph or a spanning tree: anything with sorted, unique edges u < v."""

    @property
    def edges(self) -> Edges:
        """Node pairs, shape (m, 2)."""


def picture_pair(
    graph: Graph,
    released: Graph,
    positions: NDArray[np.float32],
    *,
    limit: int = 5000,
    seed: int = 0,
) -> tuple[Picture, Picture]:
    """The true and the released graph on the same positions, ready to be drawn side by side.

    Parameters
    ----------
    graph, released : Graph
        The same nodes.
    positions : ndarray of float32, shape (n, 2)
        From :func:`graphdp_core.graphs.layout.layout_positions` of the true graph.
    limit : int
        Most edges drawn in both panels together.
    seed : int
        For the choice of drawn edges.

    Notes
    -----
    *Privacy*: positions and colours come from the true graph; the pair is for study.
    """
    true_kinds = {"kept": graph.edges}
    kinds = edge_kinds(graph, released)
    count = sum(map(len, kinds.values()))
    share = len(graph.edges) / max(len(graph.edges) + count, 1)
    left, left_words = thin_edges(true_kinds, limit=round(limit * share), seed=seed)
    right, right_words = thin_edges(kinds, limit=limit - round(limit * share), seed=seed)
    none = np.full(graph.n, -1, dtype=np.int32)

    def make(edges: Mapping[str, Edges], whole: Mapping[str, Edges], words: str) -> Picture:
        return Picture(
            positions=positions,
            categories=none if graph.labels is None else graph.labels,
            sizes=node_sizes(graph),
            edges=edges,
            totals={kind: len(pairs) for kind, pairs in whole.items()},
            names=graph.names,
            category_names=graph.label_names,
            title=graph.title,
            caption=words,
        )

    return make(left, true_kinds, left_words), make(right, kinds, right_words)


def edge_kinds(true: HasEdges, released: HasEdges) -> dict[str, Edges]:
    """Edges that a release kept, lost and invented; works for graphs and for spanning trees.

    Returns
    -------
    dict with "kept", "lost", "invented"
        Arrays of shape (k, 2), each sorted.

    Examples
    --------
    >>> a = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> b = Graph.from_edges(3, [(0, 1), (0, 2)])
    >>> {kind: pairs.tolist() for kind, pairs in edge_kinds(a, b).items()}
    {'kept': [[0, 1]], 'lost': [[1, 2]], 'invented': [[0, 2]]}
    """
    old, new = _codes(true.edges), _codes(released.edges)
    kept = _contains(new, old)
    return {
        "kept": true.edges[kept],
        "lost": true.edges[~kept],
        "invented": released.edges[~_contains(old, new)],
    }


def thin_edges(
    kinds: Mapping[str, Edges], *, limit: int = 5000, seed: int = 0
) -> tuple[dict[str, Edges], str]:
    """At most `limit` edges, each kind in proportion, and a sentence that says so.

    Every pair of nodes has a fixed place in a queue drawn from `seed`, and the first ones of each
    kind are taken: the same edges stay in sight while epsilon moves.

    Returns
    -------
    kinds : dict
        The thinned arrays, in their old order.
    sentence : str
        "" if all edges are drawn.

    Raises
    ------
    ValueError
        If `limit` is negative.

    Examples
    --------
    >>> pairs = np.column_stack((np.arange(900), np.arange(900) + 1)).astype(np.int32)
    >>> thin, words = thin_edges({"kept": pairs, "lost": pairs[:100]}, limit=100)
    >>> [len(k) for k in thin.values()], words
    ([90, 10], 'Drawn: 100 of 1,000 edges, each kind in proportion.')
    """
    if limit < 0:
        raise ValueError(f"limit must be at least 0 edges, got {limit}.")
    total = sum(map(len, kinds.values()))
    if total <= limit:
        return dict(kinds), ""
    exact = {kind: limit * len(pairs) / total for kind, pairs in kinds.items()}
    quota = {kind: int(share) for kind, share in exact.items()}
    # Largest remainders, so that the quotas add up to the limit.
    for kind in sorted(exact, key=lambda kind: quota[kind] - exact[kind])[
        : limit - sum(quota.values())
    ]:
        quota[kind] += 1
    thin = {}
    for kind, pairs in kinds.items():
        take = min(quota[kind], len(pairs))
        place = _queue(_codes(pairs), seed)
        first = np.argpartition(place, take - 1)[:take] if take else np.empty(0, dtype=np.intp)
        thin[kind] = pairs[np.sort(first)]
    return thin, f"Drawn: {limit:,} of {total:,} edges, each kind in proportion."


def node_sizes(graph: Graph) -> NDArray[np.float32]:
    """Diameters in pixels: the area grows with the degree, all shrink as the graph grows."""
    smallest = float(np.clip(70 / np.sqrt(max(graph.n, 1)), 2, 9))
    share = graph.degrees / max(int(graph.degrees.max(initial=0)), 1)
    sizes: NDArray[np.float32] = (smallest * (1 + np.sqrt(share))).astype(np.float32)
    return sizes


def _codes(edges: Edges) -> NDArray[np.int64]:
    return (edges[:, 0].astype(np.int64) << 32) | edges[:, 1]


def _contains(sorted_codes: NDArray[np.int64], codes: NDArray[np.int64]) -> NDArray[np.bool_]:
    if not len(sorted_codes):
        return np.zeros(len(codes), dtype=np.bool_)
    place = np.minimum(np.searchsorted(sorted_codes, codes), len(sorted_codes) - 1)
    found: NDArray[np.bool_] = sorted_codes[place] == codes
    return found


def _queue(codes: NDArray[np.int64], seed: int) -> NDArray[np.uint64]:
    """A well-mixed 64-bit number per code."""
    from graphdp_core.kernels.random_streams import GOLDEN, mixed_each

    step = int(GOLDEN) * (seed + 1) % 2**64
    return mixed_each(codes.astype(np.uint64) + np.uint64(step))
