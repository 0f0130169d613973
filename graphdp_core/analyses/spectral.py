"""Spectral embedding: nodes as points, from the leading eigenvectors of the graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis, error, rating, share
from graphdp_core.arrays import Floats
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.embedding import (
    leading_cosine,
    neighbour_overlap,
    procrustes_error,
    trustworthiness,
    two_to_infinity_error,
)
from graphdp_core.params import Refused, param
from graphdp_core.progress import SILENT, Progress
from graphdp_core.results import Embedding
from graphdp_core.spectra.debiasing import debias_note, removable_noise
from graphdp_core.spectra.eigenpairs import (
    MATRICES,
    leading_eigenpairs,
    profile_likelihood_dimension,
)
from graphdp_core.spectra.rdpg_theory import undo_noise
from graphdp_core.spectra.scree import pairs_by_scree, procrustes, scree_values
from graphdp_core.vocabulary import MAP

LARGEST_DIMENSION = 10


def dimension_param(said: str, *, usual: int = 0) -> Any:
    """How many dimensions an embedding has."""
    label = "Dimensions (0: automatic)"
    return param(usual, said, label=label, low=0, high=LARGEST_DIMENSION)


FEWEST_AUTOMATIC = 2  # a picture needs two axes


@dataclass(frozen=True)
class SpectralEmbedding(Analysis[Embedding]):
    """Points U |S|^(1/2) from the d leading eigenpairs (S, U) of the graph.

    For a random dot product graph these are its latent positions up to a rotation (up to an
    indefinite one where some leading eigenvalues are negative: the signature counts them).

    References
    ----------
    A. Athreya et al., Statistical inference on random dot product graphs: a survey, JMLR, 2018.
    P. Rubin-Delanchy et al., A statistical interpretation of spectral embedding: the generalised
    random dot product graph, JRSS B, 2022.
    S. Vishwanath, J. Hehir, Signal Recovery from Random Dot-Product Graphs under Local
    Differential Privacy, arXiv:2504.17274, 2025 (raw and privacy-adjusted embedding).

    Examples
    --------
    >>> square = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    >>> result = SpectralEmbedding(dimension=2).run(square, rng=np.random.default_rng(0))
    >>> result.points.shape, result.signature, result.values.round(6).tolist()
    ((4, 2), (1, 1), [2.0, -2.0])
    """

    id: ClassVar[str] = "spectral"
    title: ClassVar[str] = "Spectral embedding"
    summary: ClassVar[str] = (
        "Places every node in space so that inner products of positions tell how likely an edge is."
    )
    source: ClassVar[str] = (
        "Athreya et al., Statistical inference on random dot product graphs, JMLR, 2018"
    )
    formula: ClassVar[str] = r"\hat X = U\,|S|^{1/2},\quad \hat A = \frac{A' - q(J - I)}{p - q}"
    metrics: ClassVar[tuple[Metric, ...]] = (
        error(
            "procrustes_error",
            "Position error",
            "Root mean square distance between matching points after the best rotation, in units "
            "of the baseline picture's own size. 0 is perfect; 1 or more is as bad as no picture.",
            enough=0.3,
        ),
        error(
            "two_to_infinity_error",
            "Worst node error",
            "Distance of the worst-placed node, in the same unit.",
            enough=0.5,
        ),
        share(
            "neighbour_overlap",
            "Neighbours kept",
            "Share of a node's 10 nearest neighbours that stay among its 10 nearest (below 21 "
            "nodes: half of the others); chance alone keeps about 10/(n - 1). Above 5,000 "
            "nodes measured at 2,000 evenly spaced ones.",
        ),
        rating(
            "trustworthiness",
            "Trustworthiness",
            "Whether nodes that look close in the private picture were close in the baseline: 1 "
            "if all were, about 0.5 for random neighbours. Above 2,000 nodes measured at 1,000.",
        ),
        rating(
            "leading_cosine",
            "Leading direction",
            "Cosine between the leading eigenvectors: 1 the same direction, 0 nothing in common.",
        ),
    )
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (
        Yardstick("procrustes_error", perfect=0.0, nothing=1.0),
    )

    matrix: str = param(
        "adjacency",
        "Which matrix is decomposed: the adjacency matrix, or the one divided by degrees, which "
        "looks past hubs.",
        choices={matrix: matrix.capitalize() for matrix in MATRICES},
    )
    correction: str = param(
        "debiased",
        "What is done about the public noise of a release. Raw: nothing; the shape shrinks, and a "
        "constant direction made by the noise joins it. Debiased: the noise is taken off the "
        "matrix first. Adjusted: the raw embedding, in one dimension more, is freed of the "
        "constant direction and rescaled.",
        label="Noise correction",
        choices={"debiased": "Debiased", "raw": "Raw", "adjusted": "Adjusted"},
    )
    dimension: int = dimension_param(
        "Number of dimensions; 0 finds the elbow of the scree plot, from 2 to 10, looking at "
        "nothing but the embedded graph itself."
    )

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Embedding:
        """Embed a graph of at least 3 nodes and one edge; Refused if it is smaller."""
        if graph.n < 3 or graph.m < 1:
            raise Refused(
                "The embedding needs at least 3 nodes and one edge; this graph has "
                f"{_count(graph.n, 'node')} and {_count(graph.m, 'edge')}: "
                "choose a larger graph or another ε."
            )
        if self.correction == "adjusted" and self.matrix != "adjacency":
            raise Refused(
                "correction='adjusted' needs matrix='adjacency': the map that it undoes holds "
                "for the adjacency matrix only.",
                remedy={"matrix": "adjacency"},
            )
        debias = self.correction != "raw"
        if self.dimension:
            values, vectors = leading_eigenpairs(
                graph, self.dimension, debias=debias, matrix=self.matrix, progress=progress
            )
            scree = values
        else:
            scree, values, vectors = pairs_by_scree(
                graph, self._wanted, debias=debias, matrix=self.matrix, progress=progress
            )
        d = min(self._wanted(scree), graph.n)
        points = vectors * np.sqrt(np.abs(values))
        noise = removable_noise(graph, debias=self.correction == "adjusted")
        if noise is not None:
            part = progress.between(0.6, 1.0)
            values, vectors = leading_eigenpairs(
                graph, d + 1, debias=False, matrix=self.matrix, progress=part
            )
            raw = vectors * np.sqrt(np.abs(values))
            points, values = undo_noise(raw, values, noise, dimension=d)
        notes = debias_note(graph, debias=debias)
        wanted = self.dimension or d
        if len(values) < wanted:
            notes += (f"Only {len(values)} of {wanted} dimensions could be computed.",)
        negative = int(np.sum(values < -1e-6 * np.abs(values).max(initial=0.0)))
        return Embedding(
            points=points,
            signature=(len(values) - negative, negative),
            values=values,
            scree=np.concatenate([values, scree[len(values) :]]),
            notes=notes,
        )

    def scree(self, graph: Graph, embedding: Embedding) -> Floats:
        """The values that a scree plot of this graph's embedding shows, by falling magnitude.

        An embedding of a given dimension did not need them: they are then computed here.
        """
        if not self.dimension:
            return embedding.scree
        debias = self.correction != "raw"
        return scree_values(graph, debias=debias, matrix=self.matrix)

    def _measure(self, graph: Graph, baseline: Embedding, private: Embedding) -> dict[str, float]:
        return self._measure_watched(graph, baseline, private, SILENT)

    def _measure_watched(
        self, graph: Graph, baseline: Embedding, private: Embedding, progress: Progress
    ) -> dict[str, float]:
        """Compare point by point after the best rotation, and neighbourhood by neighbourhood."""
        true, noisy = baseline.points, private.points
        aligned = procrustes(noisy, true)
        return {
            "procrustes_error": procrustes_error(aligned, true),
            "two_to_infinity_error": two_to_infinity_error(aligned, true),
            "neighbour_overlap": neighbour_overlap(true, noisy, progress=progress.part(0, 2)),
            "trustworthiness": trustworthiness(true, noisy, progress=progress.part(1, 2)),
            "leading_cosine": leading_cosine(true, noisy),
        }

    def headline(self, graph: Graph) -> tuple[str, ...]:
        """Ids of the metrics shown first, in their order."""
        return ("neighbour_overlap", "procrustes_error", "two_to_infinity_error", "trustworthiness")

    def chances(self, n: int) -> Mapping[str, float]:
        """Random neighbours share k of the n - 1 others."""
        k = min(10, (n - 1) // 2)
        return {"neighbour_overlap": k / (n - 1)} if k >= 1 else {}

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """What happened to neighbours and positions."""
        kept, error = metrics["neighbour_overlap"], metrics["procrustes_error"]
        if not np.isfinite([kept, error]).all():
            return f"At {epsilon_label(epsilon)} the two pictures cannot be compared."
        share = percent(kept, whole=True) if kept else "none"
        return (
            f"At {epsilon_label(epsilon)} {MAP.became(1.0 - error)}. The private map keeps {share} "
            f"of a node's nearest neighbours and misplaces nodes by {_share(error)} its size."
        )

    def _wanted(self, scree: NDArray[np.float64]) -> int:
        # Laplacian values are ranked by value: negative ones lie beyond the elbow.
        sizes = np.abs(scree) if self.matrix == "adjacency" else np.maximum(scree, 0.0)
        return self.dimension or automatic_dimension(sizes)


def automatic_dimension(scree: NDArray[np.float64]) -> int:
    """The elbow of the scree plot, from 2 to 10.

    If the first elbow leaves one value alone (the overall density), the elbow of the others
    counts.
    """
    d = profile_likelihood_dimension(scree)
    if d == 1:
        d += profile_likelihood_dimension(scree[1:])
    return min(max(d, FEWEST_AUTOMATIC), LARGEST_DIMENSION)


def _share(error: float) -> str:
    if error < 2.0:
        return f"{percent(error, whole=True)} of"
    return f"{error:.1f} times" if error < 10.0 else f"{error:,.0f} times"


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
