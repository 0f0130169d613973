"""How well a partition is separated along a weighted tree: the validity index of DBMSTClu."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["tree_validity"]


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
