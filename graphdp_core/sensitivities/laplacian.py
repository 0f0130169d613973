"""Sensitivities of Laplacian centrality: exact, as published, and sound."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats
from graphdp_core.centralities import (
    edge_weights,
    laplacian_energy,
    weighted_laplacian,
    weights_matrix,
)
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Report
from graphdp_core.sensitivities.neighbours import (
    Change,
    LocalSensitivity,
    ThetaEdges,
    largest_discounted,
)

GLOBAL = 6.0
Facts = tuple[Any, Floats, Floats, float]


def local_sensitivity(
    graph: Graph,
    neighbours: ThetaEdges,
    *,
    pairs: str = "all",
    progress: Report = SILENT,
) -> LocalSensitivity:
    """Largest l1 move of the centralities over all steps, by the closed form of one step.

    Parameters
    ----------
    pairs : {"all", "edges"}
        Whether pairs that are not joined count too, where an edge may appear.

    Notes
    -----
    *Privacy*: not a release; the value itself depends on every edge.

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> local = local_sensitivity(path, ThetaEdges(theta=1.0))
    >>> round(local.value, 4), local.change
    (1.0, Change(u=0, v=1, step=-1.0))
    """
    from graphdp_core.kernels.laplacian_change import largest_move_of_new_edges, moves_of_edges

    if graph.m == 0:  # the first edge to appear gives both its ends centrality 1
        if pairs == "edges" or not neighbours.new_weights or graph.n < 2:
            return LocalSensitivity(0.0, exact=True)
        return LocalSensitivity(2.0, exact=True, change=Change(0, 1, neighbours.new_weights[-1]))
    facts = _facts(graph)
    progress(0.0, "sensitivity of existing edges")
    edges, steps = neighbours.steps(graph)
    weights = edge_weights(graph)[edges]
    moves = moves_of_edges(*facts, graph.edges[edges], weights, steps)
    best, place = (float(moves.max()), int(moves.argmax())) if len(moves) else (-1.0, -1)
    change = None if place < 0 else _change(graph.edges[edges[place]], steps[place])
    if pairs == "all" and neighbours.new_weights:
        progress(0.5, "sensitivity of all other pairs")
        step = neighbours.new_weights[-1]
        order = np.argsort(-facts[1], kind="stable")
        best, u, v = largest_move_of_new_edges(*facts, order, step, best)
        change = change if u < 0 else _change(sorted((u, v)), step)
    return LocalSensitivity(max(float(best), 0.0), exact=True, change=change)


def published_bound(graph: Graph) -> float:
    """The bound of Theorem 5.2 as printed: n sum over i of (2 lambda_i w - w^2).

    lambda_i are the Laplacian eigenvalues, with sum 2 sum of w_e, and w is the largest weight.
    The theorem is false: it forgets that the centralities are divided by the energy, and it is
    negative on some graphs, which is returned as it is.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    Theorem 5.2.

    Examples
    --------
    >>> published_bound(Graph.from_edges(3, [(0, 1), (1, 2)]))
    15.0
    """
    weights = edge_weights(graph)
    largest = float(weights.max(initial=0.0))
    return graph.n * (4 * largest * float(weights.sum()) - graph.n * largest**2)


def published_smooth(graph: Graph, beta: float) -> float:
    """The bound of Theorem 5.3 as printed, at the theta that makes it largest.

    max over theta >= 0 of n sum over i of (2 (lambda_i + theta) w - w^2) e^(-beta theta): with
    A = :func:`published_bound` and B = 2 n^2 w it is (B / beta) e^(-beta theta*), theta* =
    1/beta - A/B, or A where theta* is not above 0. It takes the number of steps for their size
    and is not a smooth bound; negative values are returned as they are.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    Theorem 5.3 and the paragraph after it.
    """
    at_zero = published_bound(graph)
    slope = 2 * graph.n**2 * float(edge_weights(graph).max(initial=0.0))
    if slope == 0:
        return at_zero
    where = 1 / beta - at_zero / slope
    return at_zero if where <= 0 else slope / beta * math.exp(-beta * where)


def sound_smooth(graph: Graph, neighbours: ThetaEdges, beta: float) -> float:
    """A beta-smooth upper bound of the local sensitivity, for every reading of the neighbours.

    One step changes the energy by |D| <= 2 theta (d_(1) + d_(2)) + 4 theta h, where d_(1) and
    d_(2) are the two largest strengths and h is the highest weight (theta itself is enough for
    a pair that is not joined). The centralities then move by at most
    B = min(6, (5 |D| + 2 theta (d_(1) + d_(2))) / (energy - |D|)) in l1. k steps raise
    d_(1) + d_(2) by at most 2 k theta and lower the root of the energy, the Frobenius norm of the
    Laplacian, by at most 2 k theta. The bound is the largest e^(-beta k) B_k.

    Where the highest weight is not known it is bounded by d_(2).

    Notes
    -----
    *Privacy*: smooth, that is S(G) <= e^beta S(G') for neighbours, and at least the local
    sensitivity: noise of scale S/alpha is private with the constants of
    :func:`graphdp_core.privacy.smooth_sensitivity.smooth_constants`.
    """
    strengths = np.asarray(weights_matrix(graph).sum(axis=1)).ravel()
    top = np.sort(strengths)[-2:]
    root, theta = math.sqrt(laplacian_energy(graph)), neighbours.theta

    def bound(k: NDArray[np.float64]) -> NDArray[np.float64]:
        both = top.sum() + 2 * theta * k
        highest = np.minimum(neighbours.highest, top.min(initial=math.inf) + theta * (k + 1))
        moved = 2 * theta * both + 4 * theta * highest
        left = np.maximum(root - 2 * theta * k, 0.0) ** 2 - moved
        at_most = np.full(len(k), GLOBAL)
        safe = left > 0
        at_most[safe] = np.minimum(GLOBAL, (5 * moved + 2 * theta * both)[safe] / left[safe])
        return at_most

    return largest_discounted(bound, GLOBAL, beta)


def global_bound(n: int, neighbours: ThetaEdges) -> float:
    """6: two vectors without negative entries, each with sum at most 3."""
    return GLOBAL


def _facts(graph: Graph) -> Facts:
    """What the moves are made of: rows with weights, strengths, centralities and the energy."""
    matrix = weights_matrix(graph)
    rows = (matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32), matrix.data)
    strength = np.asarray(matrix.sum(axis=1)).ravel()
    return rows, strength, weighted_laplacian(graph), laplacian_energy(graph)


def _change(pair: ArrayLike, step: float) -> Change:
    u, v = np.asarray(pair).tolist()
    return Change(u, v, float(step))
