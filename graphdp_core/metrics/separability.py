"""When a clustering of a tree can find given clusters: separable ones, and a gap around them.

How well a partition is separated along a weighted tree: the validity index of DBMSTClu.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.components import component_numbers

__all__ = ["Separability", "tree_validity"]


@dataclass(frozen=True)
class Separability:
    """How given clusters lie in a spanning tree.

    Parameters
    ----------
    separable : int
        Clusters that the tree keeps together: the path between two of their nodes stays inside.
    clusters : int
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
