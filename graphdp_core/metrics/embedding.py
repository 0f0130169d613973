"""How far one embedding of the same nodes is from another: positions, neighbours, direction."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.cache import at_farewell
from graphdp_core.kernels.neighbours import nearest_neighbours, rank_excess
from graphdp_core.progress import SILENT, Progress

PAIRS = 25_000_000
"""Pairs of a node asked about and any other, about: beyond it fewer nodes stand for all."""
FEWEST = 200
EVERY_NODE, SOME_NODES = 5000, 2000  # up to which all are asked about, and how many beyond
_PAIRS_AT_ONCE = 20_000_000  # looked at between two words about the progress


def procrustes_error(aligned: Floats, target: Floats) -> float:
    """Root mean square distance between matching points, in units of the target's own size.

    Parameters
    ----------
    aligned : ndarray, shape (n, d)
        Points already aligned to the target (:func:`graphdp_core.spectra.eigenpairs.procrustes`).
    target : ndarray, shape (n, d')
        With d' <= d; missing dimensions count as zero.

    Returns
    -------
    float
        0 if they coincide; 1 is reached by putting every point at the origin. nan if the target
        has no extent.

    Examples
    --------
    >>> procrustes_error(np.zeros((2, 1)), np.array([[3.0], [-3.0]]))
    1.0
    """
    size = _size(target)
    distances = _row_norms(aligned - _wide(target, aligned))
    return float(np.sqrt(np.mean(distances**2)) / size) if size else float("nan")


def two_to_infinity_error(aligned: Floats, target: Floats) -> float:
    """Largest distance between matching points: the worst-placed node, same unit as above.

    Parameters and returns as in :func:`procrustes_error`; at least as large as that error.

    References
    ----------
    J. Cape, M. Tang, C. E. Priebe, The two-to-infinity norm and singular subspace geometry,
    Annals of Statistics, 2019.
    """
    size = _size(target)
    distances = _row_norms(aligned - _wide(target, aligned))
    return float(distances.max() / size) if size else float("nan")


def neighbour_overlap(
    baseline: Floats,
    private: Floats,
    *,
    k: int = 10,
    largest: int = EVERY_NODE,
    progress: Progress = SILENT,
) -> float:
    """Mean share of a node's k nearest neighbours that are its k nearest in both embeddings.

    Parameters
    ----------
    baseline, private : ndarray, shape (n, d1) and (n, d2)
    k : int
        Fewer, (n-1)//2, on graphs too small for k.
    largest : int
        Above this many nodes 2,000 evenly spaced nodes stand for all; see :func:`query_rows`.
    progress : Progress
        May raise to stop.

    Returns
    -------
    float
        From 0 to 1; random neighbours share k/(n-1). nan for n < 3. Equally near points count
        by node number. Coordinates are compared to nine digits of the largest, so that nodes at
        one place (equal neighbourhoods) are not told apart by rounding.

    Examples
    --------
    >>> line = np.arange(9.0)[:, None]
    >>> neighbour_overlap(line, -2 * line, k=2)
    1.0
    """
    n = len(baseline)
    k = min(k, (n - 1) // 2)
    if k < 1:
        return float("nan")
    rows = query_rows(n, largest=largest, sample=SOME_NODES)
    first, second = (
        _neighbour_table(points, rows, k, progress.part(side, 2))
        for side, points in enumerate((baseline, private))
    )
    shared = (first[:, :, None] == second[:, None, :]).any(axis=2)
    return float(shared.mean())


def trustworthiness(
    baseline: Floats,
    private: Floats,
    *,
    k: int = 10,
    largest: int = 2000,
    progress: Progress = SILENT,
) -> float:
    """Whether neighbours in the private embedding were near in the baseline (1: all were).

    T = 1 - 2 / (n k (2n - 3k - 1)) sum_i sum_j max(0, r(i, j) - k), over the k nearest j of i
    in the private embedding, r being the rank of j among the neighbours of i in the baseline.

    Parameters as in :func:`neighbour_overlap`; above `largest` nodes the sum runs over 1,000 evenly
    spaced i, scaled up.

    Returns
    -------
    float
        From 0 to 1; random neighbours give about 0.5. nan for n < 3. Ranks count strictly nearer
        points, so that ties are not held against the embedding; coordinates are compared to nine
        digits, as in :func:`neighbour_overlap`.

    References
    ----------
    J. Venna, S. Kaski, Neighborhood preservation in nonlinear projection methods, ICANN, 2001.

    Examples
    --------
    >>> line = np.arange(9.0)[:, None]
    >>> trustworthiness(line, -2 * line, k=2)
    1.0
    """
    n = len(baseline)
    k = min(k, (n - 1) // 2)
    if k < 1:
        return float("nan")
    rows = query_rows(n, largest=largest, sample=1000)
    neighbours = _neighbours_of(private, rows, k, progress.part(0, 2))
    coordinates, excess = _coordinates(baseline), 0
    for part in _parts(n, rows, progress.part(1, 2)):
        excess += rank_excess(coordinates, rows[part], neighbours[part])
    return float(1.0 - 2.0 * excess / (len(rows) * k * (2 * n - 3 * k - 1)))


def leading_cosine(baseline: Floats, private: Floats) -> float:
    """|cos| of the angle between the first columns: 1 same direction, 0 nothing in common.

    Examples
    --------
    >>> leading_cosine(np.array([[1.0], [0.0]]), np.array([[-3.0], [0.0]]))
    1.0
    """
    if not baseline.shape[1] or not private.shape[1]:
        return float("nan")
    u, v = baseline[:, 0], private[:, 0]
    sizes = np.linalg.norm(u) * np.linalg.norm(v)
    return min(1.0, float(abs(u @ v) / sizes)) if sizes else float("nan")


def query_rows(n: int, *, largest: int, sample: int) -> NDArray[np.int64]:
    """All nodes if there are at most `largest`, else `sample` evenly spaced ones.

    Of graphs with more than 12,500 nodes fewer stand for all: a share of them is then off by a
    standard error of at most 0.032 at 100,000 nodes, 0.035 from 125,000 on, as if rows were drawn.

    Examples
    --------
    >>> [len(query_rows(n, largest=5_000, sample=2_000)) for n in (9, 100_000, 317_080, 10**6)]
    [9, 250, 200, 200]
    """
    if n <= largest:
        return np.arange(n)
    sample = min(sample, max(FEWEST, PAIRS // n))
    return np.arange(sample) * n // sample


def _parts(n: int, rows: NDArray[np.int64], progress: Progress) -> Iterator[slice]:
    """The rows in parts, so that the work between two words about the progress is short."""
    step = max(1, _PAIRS_AT_ONCE // n)
    for start in range(0, len(rows), step):
        progress(start / len(rows), "comparing neighbours")
        yield slice(start, start + step)


def _neighbours_of(
    points: Floats, rows: NDArray[np.int64], k: int, progress: Progress
) -> NDArray[np.int64]:
    """The table of these rows: part of the one for the overlap, mostly made already."""
    more = query_rows(len(points), largest=EVERY_NODE, sample=SOME_NODES)
    places = np.minimum(np.searchsorted(more, rows), len(more) - 1)
    if (more[places] == rows).all():
        return _neighbour_table(points, more, k, progress)[places]
    return _neighbour_table(points, rows, k, progress)


def _neighbour_table(
    points: Floats, rows: NDArray[np.int64], k: int, progress: Progress
) -> NDArray[np.int64]:
    """As :func:`nearest_neighbours`, of which the last few are kept: a baseline meets many."""
    coordinates = _coordinates(points)
    key, d = coordinates.tobytes(), len(coordinates)
    parts = _parts(len(points), rows, progress)
    return np.concatenate([_table(key, d, rows[part].tobytes(), k) for part in parts])


@lru_cache(maxsize=64)
def _table(coordinates: bytes, d: int, rows: bytes, k: int) -> NDArray[np.int64]:
    places = np.frombuffer(coordinates).reshape(d, -1)
    nearest = nearest_neighbours(places, np.frombuffer(rows, dtype=np.int64), k)
    nearest.flags.writeable = False  # others get the same
    return nearest


at_farewell(_table.cache_clear)


def _coordinates(points: Floats) -> Floats:
    """Shape (d, n), cut to nine digits of the largest."""
    largest = float(np.abs(points).max(initial=0.0)) or 1.0
    return np.ascontiguousarray(np.round(points.T / largest, 9))


def _wide(target: Floats, like: Floats) -> Floats:
    return np.pad(target, ((0, 0), (0, like.shape[1] - target.shape[1])))


def _row_norms(points: Floats) -> Floats:
    return np.sqrt(np.square(points).sum(axis=1))


def _size(target: Floats) -> float:
    """Root mean square norm of the points; 0 if there are none."""
    return float(np.sqrt(np.square(target).sum() / len(target))) if len(target) else 0.0
