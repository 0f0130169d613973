"""Point clouds in the plane as weighted graphs: near points, or all of them, are joined."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.data.generators.generator import MOST_EDGES, Generator
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.params import Refused, param

_SOURCE = "Pedregosa et al. (2011), Journal of Machine Learning Research 12: sklearn.datasets"


Points = tuple[NDArray[np.float64], NDArray[np.int64]]
"""Points, shape (n, 2), and the cluster of each, shape (n,)."""


def _radius(default: float) -> Any:
    words = "Largest distance of joined points; used within a radius only"
    return param(default, words, low=0.0, high=1000.0)


def _by_sklearn(name: str, n: int, seed: int, **parameters: Any) -> Points:
    import sklearn.datasets

    draw = getattr(sklearn.datasets, f"make_{name}")
    made: Points = draw(n, shuffle=False, random_state=seed, **parameters)
    return made


@dataclass(frozen=True)
class PointCloud(Generator):
    """Points, joined as `joined` says; an edge's weight is its length.

    nearest: u and v are joined if either is among the k nearest points of the other. radius: if
    they are no further apart than that. complete: always; only then does the topology, which
    private weights take as public, say nothing about the points. Positions are the points, labels
    the clusters that they were drawn from.
    """

    source = _SOURCE
    label = "cluster"
    no_dot_products = "Near points are joined for sure; the noise is in the points."
    shape: ClassVar[str]
    width: ClassVar[float]

    n: int = param(300, "Number of points", label="Nodes", low=2, high=100_000)
    noise: float = param(0.06, "Standard deviation of the points", low=0.0, high=2.0)
    neighbours: int = param(8, "Nearest neighbours that each point is joined with", low=1, high=50)
    joined: str = param(
        "nearest",
        "Which points are joined: each with its nearest ones, all within a radius, or all pairs. "
        "Where only the weights are protected, only all pairs give nothing away by what is joined.",
        label="Joined points",
        choices={"nearest": "Nearest", "radius": "Within a radius", "complete": "All pairs"},
    )
    radius: float = _radius(0.25)

    @property
    def weight_width(self) -> float:
        """About the width of the cloud, known from the parameters alone."""
        return self.width

    def check(self) -> None:
        """Raise Refused unless neighbours < n, where neighbours count."""
        super().check()
        if self.joined == "nearest" and self.neighbours >= self.n:
            raise Refused(f"neighbours must be less than n = {self.n}, got {self.neighbours}.")

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw the points and join them.

        Raises
        ------
        Refused
            If more than five million pairs of points lie within the radius.
        """
        points, clusters = self.points(seed=int(rng.integers(2**32)))
        edges, words = self._pairs(points)
        u, v = edges.T
        cloud = Graph.from_edges(
            self.n,
            edges,
            weights=np.linalg.norm(points[u] - points[v], axis=1),
            labels=[f"cluster {k + 1}" for k in clusters],
            positions=points,
            title=f"{self.shape}, {self.n:,} points, {words}",
        )
        return replace(cloud, near=False)

    def expected_edges(self) -> float:
        """n k, reached if no two points choose each other; N; within a radius 0, counted later."""
        if self.joined == "nearest":
            return self.n * self.neighbours
        return pair_count(self.n) if self.joined == "complete" else 0.0

    def _pairs(self, points: NDArray[np.float64]) -> tuple[NDArray[np.integer], str]:
        """The joined pairs, shape (., 2), and how they are joined in words."""
        if self.joined == "nearest":
            words = f"{self.neighbours} nearest neighbours"
            return nearest_neighbours(points, self.neighbours), words
        if self.joined == "complete":
            return np.column_stack(np.triu_indices(self.n, 1)), "all pairs"
        return pairs_within(points, self.radius), f"within {self.radius:g}"

    @abstractmethod
    def points(self, *, seed: int) -> Points:
        """Points, shape (n, 2), and the cluster of each, shape (n,)."""


@dataclass(frozen=True)
class Moons(PointCloud):
    """Two interleaved half circles."""

    id = "moons"
    title = "Two moons"
    summary = "Two bent clusters that k-means cannot part, but density and trees can."
    shape = "Moons"
    width = 3.0

    def points(self, *, seed: int) -> Points:
        """Points, shape (n, 2), and the moon of each, shape (n,)."""
        return _by_sklearn("moons", self.n, seed, noise=self.noise)


