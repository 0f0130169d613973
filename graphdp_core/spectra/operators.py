"""Matrices of a graph as products, never densified: adjacency and normalised adjacency."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.spectra.debiasing import estimated_degrees, removable_noise

if TYPE_CHECKING:
    from scipy.sparse.linalg import LinearOperator

__all__ = ["MATRICES", "inverse_root_degrees", "matrix_operator", "signal_operator"]


MATRICES = ("adjacency", "laplacian")


def signal_operator(graph: Graph, *, debias: bool, dtype: Any = np.float32) -> LinearOperator:
    """The adjacency matrix, or its unbiased estimate, as a product that is never densified.

    With the public true and false positive rates p, q of a released graph A', the estimate is
    (A' - q (J - I)) / (p - q): it has mean A off the diagonal and is 0 on it. *Privacy*:
    post-processing; p and q are public.

    Parameters
    ----------
    graph : Graph
    debias : bool
        Remove the noise named by ``graph.noise``. A graph without noise, or one whose noise
        leaves no signal (p = q), gives the plain adjacency matrix.
    dtype : numpy float type

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
    from graphdp_core.kernels.neighbour_sums import neighbour_rows, neighbour_sums, short_indices
    from graphdp_core.kernels.row_sums import LANES

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
