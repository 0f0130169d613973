"""Random graphs from latent positions: independent edges with the probability of inner products."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused

MOST_POINTS = 5_000
CELLS = 2_000_000  # probabilities held at once
ROUNDING = 1e-9


def graph_from_points(
    points: ArrayLike,
    *,
    seed: int = 0,
    signature: tuple[int, int] | None = None,
    labels: ArrayLike | None = None,
    rescale: bool = False,
) -> Graph:
    """Draw a generalised random dot product graph from latent positions of your own.

    Nodes i, j are joined with probability x_i' J x_j, J = diag(1, ..., 1, -1, ..., -1).

    Parameters
    ----------
    points : array_like of float, shape (n, d)
        At most 5,000 points.
    seed : int
    signature : pair of int, optional
        (p, q), p + q = d: how many coordinates count positively and negatively. Default (d, 0).
    labels : array_like, shape (n,), optional
    rescale : bool
        Mend inner products outside [0, 1]: a constant coordinate sqrt(-min) is put in front if
        any is negative, then all points are multiplied by one number so that the largest is 1.

    Returns
    -------
    Graph
        Its positions are the first three coordinates (the first of a line and 0).

    Raises
    ------
    Refused
        If an inner product of two different points is no probability; the message names the
        points and says what `rescale=True` would do.

    Examples
    --------
    >>> corners = [[0.9, 0.0], [0.9, 0.1], [0.0, 0.9]]
    >>> graph_from_points(corners, seed=1).n
    3
    >>> graph_from_points([[1.5], [1.0]])
    Traceback (most recent call last):
    ...
    graphdp_core.params.Refused: points 0 and 1 have the inner product 1.5, which is no \
probability: rescale (rescale=True) to multiply all points by 0.816497.
    """
    x = np.array(points, dtype=np.float64)
    if x.ndim != 2 or not 1 <= len(x) <= MOST_POINTS or x.shape[1] < 1:
        raise Refused(f"points must have shape (n, d), 1 <= n <= {MOST_POINTS}, got {x.shape}.")
    if not np.isfinite(x).all():
        row = int(np.flatnonzero(~np.isfinite(x).all(axis=1))[0])
        raise Refused(f"points must be finite numbers, point {row} is not: leave it out.")
    p, q = signature or (x.shape[1], 0)
    if p < 0 or q < 0 or p + q != x.shape[1]:
        raise Refused(f"signature must be (p, q) with p + q = {x.shape[1]}, got {(p, q)}.")
    shown = np.pad(x[:, :3], ((0, 0), (0, max(0, 2 - x.shape[1]))))
    low, high = _extremes(x, (p, q))
    offset, factor = _mending(low[0], high[0])
    if rescale:
        x = factor * np.hstack((np.full((len(x), 1 if offset else 0), math.sqrt(offset)), x))
        p += bool(offset)
        shown = factor * shown
    elif offset or factor < 1.0:
        value, i, j = low if low[0] < -ROUNDING else high
        first = (
            f"put the constant coordinate {math.sqrt(offset):.6g} in front and " if offset else ""
        )
        raise Refused(
            f"points {i} and {j} have the inner product {value:.6g}, which is no probability: "
            f"rescale (rescale=True) to {first}multiply all points by {factor:.6g}."
        )
    return draw_graph(
        len(x),
        inner_products(x, (p, q)),
        positions=shown,
        labels=labels,
        title=f"RDPG of {len(x):,} given points",
        rng=np.random.default_rng(seed),
    )


def even_blocks(blocks: int, *, within: float, between: float) -> Floats:
    """Probabilities of edges in and between blocks that are all alike, shape (blocks, blocks).

    Examples
    --------
    >>> even_blocks(2, within=0.4, between=0.1).tolist()
    [[0.4, 0.1], [0.1, 0.4]]
    """
    across = np.full((blocks, blocks), between)
    np.fill_diagonal(across, within)
    return across


def block_positions(probabilities: ArrayLike) -> tuple[Floats, tuple[int, int]]:
    """Positions of blocks whose inner products are given, and the signature.

    Parameters
    ----------
    probabilities : array_like of float, shape (k, k)
        Symmetric: of an edge between nodes of two blocks.

    Returns
    -------
    points : ndarray, shape (k, p + q)
        Along the eigenvectors that are not of eigenvalue 0, the positive ones first.
    signature : pair of int

    Examples
    --------
    >>> block_positions([[0.1, 0.4], [0.4, 0.1]])[1]
    (1, 1)
    """
    values, vectors = np.linalg.eigh(np.asarray(probabilities, dtype=np.float64))
    order = np.argsort(-values, kind="stable")
    order = order[np.abs(values[order]) > ROUNDING]
    points = vectors[:, order] * np.sqrt(np.abs(values[order]))
    p = int((values[order] > 0.0).sum())
    return points, (p, len(order) - p)


def inner_products(x: Floats, signature: tuple[int, int]) -> Callable[[int, int], Floats]:
    """Inner products x_i' J x_j of rows first..last with columns first..n, as a function."""
    signs = np.repeat((1.0, -1.0), signature)

    def probability(first: int, last: int) -> Floats:
        return np.asarray((x[first:last] * signs) @ x[first:].T)

    return probability


def draw_graph(
    n: int,
    probability: Callable[[int, int], Floats],
    *,
    positions: Floats,
    title: str,
    rng: np.random.Generator,
    labels: ArrayLike | None = None,
) -> Graph:
    """Independent edges; ``probability(first, last)`` covers rows first..last, columns first..n."""
    found = [np.empty((0, 2), dtype=np.int64)]
    for first, last in _blocks(n):
        present = rng.random((last - first, n - first)) < probability(first, last)
        u, v = np.nonzero(np.triu(present, 1))
        found.append(np.column_stack((u, v)) + first)
    return Graph.from_edges(
        n, np.concatenate(found), positions=positions, labels=labels, title=title
    )


def _extremes(
    x: Floats, signature: tuple[int, int]
) -> tuple[tuple[float, int, int], tuple[float, int, int]]:
    """Smallest and largest inner product of two different points, with the points."""
    low, high = (0.0, 0, 0), (0.0, 0, 0)
    products = inner_products(x, signature)
    for first, last in _blocks(len(x)):
        rows = products(first, last)
        later = np.arange(first, len(x))[None] > np.arange(first, last)[:, None]
        for sign in (1.0, -1.0):
            place = int(np.argmax(np.where(later, sign * rows, -np.inf)))
            i, j = divmod(place, rows.shape[1])
            if later[i, j]:
                found = (float(rows[i, j]), first + i, first + j)
                high = found if sign > 0 and found[0] > high[0] else high
                low = found if sign < 0 and found[0] < low[0] else low
    return low, high


def _mending(low: float, high: float) -> tuple[float, float]:
    """Square of the constant coordinate and factor that bring products into [0, 1]."""
    offset = -low if low < -ROUNDING else 0.0
    largest = high + offset
    return offset, 1.0 / math.sqrt(largest) if largest > 1.0 + ROUNDING else 1.0


def _blocks(n: int) -> list[tuple[int, int]]:
    rows = max(1, CELLS // max(n, 1))
    return [(first, min(first + rows, n)) for first in range(0, n, rows)]