@dataclass(frozen=True)
class Circles(PointCloud):
    """A small circle inside a large one."""

    id = "circles"
    title = "Two circles"
    summary = "Two loops, one inside the other: for persistence and spectral clustering."
    shape = "Circles"
    width = 2.0

    def points(self, *, seed: int) -> Points:
        """Points, shape (n, 2), and the circle of each, shape (n,)."""
        return _by_sklearn("circles", self.n, seed, noise=self.noise, factor=0.5)


@dataclass(frozen=True)
class Blobs(PointCloud):
    """Gaussian clusters around random centres; `noise` is their standard deviation."""

    id = "blobs"
    title = "Gaussian blobs"
    summary = "Round clusters: the easy case for every clustering and for spanning trees."
    shape = "Blobs"
    width = 20.0
    at_most_n = ("centres",)

    noise: float = param(1.0, "Standard deviation of each blob", low=0.0, high=10.0)
    radius: float = _radius(2.0)
    centres: int = param(3, "Number of blobs", low=1, high=50)

    def points(self, *, seed: int) -> Points:
        """Points, shape (n, 2), and the blob of each, shape (n,)."""
        return _by_sklearn("blobs", self.n, seed, centers=self.centres, cluster_std=self.noise)


@dataclass(frozen=True)
class Shapes(PointCloud):
    """Two crescents, a ring around a disc, and a wave: uniform on the shapes, plus noise.

    The scale is that of noise 1: shapes are 13 or more units apart, some 100 in all.
    """

    id = "shapes"
    title = "Arbitrary shapes"
    summary = "Five bent, nested and long clusters, well separated: for clusters by spanning trees."
    shape = "Shapes"
    width = 110.0
    source = "Shapes of our own; noise 1 and 1,000 points as in Pinot (2017), section 4.3"

    n: int = param(1000, "Number of points", label="Nodes", low=2, high=100_000)
    noise: float = param(1.0, "Standard deviation of the points", low=0.0, high=10.0)
    radius: float = _radius(15.0)

    def points(self, *, seed: int) -> Points:
        """Points, shape (n, 2), and the shape of each, shape (n,)."""
        rng = np.random.default_rng(seed)
        shares = np.cumsum([0.22, 0.22, 0.24, 0.06, 0.26])  # about as long as the shapes are
        clusters = np.searchsorted(shares, (np.arange(self.n) + 0.5) / self.n)
        t, r = rng.random(self.n), np.sqrt(rng.random(self.n))
        half, whole = np.pi * t, 2 * np.pi * t
        drawn = (
            (20 * np.cos(half), 20 * np.sin(half)),
            (20 - 20 * np.cos(half), 6 - 20 * np.sin(half)),
            (75 + 16 * np.cos(whole), 16 * np.sin(whole)),
            (75 + 3 * r * np.cos(whole), 3 * r * np.sin(whole)),
            (110 * t - 20, 5 * np.sin(110 * t / 6) - 35),
        )
        exact = np.array(drawn)[clusters, :, np.arange(self.n)]
        return exact + self.noise * rng.normal(size=(self.n, 2)), clusters


def nearest_neighbours(points: NDArray[np.float64], k: int) -> NDArray[np.int64]:
    """Every point with each of its k nearest others: pairs (n k, 2)."""
    from sklearn.neighbors import NearestNeighbors

    others = NearestNeighbors(n_neighbors=k).fit(points).kneighbors(return_distance=False)
    return np.column_stack((np.repeat(np.arange(len(points)), k), others.ravel()))


def pairs_within(points: NDArray[np.float64], radius: float) -> NDArray[np.int64]:
    """All pairs of points at most `radius` apart, shape (., 2)."""
    from scipy.spatial import cKDTree

    tree = cKDTree(points)
    count = (int(tree.count_neighbors(tree, radius)) - len(points)) // 2
    if count > MOST_EDGES:
        raise Refused(
            f"{count:,} pairs of points lie within the radius, {MOST_EDGES:,} are allowed; "
            f"use a smaller radius than {radius:g} or fewer points."
        )
    pairs: NDArray[np.int64] = tree.query_pairs(radius, output_type="ndarray")
    return pairs
