"""Clustering by degree class, in sums that one edge changes by a bounded amount."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.triangles import capped_class_sums


def class_count(n: int) -> int:
    """Degree classes of a graph with n nodes: 2, 4, 8, ... up to n.

    Examples
    --------
    >>> class_count(4), class_count(1000)
    (2, 10)
    """
    return max(2, math.ceil(math.log2(max(n, 4))))


def class_weights(degrees: NDArray[np.integer], classes: int) -> Floats:
    """How much each degree belongs to the classes around it, shape (n, classes).

    Class k stands for degree 2^(k+1); between two of them the weights run linearly in log2 of the
    degree. Every row has the sum 1.

    Examples
    --------
    >>> class_weights(np.array([1, 2, 4, 100]), 3).tolist()
    [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    lower, share = _between(degrees, classes)
    weights, rows = np.zeros((len(degrees), classes)), np.arange(len(degrees))
    weights[rows, lower] = 1.0 - share
    weights[rows, lower + 1] += share
    return weights


def class_clustering(graph: Graph, cap: float) -> Floats:
    r"""Sums :math:`\sum_e x_e \min(1, \tau/|x_e|_1)` by degree class, shape (classes,).

    :math:`x_e = \sum_w h(d_w)/(d_w - 1)` over the common neighbours w of the ends of e, h being
    the class weights. Without the cap the sum of class k is :math:`\sum_w h_k(d_w) c_w d_w/2`,
    with c the local clustering: half the edge ends of the class, each weighed by how clustered
    its node is.

    Parameters
    ----------
    cap : float
        tau, above 0.

    Notes
    -----
    *Privacy*: one edge changes the sums by at most :func:`clustering_sensitivity` in l1.

    Examples
    --------
    >>> triangle = Graph.from_edges(3, [(0, 1), (0, 2), (1, 2)])
    >>> class_clustering(triangle, 2.0).tolist(), class_clustering(triangle, 0.5).tolist()
    ([3.0, 0.0], [1.5, 0.0])
    """
    classes, degrees = class_count(graph.n), graph.degrees
    lower, share = _between(degrees, classes)
    whole = np.where(degrees >= 2, 1.0 / np.maximum(degrees - 1, 1), 0.0)
    return capped_class_sums(
        *graph.neighbours, lower, (1.0 - share) * whole, share * whole, classes, float(cap)
    )


def clustering_sensitivity(cap: float) -> float:
    r"""Most that one edge changes :func:`class_clustering` in l1: :math:`\tau + 6 + 2/\ln 2`.

    The edge's own vector is at most tau long. For each of its ends, of degree d before: (a) it
    becomes a common neighbour for an edge from the other end to each node that both know, at
    most d of them, which adds 1/d to each; (b) in the at most d(d-1)/2 edges between its neighbours
    its weight falls from 1/(d-1) to 1/d, 1/2 together; (c) its classes shift by
    :math:`2\log_2(1 + 1/d)`, of a weight of 1/d, :math:`(d-1)\log_2(1+1/d) < 1/\ln 2` together.
    The cap doubles (a) and (b) at most, and leaves (c) as it is, because there the length stays.

    Examples
    --------
    >>> round(clustering_sensitivity(2.0), 3)
    10.885
    """
    return cap + 6.0 + 2.0 / math.log(2.0)


def _between(degrees: NDArray[np.integer], classes: int) -> tuple[NDArray[np.int64], Floats]:
    """The class below each degree, and how far it is on the way to the next, 0 to 1."""
    at = np.clip(np.log2(np.maximum(degrees, 2)) - 1.0, 0.0, classes - 1.0)
    lower = np.minimum(at.astype(np.int64), classes - 2)
    return lower, at - lower
