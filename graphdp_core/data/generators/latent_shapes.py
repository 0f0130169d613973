"""Latent shapes: random points on circles, figure eights, tori and more, inside the unit ball."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats

Parts = NDArray[np.int64]
Draw = Callable[[int, np.random.Generator], tuple[Floats, Parts]]

RADIUS_RATIO = 0.23
"""Inner over outer ring: k-means sees one centre, the density sees two rings."""


@dataclass(frozen=True)
class Shape:
    """A shape with mean 0 in the unit ball, and how to draw points on it.

    Parameters
    ----------
    title : str
    draw : callable
        ``draw(n, rng)`` gives points, shape (n, d), and the part that each lies on, shape (n,).
    parts : tuple of str
        Names of the parts, the ground truth of a clustering; empty if it is all of one piece.
    lowest : float
        The smallest inner product of two of its points.
    """

    title: str
    draw: Draw
    parts: tuple[str, ...] = ()
    lowest: float = -1.0


def lemniscate(n: int, rng: np.random.Generator) -> Floats:
    """Points of Bernoulli's lemniscate of half-width 1, uniform in its angle, shape (n, 2)."""
    t = rng.uniform(0.0, 2.0 * math.pi, n)
    return np.column_stack((np.cos(t), np.sin(t) * np.cos(t))) / (1.0 + np.sin(t) ** 2)[:, None]


def _circle(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    return _turn(rng.uniform(0.0, 2.0 * math.pi, n)), np.zeros(n, dtype=np.int64)


def _circle_and_centre(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    """Half of all nodes on the circle, the others in one point: an atom."""
    part = _halves(n)
    circle = _turn(rng.uniform(0.0, 2.0 * math.pi, n))
    return np.where(part[:, None] == 0, circle, 0.0), part


def _thin_circle(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    """A circle whose density falls to 0 at two opposite places, as sin^4 of the angle."""
    # With B of Beta(5/2, 1/2), the law of sin^2, an angle has density sin^4 in each quarter.
    sine = np.sqrt(rng.beta(2.5, 0.5, n))
    signs = rng.choice((-1.0, 1.0), (n, 2))
    points = signs * np.column_stack((np.sqrt(1.0 - sine**2), sine))
    return points, np.zeros(n, dtype=np.int64)


def _figure_eight(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    """Two circles that touch at the origin."""
    return _two_circles(n, rng, radius=0.5, centre=0.5)


def _two_circles(
    n: int, rng: np.random.Generator, *, radius: float = 0.4, centre: float = 0.6
) -> tuple[Floats, Parts]:
    part = _halves(n)
    points = radius * _turn(rng.uniform(0.0, 2.0 * math.pi, n))
    points[:, 0] += np.where(part == 0, -centre, centre)
    return points, part


def _rings(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    part = _halves(n)
    radius = np.where(part == 0, 1.0, RADIUS_RATIO)
    return radius[:, None] * _turn(rng.uniform(0.0, 2.0 * math.pi, n)), part


def _arcs(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    """Two half circles, each reaching into the mouth of the other; one is the other's mirror."""
    part = _halves(n)
    angle = rng.uniform(0.0, math.pi, n)
    one = np.column_stack((np.cos(angle) - 0.5, np.sin(angle) - 0.25))
    return np.where(part[:, None] == 0, one, -one) / 1.521, part


def _torus(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    """Uniform by area on the torus of radii 2/3 and 1/3."""
    ring, tube = 2.0 / 3.0, 1.0 / 3.0
    angle = np.empty(0)
    while len(angle) < n:  # density 1 + (tube / ring) cos
        tried, height = rng.uniform(0.0, 2.0 * math.pi, 2 * n), rng.uniform(0.0, 1.5, 2 * n)
        angle = np.concatenate((angle, tried[height < 1.0 + tube / ring * np.cos(tried)]))
    angle = angle[:n]
    plane = (ring + tube * np.cos(angle))[:, None] * _turn(rng.uniform(0.0, 2.0 * math.pi, n))
    return np.column_stack((plane, tube * np.sin(angle))), np.zeros(n, dtype=np.int64)


def _sphere(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    points = rng.normal(size=(n, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    return points, np.zeros(n, dtype=np.int64)


def _line(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    return rng.uniform(-1.0, 1.0, (n, 1)), np.zeros(n, dtype=np.int64)


def _blobs(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    """Three round groups at the corners of a triangle."""
    part = np.arange(n) * 3 // max(n, 1)
    centres = 0.7 * _turn(math.pi / 2 + 2.0 * math.pi / 3.0 * part)
    return _within_ball(centres + 0.1 * rng.normal(size=(n, 2))), part


def _simplex(n: int, rng: np.random.Generator) -> tuple[Floats, Parts]:
    """Dirichlet(1, 1, 1) mixtures of three corners, laid flat: uniform on a triangle."""
    corners = _turn(math.pi / 2 + 2.0 * math.pi / 3.0 * np.arange(3))
    return rng.dirichlet(np.ones(3), n) @ corners, np.zeros(n, dtype=np.int64)


def _turn(angle: NDArray[np.floating]) -> Floats:
    return np.column_stack((np.cos(angle), np.sin(angle)))


def _halves(n: int) -> Parts:
    """The first half of the nodes is part 0."""
    return (2 * np.arange(n) >= n).astype(np.int64)


def _within_ball(points: Floats) -> Floats:
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
