"""Edges of two graphs told apart: kept, lost, invented; and fewer of them where they are many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Edges", "edge_kinds", "thin_edges"]

KINDS = ("kept", "lost", "invented")

Edges = NDArray[np.int32]


class HasEdges(Protocol):
    """A graph or a spanning tree: anything with sorted, unique edges u < v."""

    @property
    def edges(self) -> Edges:
        """Node pairs, shape (m, 2)."""


def edge_kinds(true: HasEdges, released: HasEdges) -> dict[str, Edges]:
    """Edges that a release kept, lost and invented; works for graphs and for spanning trees.

    Returns
    -------
    dict with "kept", "lost", "invented"
        Arrays of shape (k, 2), each sorted.

    Examples
    --------
    >>> from graphdp_core.graphs.graph import Graph
    >>> a = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> b = Graph.from_edges(3, [(0, 1), (0, 2)])
    >>> {kind: pairs.tolist() for kind, pairs in edge_kinds(a, b).items()}
    {'kept': [[0, 1]], 'lost': [[1, 2]], 'invented': [[0, 2]]}
    """
    old, new = codes_of(true.edges), codes_of(released.edges)
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
        place = _queue(codes_of(pairs), seed)
        first = np.argpartition(place, take - 1)[:take] if take else np.empty(0, dtype=np.intp)
        thin[kind] = pairs[np.sort(first)]
    return thin, f"Drawn: {limit:,} of {total:,} edges, each kind in proportion."


def codes_of(pairs: Edges) -> NDArray[np.int64]:
    """One number for each pair of nodes, in the order of the pairs."""
    return (pairs[:, 0].astype(np.int64) << 32) | pairs[:, 1]


def pairs_of(codes: NDArray[np.int64]) -> Edges:
    """Node pairs of edge numbers, shape (k, 2)."""
    return np.column_stack((codes >> 32, codes & 0xFFFFFFFF)).astype(np.int32)


def _contains(sorted_codes: NDArray[np.int64], codes: NDArray[np.int64]) -> NDArray[np.bool_]:
    if not len(sorted_codes):
        return np.zeros(len(codes), dtype=np.bool_)
    place = np.minimum(np.searchsorted(sorted_codes, codes), len(sorted_codes) - 1)
    is_there: NDArray[np.bool_] = sorted_codes[place] == codes
    return is_there


def _queue(codes: NDArray[np.int64], seed: int) -> NDArray[np.uint64]:
    """A well-mixed 64-bit number per code."""
    from graphdp_core.kernels.random_streams import GOLDEN, mixed_each

    step = int(GOLDEN) * (seed + 1) % 2**64
    return mixed_each(codes.astype(np.uint64) + np.uint64(step))
