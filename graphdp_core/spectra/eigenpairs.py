"""Deterministic leading eigenpairs of a graph, with the public noise removed.

Matrices of a graph as products, never densified: adjacency and normalised adjacency.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Report
from graphdp_core.spectra.debiasing import estimated_degrees, removable_noise
from graphdp_core.spectra.lanczos import lanczos, watched

if TYPE_CHECKING:
    from scipy.sparse.linalg import LinearOperator


MATRICES = ("adjacency", "laplacian")


def signal_operator(graph: Graph, *, debias: bool, dtype: Any = np.float32) -> LinearOperator:
    """The adjacency matrix, or its unbiased estimate, as a product that is never densified.

    With the public true and false positive rates p, q of a released graph A', the estimate is
    (A' - q (J - I)) / (p - q): it has mean A off the diagonal and is 0 on it. *Privacy*:
    post-processing; p and q are public.

    Parameters
    ----------
    debias : bool
        Remove the noise named by ``graph.noise``. A graph without noise, or one whose noise
        leaves no signal (p = q), gives the plain adjacency matrix.

    Returns
    -------
    scipy.sparse.linalg.LinearOperator
        Symmetric, shape (n, n).

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> signal_operator(path, debias=True) @ np.ones(3, dtype=np.float32)
    array([1., 2., 1.], dtype=float32)
    """
    from scipy.sparse.linalg import LinearOperator

    adjacent = _adjacency_product(graph, dtype)
    noise = removable_noise(graph, debias=debias)
    false_positive_rate = dtype(noise.false_positive_rate if noise else 0.0)
    scale = dtype(1.0 / noise.contrast if noise else 1.0)

    def product(x: NDArray[Any]) -> NDArray[Any]:
        if noise is None:
            return adjacent(x)
        total = x.sum(axis=0, dtype=np.float64).astype(dtype)  # J x: keep its digits
        return scale * (adjacent(x) - false_positive_rate * (total - x))

    shape = (graph.n, graph.n)
    return LinearOperator(shape, matvec=product, rmatvec=product, matmat=product, dtype=dtype)


def matrix_operator(graph: Graph, debias: bool, matrix: str, dtype: Any) -> LinearOperator:
    """One of `MATRICES`, of a graph or of the estimate in a release; shape (n, n)."""
    from scipy.sparse.linalg import LinearOperator

    signal = signal_operator(graph, debias=debias, dtype=dtype)
    if matrix == "adjacency":
        return signal
    scale = inverse_root_degrees(graph, debias).astype(dtype)

    def product(x: NDArray[Any]) -> NDArray[Any]:
        column = scale if x.ndim == 1 else scale[:, None]
        return column * (signal @ (column * x))

    shape = signal.shape
    return LinearOperator(shape, matvec=product, rmatvec=product, matmat=product, dtype=dtype)


def inverse_root_degrees(graph: Graph, debias: bool) -> Floats:
    """D^-1/2, shape (n,): 0 for isolated nodes, bounded by the noise floor if debiased."""
    degrees = estimated_degrees(graph, debias=debias)
    noise = removable_noise(graph, debias=debias)
    if noise is not None:
        deviation = np.sqrt(noise.false_positive_rate * (1.0 - noise.false_positive_rate)) / abs(
            noise.contrast
        )
        degrees = np.maximum(degrees, max(1.0, 2.0 * deviation * np.sqrt(graph.n)))
    roots = np.sqrt(degrees)
    return np.divide(1.0, roots, out=np.zeros_like(roots), where=roots > 0)


def _adjacency_product(graph: Graph, dtype: Any) -> Callable[[NDArray[Any]], NDArray[Any]]:
    from graphdp_core.kernels.adjacency_rows import (
        LANES,
        neighbour_rows,
        neighbour_sums,
        short_indices,
    )

    indptr, indices = graph.neighbours
    short = short_indices(indices, graph.n)

    def product(x: NDArray[Any]) -> NDArray[Any]:
        few = x.ndim == 1
        if x.dtype != dtype or not (few or x.shape[1] % LANES == 0):
            result: NDArray[Any] = graph.adjacency(dtype=dtype) @ x
            return result
        sums = np.empty(x.shape, dtype=dtype)
        (neighbour_sums if few else neighbour_rows)(indptr, short, np.ascontiguousarray(x), sums)
        return sums

    return product


DENSE_LIMIT = 200  # up to here the full decomposition is faster than the iteration
SINGLE_PRECISION = 1e-6  # relative residual that float32 can still reach
USUAL_TOLERANCE = 1e-4
LARGE = 2_000_000  # edges
LARGE_TOLERANCE = 1e-3


def leading_eigenpairs(
    graph: Graph,
    k: int,
    *,
    debias: bool,
    matrix: str = "adjacency",
    largest: bool = False,
    tolerance: float = USUAL_TOLERANCE,
    progress: Report = SILENT,
) -> tuple[Floats, Floats]:
    """The k leading eigenpairs, the same bit for bit at every call.

    Parameters
    ----------
    k : int
        Number of pairs, at least 1; at most n come back.
    debias : bool
        As in :func:`graphdp_core.spectra.eigenpairs.signal_operator`.
    matrix : {"adjacency", "laplacian"}
        "adjacency": pairs of largest magnitude. "laplacian": the normalised adjacency
        D^-1/2 A D^-1/2, whose largest (algebraic) eigenvalues are the smallest of the normalised
        Laplacian. Nodes of degree 0 get zero rows. Debiased, D holds the estimated degrees,
        raised to a floor of max(1, 2 sd sqrt(n)) with sd the deviation of one estimated cell:
        this is the spectral norm of the noise, so that noise alone stays within [-1, 1].
    largest : bool
        Adjacency: the pairs of largest value, not of largest magnitude.
    tolerance : float
        Relative residual at which the iteration stops (not used for n <= 200); below 1e-6 in
        double precision. From 1e-6 on, graphs of more than 2 million edges, mostly noise, stop
        at 0.001.
    progress : callable, optional
        ``progress(fraction, text)``, called about every 50 ms; may raise to stop. How many steps
        are left is not known: the fraction only rises.

    Returns
    -------
    values : ndarray, shape (k,)
        By falling magnitude (adjacency) or value (laplacian, or `largest`); of two equal
        magnitudes the positive one first. Fewer than k only if the iteration did not converge.
    vectors : ndarray, shape (n, k)
        Unit columns; the first of the largest entries by magnitude is positive.

    Notes
    -----
    Beyond the eigenvalues above the noise, vectors are arbitrary directions of the noise.

    References
    ----------
    R. B. Lehoucq, D. C. Sorensen, C. Yang, ARPACK Users' Guide, SIAM, 1998.

    Examples
    --------
    >>> values, _ = leading_eigenpairs(Graph.from_edges(3, [(0, 1), (1, 2)]), 2, debias=False)
    >>> values.round(3).tolist()
    [1.414, -1.414]
    """
    if matrix not in MATRICES:
        raise ValueError(f"matrix must be one of {', '.join(MATRICES)}, got {matrix!r}.")
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}: ask for one pair or more.")
    k, by_value = min(k, graph.n), largest or matrix == "laplacian"
    if k == 0:
        return np.empty(0), np.empty((0, 0))
    if graph.n <= DENSE_LIMIT or 3 * k >= graph.n:
        dense = matrix_operator(graph, debias, matrix, np.float64) @ np.eye(graph.n)
        values, vectors = np.linalg.eigh(dense)
    elif graph.m == 0 and removable_noise(graph, debias=debias) is None:
        values, vectors = np.zeros(k), np.eye(graph.n, k)
    else:
        digits = np.float32 if tolerance >= SINGLE_PRECISION else np.float64
        operator = matrix_operator(graph, debias, matrix, digits)
        if progress is not SILENT:
            operator = watched(operator, graph.m, progress)
        if tolerance >= SINGLE_PRECISION:
            tolerance = max(tolerance, tolerance_for(graph.m))
        values, vectors = lanczos(operator, k, "LA" if by_value else "LM", tolerance)
    return _tidy(values, vectors, k, by_value=by_value)


def largest_pairs(operator: LinearOperator, k: int, tolerance: float) -> tuple[Floats, Floats]:
    """The k eigenpairs of largest magnitude of a large symmetric operator, in the same order.

    Parameters, order and signs as for :func:`leading_eigenpairs`; n is above 200 and 3k.
    """
    return _tidy(*lanczos(operator, k, "LM", tolerance), k, by_value=False)


def tolerance_for(m: int) -> float:
    """The relative residual up to which leading pairs of a graph of m edges count as exact."""
    return LARGE_TOLERANCE if m > LARGE else USUAL_TOLERANCE


def residuals(
    graph: Graph, values: Floats, vectors: Floats, *, debias: bool, matrix: str
) -> Floats:
    """Lengths of M u - s u for pairs (s, u) of a matrix of the graph, in single precision.

    Within as much of each value lies an eigenvalue. Parameters as for :func:`leading_eigenpairs`.
    """
    operator = matrix_operator(graph, debias, matrix, np.float32)
    columns = np.asarray(vectors.T, dtype=np.float32)
    lengths = [
        np.linalg.norm(operator @ column - np.float32(value) * column)
        for value, column in zip(values, columns, strict=True)
    ]
    return np.array(lengths, dtype=np.float64)


def profile_likelihood_dimension(values: ArrayLike) -> int:
    """Number of leading values before the elbow of a scree plot, by profile likelihood.

    The magnitudes, sorted, are split in two normal samples with their own means and one common
    variance; the most likely split wins. With a common variance this is the split of least
    squared distance to the two means.

    Returns
    -------
    int
        From 1 to s - 1 for s values (s itself if s < 2).

    References
    ----------
    M. Zhu, A. Ghodsi, Automatic dimensionality selection from the scree plot via the use of
    profile likelihood, Computational Statistics & Data Analysis, 2006.

    Examples
    --------
    >>> profile_likelihood_dimension([9.0, 8.5, -8.0, 1.0, 0.9, 0.5, 0.4])
    3
    """
    sizes = np.sort(np.abs(np.asarray(values, dtype=np.float64)))[::-1]
    if len(sizes) < 2:
        return len(sizes)
    spread = [
        float(np.square(part - part.mean()).sum())
        for q in range(1, len(sizes))
        for part in (sizes[:q], sizes[q:])
    ]
    return 1 + int(np.argmin(np.add(spread[0::2], spread[1::2])))


def with_fixed_signs(vectors: Floats) -> Floats:
    """The same columns, turned so that the first of the largest entries is positive.

    Examples
    --------
    >>> with_fixed_signs(np.array([[0.6], [-0.8]])).ravel().tolist()
    [-0.6, 0.8]
    """
    sizes = np.abs(vectors)
    first = np.argmax(sizes >= 0.999 * sizes.max(axis=0, initial=0.0), axis=0)
    signs = np.where(vectors[first, np.arange(vectors.shape[1])] < 0, -1.0, 1.0)
    return vectors * signs


def leading_places(values: Floats, *, by_value: bool) -> NDArray[np.intp]:
    """Places of values by falling value, or by falling magnitude and of two equal ones +, -.

    Equal magnitudes differ by rounding errors: five digits are compared.

    Examples
    --------
    >>> leading_places(np.array([1.0, -2.000001, 2.0, 3.0]), by_value=False).tolist()
    [3, 2, 1, 0]
    """
    if by_value:
        return np.argsort(-values, kind="stable")
    largest = np.abs(values).max(initial=0.0) or 1.0
    return np.lexsort((-values, -np.round(np.abs(values) / largest, 5)))


def _tidy(
    values: NDArray[Any], vectors: NDArray[Any], k: int, *, by_value: bool
) -> tuple[Floats, Floats]:
    """The leading k pairs in order, with every sign fixed by rule."""
    values, vectors = values.astype(np.float64), vectors.astype(np.float64)
    places = leading_places(values, by_value=by_value)[:k]
    return values[places], with_fixed_signs(vectors[:, places])
