"""Point clouds in the plane as weighted graphs of nearest neighbours."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.datasets.generator import Generator
from graphdp_core.graph import Graph
from graphdp_core.params import param

__all__ = ["Blobs", "Circles", "Moons", "PointCloud"]

_SOURCE = "Pedregosa et al. (2011), Journal of Machine Learning Research 12: sklearn.datasets"


@dataclass(frozen=True)
class PointCloud(Generator):
    """Points joined with their nearest neighbours; an edge's weight is its length.

    u and v are joined if either is among the k nearest points of the other. Positions are the
    points, labels the clusters that they were drawn from.
    """

    source = _SOURCE
    label = "cluster"
    shape: ClassVar[str]

    n: int = param(300, "Number of points", low=2, high=100_000)
    noise: float = param(0.06, "Standard deviation of the points", low=0.0, high=2.0)
    neighbours: int = param(8, "Nearest neighbours that each point is joined with", low=1, high=50)

    def check(self) -> None:
        """Raise ValueError unless neighbours < n."""
        if self.neighbours >= self.n:
            raise ValueError(f"neighbours must be less than n = {self.n}, got {self.neighbours}.")

    def generate(self, *, rng: np.random.Generator) -> Graph:
        """Draw the points and join them."""
        points, clusters = self.points(seed=int(rng.integers(2**32)))
        edges, lengths = nearest_neighbours(points, self.neighbours)
        return Graph.from_edges(
            self.n,
            edges,
            weights=lengths,
            labels=[f"cluster {k + 1}" for k in clusters],
            positions=points,
            title=f"{self.shape}, {self.n:,} points, {self.neighbours} nearest neighbours",
        )

    def expected_edges(self) -> float:
        """n k: reached if no two points choose each other."""
        return self.n * self.neighbours

    @abstractmethod
    def points(self, *, seed: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Points, shape (n, 2), and the cluster of each, shape (n,)."""


@dataclass(frozen=True)
class Moons(PointCloud):
    """Two interleaved half circles."""

    id = "moons"
    title = "Two moons"
    summary = "Two bent clusters that k-means cannot part, but density and trees can."
    shape = "Moons"

    def points(self, *, seed: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Points, shape (n, 2), and the moon of each, shape (n,)."""
        from sklearn.datasets import make_moons

        made: Any = make_moons(self.n, shuffle=False, noise=self.noise, random_state=seed)
        return made


@dataclass(frozen=True)
class Circles(PointCloud):
    """A small circle inside a large one."""

    id = "circles"
    title = "Two circles"
    summary = "Two loops, one inside the other: for persistence and spectral clustering."
    shape = "Circles"

    def points(self, *, seed: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Points, shape (n, 2), and the circle of each, shape (n,)."""
        from sklearn.datasets import make_circles

        made: Any = make_circles(
            self.n, shuffle=False, noise=self.noise, random_state=seed, factor=0.5
        )
        return made


@dataclass(frozen=True)
class Blobs(PointCloud):
    """Gaussian clusters around random centres; `noise` is their standard deviation."""

    id = "blobs"
    title = "Gaussian blobs"
    summary = "Round clusters: the easy case for every clustering and for spanning trees."
    shape = "Blobs"

    noise: float = param(1.0, "Standard deviation of each blob", low=0.0, high=10.0)
    centres: int = param(3, "Number of blobs", low=1, high=50)

    def check(self) -> None:
        """Raise ValueError unless neighbours < n and centres <= n."""
        super().check()
        if self.centres > self.n:
            raise ValueError(f"centres must be at most n = {self.n}, got {self.centres}.")

    def points(self, *, seed: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Points, shape (n, 2), and the blob of each, shape (n,)."""
        from sklearn.datasets import make_blobs

        made: Any = make_blobs(
            self.n, centers=self.centres, cluster_std=self.noise, shuffle=False, random_state=seed
        )
        return made


def nearest_neighbours(
    points: NDArray[np.float64], k: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Every point with each of its k nearest others: pairs (n k, 2) and their lengths (n k,)."""
    from sklearn.neighbors import NearestNeighbors

    lengths, others = NearestNeighbors(n_neighbors=k).fit(points).kneighbors()
    own = np.repeat(np.arange(len(points)), k)
    return np.column_stack((own, others.ravel())), lengths.ravel()
