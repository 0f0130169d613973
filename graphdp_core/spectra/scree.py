"""The scree plot and the embedding that it asks for, from one decomposition."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Progress
from graphdp_core.spectra.breakdown import noise_edge
from graphdp_core.spectra.eigenpairs import (
    leading_eigenpairs,
    leading_places,
    matrix_operator,
    residuals,
    tolerance_for,
    with_fixed_signs,
)
from graphdp_core.spectra.lanczos import block_lanczos

__all__ = ["pairs_by_scree"]

SIZE = 20
TOLERANCE = 0.05  # values only: their error is of second order in the residual
BLOCK_TOLERANCE = 0.1  # with eight columns a step, values are then more exact than with one
MOST_COLUMNS = 160
LARGEST_BASIS = 50_000  # nodes: 32 MB
DENSE = 60  # edges a node from which products take longer than all the rest


def pairs_by_scree(
    graph: Graph,
    choose: Callable[[Floats], int],
    *,
    debias: bool,
    matrix: str,
    progress: Progress = SILENT,
) -> tuple[Floats, Floats, Floats]:
    """The scree plot, and as many leading eigenpairs as it asks for.

    One decomposition goes on until the 20 values are found and the few leading pairs are exact;
    only where they do not get so is there a second one, for these pairs alone. Of a released
    graph, a pair need not be exact that is drowned: an eigenvalue lies within the remainder of
    its value, and this interval is proved to lie inside the values that noise alone has (just
    below their edge, the value lies inside and is known to 5%). Exact or not, its direction is
    arbitrary.

    Parameters
    ----------
    graph : Graph
    choose : callable
        The number of pairs, at most 20, from the values of the scree plot.
    debias, matrix
        As for :func:`graphdp_core.spectra.eigenpairs.leading_eigenpairs`.
    progress : Progress, optional

    Returns
    -------
    scree : ndarray, shape (s,)
        20 values, or as many as there are nodes.
    values, vectors : ndarray, shape (k,) and (n, k)
        Fewer than were asked for only if the iteration did not converge.
    """
    edge = _noise_edge(graph, debias, matrix)

    def exact(values: Floats, remainders: Floats) -> NDArray[np.bool_]:
        sizes = np.abs(values)
        drowned = (sizes < edge) & (remainders <= np.maximum(edge - sizes, TOLERANCE * sizes))
        return (remainders <= tolerance_for(graph.m) * sizes) | drowned

    def enough(values: Floats, remainders: Floats) -> bool:
        is_exact = remainders <= BLOCK_TOLERANCE * np.abs(values)
        return bool(is_exact.all() and exact(values, remainders)[: choose(values)].all())

    if 2 * MOST_COLUMNS <= graph.n <= LARGEST_BASIS and graph.m >= DENSE * graph.n:
        scree, vectors, remainders = _one_decomposition(graph, debias, matrix, enough, progress)
    else:
        scree, vectors = leading_eigenpairs(
            graph, SIZE, debias=debias, matrix=matrix, tolerance=TOLERANCE,
            progress=progress.between(0.0, 0.6),
        )  # fmt: skip
        remainders = residuals(graph, scree, vectors, debias=debias, matrix=matrix)
    k = min(choose(scree), graph.n)
    progress(0.6, "embedding")
    if len(scree) >= k and exact(scree, remainders)[:k].all():
        return scree, scree[:k], vectors[:, :k]
    values, vectors = leading_eigenpairs(
        graph, k, debias=debias, matrix=matrix, progress=progress.between(0.6, 1.0)
    )
    return scree, values, vectors


def _one_decomposition(
    graph: Graph,
    debias: bool,
    matrix: str,
    enough: Callable[[Floats, Floats], bool],
    progress: Progress,
) -> tuple[Floats, Floats, Floats]:
    operator = matrix_operator(graph, debias, matrix, np.float32)
    steps = 0

    def product(columns: NDArray[np.float32]) -> NDArray[np.float32]:
        nonlocal steps
        steps += 1
        progress(0.6 * steps / (steps + 10), "leading eigenvectors")
        return operator @ columns

    values, vectors, remainders = block_lanczos(
        product,
        graph.n,
        SIZE,
        most=MOST_COLUMNS,
        order=lambda values: leading_places(values, by_value=matrix == "laplacian"),
        enough=enough,
    )
    return values, with_fixed_signs(vectors), remainders


def _noise_edge(graph: Graph, debias: bool, matrix: str) -> float:
    """Below this, noise alone has the values of a release as well; 0 without noise."""
    if graph.noise is None:
        return 0.0
    return noise_edge(graph, debias=debias, matrix=matrix)
