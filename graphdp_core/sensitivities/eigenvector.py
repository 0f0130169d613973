"""Sensitivities of eigenvector centrality: screened and recomputed, as published, and sound."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.centralities import edge_weights, weighted_eigenvector, weights_matrix
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Report
from graphdp_core.sensitivities.neighbours import (
    Change,
    LocalSensitivity,
    ThetaEdges,
    largest_discounted,
)

RECOMPUTED = 60
DENSE_LIMIT = 200
COLUMNS = 64  # right-hand sides solved at once
ITERATIONS = 12  # of conjugate gradients: the answer only ranks the steps
RANKED = 4_000  # steps that are ranked by their effect
FEW = 40  # nodes of each kind whose unjoined pairs are tried


def local_sensitivity(
    graph: Graph,
    neighbours: ThetaEdges,
    *,
    pairs: str = "all",
    recompute: int | None = RECOMPUTED,
    progress: Report = SILENT,
) -> LocalSensitivity:
    """Largest l1 move of the leading eigenvector: steps ranked to first order, the top recomputed.

    A step t on the pair (a, b) moves the vector x by about t R (e_a x_b + e_b x_a), with
    R = (lambda_1 - A)^+; its l1 norm is at most |t| (x_b ||R e_a|| + x_a ||R e_b||), and by this
    number the steps are ranked.

    Parameters
    ----------
    pairs : {"all", "edges"}
        Beyond 200 nodes, of the pairs without an edge only those of promising nodes are ranked.
    recompute : int or None
        How many steps are recomputed exactly. None: all steps on edges, and on all pairs up to
        200 nodes, which takes some milliseconds each.

    Notes
    -----
    Of a neighbour whose leading eigenvalue is double, as that of two equal parts, no vector is the
    leading one. There the value is exact for the projection of (1, ..., 1), which
    :func:`~graphdp_core.centralities.weighted_eigenvector` takes; another may lie less far away.

    *Privacy*: not a release.

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> local = local_sensitivity(path, ThetaEdges(theta=0.5, support="fixed"))
    >>> round(local.value, 3), local.exact
    (0.316, True)
    """
    here = weighted_eigenvector(graph, progress=progress)
    ends, steps, all_pairs = _steps(graph, neighbours, pairs, here)
    complete = all_pairs and (recompute is None or recompute >= len(ends))
    chosen = np.arange(len(ends))
    if recompute is not None and recompute < len(ends):
        u, v = ends.T  # by falling first-order bound; of a long list only the central ones
        central = np.argsort(-(here[u] + here[v]), kind="stable")[:RANKED]
        norms = response_norms(graph, here, np.unique(ends[central]), progress=progress)
        bound = np.abs(steps) * (here[v] * norms[u] + here[u] * norms[v])
        chosen = central[np.argsort(-bound[central], kind="stable")][:recompute]
    best, change = 0.0, None
    for done, at in enumerate(chosen):
        if done % 5 == 0:
            progress(done / len(chosen), "sensitivity of the eigenvector")
        step = Change(int(ends[at, 0]), int(ends[at, 1]), float(steps[at]))
        move = float(np.abs(weighted_eigenvector(_changed(graph, step)) - here).sum())
        if move > best:
            best, change = move, step
    note = "" if complete else (
        f"A lower bound: the {len(chosen):,} most promising of {len(ends):,} steps were "
        "recomputed."
    )  # fmt: skip
    return LocalSensitivity(best, exact=complete, change=change, note=note)


def one_entry_sensitivity(graph: Graph, theta: float, *, recompute: int = 20) -> float:
    """Largest l1 move when theta is added to, or taken from, ONE entry of an edge, from below.

    This is the change A + theta e_i e_j' of the paper's proof, which its definition of
    neighbours, with both entries of the pair, does not allow. It fits the paper's numbers.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation, proof of
    Theorem 4.1.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.linalg import eigs

    here, matrix = weighted_eigenvector(graph), weights_matrix(graph)
    ends = np.concatenate((graph.edges, graph.edges[:, ::-1])).astype(np.int64)
    central = np.argsort(-here[ends[:, 1]], kind="stable")[:RANKED]
    norms = response_norms(graph, here, np.unique(ends[central, 0]))
    order = central[np.argsort(-norms[ends[central, 0]] * here[ends[central, 1]], kind="stable")]
    best = 0.0
    for i, j in ends[order[:recompute]]:
        for step in (theta, -theta):
            entry = coo_array(([step], ([i], [j])), shape=matrix.shape)
            _, vectors = eigs(matrix + entry, k=1, which="LR", v0=here + 1e-9, tol=1e-9)
            moved = np.abs(vectors[:, 0])
            best = max(best, float(np.abs(moved / np.linalg.norm(moved) - here).sum()))
    return best


def spectral_gap(graph: Graph) -> float:
    """Difference of the two largest (algebraic) eigenvalues of the matrix of weights.

    Examples
    --------
    >>> round(spectral_gap(Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)])), 6)
    3.0
    """
    from scipy.sparse.linalg import eigsh

    if graph.n < 2:
        return 0.0
    matrix = weights_matrix(graph)
    if graph.n <= DENSE_LIMIT:
        values = np.linalg.eigvalsh(matrix.toarray())
    elif graph.m == 0:
        return 0.0
    else:
        start = np.random.default_rng(0).random(graph.n)  # not symmetric: finds double values too
        values = np.sort(eigsh(matrix, k=2, which="LA", v0=start, return_eigenvectors=False))
    return max(float(values[-1] - values[-2]), 0.0)


