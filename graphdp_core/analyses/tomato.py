"""ToMATo: clusters as basins of a density on the embedded points, merged by persistence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.partitioning import (
    DEGENERATE,
    Partitioning,
    debias_param,
    matrix_param,
    normalise_param,
    unit_rows,
)
from graphdp_core.analyses.point_clouds import need_gudhi
from graphdp_core.analyses.spectral import SpectralEmbedding, dimension_param
from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.partitions import is_degenerate
from graphdp_core.params import param
from graphdp_core.progress import Progress
from graphdp_core.results import ModePartition, Partition

RESOLUTION = 1e-9
"""Points closer than this share of the cloud's size count as one place."""

MOST_CLUSTERS = 30
LEAF = 48  # points in a leaf of the tree: fewer cost more in many dimensions, more in few


@dataclass(frozen=True)
class ToMATo(Partitioning):
    """Topological mode analysis of the spectral embedding.

    1. Embed the graph (released: debiased), scale each point to length 1, and take the
       log-density of every point from the distances to its nearest neighbours (distance to
       measure).
    2. Every point follows its densest neighbour uphill: each peak gathers a basin.
    3. Basins merge over the saddles between them, those of least prominence first, until the
       wanted number is left.

    References
    ----------
    Chazal, Guibas, Oudot & Skraba (2013), Persistence-based clustering in Riemannian manifolds,
    J. ACM 60(6).

    Examples
    --------
    >>> cliques = [(u, v) for u in range(8) for v in range(u) if (u < 4) == (v < 4)] + [(3, 4)]
    >>> result = ToMATo(neighbours=3).run(
    ...     Graph.from_edges(8, cliques), rng=np.random.default_rng(0)
    ... )
    >>> result.labels.tolist()
    [0, 0, 0, 0, 1, 1, 1, 1]
    """

    id: ClassVar[str] = "tomato"
    title: ClassVar[str] = "ToMATo clusters"
    summary: ClassVar[str] = (
        "Embeds the nodes and takes the peaks of their density as clusters; a peak counts by its "
        "height above the saddle to the next (its persistence)."
    )
    source: ClassVar[str] = (
        "Chazal et al., Persistence-based clustering in Riemannian manifolds, J. ACM, 2013"
    )
    formula: ClassVar[str] = (
        r"f(x) = -d \log \Big( \tfrac{1}{k} \sum_{i \le k} \|x - x_{(i)}\|^2 \Big)^{1/2}, \quad "
        r"\text{prominence} = f(\text{peak}) - f(\text{saddle})"
    )

    clusters: int = param(
        0,
        "Number of clusters, up to 30; 0 takes the largest gap between the prominences of the "
        "peaks, at least 2.",
        low=0,
        high=MOST_CLUSTERS,
    )
    threshold: float = param(
        0.0,
        "Least prominence of a cluster's peak above the saddle to the next, in log-density; it "
        "goes before the number of clusters. 0 leaves the choice to the number, or to the "
        "largest gap of the analysed graph's own merges.",
        label="Prominence threshold",
        low=0.0,
        high=100.0,
    )
    density: str = param(
        "dtm",
        "How the density of a point is taken from its nearest neighbours: their root mean square "
        "distance (distance to measure), the distance of the last one, or a Gaussian kernel.",
        choices={"dtm": "Distance to measure", "knn": "k-th neighbour", "kde": "Kernel"},
    )
    neighbours: int = param(
        0,
        "Nearest neighbours of each point, for the density and for the way uphill; 0 takes the "
        "root of the number of nodes, from 4 to 30.",
        low=0,
        high=100,
    )
    dimension: int = dimension_param(
        "Dimensions of the embedding; 0 finds the elbow of the scree plot."
    )
    matrix: str = matrix_param("embedded")
    normalise: bool = normalise_param()
    debias: bool = debias_param()

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> ModePartition:
        """Cluster a graph of at least 3 nodes and one edge; Refused if it is smaller."""
        embed = SpectralEmbedding(
            matrix=self.matrix,
            correction="debiased" if self.debias else "raw",
            dimension=self.dimension,
        )
        embedding = embed.run(graph, rng=rng, progress=progress.between(0.0, 0.7))
        progress(0.7, "density and peaks")
        points = unit_rows(embedding.points) if self.normalise else embedding.points
        modes = self.cluster(points)
        notes = (
            embedding.notes + modes.notes + ((DEGENERATE,) if is_degenerate(modes.labels) else ())
        )
        return replace(modes, notes=notes)

    def cluster(self, points: Floats) -> ModePartition:
        """Cluster any points, shape (n, d), n >= 1, under the same parameters."""
        need_gudhi()
        from gudhi.clustering.tomato import Tomato

        places, place_of = _places(points)
        if len(places) == 1:
            return ModePartition(
                np.zeros(len(points), dtype=np.int32),
                notes=("All points coincide: one cluster.",),
                merges=np.array([[0.0, -np.inf]]),
            )
        k = self.neighbours or min(max(round(len(points) ** 0.5), 4), 30)
        near, density = _density(places, points, k, self.density)
        peaks = Tomato(graph_type="manual", density_type="manual")
        peaks.fit(near, weights=density)
        roots = peaks.max_weight_per_cc_
        wanted = self._wanted(peaks.diagram_, roots - density.min())
        made = peaks.n_clusters_ = min(max(wanted, len(roots)), peaks.n_leaves_)
        notes: tuple[str, ...] = ()
        if wanted != made and (self.clusters or self.threshold):
            reason = (
                "the density has no more peaks" if made < wanted
                else "so many groups of points have no neighbours outside"
            )  # fmt: skip
            notes = (f"{made} clusters instead of {wanted}: {reason}.",)
        apart = np.column_stack((roots, np.full(len(roots), -np.inf)))
        return ModePartition(
            Partition.from_labels(peaks.labels_[place_of]).labels,
            notes=notes,
            merges=np.vstack((apart, peaks.diagram_)),
            threshold=self.threshold or _threshold(peaks.diagram_, made - len(roots)),
        )

    def _wanted(self, diagram: Floats, heights: Floats) -> int:
        if self.threshold:
            prominent = int(np.sum(diagram[:, 0] - diagram[:, 1] > self.threshold))
            return min(len(heights) + prominent, MOST_CLUSTERS)
        return self.clusters or _automatic_clusters(diagram, heights)


