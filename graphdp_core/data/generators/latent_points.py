"""Random graphs from latent positions: independent edges with the probability of inner products.

Latent shapes: random points on circles, figure eights, tori and more, inside the unit ball.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
        constant = f"put the constant coordinate {math.sqrt(offset):.6g} in front and "
        first = constant if offset else ""
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
    edges = [np.empty((0, 2), dtype=np.int64)]
    for first, last in _blocks(n):
        present = rng.random((last - first, n - first)) < probability(first, last)
        u, v = np.nonzero(np.triu(present, 1))
        edges.append(np.column_stack((u, v)) + first)
    return Graph.from_edges(
        n, np.concatenate(edges), positions=positions, labels=labels, title=title
    )


Product = tuple[float, int, int]
"""An inner product, and the two points."""


def _extremes(x: Floats, signature: tuple[int, int]) -> tuple[Product, Product]:
    """Smallest and largest inner product of two different points, with the points."""
    low, high = (0.0, 0, 0), (0.0, 0, 0)
    products, value = inner_products(x, signature), itemgetter(0)
    for first, last in _blocks(len(x)):
        rows = np.triu(products(first, last), 1)
        for place in (rows.argmin(), rows.argmax()):
            i, j = divmod(int(place), rows.shape[1])
            product = (float(rows[i, j]), first + i, first + j)
            low, high = min(low, product, key=value), max(high, product, key=value)
    return low, high


def _mending(low: float, high: float) -> tuple[float, float]:
    """Square of the constant coordinate and factor that bring products into [0, 1]."""
    offset = -low if low < -ROUNDING else 0.0
    largest = high + offset
    return offset, 1.0 / math.sqrt(largest) if largest > 1.0 + ROUNDING else 1.0


def _blocks(n: int) -> list[tuple[int, int]]:
    rows = max(1, CELLS // max(n, 1))
    return [(first, min(first + rows, n)) for first in range(0, n, rows)]


Parts = NDArray[np.int64]
Draw = Callable[[int, np.random.Generator, Parts], Floats]

RADIUS_RATIO = 0.23
"""Inner over outer ring: k-means sees one centre, the density sees two rings."""


@dataclass(frozen=True)
class Shape:
    """A shape with mean 0 in the unit ball, and how to draw points on it.

    Parameters
    ----------
    place : callable
        ``place(n, rng, part)`` gives points, shape (n, d), of which each lies on its part.
    parts : tuple of str
        Names of the parts, the ground truth of a clustering; empty if it is all of one piece.
    lowest : float
        The smallest inner product of two of its points.
    """

    title: str
    place: Draw
    parts: tuple[str, ...] = ()
    lowest: float = -1.0

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
        """Points, shape (n, d), and the part that each lies on, shape (n,): parts are even."""
        part = np.arange(n) * max(1, len(self.parts)) // max(n, 1)
        return self.place(n, rng, part), part


def lemniscate(n: int, rng: np.random.Generator) -> Floats:
    """Points of Bernoulli's lemniscate of half-width 1, uniform in its angle, shape (n, 2)."""
    t = rng.uniform(0.0, 2.0 * math.pi, n)
    return np.column_stack((np.cos(t), np.sin(t) * np.cos(t))) / (1.0 + np.sin(t) ** 2)[:, None]


def _circle(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    return _turn(rng.uniform(0.0, 2.0 * math.pi, n))


def _circle_and_centre(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    """Half of all nodes on the circle, the others in one point: an atom."""
    return np.where(part[:, None] == 0, _circle(n, rng, part), 0.0)


def _thin_circle(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    """A circle whose density falls to 0 at two opposite places, as sin^4 of the angle."""
    # With B of Beta(5/2, 1/2), the law of sin^2, an angle has density sin^4 in each quarter.
    sine = np.sqrt(rng.beta(2.5, 0.5, n))
    signs = rng.choice((-1.0, 1.0), (n, 2))
    return np.asarray(signs * np.column_stack((np.sqrt(1.0 - sine**2), sine)))


def _figure_eight(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    """Two circles that touch at the origin."""
    return 0.5 * _circle(n, rng, part) + np.where(part == 0, -0.5, 0.5)[:, None] * (1.0, 0.0)


def _two_circles(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    return 0.4 * _circle(n, rng, part) + np.where(part == 0, -0.6, 0.6)[:, None] * (1.0, 0.0)


def _rings(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    return np.where(part == 0, 1.0, RADIUS_RATIO)[:, None] * _circle(n, rng, part)


def _arcs(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    """Two half circles, each reaching into the mouth of the other; one is the other's mirror."""
    one = _turn(rng.uniform(0.0, math.pi, n)) - (0.5, 0.25)
    return np.where(part[:, None] == 0, one, -one) / 1.521


def _torus(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    """Uniform by area on the torus of radii 2/3 and 1/3."""
    ring, tube = 2.0 / 3.0, 1.0 / 3.0
    angle = np.empty(0)
    while len(angle) < n:  # density 1 + (tube / ring) cos
        tried, height = rng.uniform(0.0, 2.0 * math.pi, 2 * n), rng.uniform(0.0, 1.5, 2 * n)
        angle = np.concatenate((angle, tried[height < 1.0 + tube / ring * np.cos(tried)]))
    angle = angle[:n]
    plane = (ring + tube * np.cos(angle))[:, None] * _circle(n, rng, part)
    return np.column_stack((plane, tube * np.sin(angle)))


def _sphere(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    points = rng.normal(size=(n, 3))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def _line(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    return rng.uniform(-1.0, 1.0, (n, 1))


def _blobs(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    """Three round groups at the corners of a triangle."""
    centres = 0.7 * _turn(math.pi / 2 + 2.0 * math.pi / 3.0 * part)
    return within_ball(centres + 0.1 * rng.normal(size=(n, 2)))


def _simplex(n: int, rng: np.random.Generator, part: Parts) -> Floats:
    """Dirichlet(1, 1, 1) mixtures of three corners, laid flat: uniform on a triangle."""
    corners = _turn(math.pi / 2 + 2.0 * math.pi / 3.0 * np.arange(3))
    return np.asarray(rng.dirichlet(np.ones(3), n) @ corners)


def _turn(angle: NDArray[np.floating]) -> Floats:
    return np.column_stack((np.cos(angle), np.sin(angle)))


def within_ball(points: Floats) -> Floats:
    """Points outside the unit ball on its surface."""
    return points / np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1.0)


SHAPES: dict[str, Shape] = {
    "figure_eight": Shape("Figure eight", _figure_eight, ("left loop", "right loop")),
    "circle": Shape("Circle", _circle),
    "circle_and_centre": Shape("Circle and its centre", _circle_and_centre, ("circle", "centre")),
    "thin_circle": Shape("Circle, empty at two places", _thin_circle),
    "two_circles": Shape("Two circles", _two_circles, ("left circle", "right circle")),
    "rings": Shape("Two rings, one in the other", _rings, ("outer ring", "inner ring")),
    "arcs": Shape("Two interleaved arcs", _arcs, ("upper arc", "lower arc")),
    "torus": Shape("Torus", _torus),
    "sphere": Shape("Sphere", _sphere),
    "line": Shape("Line", _line),
    "blobs": Shape("Three blobs", _blobs, ("blob 1", "blob 2", "blob 3")),
    "simplex": Shape("Triangle (Dirichlet)", _simplex, lowest=-0.5),
}
"""By the name that a parameter uses, in the order in which they are shown."""