def published_bound(graph: Graph, theta: float) -> float:
    """The bound of Theorem 4.1 as printed: 2 sqrt(n) theta / gap; inf where the gap is 0.

    Its proof changes one entry of the matrix instead of two; 2 sqrt(2) is safe in place of 2.

    References
    ----------
    Laeuchli, Ramírez-Cruz & Trujillo-Rasua (2022), Applied Mathematics and Computation,
    Theorem 4.1.
    """
    gap = spectral_gap(graph)
    return 2 * math.sqrt(graph.n) * theta / gap if gap > 0 else math.inf


def sound_smooth(graph: Graph, neighbours: ThetaEdges, beta: float) -> float:
    """A beta-smooth upper bound of the local sensitivity, for every reading of the neighbours.

    The gap falls by at most 2 theta with every step, so the bound is the largest
    e^(-beta k) min(sqrt(2n), 2 sqrt(2n) theta / (gap - 2 k theta)).

    References
    ----------
    Yu, Wang & Samworth (2015), Biometrika, Corollary 1 (the constant 2 sqrt 2).
    """
    gap, theta, ceiling = spectral_gap(graph), neighbours.theta, global_bound(graph.n, neighbours)

    def bound(k: Floats) -> Floats:
        left = gap - 2 * theta * k
        values = np.full(len(k), ceiling)
        safe = left > 0
        values[safe] = np.minimum(ceiling, 2 * ceiling * theta / left[safe])
        return values

    return largest_discounted(bound, ceiling, beta)


def global_bound(n: int, neighbours: ThetaEdges) -> float:
    """sqrt(2n): at most this far, in l1, are two unit vectors without negative entries apart."""
    return math.sqrt(2 * n)


def response_norms(
    graph: Graph,
    vector: Floats,
    nodes: NDArray[np.intp],
    *,
    progress: Report = SILENT,
) -> Floats:
    """About ||(lambda_1 - A)^+ e_a||_1 of some nodes a, by some steps of conjugate gradients.

    Used for ranking only: where the gap is small, twelve steps do not converge.

    Parameters
    ----------
    vector : ndarray, shape (n,)
        The leading eigenvector.
    nodes : ndarray of int, shape (s,)

    Returns
    -------
    ndarray, shape (n,)
        0 for all other nodes.
    """
    matrix = weights_matrix(graph)
    value = float(vector @ (matrix @ vector))
    norms = np.zeros(graph.n)
    for start in range(0, len(nodes), COLUMNS):
        progress(start / len(nodes), "ranking the steps")
        some = nodes[start : start + COLUMNS]
        norms[some] = np.abs(_responses(matrix, value, vector, some)).sum(axis=0)
    return norms


def _responses(matrix: Any, value: float, vector: Floats, nodes: NDArray[np.intp]) -> Floats:
    """Conjugate gradients for (value - A) Y = E - x x'E, every column on its own."""
    residual = -np.outer(vector, vector[nodes])
    residual[nodes, np.arange(len(nodes))] += 1.0
    solution, direction = np.zeros_like(residual), residual.copy()
    size = np.einsum("ij,ij->j", residual, residual)
    target = 1e-8 * np.maximum(size, 1e-300)
    for _ in range(ITERATIONS):
        moved = value * direction - matrix @ direction
        curvature = np.einsum("ij,ij->j", direction, moved)
        step = np.divide(size, curvature, out=np.zeros_like(size), where=curvature > 0)
        solution += step * direction
        residual -= step * moved
        fresh = np.einsum("ij,ij->j", residual, residual)
        if np.all(fresh <= target):
            break
        direction = residual + np.divide(fresh, size, out=np.zeros_like(size), where=size > 0) * (
            direction
        )
        size = fresh
    return solution


def _steps(
    graph: Graph, neighbours: ThetaEdges, pairs: str, vector: Floats
) -> tuple[NDArray[np.int64], Floats, bool]:
    """Pairs (s, 2), steps (s,), and whether they are all there are."""
    number, steps = neighbours.steps(graph)
    ends = graph.edges[number].astype(np.int64)
    if pairs == "edges" or not neighbours.new_weights:
        return ends, steps, True
    everyone = graph.n <= DENSE_LIMIT
    nodes = np.arange(graph.n)
    if not everyone:
        low = np.argsort(-np.bincount(graph.edges.ravel(), minlength=graph.n) * 1.0)
        nodes = np.unique(np.concatenate((np.argsort(-vector)[:FEW], low[:FEW], low[-FEW:])))
    u, v = nodes[np.column_stack(np.triu_indices(len(nodes), 1))].T
    joined = np.isin(u * graph.n + v, graph.edges.astype(np.int64) @ (graph.n, 1))
    more = np.column_stack((u, v))[~joined]
    size = np.full(len(more), neighbours.new_weights[-1])
    return np.concatenate((ends, more)), np.concatenate((steps, size)), everyone


def _changed(graph: Graph, step: Change) -> Graph:
    """The graph after one step."""
    weights = edge_weights(graph)
    at = np.flatnonzero((graph.edges[:, 0] == step.u) & (graph.edges[:, 1] == step.v))
    if not len(at):
        edges = np.concatenate((graph.edges, [(step.u, step.v)]))
        return Graph.from_edges(graph.n, edges, weights=np.append(weights, step.step))
    after = weights.copy()
    after[at] += step.step
    keep = after > 1e-15
    return Graph(graph.n, graph.edges[keep], weights=after[keep], owner=graph.owner)
