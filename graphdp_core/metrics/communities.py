"""Communities over many draws, against known groups that overlap, and the edges between them.

When a clustering of a tree can find given clusters: separable ones, and a gap around them.

How well a partition is separated along a weighted tree: the validity index of DBMSTClu.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.partitions import Confusion, Overlaps, shown_communities


def co_assignment(draws: Sequence[ArrayLike]) -> Floats:
    """How often two nodes share a community, as a share of the draws.

    Parameters
    ----------
    draws : sequence of array_like of int, each of shape (n,)
        One partition a draw, at least one.

    Returns
    -------
    ndarray, shape (n, n)
        Symmetric, ones on the diagonal.

    Notes
    -----
    *Privacy*: post-processing, but of as many releases as there are draws: their epsilons add up.

    Examples
    --------
    >>> co_assignment([[0, 0, 1], [0, 1, 1]]).tolist()
    [[1.0, 0.5, 0.0], [0.5, 1.0, 0.5], [0.0, 0.5, 1.0]]
    """
    if not len(draws):
        raise ValueError("draws must hold at least one partition, got none.")
    together = np.zeros((len(np.asarray(draws[0])),) * 2)
    for draw in draws:
        labels = np.asarray(draw)
        together += labels[:, None] == labels
    return together / len(draws)


def pair_certainty(baseline: ArrayLike, draws: Sequence[ArrayLike]) -> tuple[float, float]:
    """How often pairs of one baseline community stay together, and how often others meet.

    Both are means over all pairs of nodes and all draws, without writing the pairs out; nan
    where there is no such pair.

    Examples
    --------
    >>> pair_certainty([0, 0, 1, 1], [[0, 0, 1, 1], [0, 0, 0, 0]])
    (1.0, 0.5)
    """
    true = np.asarray(baseline)
    pairs = len(true) * (len(true) - 1) / 2
    within = _pairs(np.unique(true, return_counts=True)[1])
    kept = met = 0.0
    for draw in draws:
        both = Overlaps.of(true, draw)
        same = _pairs(both.counts)
        kept += same
        met += _pairs(both.second) - same
    count = max(len(draws), 1)
    return (
        kept / count / within if within else float("nan"),
        met / count / (pairs - within) if pairs > within else float("nan"),
    )


def evenly_spread_nodes(labels: ArrayLike, count: int) -> Ints:
    """Up to `count` nodes, community by community, each with its share of them.

    Examples
    --------
    >>> evenly_spread_nodes([1, 0, 1, 0, 0, 0], 3).tolist()
    [3, 5, 2]
    """
    order = np.argsort(np.asarray(labels), kind="stable")
    if len(order) <= count:
        return order
    return order[((np.arange(count) + 0.5) * len(order) / count).astype(np.int64)]


def f1_with_known_groups(labels: ArrayLike, groups: Sequence[ArrayLike]) -> float:
    """Average F1 of a partition and known groups that may overlap and need not cover all nodes.

    Nodes in no group are left out of the partition first. Each group then takes its best match
    among the communities and each community among the groups; the means of the two directions
    are averaged. For groups that are a partition it is :meth:`Overlaps.average_f1`.

    Parameters
    ----------
    labels : array_like of int, shape (n,)
    groups : sequence of array_like of int
        Distinct nodes of each group.

    Returns
    -------
    float
        0 to 1; nan without groups.

    References
    ----------
    Yang & Leskovec (2013), Overlapping community detection at scale, WSDM, section 4.

    Examples
    --------
    >>> f1_with_known_groups([0, 0, 1, 1, 2], [[0, 1], [2, 3]])
    1.0
    """
    held = [np.asarray(group, dtype=np.int64) for group in groups if len(np.asarray(group))]
    if not held:
        return float("nan")
    sizes = np.array([len(group) for group in held])
    members = np.concatenate(held)
    _, community = np.unique(np.asarray(labels), return_inverse=True)
    covered = np.unique(members)
    inside = np.bincount(community[covered], minlength=int(community.max()) + 1)
    codes = np.repeat(np.arange(len(held)), sizes) * len(inside) + community[members]
    cells, counts = np.unique(codes, return_counts=True)
    group, own = np.divmod(cells, len(inside))
    f1 = 2.0 * counts / (sizes[group] + inside[own])
    best_of_group, best_of_own = np.zeros(len(held)), np.zeros(len(inside))
    np.maximum.at(best_of_group, group, f1)
    np.maximum.at(best_of_own, own, f1)
    return float((best_of_group.mean() + best_of_own[inside > 0].mean()) / 2)


def block_matrix(graph: Graph, labels: ArrayLike, *, largest: int = 12) -> Confusion:
    """Ends of edges by the community they lie in (rows) and the one they lead to (columns).

    Parameters
    ----------
    graph : Graph
        Every edge counts as one, twice: once from each end.
    labels : array_like of int, shape (n,)
        Communities, numbered from 0.
    largest : int
        Communities shown by themselves; the rest is one row and column, -1.

    Notes
    -----
    *Privacy*: reads the graph it is given; on the true one it is not private.

    Examples
    --------
    >>> square = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    >>> block_matrix(square, [0, 0, 1, 1]).counts.tolist()
    [[2, 2], [2, 2]]
    """
    place, names = shown_communities(np.asarray(labels), largest)
    u, v = place[graph.edges].T
    k = len(names)
    cells = np.bincount(u * k + v, minlength=k * k).reshape(k, k)
    return Confusion(cells + cells.T, names, names)


def _pairs(sizes: Ints) -> float:
    values = sizes.astype(np.float64)
    return float(np.sum(values * (values - 1)) / 2)


@dataclass(frozen=True)
class Separability:
    """How given clusters lie in a spanning tree.

    Parameters
    ----------
    separable : int
        Clusters that the tree keeps together: the path between two of their nodes stays inside.
    gap : float
        Shortest tree edge between clusters over the longest inside one: above 1 cutting the
        longest edges finds exactly these clusters. inf where no edge lies between, nan where none
        lies inside.

    References
    ----------
    R. Pinot, Minimum spanning tree release under differential privacy constraints, 2017,
    Definition 4.1.1 and Claim 4.1.1.
    """

    separable: int
    clusters: int
    gap: float

    @classmethod
    def of(
        cls, n: int, edges: NDArray[np.int32], lengths: Floats, labels: NDArray[np.integer]
    ) -> Separability:
        """Of clusters, by their labels, shape (n,), in a spanning forest with lengths.

        A node with a label below 0 belongs to none.

        Examples
        --------
        >>> path = np.array([[0, 1], [1, 2], [2, 3]], dtype=np.int32)
        >>> Separability.of(4, path, np.array([1.0, 5.0, 2.0]), np.array([0, 0, 1, 1]))
        Separability(separable=2, clusters=2, gap=2.5)
        """
        is_inside = (labels[edges[:, 0]] == labels[edges[:, 1]]) & (labels[edges[:, 0]] >= 0)
        part = component_numbers(n, edges[is_inside])
        known = np.unique(labels[labels >= 0])
        whole = sum(len(np.unique(part[labels == label])) == 1 for label in known)
        inside, between = lengths[is_inside], lengths[~is_inside]
        longest = float(inside.max()) if len(inside) else np.nan
        shortest = float(between.min()) if len(between) else np.inf
        return cls(whole, len(known), shortest / longest)

    @property
    def recovers(self) -> bool:
        """Whether cutting the longest edges of the tree gives exactly these clusters."""
        return self.separable == self.clusters and self.gap > 1.0

    @property
    def sentence(self) -> str:
        """What it means, in one sentence."""
        kept = f"The tree keeps {self.separable} of {self.clusters} known classes together"
        if self.recovers:
            return f"{kept}, and every edge between them is longer than all inside: cuts find them."
        if self.separable == self.clusters:
            return f"{kept}, but an edge inside is longer than one between: cuts may miss."
        return f"{kept}: no cuts of it can find the others."


def tree_validity(edges: NDArray[np.integer], weights: ArrayLike, labels: ArrayLike) -> float:
    r"""DBCVI, :math:`\sum_i \frac{|C_i|}{N} \frac{SEP(C_i) - DISP(C_i)}{\max(SEP, DISP)}`.

    SEP is the least weight of a tree edge that leaves the cluster: 1 for a single cluster, and
    infinite, so that the quotient is 1, for a part of a forest that no edge leaves. DISP is the
    largest weight of a tree edge inside, 0 if there is none. (The thesis that names both prints a
    minimum in the formula of DISP, and 1 in words for a singleton, 0 in the formula.)

    Parameters
    ----------
    edges : ndarray of int, shape (e, 2)
        The tree.
    weights : array_like, shape (e,)
        Positive.
    labels : array_like of int, shape (N,)
        Clusters, numbered from 0 without gaps.

    Returns
    -------
    float
        From -1 to 1; nan without nodes.

    References
    ----------
    A. Morvan, K. Choromanski, C. Gouy-Pailler, J. Atif, Graph sketching-based massive data
    clustering, 2017. R. Pinot, Minimum spanning tree release under differential privacy
    constraints, 2017, Definitions 4.1.2 to 4.1.5.

    Examples
    --------
    >>> path = np.array([[0, 1], [1, 2], [2, 3]])
    >>> tree_validity(path, [1.0, 4.0, 2.0], [0, 0, 1, 1])  # ((4-1)/4 + (4-2)/4) / 2
    0.625
    """
    cluster = np.asarray(labels)
    if not len(cluster):
        return float("nan")
    lengths = np.asarray(weights, dtype=np.float64)
    if not (lengths > 0.0).all():
        raise ValueError(f"weights must be above 0, got {lengths.min()}: raise them first.")
    sizes = np.bincount(cluster)
    ends = cluster[edges]
    inside = ends[:, 0] == ends[:, 1]
    dispersion, separation = np.zeros(len(sizes)), np.full(len(sizes), np.inf)
    np.maximum.at(dispersion, ends[inside, 0], lengths[inside])
    for side in (0, 1):
        np.minimum.at(separation, ends[~inside, side], lengths[~inside])
    if len(sizes) == 1:
        separation[:] = 1.0
    apart = np.isinf(separation)
    larger = np.where(apart, 1.0, np.maximum(separation, dispersion))
    validity = np.where(apart, 1.0, (np.where(apart, 1.0, separation) - dispersion) / larger)
    return float(sizes @ validity / len(cluster))
