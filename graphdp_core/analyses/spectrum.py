"""The spectrum: the k largest eigenvalues of a graph and their eigenvectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from graphdp_core.analyses.analysis import Analysis, error, rating, share, share_off
from graphdp_core.digits import digits, epsilon_label, percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.metrics import Metric, Yardstick
from graphdp_core.metrics.spectra import (
    absolute_cosines,
    eigenvalue_error,
    eigenvector_error,
    gamma_error,
    principal_angles,
    reconstruction_error,
    subspace_overlap,
)
from graphdp_core.params import Refused, param
from graphdp_core.progress import Progress
from graphdp_core.results import Spectrum
from graphdp_core.spectra.debiasing import debias_note
from graphdp_core.spectra.eigenpairs import leading_eigenpairs
from graphdp_core.vocabulary import PATTERNS

LARGEST_K = 10
TOLERANCE = 1e-5  # relative residual of the eigenpairs


@dataclass(frozen=True)
class SpectrumAnalysis(Analysis[Spectrum]):
    """The eigenpairs (lambda_i, u_i) of the k largest eigenvalues of the adjacency matrix.

    A release with a known noise distribution is debiased first: the matrix (A' - q(J - I))/(p - q).
    Signs follow a rule: the first of the largest entries of a vector is positive.

    References
    ----------
    Y. Wang, X. Wu, L. Wu, Differential privacy preserving spectral graph analysis, PAKDD 2013.

    Examples
    --------
    >>> star = Graph.from_edges(5, [(0, i) for i in range(1, 5)])
    >>> result = SpectrumAnalysis(k=2).run(star, rng=np.random.default_rng(0))
    >>> abs(result.values.round(6)).tolist(), result.vectors.shape
    ([2.0, 0.0], (5, 2))
    """

    id: ClassVar[str] = "spectrum"
    title: ClassVar[str] = "Spectrum"
    summary: ClassVar[str] = (
        "The largest eigenvalues of the graph and their eigenvectors: its density, its main "
        "groups and how sharply they stand apart."
    )
    source: ClassVar[str] = (
        "Wang, Wu and Wu, Differential Privacy Preserving Spectral Graph Analysis, PAKDD 2013"
    )
    formula: ClassVar[str] = (
        r"\hat A u_i = \lambda_i u_i,\quad \lambda_1 \ge \dots \ge \lambda_k,"
        r"\quad \hat A = \frac{A' - q(J - I)}{p - q}"
    )
    metrics: ClassVar[tuple[Metric, ...]] = (
        share(
            "subspace_overlap",
            "Space kept",
            "Share of the space of the k leading eigenvectors that the private ones still span "
            "(mean squared cosine of the angles between them); k/n for a random space.",
        ),
        error(
            "largest_angle",
            "Largest angle",
            "The largest angle between the two spaces in degrees: 0 the same space, 90 a true "
            "direction is lost altogether.",
            high=90.0,
        ),
        rating(
            "leading_cosine",
            "Leading direction",
            "Cosine between the first eigenvectors: 1 the same direction, 0 nothing in common.",
        ),
        rating(
            "mean_cosine",
            "Mean cosine",
            "Mean of |cos| between matching eigenvectors. Where two eigenvalues nearly agree, "
            "vectors may turn within their space: then read the space kept.",
        ),
        error(
            "eigenvalue_error",
            "Eigenvalue error",
            "Sum of the absolute errors of the k eigenvalues (E_Λ in the publication).",
        ),
        share_off(
            "eigenvalues_lost",
            "Eigenvalue error, relative",
            "The same as a share of the sum of the absolute eigenvalues: 1 is no better than "
            "zeros.",
        ),
        error(
            "eigenvector_error",
            "Eigenvector error",
            "Largest sum of absolute errors in one eigenvector (E_U in the publication). It "
            "compares signs as they come, so it has a floor.",
        ),
        error(
            "reconstruction_error",
            "Rank-k error",
            "Distance of the matrix that the k pairs rebuild from the adjacency matrix, as a "
            "share of its own size: 1 is no better than nothing. Not 0 even without privacy.",
        ),
        error(
            "gamma",
            "Rebuilt graph error γ",
            "√(2 × pairs that differ) after the largest entries of the rank-k matrix are made "
            "edges: as many as the release says there are, or, where it says nothing, the true "
            "number, as published. Up to 4,000 nodes.",
        ),
    )
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (
        Yardstick("subspace_overlap", perfect=1.0, nothing=0.0),
        Yardstick("eigenvalues_lost", perfect=0.0, nothing=1.0),
    )

    k: int = param(
        5, "How many eigenpairs, from the largest eigenvalue down.", label="Eigenpairs",
        low=1, high=LARGEST_K,
    )  # fmt: skip
    debias: bool = param(
        True,
        "Correct a released graph for the noise, whose distribution is public. Without it a large "
        "constant direction made by the noise comes first.",
        label="Correct for the noise",
    )

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Spectrum:
        """Decompose a graph of more than k nodes; Refused if it is smaller."""
        if graph.n <= self.k:
            raise Refused(
                f"k must be below the number of nodes, got k = {self.k} on {graph.n} nodes: "
                "ask for fewer eigenpairs or choose a larger graph.",
                remedy={"k": graph.n - 1} if graph.n > 1 else None,
            )
        values, vectors = leading_eigenpairs(
            graph, self.k, debias=self.debias, largest=True, tolerance=TOLERANCE, progress=progress
        )
        notes = debias_note(graph, debias=self.debias)
        if len(values) < self.k:
            notes += (f"Only {len(values)} of {self.k} eigenpairs could be computed.",)
        return Spectrum(
            values=values,
            vectors=vectors,
            notes=notes,
            edge_count=_edge_count(graph),
        )

    def _measure(self, graph: Graph, baseline: Spectrum, private: Spectrum) -> dict[str, float]:
        """Compare the pairs that both have; what a release does not hold is nan."""
        true, noisy = baseline, private
        cosines = absolute_cosines(true.vectors, noisy.vectors)
        angles = principal_angles(true.vectors, noisy.vectors)
        count = float(graph.m) if noisy.edge_count is None else noisy.edge_count
        error = eigenvalue_error(true.values, noisy.values)
        size = float(np.abs(true.values[: len(noisy.values)]).sum())
        return {
            "subspace_overlap": subspace_overlap(true.vectors, noisy.vectors),
            "largest_angle": float(angles[-1]) if len(angles) else np.nan,
            "leading_cosine": float(cosines[0]) if len(cosines) else np.nan,
            "mean_cosine": float(cosines.mean()) if len(cosines) else np.nan,
            "eigenvalue_error": error,
            "eigenvalues_lost": error / size if size else np.nan,
            "eigenvector_error": eigenvector_error(true.vectors, noisy.vectors),
            "reconstruction_error": reconstruction_error(graph, noisy.values, noisy.vectors),
            "gamma": gamma_error(graph, noisy.values, noisy.vectors, count=count),
        }

    def headline(self, graph: Graph) -> tuple[str, ...]:
        """Ids of the metrics shown first, in their order."""
        return ("subspace_overlap", "leading_cosine", "eigenvalue_error", "gamma")

    def chances(self, n: int) -> Mapping[str, float]:
        """Random directions span k of n parts of a space of k."""
        return {"subspace_overlap": min(self.k / n, 1.0)} if n else {}

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """What is left of the space and of the values."""
        kept, error = metrics["subspace_overlap"], metrics["eigenvalue_error"]
        values = f"the eigenvalues are off by {digits(error)} in total"
        if not np.isfinite(kept):
            return f"At {epsilon_label(epsilon)} {values}; this release holds no eigenvectors."
        share = percent(kept, whole=True) if kept else "none"
        return (
            f"At {epsilon_label(epsilon)} {PATTERNS.became(kept)}: {share} of their directions "
            "stay. A pattern says who stands on which side (an eigenvector); a bar, how strongly "
            "(its eigenvalue)."
        )


def _edge_count(graph: Graph) -> float | None:
    """What the graph says about the number of edges; None where it is pure noise."""
    noise = graph.noise
    if noise is None:
        return float(graph.m)
    false_edges = pair_count(graph.n) * noise.false_positive_rate
    return (graph.m - false_edges) / noise.contrast if noise.contrast else None
