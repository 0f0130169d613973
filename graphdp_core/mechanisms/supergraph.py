"""Supergraphs: random groups of nodes, the edges between them counted, communities carried back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import free_numbers, pair_count, pair_ends, pair_numbers
from graphdp_core.kernels.louvain import louvain_communities
from graphdp_core.mechanisms.exact_draw import MAX_PAIRS
from graphdp_core.mechanisms.mechanism import PUBLIC_BY_ASSUMPTION
from graphdp_core.params import Refused
from graphdp_core.privacy.draws import Draws
from graphdp_core.privacy.laws import Shuffle
from graphdp_core.privacy.samplers import (
    geometric_of_tail,
    geometric_tail,
    rare_events,
    two_sided_geometric,
)
from graphdp_core.progress import SILENT, Report

GROUPS_BY_ASSUMPTION = (
    *PUBLIC_BY_ASSUMPTION,
    "The group size is public, and the groups are drawn without looking at edges.",
)
"""What a mechanism of random groups takes as public."""


@dataclass(frozen=True, eq=False)
class Supergraph:
    """Edges of a graph counted by the cell that their ends' groups make.

    A cell is an unordered pair of groups, or one group with itself. Cells are numbered
    0, ..., :attr:`cells` - 1, and an edge of the graph counts in exactly one of them.

    Parameters
    ----------
    groups : ndarray of int64, shape (n,)
        Group of each node, 0, ..., count - 1.
    count : int
        Number of groups.
    full : ndarray of int64, shape (c,)
        Cells with at least one edge, rising.
    edges : ndarray of int64, shape (c,)
        Edges in each of them.
    """

    groups: Ints
    count: int
    full: Ints
    edges: Ints

    @property
    def cells(self) -> int:
        """Number of all cells, count (count + 1) / 2; public."""
        return pair_count(self.count + 1)

    @classmethod
    def drawn(cls, graph: Graph, *, size: int, draws: Draws) -> Supergraph:
        """Groups of `size` nodes at random, and the cells of the edges between and within them.

        Raises
        ------
        Refused
            If a publication would draw a coin for each of too many pairs of groups.
        """
        groups = -(-graph.n // size)
        if draws.is_exact and groups * (groups + 1) // 2 > MAX_PAIRS:
            raise Refused(
                f"a publication draws a coin for each pair of groups, and {groups:,} groups have "
                "too many: take larger groups."
            )
        order = draws.draw(Shuffle("groups", 0.0, range(graph.n)))
        return cls.in_order(graph, size=size, order=order)

    @classmethod
    def in_order(cls, graph: Graph, *, size: int, order: Ints) -> Supergraph:
        """The same, `order` being a random order of the nodes, drawn without looking at edges."""
        count = -(-graph.n // size)
        groups = np.empty(graph.n, dtype=np.int64)
        groups[order] = np.arange(graph.n) // size
        u, v = groups[graph.edges[:, 0]], groups[graph.edges[:, 1]]
        cells = np.sort(pair_numbers(count + 1, np.minimum(u, v), np.maximum(u, v) + 1))
        starts = np.flatnonzero(np.diff(cells, prepend=-1))
        return cls(groups, count, cells[starts], np.diff(starts, append=len(cells)))


def check_groups(graph: Graph, *, size: int, parameter: str) -> None:
    """Raise Refused unless groups of this size, the value of a `parameter`, are at least two."""
    if graph.n <= size:
        raise Refused(
            f"{parameter} must be less than the number of nodes, so that there are two groups, got "
            f"{parameter} = {size} and n = {graph.n}: take "
            f"{'smaller groups' if graph.n > 1 else 'a graph of at least two nodes'}."
        )


def ends_of_cells(supergraph: Supergraph, cells: Ints) -> tuple[Ints, Ints]:
    """The two groups of each cell, the smaller number first; equal ones for a group's own cell."""
    u, v = pair_ends(supergraph.count + 1, cells)
    return u, v - 1


def filtered_cells(
    supergraph: Supergraph, *, epsilon: float, threshold: int, rng: np.random.Generator
) -> tuple[Ints, Ints]:
    """Two-sided geometric noise on every cell; the cells that reach the threshold, with weights.

    Empty cells are not visited: those that pass are Binomial in number and uniform in place, and
    are drawn alone.

    Parameters
    ----------
    supergraph : Supergraph
    epsilon : float
        Above 0.
    threshold : int
        At least 1; public, or itself a private release.
    rng : numpy.random.Generator
        Two streams are spawned from it.

    Returns
    -------
    cells, weights : ndarray of int64, shape (s,)
        Distinct cells, full ones first.

    Notes
    -----
    *Privacy*: epsilon-DP for one edge, which changes one cell by 1: post-processing of the noisy
    counts of all cells.
    """
    full, empty = rng.spawn(2)
    noisy = supergraph.edges + two_sided_geometric(full, epsilon=epsilon, size=len(supergraph.full))
    passed = noisy >= threshold
    ranks, tails = rare_events(
        empty,
        trials=supergraph.cells - len(supergraph.full),
        probability=geometric_tail(threshold, epsilon=epsilon),
    )
    order = np.argsort(ranks)  # searching in order is much faster
    invented = np.maximum(geometric_of_tail(tails[order], epsilon=epsilon), threshold)
    cells = free_numbers(ranks[order], supergraph.full)
    return (
        np.concatenate((supergraph.full[passed], cells)),
        np.concatenate((noisy[passed], invented)),
    )


def communities_of_cells(
    supergraph: Supergraph,
    cells: Ints,
    weights: Ints,
    *,
    key: int,
    merges: list[NDArray[np.int32]] | None = None,
    progress: Report = SILENT,
) -> NDArray[np.int32]:
    """Louvain communities of the graph of groups with these weighted cells, for every node.

    Parameters
    ----------
    supergraph : Supergraph
        Only its groups are read.
    cells, weights : ndarray of int64, shape (s,)
        Distinct cells in any order, with weights above 0; a group's own cell is its loop.
    key : int
        64-bit key of the order in which groups move.
    merges : list, optional
        Filled with the levels at which groups merged, the finest first.

    Returns
    -------
    ndarray of int32, shape (n,)

    Notes
    -----
    *Privacy*: post-processing of cells and weights.
    """
    from scipy.sparse import coo_array

    count = supergraph.count
    u, v = ends_of_cells(supergraph, cells)
    inner = u == v
    loops = np.bincount(u[inner], weights=weights[inner], minlength=count).astype(np.float64)
    u, v, values = (array[~inner] for array in (u, v, weights.astype(np.float64)))
    ends = (np.concatenate((u, v)).astype(np.int32), np.concatenate((v, u)).astype(np.int32))
    rows = coo_array((np.concatenate((values, values)), ends), shape=(count, count)).tocsr()
    community = louvain_communities(
        rows.indptr, rows.indices, rows.data, loops=loops, key=key, merges=merges,
        progress=progress,
    )  # fmt: skip
    return community[supergraph.groups]
