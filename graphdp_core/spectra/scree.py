"""The scree plot and the embedding that it asks for, from one decomposition."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.progress import SILENT, Progress
from graphdp_core.spectra.breakdown import noise_edge
from graphdp_core.spectra.eigenpairs import leading_eigenpairs, residuals, tolerance_for

__all__ = ["pairs_by_scree"]

SIZE = 20
TOLERANCE = 0.05  # values only: their error is of second order in the residual


def pairs_by_scree(
    graph: Graph,
    choose: Callable[[Floats], int],
    *,
    debias: bool,
    matrix: str,
    progress: Progress = SILENT,
) -> tuple[Floats, Floats, Floats]:
    """The scree plot, and as many leading eigenpairs as it asks for.

    The iteration for 20 values has found the few leading pairs far more exactly than the last
    ones; only where it has not is there a second one, for these pairs alone. Of a released graph,
    no pair is refined whose value lies within the noise: its direction is arbitrary, exact or not.

    Parameters
    ----------
    graph : Graph
    choose : callable
        The number of pairs, from the values of the scree plot.
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
    scree, vectors = leading_eigenpairs(
        graph, SIZE, debias=debias, matrix=matrix, tolerance=TOLERANCE,
        progress=progress.between(0.0, 0.6),
    )  # fmt: skip
    k = min(choose(scree), graph.n)
    progress(0.6, "embedding")
    values, vectors = scree[:k], vectors[:, :k]
    errors = residuals(graph, values, vectors, debias=debias, matrix=matrix)
    exact = errors <= tolerance_for(graph.m) * np.abs(values)
    if len(values) == k and np.all(exact | _drowned(graph, values, debias, matrix)):
        return scree, values, vectors
    values, vectors = leading_eigenpairs(
        graph, k, debias=debias, matrix=matrix, progress=progress.between(0.6, 1.0)
    )
    return scree, values, vectors


def _drowned(graph: Graph, values: Floats, debias: bool, matrix: str) -> NDArray[np.bool_]:
    """Which values of a release its noise alone has as well."""
    if graph.noise is None or matrix != "adjacency":
        return np.zeros(len(values), dtype=bool)
    return np.abs(values) < noise_edge(graph, debias=debias)
