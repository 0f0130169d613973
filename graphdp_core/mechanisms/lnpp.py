"""LNPP as published: Laplace noise on eigenpairs, scaled by the private eigengaps."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.spectral_release import (
    PUBLIC_BY_ASSUMPTION,
    SpectralRelease,
    share_parameter,
    true_pairs,
)
from graphdp_core.params import Refused, param
from graphdp_core.privacy.guarantee import Status
from graphdp_core.progress import Progress
from graphdp_core.results import Spectrum

PUBLISHED_VALUE_SHARE = 10.0 / 460.0
ZERO_GAP = 1e-8  # as a share of the largest eigenvalue
_values: GraphCache[Floats] = GraphCache(size=8)  # which every epsilon is checked by


@dataclass(frozen=True)
class LNPP(SpectralRelease):
    """Noise on every eigenvalue and on every entry of every eigenvector, then orthonormal again.

    values_i + Lap(GS/epsilon_0), GS = 1 (k = 1) or sqrt(2k); u_i + Lap(sqrt(n)/(gap_i epsilon_i))
    in each entry; columns normalised; U = X (X'X)^(-1/2), the orthonormal columns nearest to X.
    Pairs stay in the order of the true eigenvalues, as published.

    *Privacy*: none proved. gap_i is read from the private graph, so the noise itself depends on
    the edges. The eigenvalues alone would be private: see
    :class:`graphdp_core.mechanisms.noisy_eigenvalues.NoisyEigenvalues`.

    References
    ----------
    Y. Wang, X. Wu, L. Wu, Differential privacy preserving spectral graph analysis, PAKDD 2013,
    algorithm 1. P. Garthwaite et al., Orthogonalization of vectors with minimal adjustment,
    Biometrika, 2012.

    Examples
    --------
    >>> path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    >>> release = LNPP(k=2).release(path, epsilon=20.0, rng=np.random.default_rng(0))
    >>> np.allclose(release.vectors.T @ release.vectors, np.eye(2))
    True
    """

    status = Status.AS_PUBLISHED_NOT_DP
    assumptions = PUBLIC_BY_ASSUMPTION
    caveat = (
        "The noise of the vectors is scaled by the private eigengaps. Counterexample: "
        "two graphs on six nodes that differ in one edge have nearly opposite second "
        "eigenvectors (cosine −0.97); where ε = 1 is spent on this vector, some outcomes are "
        "more than 10 times as likely with the edge as without it, and e^ε = 2.7 is allowed. "
        "Divided by the gaps, the budget itself tells of them too."
    )
    proof = (
        "None. Result 1 (eigenvalues) holds; result 2 takes a gap of this one graph for "
        "a bound over all graphs."
    )
    id = "lnpp"
    title = "LNPP (as published)"
    everyday = "noise on the spectrum"
    summary = (
        "Adds Laplace noise to eigenvalues and to every entry of the eigenvectors, then makes "
        "the vectors orthonormal again. Its noise is scaled by the private eigengaps, so it "
        "gives no guarantee: for study."
    )
    source = (
        "Wang, Wu and Wu, Differential Privacy Preserving Spectral Graph Analysis, PAKDD 2013, "
        "algorithm 1"
    )
    procedure = (
        "The k largest eigenvalues get Laplace noise of scale √(2k)/ε₀, or 1/ε₀ for one.",
        "Every entry of eigenvector i gets Laplace noise of scale √n/(gap εᵢ), where gap is "
        "that of this very graph.",
        "The vectors are made orthonormal again.",
    )
    formula = (
        r"\tilde\lambda_i = \lambda_i + \mathrm{Lap}\!\left(\tfrac{\sqrt{2k}}{\varepsilon_0}"
        r"\right),\quad X_{\cdot i} \propto u_i + \mathrm{Lap}\!\left(\tfrac{\sqrt n}"
        r"{\mathrm{gap}_i\,\varepsilon_i}\right),\quad \tilde U = X (X^\top X)^{-1/2}"
    )
    largest_n = 50_000

    split: str = param(
        "published",
        "How ε is divided: as published (10 parts of 460 to the eigenvalues, the rest equally to "
        "the vectors); by the gaps, as its authors announced: the eigenvalues get the "
        "same, the vectors what makes their total noise least; or by the share below.",
        label="Budget",
        choices={"published": "As published", "gaps": "By the gaps", "free": "Free"},
    )
    value_share: float = share_parameter(0.2)
    noise: str = param(
        "scale",
        "What the published b is: the scale of the Laplace noise, as the text says, or its "
        "standard deviation, which is √2 smaller and fits the published numbers.",
        label="Reading of b",
        choices={"scale": "Scale", "deviation": "Standard deviation"},
    )

    def _check(self, graph: Graph, epsilon: float) -> None:
        """As for all spectral releases; also Refused where an eigengap is 0 (a leak itself)."""
        super()._check(graph, epsilon)
        values = _values.get(graph, self.k, lambda: true_pairs(graph, self.k + 1)[0])
        gaps = eigengaps(values)
        equal = np.flatnonzero(gaps <= ZERO_GAP * max(1.0, abs(values[0])))
        if len(equal):
            raise Refused(
                f"LNPP is not defined where eigenvalues agree: number {equal[0] + 1} of this "
                "graph has a neighbour of the same value, and its noise would be infinite (this "
                "refusal reads the private graph): ask for fewer eigenpairs or take edgeFlip."
            )

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Spectrum:
        """Draw one release; Refused if an eigengap is 0."""
        standard = rng.laplace(size=self.k), rng.laplace(size=(graph.n, self.k))
        values, vectors = true_pairs(graph, self.k + 1, progress=progress)
        value_scale, vector_scales = self.scales(values, graph.n, epsilon)
        noisy = vectors[:, : self.k] + standard[1] * vector_scales
        return Spectrum(
            values=values[: self.k] + standard[0] * value_scale,
            vectors=nearest_orthonormal(noisy / np.linalg.norm(noisy, axis=0)),
        )

    def scales(self, values: Floats, n: int, epsilon: float) -> tuple[float, Floats]:
        """Laplace scales of the eigenvalues and, per eigenvector, of its entries, shape (k,).

        Parameters
        ----------
        values : ndarray, shape (k + 1,)
            The k + 1 largest eigenvalues.
        n : int
        epsilon : float
        """
        share = self.value_share if self.split == "free" else PUBLISHED_VALUE_SHARE
        sensitivity = 1.0 if self.k == 1 else math.sqrt(2.0 * self.k)
        narrow = 1.0 if self.noise == "scale" else math.sqrt(0.5)
        gaps = eigengaps(values)
        parts = gap_shares(gaps) if self.split == "gaps" else np.full(self.k, 1.0 / self.k)
        return (
            narrow * sensitivity / (share * epsilon),
            narrow * math.sqrt(n) / (gaps * parts * (1.0 - share) * epsilon),
        )


def eigengaps(values: Floats) -> Floats:
    """Distance of each value, but the last, to its nearest neighbour; the values fall.

    Examples
    --------
    >>> eigengaps(np.array([9.0, 6.0, 5.0, 1.0])).tolist()
    [3.0, 1.0, 1.0]
    """
    steps = -np.diff(values)
    return np.minimum(steps, np.concatenate([[np.inf], steps[:-1]]))


def gap_shares(gaps: Floats) -> Floats:
    """Shares of a budget that make the sum of 1/(gap_i share_i) least: as 1/sqrt(gap_i), sum 1.

    *Privacy*: none. The shares read the private gaps once more.

    Examples
    --------
    >>> gap_shares(np.array([4.0, 1.0])).round(3).tolist()
    [0.333, 0.667]
    """
    wanted = 1.0 / np.sqrt(gaps)
    shares: Floats = wanted / wanted.sum()
    return shares


def nearest_orthonormal(columns: Floats) -> Floats:
    """X (X'X)^(-1/2): the orthonormal columns that maximise trace(U'X), by the SVD.

    Examples
    --------
    >>> nearest_orthonormal(np.array([[2.0, 0.0], [0.0, 0.5], [0.0, 0.0]])).tolist()
    [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]
    """
    left, _, right = np.linalg.svd(columns, full_matrices=False)
    nearest: Floats = left @ right
    return nearest
