"""The measures of centrality: one number per node, larger for a more central node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.debiasing import estimated_degrees, removable_noise
from graphdp_core.graph import Graph
from graphdp_core.linalg import signal_operator

__all__ = ["betweenness", "closeness", "degree", "eigenvector", "laplacian", "pagerank"]

Floats = NDArray[np.float64]
Progress = Callable[[float, str], None]

CLOSENESS_WORK = 4e10  # sources x (n + 2m): 1 to 3 s
BETWEENNESS_WORK = 2.5e8  # sources x (n + 2m): about 1 s
CLOSENESS_CHUNK = 2e9  # work between two reports of progress: about 50 ms
BETWEENNESS_CHUNK = 1e7
FEWEST_PIVOTS = 16
DENSE_LIMIT = 200  # up to here the full decomposition is faster than the iteration


def degree(graph: Graph, *, debias: bool) -> Floats:
    """Number of neighbours d_i, or its unbiased estimate (which may be negative), shape (n,)."""
    return estimated_degrees(graph, debias=debias)


def laplacian(graph: Graph, *, debias: bool) -> Floats:
    """Drop of the Laplacian energy as a node leaves: d_i^2 + d_i + 2 sum of neighbours' degrees.

    Debiased, the estimate is unbiased. With Â the estimated matrix, d̂ = Â1 and s_i the sum over
    j of Â_ij^2, every product Â_ij Â_ik with j = k has the mean of Â_ij plus a variance, so it is
    replaced by Â_ij. This gives d̂_i^2 + 2 (Â d̂)_i + 4 d̂_i - 3 s_i; without noise s = d and the
    closed form is back.

    References
    ----------
    Qi, Fuller, Wu, Wu & Zhang (2012), Information Sciences.

    Examples
    --------
    >>> laplacian(Graph.from_edges(3, [(0, 1), (1, 2)]), debias=False).tolist()
    [6.0, 10.0, 6.0]
    """
    d = estimated_degrees(graph, debias=debias)
    squares = graph.degrees.astype(np.float64)
    noise = removable_noise(graph, debias=debias)
    if noise is not None:
        q = noise.invent
        squares = (squares * (1 - q) ** 2 + (graph.n - 1 - squares) * q**2) / noise.contrast**2
    if graph.n == 0:
        return d
    around = signal_operator(graph, debias=debias, dtype=np.float64) @ d
    values: Floats = d**2 + 2 * around + 4 * d - 3 * squares
    return values


def eigenvector(graph: Graph, *, debias: bool, progress: Progress | None = None) -> Floats:
    """Unit vector of the largest eigenvalue of the adjacency matrix or of its debiased estimate.

    Where the eigenvalue is multiple, the projection of (1, ..., 1) on its eigenvectors; so the
    answer is unique and does not depend on the order of the nodes. Its sum is not negative. The
    entries are not negative either, except for small ones in a debiased estimate.

    Parameters
    ----------
    graph : Graph
    debias : bool
    progress : callable, optional

    Returns
    -------
    ndarray, shape (n,)

    References
    ----------
    Bonacich (1972), Journal of Mathematical Sociology.
    """
    if graph.m == 0:
        return np.full(graph.n, 1.0 / np.sqrt(max(graph.n, 1)))
    removed = removable_noise(graph, debias=debias) is not None
    if graph.n <= DENSE_LIMIT:
        operator = signal_operator(graph, debias=debias, dtype=np.float64)
        values, vectors = np.linalg.eigh(operator @ np.eye(graph.n))
        top = vectors[:, values >= values[-1] - 1e-9 * np.abs(values).max()]
        return _unit(top @ top.sum(axis=0), fallback=vectors[:, -1])
    # A noisy matrix does not deserve many digits, and its edge of noise gives them up slowly.
    operator = signal_operator(graph, debias=debias, dtype=np.float32 if removed else np.float64)
    found = _iterate(operator, tolerance=1e-5 if removed else 1e-12, progress=progress)
    if removed:
        return _unit(found * np.sign(found.sum()), fallback=found)
    return _unit(_projected(graph, found), fallback=found)


def pagerank(graph: Graph) -> Floats:
    """Stationary distribution of a walk that restarts at a random node with probability 0.15.

    From a node without neighbours the walk always restarts. Power iteration until the change in
    l1 is below 1e-12.

    References
    ----------
    Page, Brin, Motwani & Winograd (1999), Stanford InfoLab.

    Examples
    --------
    >>> pagerank(Graph.from_edges(3, [(0, 1), (1, 2)])).round(4).tolist()
    [0.2568, 0.4865, 0.2568]
    """
    n, damping = graph.n, 0.85
    if n == 0:
        return np.empty(0)
    adjacency, degrees = graph.adjacency(), graph.degrees
    share = np.divide(damping, degrees, out=np.zeros(n), where=degrees > 0)
    stuck = degrees == 0
    x = np.full(n, 1.0 / n)
    for _ in range(250):  # the change shrinks at least by 0.85 each time: 0.85^250 < 1e-17
        moved = adjacency @ (share * x) + (1 - damping + damping * x[stuck].sum()) / n
        change = np.abs(moved - x).sum()
        x = moved
        if change < 1e-12:
            break
    return _without_rounding(x)


def closeness(
    graph: Graph, *, rng: np.random.Generator, progress: Progress | None = None
) -> tuple[Floats, tuple[str, ...]]:
    """Closeness r / (sum of hop distances) x r / (n - 1), r the number of nodes within reach.

    Exact up to a work limit; beyond it the mean distance is taken to a random sample of sources.

    Parameters
    ----------
    graph : Graph
    rng : numpy.random.Generator
        Picks the sample.
    progress : callable, optional

    Returns
    -------
    values : ndarray, shape (n,)
        0 for nodes without neighbours, and for those that no source reaches.
    notes : tuple of str
        Says so if the values are estimates.

    References
    ----------
    Wasserman & Faust (1994), Social Network Analysis; Eppstein & Wang (2004), Journal of Graph
    Algorithms and Applications (sampling); Then et al. (2014), PVLDB (search from many nodes).
    """
    from graphdp_core.kernels.closeness import BATCH, add_distances, component_numbers

    sources, notes = _sources(graph, CLOSENESS_WORK, "Closeness", rng)
    component, sizes = component_numbers(graph.neighbours)
    farness, hits = np.zeros(graph.n, dtype=np.int64), np.zeros(graph.n, dtype=np.int64)
    step = BATCH * max(1, int(CLOSENESS_CHUNK / (BATCH * (graph.n + 2 * graph.m + 1))))
    for start in range(0, len(sources), step):
        _report(progress, start, len(sources), "distances")
        add_distances(graph.neighbours, component, sources[start : start + step], farness, hits)
    within_reach = (sizes - 1)[component]
    inverse_mean = np.divide(hits, farness, out=np.zeros(graph.n), where=farness > 0)
    return inverse_mean * within_reach / max(graph.n - 1, 1), notes


def betweenness(
    graph: Graph, *, rng: np.random.Generator, progress: Progress | None = None
) -> tuple[Floats, tuple[str, ...]]:
    """Mean share of the shortest paths between two other nodes that pass through, 0 to 1.

    Exact up to a work limit; beyond it an unbiased estimate from random sources, of which a node
    that is a source itself uses the others.

    Parameters
    ----------
    graph : Graph
    rng : numpy.random.Generator
        Picks the sample.
    progress : callable, optional

    Returns
    -------
    values : ndarray, shape (n,)
        0 if n < 3.
    notes : tuple of str
        Says so if the values are estimates.

    References
    ----------
    Brandes (2001), Journal of Mathematical Sociology; Brandes & Pich (2007), International
    Journal of Bifurcation and Chaos.
    """
    from graphdp_core.kernels.betweenness import add_dependencies

    n = graph.n
    sources, notes = _sources(graph, BETWEENNESS_WORK, "Betweenness", rng)
    total = np.zeros(n)
    step = max(1, int(BETWEENNESS_CHUNK / (n + 2 * graph.m + 1)))
    for start in range(0, len(sources), step):
        _report(progress, start, len(sources), "shortest paths")
        add_dependencies(graph.neighbours, sources[start : start + step], total)
    if n < 3:
        return total, ()
    used = np.full(n, len(sources))
    used[sources] -= 1
    return _without_rounding(total / used / (n - 2)), notes


def _sources(
    graph: Graph, work: float, name: str, rng: np.random.Generator
) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """All nodes, or a random sample that keeps within the work limit, and the note on it."""
    n = graph.n
    count = max(FEWEST_PIVOTS, int(work / (n + 2 * graph.m + 1)))
    if count >= n:
        return np.arange(n, dtype=np.int32), ()
    sample = np.sort(rng.choice(n, size=count, replace=False)).astype(np.int32)
    return sample, (f"{name} is estimated from {count:,} of {n:,} sources.",)


def _iterate(operator: Any, *, tolerance: float, progress: Progress | None) -> Floats:
    """Leading (algebraic) eigenvector by Lanczos from (1, ..., 1), the same at every call."""
    from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

    products = 0
    start = np.ones(operator.shape[0], dtype=operator.dtype)

    def product(x: NDArray[Any]) -> NDArray[Any]:
        nonlocal products
        products += 1
        if products % 10 == 0:
            _report(progress, products, products + 200, "leading eigenvector")
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


def _projected(graph: Graph, found: Floats) -> Floats:
    """Projection of (1, ..., 1) on the leading eigenvectors, from any one mixture of them.

    Every connected component has its own positive leading vector, so the mixture gives all of
    them, each up to a factor: those whose Rayleigh quotient reaches the largest eigenvalue.
    """
    from graphdp_core.kernels.closeness import component_numbers

    component, _ = component_numbers(graph.neighbours)

    def per_component(x: Floats) -> Floats:
        return np.bincount(component, weights=x).astype(np.float64)

    mass = per_component(found**2)
    energy = per_component(found * (graph.adjacency() @ found))
    present = mass > 1e-16
    quotient = np.divide(energy, mass, out=np.zeros_like(mass), where=present)
    leading = present & (quotient >= quotient.max() * (1 - 1e-9))
    factor = np.where(leading, per_component(np.abs(found)) / np.maximum(mass, 1e-16), 0.0)
    return np.abs(found) * factor[component]


def _unit(vector: Floats, *, fallback: Floats) -> Floats:
    """The vector at length 1; the fallback, its largest entry positive, if it is almost zero."""
    size = np.linalg.norm(vector)
    if size < 1e-6:
        vector = fallback * np.sign(fallback[np.argmax(np.abs(fallback))])
        size = np.linalg.norm(vector)
    return _without_rounding(vector / size)


def _without_rounding(values: Floats) -> Floats:
    """Cut to twelve digits of the largest value, so that nodes equal by symmetry stay tied."""
    largest = np.abs(values).max(initial=0.0)
    return np.round(values / largest, 12) * largest if largest else values


def _report(progress: Progress | None, done: int, count: int, text: str) -> None:
    if progress is not None:
        progress(done / count, text)
