"""Noisy eigenvalues: the k largest ones with Laplace noise, and no eigenvectors."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.spectral_release import PUBLIC_BY_ASSUMPTION, SEARCHED, SpectralRelease
from graphdp_core.params import Refused
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.laws import GridNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER, grid_step
from graphdp_core.progress import Progress
from graphdp_core.results import Spectrum
from graphdp_core.spectra.largest_values import largest_values

LARGEST_PUBLISHED = 2_000
"""Nodes: all eigenvalues at once have errors below 1e-9, by the solver's backward stability."""


@dataclass(frozen=True)
class NoisyEigenvalues(SpectralRelease):
    """Add noise of scale Delta/epsilon to the k largest eigenvalues, then sort.

    The values are rounded to a fine public grid and get two-sided geometric noise of whole
    steps, which is Laplace noise but for a thousandth.

    Delta = 1 for one eigenvalue and 2 for more. The release holds no eigenvectors.

    *Privacy*: pure epsilon-DP for one edge. An edge changes A by a matrix with eigenvalues 1, -1
    and 0: one eigenvalue moves by at most 1 (Weyl), and all together by at most 2 (Mirsky). That
    the values are computed to half a step of the grid is proved on lattices, and else up to a
    chance of the search: see :func:`~graphdp_core.spectra.largest_values.largest_values`.

    References
    ----------
    Y. Wang, X. Wu, L. Wu, Differential privacy preserving spectral graph analysis, PAKDD 2013,
    result 1 (there with sqrt(2k), which is larger for k > 2). L. Mirsky, Symmetric gauge
    functions and unitarily invariant norms, Quarterly Journal of Mathematics, 1960.

    Examples
    --------
    >>> star = Graph.from_edges(5, [(0, i) for i in range(1, 5)])
    >>> release = NoisyEigenvalues(k=1).release(star, epsilon=8.0, rng=np.random.default_rng(0))
    >>> release.values.shape, release.vectors.shape
    ((1,), (5, 0))
    """

    assumptions = PUBLIC_BY_ASSUMPTION
    sampler = (
        f"values, computed to half a step, rounded to a fine public grid; then {DISCRETE_SAMPLER}"
    )
    caveat = f"A publication computes them all and needs no search. On screen: {SEARCHED}"
    proof = (
        "One edge moves one eigenvalue by at most 1 (Weyl) and all of them together by "
        "at most 2 (Mirsky); geometric mechanism on the values rounded to a public grid."
    )
    id = "noisy_eigenvalues"
    title = "Noisy eigenvalues"
    everyday = "heights of the spectrum"
    summary = (
        "Releases the largest eigenvalues alone, each with Laplace noise: one edge moves all of "
        "them together by at most 2, however many are asked for."
    )
    source = (
        "Wang, Wu and Wu, Differential Privacy Preserving Spectral Graph Analysis, PAKDD 2013, "
        "result 1, with the smaller bound of Mirsky (1960)"
    )
    procedure = (
        "The k largest eigenvalues are computed to half a step of a fine public grid, and "
        "rounded to it.",
        "Each gets two-sided geometric noise of whole steps, P(x) ∝ e^(−ε|x|/Δ), Δ = 1 for one "
        "and 2 for more, and what rounding adds.",
        "They are sorted and released.",
    )
    formula = (
        r"\tilde\lambda_i = \lambda_i + \mathrm{Lap}(\Delta/\varepsilon),\quad "
        r"\Delta = 1\ (k = 1),\ 2\ (k \ge 2)"
    )
    largest_n = 200_000

    exact_sampler = (
        "values computed to far less than half a step by a backward stable solver, rounded to a "
        f"fine public grid; then {INTEGER_NOISE}"
    )

    def _drawn(
        self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress
    ) -> Spectrum:
        sensitivity = eigenvalue_sensitivity(self.k)
        if draws.is_exact:
            values = np.linalg.eigvalsh(graph.adjacency().toarray())[::-1][: self.k]
        else:
            half_a_step = grid_step(sensitivity, self.k) / 2.0
            values = largest_values(graph, self.k, error=half_a_step / 2.0, progress=progress)
        law = GridNoise("eigenvalues", epsilon, values, sensitivity, is_inexact=True)
        noisy = np.sort(draws.draw(law))[::-1].copy()
        return Spectrum(values=noisy, vectors=np.empty((graph.n, 0)))

    def check_publication(self, graph: Graph | Aggregates, epsilon: Fraction) -> None:
        """Raise Refused also for more nodes than all eigenvalues are computed of at once."""
        super().check_publication(graph, epsilon)
        if graph.n > LARGEST_PUBLISHED:
            raise Refused(
                f"eigenvalues are published of at most {LARGEST_PUBLISHED:,} nodes, got "
                f"{graph.n:,}: the search in larger graphs may err, by chance; publish a graph."
            )


def eigenvalue_sensitivity(k: int) -> float:
    """Largest sum of |changes| of k eigenvalues, or of k quadratic forms u_i'Au_i, by one edge.

    The forms of fixed orthonormal u_i change by 2 u_ai u_bi: at most 1 for one of them and, as
    the rows of U are no longer than 1, at most 2 for more.
    """
    return 1.0 if k == 1 else 2.0
