"""Centralities of random walks: the leading eigenvector, PageRank, and nearness to one node."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.centralities.neighbourhood import round_to_ties
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT, Report
from graphdp_core.spectra.debiasing import removable_noise
from graphdp_core.spectra.eigenpairs import signal_operator

DAMPING = 0.85  # the chance that a walk goes on
DENSE_LIMIT = 200  # up to here the full decomposition is faster than the iteration


def eigenvector(graph: Graph, *, debias: bool, progress: Report = SILENT) -> Floats:
    """Unit vector of the largest eigenvalue of the adjacency matrix or of its debiased estimate.

    Where the eigenvalue is multiple, the projection of (1, ..., 1) on its eigenvectors; so the
    answer is unique and does not depend on the order of the nodes. Its sum is not negative. The
    entries are not negative either, except for small ones in a debiased estimate.

    Returns
    -------
    ndarray, shape (n,)

    References
    ----------
    Bonacich (1972), Journal of Mathematical Sociology.
    """
    if removable_noise(graph, debias=debias) is None:
        return perron_vector(graph, graph.adjacency(), progress=progress)
    if graph.m == 0:
        return np.full(graph.n, 1.0 / np.sqrt(max(graph.n, 1)))
    if graph.n <= DENSE_LIMIT:
        return _by_decomposition(signal_operator(graph, debias=debias, dtype=np.float64))
    # A noisy matrix does not deserve many digits, and its edge of noise gives them up slowly.
    operator = signal_operator(graph, debias=debias, dtype=np.float32)
    vector = _iterate(operator, tolerance=1e-5, progress=progress)
    return _unit(vector * np.sign(vector.sum()), fallback=vector)


def perron_vector(graph: Graph, matrix: Any, *, progress: Report = SILENT) -> Floats:
    """Unit, non-negative leading eigenvector of a non-negative matrix on the edges of a graph.

    Parameters
    ----------
    graph : Graph
        Its edges are where `matrix` is not 0.
    matrix : sparse array, shape (n, n)
        Symmetric, no negative entries.

    Returns
    -------
    ndarray, shape (n,)
        Where the eigenvalue is multiple, the projection of (1, ..., 1) on its eigenvectors.
    """
    if graph.m == 0:
        return np.full(graph.n, 1.0 / np.sqrt(max(graph.n, 1)))
    if graph.n <= DENSE_LIMIT:
        return _by_decomposition(matrix)
    vector = _iterate(matrix, tolerance=1e-12, progress=progress)
    return _unit(_projected(graph, matrix, vector), fallback=vector)


def pagerank(graph: Graph) -> Floats:
    """Stationary distribution of a walk that restarts at a random node with probability 0.15.

    From a node without neighbours the walk always restarts. With x = D^1/2 z the stationary
    equation is symmetric, (I - 0.85 D^-1/2 A D^-1/2) z = D^-1/2 1 up to a factor, and conjugate
    gradients solve it in a third of the steps of power iteration, to 1e-13 in l1.

    References
    ----------
    Page, Brin, Motwani & Winograd (1999), Stanford InfoLab; Hestenes & Stiefel (1952), Journal of
    Research of the National Bureau of Standards.

    Examples
    --------
    >>> pagerank(Graph.from_edges(3, [(0, 1), (1, 2)])).round(4).tolist()
    [0.2568, 0.4865, 0.2568]
    """
    n, damping = graph.n, DAMPING
    if n == 0:
        return np.empty(0)
    x = np.ones(n)  # of a node without neighbours, up to the common factor
    linked = np.flatnonzero(graph.degrees)
    if len(linked):
        root = np.sqrt(graph.degrees)
        scale = np.divide(1.0, root, out=np.zeros(n), where=root > 0)
        # Nearly all of it follows the degrees: a start that leaves gradients little to do.
        start = scale + damping / (1 - damping) * root * (len(linked) / (2 * graph.m))
        start[graph.degrees == 0] = 0.0
        z = _damped(graph.adjacency(), scale, scale, start, root)
        x[linked] = (root * z)[linked]
    x /= x.sum()
    return round_to_ties(x)


def check_node(graph: Graph, node: int) -> None:
    """Raise Refused if a graph has no node of this number.

    Examples
    --------
    >>> check_node(Graph.from_edges(3, []), 3)
    Traceback (most recent call last):
    graphdp_core.params.Refused: node must be from 0 to 2, the nodes of this graph, got 3: pick one.
    """
    if node >= graph.n:
        allowed = f"from 0 to {graph.n - 1:,}" if graph.n else "a node, and there is none"
        raise Refused(f"node must be {allowed}, the nodes of this graph, got {node:,}: pick one.")


def nearness(graph: Graph, node: int) -> Floats:
    """How often a walk that returns to one node with probability 0.15 is at each other node.

    Also called personalised PageRank: x = 0.15 e + 0.85 A D^-1 x, solved as :func:`pagerank` is.
    The node's own entry is 0, which takes it out of the ranking.

    Parameters
    ----------
    node : int
        In 0..n-1, where there are nodes.

    Returns
    -------
    ndarray, shape (n,)

    References
    ----------
    Jeh & Widom (2003), Scaling personalized web search, WWW.

    Examples
    --------
    >>> nearness(Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)]), 0).round(3).tolist()
    [0.0, 0.358, 0.238, 0.101]
    """
    start, near = np.zeros(graph.n), np.zeros(graph.n)
    if graph.n == 0:
        return near
    if graph.degrees[node]:
        root = np.sqrt(graph.degrees)
        scale = np.divide(1.0, root, out=np.zeros(graph.n), where=root > 0)
        start[node] = (1.0 - DAMPING) * scale[node]
        near = np.maximum(root * _damped(graph.adjacency(), scale, start, start, root), 0.0)
    near[node] = 0.0
    return round_to_ties(near)


def _damped(operator: Any, scale: Floats, target: Floats, z: Floats, weight: Floats) -> Floats:
    """Conjugate gradients for (I - 0.85 S A S) z = target, S diagonal; residual in l1."""

    def apply(y: Floats) -> Floats:
        product: Floats = y - DAMPING * scale * (operator @ (scale * y))
        return product

    residual = target - apply(z)
    direction, square = residual, float(residual @ residual)
    for _ in range(250):  # the error shrinks at least by 0.56 each time: 0.56^60 < 1e-15
        if weight @ np.abs(residual) <= 1e-13 * float(weight @ z):
            break
        image = apply(direction)
        step = square / float(direction @ image)
        z = z + step * direction
        residual = residual - step * image
        square, before = float(residual @ residual), square
        direction = residual + (square / before) * direction
    return z


def _by_decomposition(operator: Any) -> Floats:
    """The projection of (1, ..., 1) on the leading eigenvectors, all of them known."""
    values, vectors = np.linalg.eigh(operator @ np.eye(operator.shape[0]))
    top = vectors[:, values >= values[-1] - 1e-9 * np.abs(values).max()]
    return _unit(top @ top.sum(axis=0), fallback=vectors[:, -1])


def _iterate(operator: Any, *, tolerance: float, progress: Report) -> Floats:
    """Leading (algebraic) eigenvector by Lanczos from (1, ..., 1), the same at every call."""
    from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

    products = 0
    start = np.ones(operator.shape[0], dtype=operator.dtype)

    def product(x: NDArray[Any]) -> NDArray[Any]:
        nonlocal products
        products += 1
        if products % 10 == 0:
            progress(products / (products + 200), "leading eigenvector")
        result: NDArray[Any] = operator @ x
        return result

    watched = LinearOperator(operator.shape, matvec=product, dtype=operator.dtype)

    def solve(tolerance: float) -> Floats:
        fixed = np.random.default_rng(0)  # restarts inside the solver: the same every time
        _, vectors = eigsh(
            watched, k=1, which="LA", v0=start, tol=tolerance, maxiter=500, rng=fixed
        )
        return vectors[:, 0].astype(np.float64)

    try:
        return solve(tolerance)
    except ArpackNoConvergence:  # two eigenvalues almost equal: any mixture is as good
        return solve(1e-3)


def _projected(graph: Graph, matrix: Any, vector: Floats) -> Floats:
    """Projection of (1, ..., 1) on the leading eigenvectors, from any one mixture of them.

    Every connected component has its own positive leading vector, so the mixture gives all of
    them, each up to a factor: those whose Rayleigh quotient reaches the largest eigenvalue.
    """
    component = graph.components

    def per_component(x: Floats) -> Floats:
        return np.bincount(component, weights=x).astype(np.float64)

    mass = per_component(vector**2)
    energy = per_component(vector * (matrix @ vector))
    present = mass > 1e-16
    quotient = np.divide(energy, mass, out=np.zeros_like(mass), where=present)
    leading = present & (quotient >= quotient.max() * (1 - 1e-9))
    factor = np.where(leading, per_component(np.abs(vector)) / np.maximum(mass, 1e-16), 0.0)
    return np.abs(vector) * factor[component]


def _unit(vector: Floats, *, fallback: Floats) -> Floats:
    """The vector at length 1; the fallback, its largest entry positive, if it is almost zero."""
    size = np.linalg.norm(vector)
    if size < 1e-6:
        vector = fallback * np.sign(fallback[np.argmax(np.abs(fallback))])
        size = np.linalg.norm(vector)
    return round_to_ties(vector / size)
