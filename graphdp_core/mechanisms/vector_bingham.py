"""Vector Bingham: eigenvectors drawn one after the other by the exponential mechanism, exactly."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.bingham import bingham_vector
from graphdp_core.mechanisms.noisy_eigenvalues import eigenvalue_sensitivity
from graphdp_core.mechanisms.spectral_release import (
    PUBLIC_BY_ASSUMPTION,
    SpectralRelease,
    sorted_spectrum,
)
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, Law, Loss, part_of
from graphdp_core.privacy.grids import DISCRETE_SAMPLER, on_a_grid
from graphdp_core.privacy.guarantee import Guarantee, Status
from graphdp_core.privacy.laws import GridNoise, IntegerNoise
from graphdp_core.progress import Progress
from graphdp_core.results import Spectrum

__all__ = ["VectorBingham"]

ENTRY_GRID = 2.0**-26  # entries of vectors are rounded to about a thousandth of it, 1e-11


@dataclass(frozen=True)
class VectorBingham(SpectralRelease):
    """Draw u_1, ..., u_k with density ~ exp(t u'Au), each orthogonal to those before.

    t = epsilon_U/(2k). Beside each vector stands its own u_i'Au_i with noise of whole steps of a
    public grid, and the number of edges with geometric noise. This is what SBMF set out to be:
    its strength is fixed in advance, and its sampler is exact (rejection), without a Markov chain.

    *Privacy*: pure epsilon-DP for one edge. One edge changes u'Au by 2 u_a u_b, within [-1, 1]:
    the density by at most e^t, and its constant by at most e^t. The k values u_i'Au_i change by
    at most 1 (k = 1) or 2 together, the number of edges by 1.

    References
    ----------
    K. Chaudhuri, A. Sarwate, K. Sinha, A near-optimal algorithm for differentially-private
    principal components, JMLR, 2013. M. Kapralov, K. Talwar, On differentially private low rank
    approximation, SODA 2013. J. T. Kent, A. M. Ganeiber, K. V. Mardia, JCGS, 2018 (the sampler).

    Examples
    --------
    >>> star = Graph.from_edges(5, [(0, i) for i in range(1, 5)])
    >>> release = VectorBingham(k=2).release(star, epsilon=1.0, rng=np.random.default_rng(0))
    >>> np.allclose(release.vectors.T @ release.vectors, np.eye(2))
    True
    """

    id = "vector_bingham"
    title = "Vector Bingham"
    everyday = "spectrum by lot"
    summary = (
        "Draws orthonormal vectors one after the other, those along which the graph is strong "
        "more often: the exponential mechanism for eigenvectors, sampled exactly. It says little "
        "unless ε is near the number of nodes divided by the eigengap."
    )
    source = (
        "Chaudhuri, Sarwate and Sinha, A Near-Optimal Algorithm for Differentially-Private "
        "Principal Components, JMLR 2013"
    )
    procedure = (
        "The first vector u is drawn with density proportional to e^(t u'Au), t = ε_U/(2k), by "
        "exact rejection.",
        "Each further one is drawn so among those at right angles to the earlier ones.",
        "The values u'Au get two-sided geometric noise in steps of a public grid, and the "
        "number of edges too.",
    )
    formula = (
        r"f(u_i) \propto \exp\!\left(\tfrac{\varepsilon_U}{2k}\,u_i^\top A u_i\right),\quad "
        r"u_i \perp u_1, \dots, u_{i-1},\ \lVert u_i\rVert = 1"
    )
    largest_n = 1500

    not_published = (
        "its vectors are real numbers, and rounding them after a draw in floating point is no "
        "proof. Publish a graph by edgeFlip, and take the eigenvectors of it"
    )

    value_share: float = param(
        0.15, "Share of ε for the values u'Au of the drawn vectors.", label="Share for values",
        low=0.01, high=0.45,
    )  # fmt: skip
    count_share: float = param(
        0.05, "Share of ε for the number of edges, which a rebuilt graph needs.",
        label="Share for the edge count", low=0.01, high=0.45,
    )  # fmt: skip

    def _drawn(
        self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress
    ) -> Spectrum:
        progress(0.0, "decomposing the graph")
        values, basis = np.linalg.eigh(graph.adjacency().toarray())
        first = part_of(epsilon, 1.0 - self.value_share - self.count_share)
        drawn = np.zeros((graph.n, self.k))
        for i in range(self.k):
            progress((1 + i) / (1 + self.k), "drawing vectors")
            strength = self.strength(float(epsilon))
            law = BinghamVector(
                f"vector {i + 1}", first / self.k, values, basis, strength, drawn[:, :i].copy()
            )
            drawn[:, i] = draws.draw(law)
        forms = draws.draw(
            GridNoise(
                "values", part_of(epsilon, self.value_share),
                values @ np.square(basis.T @ drawn), eigenvalue_sensitivity(self.k),
                is_inexact=True,
            )
        )  # fmt: skip
        share = part_of(epsilon, self.count_share)
        count = draws.draw(IntegerNoise("number of edges", share, np.array([graph.m])))
        vectors = on_a_grid(drawn, ENTRY_GRID)
        return sorted_spectrum(forms, vectors, edge_count=float(count[0]))

    def strength(self, epsilon: float) -> float:
        """t = epsilon_U / (2k), epsilon_U what values and edge count leave."""
        return (1.0 - self.value_share - self.count_share) * epsilon / (2.0 * self.k)

    def guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for the presence or absence of one edge."""
        return Guarantee(
            relation=self.relation,
            epsilon=epsilon,
            status=Status.PROVED_PURE,
            assumptions=PUBLIC_BY_ASSUMPTION,
            sampler="vectors: exact, by rejection, in floating point, then rounded to a public "
            f"grid; values: rounded to a public grid; values and edge count: {DISCRETE_SAMPLER}",
            proof="k exponential mechanisms of 2t = ε_U/k each; geometric mechanisms for the k "
            "values (sensitivity 1, or 2 for k ≥ 2) and the edge count (sensitivity 1); basic "
            "composition.",
        )


@dataclass(frozen=True, eq=False)
class BinghamVector(Law):
    """A unit vector x, upright on those before, with density ~ exp(strength x'Ax).

    Parameters
    ----------
    values, basis : ndarray
        Eigenvalues and eigenvectors of the adjacency matrix A.
    strength : float
    before : ndarray, shape (n, p)
        Outcomes.
    """

    values: Floats
    basis: Floats
    strength: float
    before: Floats

    def drawn(self, rng: np.random.Generator) -> Floats:
        """By rejection, in the eigenbasis."""
        key = rng.integers(2**63, size=1).astype(np.uint64)
        turned = np.ascontiguousarray(self.basis.T @ self.before)
        vector: Floats = self.basis @ bingham_vector(self.strength * self.values, turned, key)[0]
        return vector

    def loss(self, other: BinghamVector, outcome: Floats) -> Loss:
        """At most the strength times the spread of x'(A - A')x over all x; without an outcome's."""
        if len(self.values) != len(other.values):
            return Loss(math.inf, math.inf)
        here, there = ((law.basis * law.values) @ law.basis.T for law in (self, other))
        free = np.linalg.svd(self.before, full_matrices=True)[0][:, self.before.shape[1] :]
        apart = np.linalg.eigvalsh(free.T @ (here - there) @ free)
        spread = float(apart[-1] - apart[0]) if len(apart) else 0.0
        return Loss(math.nan, self.strength * spread, spread)
