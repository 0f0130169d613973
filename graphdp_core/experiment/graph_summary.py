"""What a graph too large to draw looks like: components, communities, a sampled neighbourhood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.edge_addition import induced_subgraph
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.louvain import louvain_communities
from graphdp_core.metrics.communities import block_matrix
from graphdp_core.progress import Progress, Report

FEW_NEIGHBOURS = 6


@dataclass(frozen=True, eq=False)
class LargestCommunities:
    """The largest communities of a graph and the edges between them.

    Parameters
    ----------
    edges : ndarray of int64, shape (k, k)
        Edges between two communities, and on the diagonal inside one.
    sizes : ndarray of int64, shape (k,)
        Nodes of each, the largest first.
    communities : int
        How many there are in all.
    note : str
        What was left out; empty if nothing.
    """

    edges: NDArray[np.int64]
    sizes: NDArray[np.int64]
    communities: int
    note: str


def component_sizes(graph: Graph) -> NDArray[np.int64]:
    """Nodes of every connected component, the largest first.

    Examples
    --------
    >>> component_sizes(Graph.from_edges(4, [(0, 1), (1, 2)])).tolist()
    [3, 1]
    """
    return np.sort(np.bincount(graph.components))[::-1]


def rough_communities(graph: Graph, progress: Report | None = None) -> NDArray[np.int32]:
    """The community of every node by one round of the Louvain method, as published, shape (n,)."""
    return louvain_communities(*graph.neighbours, key=0, rounds=1, progress=Progress.of(progress))


def nodes_by_community(
    labels: NDArray[np.integer], degrees: NDArray[np.integer]
) -> NDArray[np.int64]:
    """All nodes, those of the largest community first, within one the best connected first.

    Parameters
    ----------
    labels : ndarray of int, shape (n,)
    degrees : ndarray of int, shape (n,)

    Examples
    --------
    >>> nodes_by_community(np.array([0, 1, 1]), np.array([5, 1, 2])).tolist()
    [2, 1, 0]
    """
    sizes = np.bincount(labels, minlength=1)
    place = np.empty(len(sizes), dtype=np.int64)
    place[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
    return np.lexsort((-degrees, place[labels]))


def largest_communities(
    graph: Graph, labels: NDArray[np.integer] | None = None, *, most: int = 10
) -> LargestCommunities:
    """The largest communities, by default those of :func:`rough_communities`.

    *Privacy*: of the true graph, for study and not for release; of a release, post-processing.

    Parameters
    ----------
    labels : ndarray of int, shape (n,), optional

    References
    ----------
    Blondel V. et al. (2008). Fast unfolding of communities in large networks. J. Stat. Mech.

    Examples
    --------
    >>> two = Graph.from_edges(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)])
    >>> largest_communities(two).edges.tolist()
    [[3, 1], [1, 3]]
    """
    labels = rough_communities(graph) if labels is None else labels
    sizes = np.bincount(labels, minlength=0)
    shown = np.argsort(-sizes, kind="stable")[:most]
    table = block_matrix(graph, labels, largest=most)
    order = np.searchsorted(table.rows[: len(shown)], shown)  # the table's are by number
    ends = table.counts[np.ix_(order, order)]
    edges = ends - np.diag(np.diag(ends) // 2)  # an edge inside has both its ends there
    left_out = graph.n - int(sizes[shown].sum())
    note = (
        f"Left out: {len(sizes) - len(shown):,} smaller communities with {left_out:,} of "
        f"{graph.n:,} nodes, and the {graph.m - int(np.triu(edges).sum()):,} edges that touch them."
        if left_out
        else ""
    )
    return LargestCommunities(edges, sizes[shown], len(sizes), note)


def sampled_neighbourhood(
    graph: Graph, *, start: int | None = None, nodes: int = 250, seed: int = 0
) -> tuple[Graph, str]:
    """A connected part around one node, and a sentence on what it leaves out.

    The node is `start`, or by default a random one with an edge.

    Breadth first, at most six random new neighbours of every node are followed, until there are
    enough nodes; then all edges between these are taken.

    Examples
    --------
    >>> part, words = sampled_neighbourhood(Graph.from_edges(9, [(0, 1), (2, 3)]), nodes=5)
    >>> part.m, words
    (1, 'Drawn: 2 of 9 nodes, around one chosen at random, and 1 of 2 edges.')
    """
    rng = np.random.default_rng(seed)
    indptr, indices = graph.neighbours
    chosen = "one chosen at random" if start is None else graph.name(start)
    if start is None:
        start = int(graph.edges[rng.integers(graph.m), 0]) if graph.m else 0
    queue = [start] if graph.n else []
    reached = set(queue)
    while queue and len(reached) < nodes:
        row = indices[indptr[queue[0]] : indptr[queue[0] + 1]]
        fresh = [other for other in rng.permutation(row).tolist() if other not in reached]
        fresh = fresh[: min(FEW_NEIGHBOURS, nodes - len(reached))]
        reached.update(fresh)
        queue += fresh
        queue.pop(0)
    part = induced_subgraph(graph, np.array(sorted(reached), dtype=np.int64))
    words = (
        f"Drawn: {part.n:,} of {graph.n:,} nodes, around {chosen}, and {part.m:,} of "
        f"{graph.m:,} edges."
    )
    return part, words
