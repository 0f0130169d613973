"""Generalised random dot product graphs: edges from inner products of points on a latent shape."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.data.generators.generator import DotProducts, Generator
from graphdp_core.data.generators.latent_points import (
    MOST_POINTS,
    SHAPES,
    draw_graph,
    inner_products,
    lemniscate,
    within_ball,
)
from graphdp_core.data.generators.random_graphs import pairs_within
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import Refused, param

KERNEL = "lemniscate_kernel"
BANDWIDTH = 0.75  # of the kernel, in the authors' own simulations
BLUR = 0.1


@dataclass(frozen=True)
class RandomDotProduct(Generator):
    """Nodes are points on a shape; a pair is an edge with the probability of its inner product.

    The point y of a shape in the unit ball becomes the latent position x = (c, s y), so that the
    probability is c^2 + s^2 <y, y'>, with c^2 the density and s as large as keeps all
    probabilities in [0, 1], times the size. The last `negative` coordinates of y count
    negatively: signature (p, q). The graph's positions are s y. With the lemniscate kernel the
    probability is instead a kernel of the distance, k exp(-|y - y'| / 0.75).

    References
    ----------
    Young & Scheinerman (2007), Random dot product graph models for social networks, WAW.
    Rubin-Delanchy et al. (2022), A statistical interpretation of spectral embedding: the
    generalised random dot product graph, JRSS B 84 (signature).
    """

    id = "rdpg"
    title = "Random dot product graph"
    summary = (
        "Nodes lie on a hidden shape, and near ones are joined more often: see whether embedding, "
        "persistence and clusters still find the shape."
    )
    source = "Young and Scheinerman (2007), WAW; Rubin-Delanchy et al. (2022), JRSS B 84"
    label = "part of the shape"

    n: int = param(400, "Number of nodes", label="Nodes", low=1, high=MOST_POINTS)
    shape: str = param(
        "figure_eight",
        "On which shape the latent positions lie",
        choices={id: s.title for id, s in SHAPES.items()} | {KERNEL: "Lemniscate, by a kernel"},
    )
    size: float = param(
        1.0,
        "Size of the shape, as a share of the largest that keeps all probabilities in [0, 1]",
        low=0.01,
        high=1.0,
    )
    density: float = param(0.5, "Share of all pairs that are edges, about", low=0.01, high=0.99)
    blur: float = param(
        0.0, "Scatter of the points around the shape, as a share of its size", low=0.0, high=0.5
    )
    negative: int = param(
        0,
        "How many coordinates count negatively: q of the signature (p, q). Nodes that differ "
        "along them are joined more often, not less.",
        low=0,
        high=3,
    )

    def dot_products(self, *, rng: np.random.Generator) -> DotProducts | None:
        """The shape's coordinates and one for the density; a kernel of distances has none."""
        if self.shape == KERNEL:
            return None
        return DotProducts(*self.latent(self._points(self.n, rng)[0]))

    def check(self) -> None:
        """Raise Refused if the shape has fewer dimensions than `negative` asks for."""
        points, _ = self._points(1, np.random.default_rng(0))
        most = 0 if self.shape == KERNEL else points.shape[1]
        if self.negative > most:
            raise Refused(
                f"negative must be at most {most} for shape = {self.shape!r}, got {self.negative}."
            )

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph; positions are the points of the shape, labels its parts."""
        called = "lemniscate kernel" if self.shape == KERNEL else SHAPES[self.shape].title.lower()
        title = f"RDPG, {called}, {self.n:,} nodes"
        points, parts = self._points(self.n, rng)
        if self.shape == KERNEL:
            peak = self._peak()

            def probability(first: int, last: int) -> Floats:
                gaps = np.linalg.norm(points[first:last, None] - points[None, first:], axis=2)
                return np.asarray(peak * np.exp(-gaps / BANDWIDTH))

            return draw_graph(self.n, probability, positions=points, title=title, rng=rng)
        latent, signature = self.latent(points)
        return draw_graph(
            self.n,
            inner_products(latent, signature),
            positions=np.pad(latent[:, 1:], ((0, 0), (0, max(0, 3 - latent.shape[1])))),
            labels=parts,
            title=title,
            rng=rng,
        )

    def latent(self, points: Floats) -> tuple[Floats, tuple[int, int]]:
        """The latent positions (c, s y) of points y of the unit ball, and their signature."""
        d = points.shape[1]
        lowest = -1.0 if self.negative or self.blur else SHAPES[self.shape].lowest
        largest = min(self.density / -lowest, 1.0 - self.density)
        scale = self.size * math.sqrt(largest)
        first = np.full((len(points), 1), math.sqrt(self.density))
        return np.hstack((first, scale * points)), (1 + d - self.negative, self.negative)

    def expected_edges(self) -> float:
        """n(n-1)/2 times the density: the mean of the shape is 0. For the kernel an upper bound."""
        return pair_count(self.n) * (self._peak() if self.shape == KERNEL else self.density)

    def _points(self, n: int, rng: np.random.Generator) -> tuple[Floats, NDArray[np.str_] | None]:
        if self.shape == KERNEL:
            points = lemniscate(n, rng) + (BLUR + self.blur) * rng.normal(size=(n, 2))
            return self.size * points, None
        shape = SHAPES[self.shape]
        points, parts = shape.draw(n, rng)
        if self.blur:
            points = within_ball(points + self.blur * rng.normal(size=points.shape))
        return points, np.array(shape.parts)[parts] if shape.parts else None

    def _peak(self) -> float:
        """Probability of two nodes at one place; 2/3 at density 1/2, as the authors have it."""
        return min(1.0, self.density / BANDWIDTH)


@dataclass(frozen=True)
class RDPGCircle(Generator):
    """Random dot product graph whose latent positions lie on a circle in the plane.

    x_i is uniform on the circle of radius r around (c, c)/sqrt(2), and i, j are joined with
    probability <x_i, x_j>. All inner products lie in [0, 1] if sqrt(2) r <= c <= 1 - r. The
    positions are kept, so that an embedding can be held against the truth.

    References
    ----------
    Athreya A. et al. (2018). Statistical inference on random dot product graphs: a survey.
    Journal of Machine Learning Research 18.
    """

    id = "rdpg_circle"
    title = "Random dot product graph on a circle"
    summary = "A loop in the latent space: see whether embedding and persistence still find it."
    source = "Athreya et al. (2018), Journal of Machine Learning Research 18"

    n: int = param(300, "Number of nodes", label="Nodes", low=1, high=5_000)
    radius: float = param(0.35, "Radius of the circle", low=0.01, high=0.41)
    centre: float = param(0.6, "Distance of its centre from the origin", low=0.02, high=0.99)

    def check(self) -> None:
        """Raise Refused unless all inner products are probabilities."""
        low, high = math.sqrt(2) * self.radius, 1 - self.radius
        if not low <= self.centre <= high:
            raise Refused(
                f"centre must be a number from {low:.4f} to {high:.4f} for radius = {self.radius}, "
                f"got {self.centre}; else some inner products are no probabilities."
            )

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw one graph; positions are the latent positions."""
        points = self.dot_products(rng=rng).points
        # Thinning: candidates with the largest probability, each kept with its share of it.
        largest = (self.centre + self.radius) ** 2
        pairs = pairs_within(self.n, min(largest, 1.0), rng=rng)
        probability = np.einsum("ij,ij->i", points[pairs[:, 0]], points[pairs[:, 1]])
        kept = rng.random(len(pairs)) * largest < probability
        title = f"RDPG circle, {self.n:,} nodes"
        return Graph.from_edges(self.n, pairs[kept], positions=points, title=title)

    def dot_products(self, *, rng: np.random.Generator) -> DotProducts:
        """Points of the circle."""
        angles = rng.uniform(0, 2 * math.pi, size=self.n)
        middle = self.centre / math.sqrt(2)
        points = middle + self.radius * np.column_stack((np.cos(angles), np.sin(angles)))
        return DotProducts(points, (2, 0))

    def expected_edges(self) -> float:
        """n(n-1)/2 c^2: the mean inner product is the squared norm of the centre."""
        return pair_count(self.n) * self.centre**2
