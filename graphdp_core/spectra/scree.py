"""The scree plot and the embedding that it asks for, from one decomposition.

Orthogonal alignment of two point clouds: as drawn beside each other.

The breakdown epsilon of an eigen-direction: below it, the direction is below the flip noise.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.progress import SILENT, Progress
from graphdp_core.spectra.debiasing import removable_noise
from graphdp_core.spectra.eigenpairs import (
    inverse_root_degrees,
    leading_eigenpairs,
    leading_places,
    matrix_operator,
    residuals,
    tolerance_for,
    with_fixed_signs,
)
from graphdp_core.spectra.lanczos import block_lanczos

TRACY_WIDOM = 2.02
"""99% quantile of the largest eigenvalue of a random symmetric matrix, beta = 1."""


def flip_deviation(epsilon: float) -> float:
    """Standard deviation of one debiased cell after randomised response: 1 / (2 sinh(eps/2)).

    The debiased cell (a' - pi) / (1 - 2 pi), with pi = 1 / (1 + e^eps), has the variance
    e^eps / (e^eps - 1)^2, whether there is an edge or not.

    Parameters
    ----------
    epsilon : float
        The exact epsilon of the randomised response, at least 0.

    Returns
    -------
    float
        inf at epsilon = 0.

    Examples
    --------
    >>> round(flip_deviation(2.0), 4)
    0.4255
    """
    if not epsilon >= 0.0:
        raise ValueError(f"epsilon must be at least 0, got {epsilon!r}: give an exact epsilon.")
    return 0.5 / math.sinh(0.5 * epsilon) if epsilon else math.inf


def breakdown_epsilon(values: ArrayLike, *, n: int, bulk: float = 0.0) -> Floats:
    r"""The epsilon below which each eigen-direction cannot be told from noise any more.

    eps*_k = 2 asinh(sqrt(n) / (2 |lambda_k|)). The debiased graph is the true one plus symmetric
    noise of n independent cells a row with deviation s = 1 / (2 sinh(eps/2)), whose spectral
    norm is 2 s sqrt(n). An eigenvalue is above it exactly if |lambda_k| > s sqrt(n).

    Parameters
    ----------
    values : array_like, shape (k,)
        Eigenvalues of the true adjacency matrix, signed.
    n : int
        Number of nodes, at least 1.
    bulk : float
        Variance of the graph's own bulk of small eigenvalues (:func:`bulk_variance`), taken for
        a semicircle. 0 is the formula above; more raises eps* where lambda_k is near the bulk.

    Returns
    -------
    ndarray of float64, shape (k,)
        inf for directions that cannot be told from the bulk even without privacy.

    Notes
    -----
    *Privacy*: reads the private spectrum; for exploration only, never part of a release. It is
    a statement about large n: near eps* a graph of a few hundred nodes fades gradually.

    References
    ----------
    F. Benaych-Georges, R. R. Nadakuditi, The eigenvalues and eigenvectors of finite, low rank
    perturbations of large random matrices, Advances in Mathematics, 2011.

    Examples
    --------
    >>> breakdown_epsilon([100.0, -10.0], n=400).round(3)
    array([0.2  , 1.763])
    """
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}: give the number of nodes.")
    pull = _pull(values, bulk)
    return np.asarray(2.0 * np.arcsinh(0.5 * np.sqrt(n * pull)), dtype=np.float64)


def predicted_cosine(values: ArrayLike, *, n: int, epsilon: float, bulk: float = 0.0) -> Floats:
    """Expected |cos| between the eigenvectors of a graph and of its debiased release.

    cos_k = sqrt(1 - n s^2 / lambda_k^2) above eps*_k and 0 below, s = 1 / (2 sinh(eps/2)).

    Parameters
    ----------
    values, n, bulk
        As in :func:`breakdown_epsilon`.
    epsilon : float
        The exact epsilon of the randomised response, at least 0.

    Returns
    -------
    ndarray of float64, shape (k,)
        From 0 to 1. Where two eigenvalues nearly agree, read it as the length of the projection
        on the space that both span: inside it vectors may turn.

    Notes
    -----
    *Privacy*: reads the private spectrum; for exploration only.

    Examples
    --------
    >>> predicted_cosine([100.0, -10.0], n=400, epsilon=2.0).round(3)
    array([0.996, 0.525])
    """
    deviation = flip_deviation(epsilon)
    pull = _pull(values, bulk)
    with np.errstate(invalid="ignore"):
        lost = n * np.square(deviation) * pull
    return np.sqrt(np.clip(1.0 - np.nan_to_num(lost, nan=np.inf), 0.0, 1.0))


def noise_edge(graph: Graph, *, debias: bool = True, matrix: str = "adjacency") -> float:
    """Magnitude beyond which a graph without structure has an eigenvalue in 1 of 100 draws.

    Independent pairs of density p have the variance v = p (1 - p), after debiasing divided by
    (1 - 2 pi)^2; their largest eigenvalue is about sqrt(n v) (2 + 2.02 n^(-2/3)). Values above
    it lie above: each is a dimension of the model that left a trace. The 1 of 100 is for either
    end of the spectrum.

    Parameters
    ----------
    graph : Graph
        A graph, or a release: then its own density and its public noise distribution are read.
    debias : bool
        Whether the eigenvalues are those of the debiased matrix.
    matrix : {"adjacency", "laplacian"}
        "laplacian": of D^-1/2 A D^-1/2, where it is divided by the mean of the degrees in D.
        Unequal degrees let the noise reach further.

    Returns
    -------
    float
        0 for fewer than 2 nodes.

    Notes
    -----
    Unequal densities have a smaller mean variance, so that p is cautious for block models. Hubs of
    a sparse graph have large eigenvalues of their own, which are no dimensions. *Privacy*: of a
    release, post-processing.

    References
    ----------
    C. A. Tracy, H. Widom, On orthogonal and symplectic matrix ensembles, Communications in
    Mathematical Physics, 1996. L. Erdős, H.-T. Yau, J. Yin, Rigidity of eigenvalues of
    generalized Wigner matrices, Advances in Mathematics, 2012.

    Examples
    --------
    >>> half = [(u, v) for u in range(100) for v in range(u) if (u + v) % 2]
    >>> round(noise_edge(Graph.from_edges(100, half)), 2)
    10.47
    """
    if graph.n < 2:
        return 0.0
    density = graph.m / pair_count(graph.n)
    noise = removable_noise(graph, debias=debias)
    deviation = math.sqrt(density * (1.0 - density)) / (abs(noise.contrast) if noise else 1.0)
    edge = deviation * math.sqrt(graph.n) * (2.0 + TRACY_WIDOM * graph.n ** (-2 / 3))
    if matrix == "adjacency":
        return edge
    roots = inverse_root_degrees(graph, debias)
    some = roots > 0.0
    return edge / float(np.mean(roots[some] ** -2)) if some.any() else 0.0


def bulk_variance(m: int, n: int, values: ArrayLike) -> float:
    """Mean square of the eigenvalues that are not in the list: (2m - sum lambda_k^2) / n.

    Examples
    --------
    >>> bulk_variance(6, 4, [3.0])
    0.75
    """
    total = 2.0 * m - float(np.square(np.asarray(values, dtype=np.float64)).sum())
    return max(total, 0.0) / max(n, 1)


def _pull(values: ArrayLike, bulk: float) -> Floats:
    """1 / lambda^2, or its mean over a semicircle: integral of 1 / (lambda - x)^2."""
    squares = np.square(np.asarray(values, dtype=np.float64))
    if bulk <= 0.0:
        return np.divide(1.0, squares, out=np.full_like(squares, np.inf), where=squares > 0)
    seen = squares > 4.0 * bulk
    excess = np.divide(squares, squares - 4.0 * bulk, out=np.full_like(squares, np.inf), where=seen)
    return np.asarray((np.sqrt(excess) - 1.0) / (2.0 * bulk), dtype=np.float64)


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
    choose : callable
        The number of pairs, at most 20, from the values of the scree plot.
    debias, matrix
        As for :func:`graphdp_core.spectra.eigenpairs.leading_eigenpairs`.

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
        scree, vectors = _scree_pairs(graph, debias, matrix, progress.between(0.0, 0.6))
        remainders = residuals(graph, scree, vectors, debias=debias, matrix=matrix)
    k = min(choose(scree), graph.n)
    progress(0.6, "embedding")
    if len(scree) >= k and exact(scree, remainders)[:k].all():
        return scree, scree[:k], vectors[:, :k]
    values, vectors = leading_eigenpairs(
        graph, k, debias=debias, matrix=matrix, progress=progress.between(0.6, 1.0)
    )
    return scree, values, vectors


def scree_values(graph: Graph, *, debias: bool, matrix: str) -> Floats:
    """The 20 values of the scree plot alone, or as many as there are nodes."""
    return _scree_pairs(graph, debias, matrix, SILENT)[0]


def _scree_pairs(
    graph: Graph, debias: bool, matrix: str, progress: Progress
) -> tuple[Floats, Floats]:
    return leading_eigenpairs(
        graph, SIZE, debias=debias, matrix=matrix, tolerance=TOLERANCE, progress=progress
    )


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


def procrustes(source: ArrayLike, target: ArrayLike) -> Floats:
    """Turn and reflect the source points so that they lie as near as possible to the target.

    The orthogonal W that minimises ||source W - target||, without shift or scaling. The side
    with fewer dimensions is filled with zeros. W may mix dimensions of positive and of negative
    eigenvalues: it compares the point clouds as they are drawn. *Privacy*: what is aligned to
    the true embedding is a comparison and not a release.

    Parameters
    ----------
    source, target : array_like, shape (n, d1) and (n, d2)
        Shape (n,) counts as one dimension.

    Returns
    -------
    ndarray, shape (n, max(d1, d2))

    References
    ----------
    P. H. Schönemann, A generalized solution of the orthogonal Procrustes problem,
    Psychometrika, 1966.

    Examples
    --------
    >>> procrustes([[0.0, 1.0], [2.0, 0.0]], [[1.0, 0.0], [0.0, 2.0]]).round(6).tolist()
    [[1.0, 0.0], [0.0, 2.0]]
    """
    moved, fixed = _columns(source), _columns(target)
    if len(moved) != len(fixed):
        raise ValueError(
            f"source and target must have the same number of points, "
            f"got {len(moved)} and {len(fixed)}: embed the same nodes."
        )
    d = max(moved.shape[1], fixed.shape[1])
    moved, fixed = (np.pad(x, ((0, 0), (0, d - x.shape[1]))) for x in (moved, fixed))
    left, _, right = np.linalg.svd(moved.T @ fixed)
    aligned: Floats = moved @ (left @ right)
    return aligned


def _columns(points: ArrayLike) -> Floats:
    array = np.asarray(points, dtype=np.float64)
    return array[:, None] if array.ndim == 1 else array
