"""How good one partition is on a graph, and how two partitions are laid side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph

__all__ = [
    "Confusion",
    "community_weights",
    "confusion_matrix",
    "is_degenerate",
    "match_labels",
    "modularity",
    "share_in_singletons_and_pairs",
    "shown_communities",
]


PAIR = 2
"""Largest size of a community that counts as a crumb."""

MATCHED = 1000
"""Communities of each side, largest first, that are matched exactly."""


@dataclass(frozen=True, eq=False)
class Confusion:
    """Nodes by community of the baseline (rows) and of the private partition (columns).

    `rows` and `columns` hold the community numbers; -1 stands for all other communities together.
    """

    counts: Ints
    rows: tuple[int, ...]
    columns: tuple[int, ...]


def modularity(graph: Graph, labels: ArrayLike, *, resolution: float = 1.0) -> float:
    r"""Modularity of a partition, :math:`\sum_C (W_C / M - \gamma (D_C / 2M)^2)`.

    Weights count as :func:`community_weights` says; nan if there is no weight at all.

    Parameters
    ----------
    graph : Graph
    labels : array_like of int, shape (n,)
        Communities, numbered from 0.
    resolution : float

    References
    ----------
    Newman & Girvan (2004), Finding and evaluating community structure in networks, PRE 69.

    Examples
    --------
    >>> two_edges = Graph.from_edges(4, [(0, 1), (2, 3)])
    >>> modularity(two_edges, [0, 0, 1, 1])
    0.5
    """
    community = np.asarray(labels)
    if community.shape != (graph.n,):
        raise ValueError(f"labels must have shape ({graph.n},), got {community.shape}.")
    weights = community_weights(graph)
    weights = np.ones(graph.m) if weights is None else weights
    total = float(weights.sum())
    if total == 0.0:
        return float("nan")
    u, v = graph.edges.T
    inside = float(weights[community[u] == community[v]].sum())
    degrees = np.bincount(community[u], weights=weights, minlength=int(community.max()) + 1)
    degrees = degrees + np.bincount(community[v], weights=weights, minlength=len(degrees))
    return inside / total - resolution * float(np.sum((degrees / (2 * total)) ** 2))


def community_weights(graph: Graph) -> Floats | None:
    """The weights that communities are judged by: the graph's own if none is negative.

    None means that every edge counts as one.
    """
    if graph.weights is None or (graph.weights < 0).any():
        return None
    return graph.weights


def share_in_singletons_and_pairs(labels: ArrayLike) -> float:
    """Share of the nodes in communities of at most two nodes; nan without nodes.

    Examples
    --------
    >>> share_in_singletons_and_pairs([0, 0, 0, 1])
    0.25
    """
    _, sizes = np.unique(np.asarray(labels), return_counts=True)
    return float(sizes[sizes <= PAIR].sum() / sizes.sum()) if len(sizes) else float("nan")


def is_degenerate(labels: ArrayLike) -> bool:
    """Whether more than half of the nodes are in communities of at most two nodes.

    Then normalised mutual information is large whatever the partition is worth.
    """
    return share_in_singletons_and_pairs(labels) > 0.5


def match_labels(baseline: ArrayLike, private: ArrayLike) -> NDArray[np.int32]:
    """Rename private communities to the baseline's numbers, so that colours agree.

    The pairing has the largest total overlap (Hungarian method, among the 1,000 largest
    communities of each side). Communities without a partner get new numbers after the
    baseline's, by falling size.

    Parameters
    ----------
    baseline, private : array_like of int, shape (n,)
        Communities, numbered from 0.

    Returns
    -------
    ndarray of int32, shape (n,)

    Notes
    -----
    *Privacy*: reads the baseline, so the colours are not private.

    Examples
    --------
    >>> match_labels([0, 0, 1, 1, 1], [1, 1, 0, 0, 2]).tolist()
    [0, 0, 1, 1, 2]
    """
    from scipy.optimize import linear_sum_assignment
    from scipy.sparse import coo_array

    base, own = np.asarray(baseline), np.asarray(private)
    if len(own) == 0:
        return np.empty(0, dtype=np.int32)
    sizes = np.bincount(own)
    rows, columns = _largest(np.bincount(base), MATCHED), _largest(sizes, MATCHED)
    shape = (int(base.max()) + 1, len(sizes))
    table = coo_array((np.ones(len(own), dtype=np.int64), (base, own)), shape=shape).tocsr()
    overlap = table[rows][:, columns].toarray()
    i, j = linear_sum_assignment(overlap, maximize=True)
    paired = overlap[i, j] > 0
    number = np.full(len(sizes), -1, dtype=np.int32)
    number[columns[j[paired]]] = rows[i[paired]]
    left = np.flatnonzero((number < 0) & (sizes > 0))
    left = left[np.argsort(-sizes[left], kind="stable")]
    number[left] = shape[0] + np.arange(len(left))
    return number[own]


def confusion_matrix(baseline: ArrayLike, private: ArrayLike, *, largest: int = 12) -> Confusion:
    """Count the nodes by baseline community and private community.

    Parameters
    ----------
    baseline, private : array_like of int, shape (n,)
        Communities, numbered from 0; pass private ones through :func:`match_labels` first to
        have partners on the diagonal.
    largest : int
        Communities of each side shown by themselves; the rest is one row or column, -1.

    Examples
    --------
    >>> table = confusion_matrix([0, 0, 1, 2], [0, 0, 0, 1], largest=2)
    >>> table.counts.tolist(), table.rows, table.columns
    ([[2, 0], [1, 0], [0, 1]], (0, 1, -1), (0, 1))
    """
    if largest < 1:
        raise ValueError(f"largest must be at least 1, got {largest}.")
    row, rows = shown_communities(np.asarray(baseline), largest)
    column, columns = shown_communities(np.asarray(private), largest)
    cells = np.bincount(row * len(columns) + column, minlength=len(rows) * len(columns))
    return Confusion(cells.reshape(len(rows), len(columns)), rows, columns)


def shown_communities(
    labels: NDArray[Any], largest: int
) -> tuple[NDArray[np.intp], tuple[int, ...]]:
    """The place of each node's community among the largest ones, and these by number.

    All other communities share the last place, with the number -1.

    Examples
    --------
    >>> place, numbers = shown_communities(np.array([0, 1, 1, 2, 2]), 2)
    >>> place.tolist(), numbers
    ([2, 0, 0, 1, 1], (1, 2, -1))
    """
    sizes = np.bincount(labels)
    shown = np.sort(_largest(sizes, largest))
    position = np.full(len(sizes), len(shown))
    position[shown] = np.arange(len(shown))
    rest = (-1,) if np.count_nonzero(sizes) > len(shown) else ()
    return position[labels], tuple(shown.tolist()) + rest


def _largest(sizes: NDArray[np.integer], count: int) -> NDArray[np.intp]:
    """The communities with members, by falling size, at most `count`."""
    order = np.argsort(-sizes, kind="stable")
    return order[sizes[order] > 0][:count]