def _places(points: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """Distinct places of the points, and the place of each point."""
    size = float(np.abs(points - points.mean(axis=0)).max()) or 1.0
    rounded = np.round(points / (RESOLUTION * size))
    _, first, place_of = np.unique(rounded, axis=0, return_index=True, return_inverse=True)
    return points[first], place_of.reshape(-1)


def _density(
    places: Floats, points: Floats, neighbours: int, kind: str
) -> tuple[NDArray[np.int64], Floats]:
    """Nearest places of every place, and its log-density, counting coinciding points."""
    near, distances = _nearest(places, places, neighbours)
    if len(places) < len(points):
        distances = _nearest(points, places, neighbours)[1]
    size = float(np.abs(points - points.mean(axis=0)).max()) or 1.0
    if kind == "kde":
        width = max(float(np.median(distances[:, -1])), RESOLUTION * size)
        kernel = np.exp(-np.square(distances / width) / 2.0).mean(axis=1)
        return near, np.log(kernel)
    spread = distances[:, -1] if kind == "knn" else np.sqrt(np.square(distances).mean(axis=1))
    density = -points.shape[1] * np.log(np.maximum(spread, RESOLUTION * size))
    return near, density


def _nearest(points: Floats, places: Floats, neighbours: int) -> tuple[NDArray[np.int64], Floats]:
    """The nearest points of every place, itself among them, and how far they are."""
    from scipy.spatial import cKDTree

    k = min(neighbours, len(points))
    distances, near = cKDTree(points, leafsize=LEAF).query(places, k=k)
    return near.reshape(len(places), -1), distances.reshape(len(places), -1)


def _automatic_clusters(diagram: Floats, heights: Floats) -> int:
    """Peaks before the largest gap of the prominences, at most 30; 2 or more if there are.

    The highest peaks of separate components never merge. They come first, and count with their
    height above the lowest density.
    """
    prominences = np.sort(diagram[:, 0] - diagram[:, 1])[::-1]
    separate = len(heights)
    steps = np.concatenate(([heights.min()], prominences, [0.0]))
    gaps = steps[:-1] - steps[1:]
    if separate == 1 and len(prominences) > 0:
        gaps[0] = -1.0
    return min(separate + int(np.argmax(gaps)), MOST_CLUSTERS)


def _threshold(diagram: Floats, kept: int) -> float:
    """The middle of the gap between the prominences of the last peak kept and of the next."""
    prominences = np.sort(diagram[:, 0] - diagram[:, 1])[::-1]
    below = float(prominences[kept]) if kept < len(prominences) else 0.0
    above = float(prominences[kept - 1]) if kept > 0 else 2.0 * below
    return (below + above) / 2.0
