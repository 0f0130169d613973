"""Spectral clustering: nodes as points from the leading eigenvectors, then groups of points."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
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
from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics.partitions import is_degenerate
from graphdp_core.params import Refused, param
from graphdp_core.progress import Progress
from graphdp_core.results import Partition
from graphdp_core.spectra.debiasing import debias_note
from graphdp_core.spectra.eigenpairs import leading_eigenpairs
from graphdp_core.spectra.scree import pairs_by_scree

STARTS = 10
STARTS_LARGE = 3
LARGE = 20_000  # nodes from which fewer starts are made
FULL_COVARIANCE_WORK = 2e7  # n k d^2 above which the mixture uses axis-parallel ellipsoids


@dataclass(frozen=True)
class SpectralClustering(Partitioning):
    """Clusters of the spectral embedding in as many dimensions as there are clusters.

    1. The k leading eigenpairs (S, U) of the graph (released: debiased) give points U |S|^(1/2).
    2. Each point is scaled to length 1, so that hubs and small nodes of one group meet.
    3. k-means or a Gaussian mixture groups the points.

    References
    ----------
    Rohe, Chatterjee & Yu (2011), Spectral clustering and the high-dimensional stochastic
    blockmodel, Ann. Statist. 39. Lei & Rinaldo (2015), Consistency of spectral clustering in
    stochastic block models, Ann. Statist. 43 (row scaling). Hehir, Slavkovic & Niu (2021),
    Consistent spectral clustering of network block models under local differential privacy.

    Examples
    --------
    >>> triangles = Graph.from_edges(6, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)])
    >>> result = SpectralClustering(clusters=2).run(triangles, rng=np.random.default_rng(0))
    >>> result.labels.tolist()
    [0, 0, 0, 1, 1, 1]
    """

    id: ClassVar[str] = "spectral_clustering"
    title: ClassVar[str] = "Spectral clustering"
    summary: ClassVar[str] = (
        "Places the nodes by the leading eigenvectors and groups the points; strong where groups "
        "are few and dense."
    )
    source: ClassVar[str] = (
        "Lei and Rinaldo, Consistency of spectral clustering in stochastic block models, "
        "Ann. Statist., 2015"
    )
    formula: ClassVar[str] = (
        r"\hat X = U\,|S|^{1/2}, \quad \min_{C_1, \dots, C_k} \sum_{j} \sum_{i \in C_j} "
        r"\Big\| \tfrac{\hat x_i}{\|\hat x_i\|} - \mu_j \Big\|^2"
    )

    clusters: int = param(
        0,
        "Number of clusters, 2 to 30; 0 takes the largest gap between eigenvalues of the analysed "
        "graph itself (after the first).",
        low=0,
        high=30,
    )
    method: str = param(
        "kmeans",
        "How points are grouped: round clusters, or ellipsoids of any direction.",
        choices={"kmeans": "k-means", "gaussian_mixture": "Gaussian mixture"},
    )
    matrix: str = matrix_param("decomposed")
    normalise: bool = normalise_param()
    debias: bool = debias_param()

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Partition:
        """Cluster a graph of at least 3 nodes and one edge."""
        self._check(graph)
        progress(0.0, "scree")
        scree, values, vectors = self._pairs(graph, progress)
        k = min(self.clusters or self._by_largest_gap(scree), graph.n)
        points = vectors * np.sqrt(np.abs(values))
        if self.normalise:
            points = unit_rows(points)
        progress(0.6, f"{k} clusters")
        notes = debias_note(graph, debias=self.debias)
        distinct = len(np.unique(points.round(9), axis=0))
        if distinct < k:
            notes += (f"Only {distinct} of {k} clusters: no more points differ.",)
            k = distinct
        seed = int(rng.integers(2**31))
        group = _by_kmeans if self.method == "kmeans" else _by_gaussian_mixture
        labels, remarks = group(points, k, seed)
        progress(1.0, "done")
        notes += remarks + ((DEGENERATE,) if is_degenerate(labels) else ())
        return Partition.from_labels(labels, notes=notes)

    def _check(self, graph: Graph) -> None:
        if self.clusters == 1:
            raise Refused("clusters must be 0 (automatic) or 2 to 30, got 1.")
        if graph.n < 3 or graph.m < 1:
            raise Refused(
                "Spectral clustering needs at least 3 nodes and one edge, got n = "
                f"{graph.n:,} and m = {graph.m:,}: choose a larger graph or another ε."
            )

    def _pairs(self, graph: Graph, progress: Progress) -> tuple[Floats, Floats, Floats]:
        """The scree plot, empty where it is not needed, and one eigenpair for each cluster."""
        matrix, rest = self.matrix, progress.between(0.0, 0.6)
        if not self.clusters:
            return pairs_by_scree(
                graph, self._by_largest_gap, debias=self.debias, matrix=matrix, progress=rest
            )
        values, vectors = leading_eigenpairs(
            graph, self.clusters, debias=self.debias, matrix=matrix, progress=rest
        )
        return np.empty(0), values, vectors

    def _by_largest_gap(self, scree: Floats) -> int:
        """Number of eigenvalues before the largest gap; the first one is only the density."""
        sizes = np.abs(scree) if self.matrix == "adjacency" else np.maximum(scree, 0.0)
        gaps = sizes[1:-1] - sizes[2:]
        return 2 + int(np.argmax(gaps)) if len(gaps) else 2


def _by_kmeans(points: Floats, k: int, seed: int) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    from sklearn.cluster import KMeans
    from sklearn.exceptions import ConvergenceWarning

    starts = STARTS if len(points) <= LARGE else STARTS_LARGE
    with warnings.catch_warnings():
        # Points that differ by rounding only: k-means says that it found fewer clusters.
        warnings.simplefilter("ignore", ConvergenceWarning)
        labels = KMeans(k, n_init=starts, random_state=seed).fit_predict(points)
    return labels, ()


def _by_gaussian_mixture(
    points: Floats, k: int, seed: int
) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.mixture import GaussianMixture

    n, d = points.shape
    shape = "full" if n * k * d * d <= FULL_COVARIANCE_WORK else "diag"
    mixture = GaussianMixture(
        k,
        covariance_type=shape,
        reg_covar=1e-4 * max(float(points.var()), 1e-12),
        random_state=seed,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # said in a note instead
        labels = mixture.fit_predict(points)
    notes: tuple[str, ...] = ()
    if shape == "diag":
        notes += ("On a graph of this size the ellipsoids are parallel to the axes.",)
    if not mixture.converged_:
        notes += (f"The mixture was stopped after {mixture.max_iter} steps.",)
    return labels, notes
