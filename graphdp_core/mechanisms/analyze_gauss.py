"""Analyze Gauss: the adjacency matrix with symmetric Gaussian noise, then its eigenpairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.spectral_release import (
    PUBLIC_BY_ASSUMPTION,
    SpectralRelease,
    sorted_spectrum,
)
from graphdp_core.params import param
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.grids import IDEAL_SAMPLER, on_a_grid
from graphdp_core.privacy.guarantee import Guarantee, Status
from graphdp_core.privacy.laws import GaussianNoise
from graphdp_core.progress import Progress
from graphdp_core.results import Spectrum
from graphdp_core.spectra.lanczos import lanczos

__all__ = ["AnalyzeGauss"]

DENSE_LIMIT = 400


@dataclass(frozen=True)
class AnalyzeGauss(SpectralRelease):
    """Add one normal number to every pair of nodes, and decompose the noisy matrix.

    *Privacy*: (epsilon, delta)-DP for one edge: neighbours differ by 1 in one cell of the upper
    triangle, and the standard deviation is the smallest that the exact Gaussian curve allows.
    The eigenpairs and the estimated number of edges are post-processing of the noisy matrix.

    References
    ----------
    C. Dwork, K. Talwar, A. Thakurta, L. Zhang, Analyze Gauss: optimal bounds for
    privacy-preserving principal component analysis, STOC 2014. B. Balle, Y.-X. Wang, ICML 2018.

    Examples
    --------
    >>> star = Graph.from_edges(5, [(0, i) for i in range(1, 5)])
    >>> release = AnalyzeGauss(k=2).release(star, epsilon=1.0, rng=np.random.default_rng(0))
    >>> release.vectors.shape
    (5, 2)
    """

    id = "analyze_gauss"
    title = "Analyze Gauss"
    everyday = "noise on the whole matrix"
    summary = (
        "Adds normal noise to every pair of nodes and decomposes the noisy matrix. The classic "
        "private PCA; for graphs edgeFlip adds far less noise at the same ε."
    )
    source = "Dwork, Talwar, Thakurta and Zhang, Analyze Gauss, STOC 2014"
    procedure = (
        "Every pair of nodes gets one normal number of deviation σ, the smallest that ε and δ "
        "allow.",
        "The noisy symmetric matrix is decomposed; its k leading eigenpairs are released.",
    )
    formula = (
        r"\tilde A = A + \sigma (Z + Z^\top),\quad Z_{ij} \sim N(0, 1)\ (i < j),\quad "
        r"\Phi\!\left(\tfrac{1}{2\sigma} - \varepsilon\sigma\right) - e^{\varepsilon}\,"
        r"\Phi\!\left(-\tfrac{1}{2\sigma} - \varepsilon\sigma\right) = \delta"
    )

    epsilon_range = (0.0, 500.0)
    largest_n = 3000

    delta: float = param(
        1e-6, "Far below 1/(number of pairs).",
        label="δ", term="delta", low=1e-12, high=0.01,
    )  # fmt: skip

    def _drawn(
        self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress
    ) -> Spectrum:
        progress(0.0, "adding noise to every pair")
        noisy = np.zeros((graph.n, graph.n))
        noisy[tuple(graph.edges.T)] = 1.0
        upper, deviation = np.triu_indices(graph.n, 1), self.deviation(float(epsilon))
        law = GaussianNoise("pairs", epsilon, noisy[upper], 1.0, deviation, delta=self.delta)
        noisy[upper] = on_a_grid(draws.draw(law), deviation)
        edge_count = float(noisy[upper].sum())
        noisy += noisy.T
        progress(0.3, "decomposing the noisy matrix")
        values, vectors = _largest_pairs(noisy, self.k)
        return sorted_spectrum(values, vectors, edge_count=edge_count)

    def deviation(self, epsilon: float) -> float:
        """Standard deviation sigma of the noise of one pair."""
        return gaussian_scale(epsilon, self.delta)

    def guarantee(self, epsilon: float) -> Guarantee:
        """(epsilon, delta)-DP for the presence or absence of one edge."""
        return Guarantee(
            relation=self.relation,
            epsilon=epsilon,
            delta=self.delta,
            status=Status.PROVED_APPROX,
            assumptions=PUBLIC_BY_ASSUMPTION,
            sampler=IDEAL_SAMPLER,
            proof="One cell of the upper triangle differs by 1; exact curve of the Gaussian "
            "mechanism (Balle and Wang, 2018, theorem 8).",
        )


def _largest_pairs(
    matrix: NDArray[np.float64], k: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    from scipy.sparse.linalg import aslinearoperator

    if len(matrix) > DENSE_LIMIT:
        return lanczos(aslinearoperator(matrix), k, "LA", 1e-6)
    values, vectors = np.linalg.eigh(matrix)
    return values[-k:], vectors[:, -k:]
