"""SBMF as published: one draw from the posterior of an eigenmodel, by Gibbs sampling."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.bingham import draw_scores, eigenmodel_sweeps
from graphdp_core.mechanisms.spectral_release import (
    PUBLIC_BY_ASSUMPTION,
    SpectralRelease,
    budget_parameter,
    share_parameter,
    sorted_spectrum,
    true_pairs,
)
from graphdp_core.params import Refused, param
from graphdp_core.privacy.guarantee import Guarantee, Status
from graphdp_core.progress import Progress
from graphdp_core.results import Spectrum

Edges = NDArray[np.bool_]
Key = NDArray[np.uint64]

MOST_WORK = 6e10  # multiplications, about: 20 s of one processor
EIGENPAIRS = 8  # times n^3: all of them, which the probit model needs in every sweep
PER_SWEEP = 2e6  # beside them, in that model


@dataclass(frozen=True)
class SBMF(SpectralRelease):
    """Sample eigenvalues and eigenvectors given Y = alpha A, by Hoff's Gibbs scheme.

    One sweep draws lambda_i | U ~ normal(t u_i'Yu_i/(2 + t), 2t/(2 + t)), t = tau^2, and
    u_i | the rest with density ~ exp(lambda_i u_i'Yu_i/2) on the complement of the other columns,
    here exactly, by rejection. The start is uniform. The paper's nominal epsilon is
    k (2t/(2 + t))^(3/2) + alpha k^2 lambda_1, so alpha follows from epsilon.

    The reading "probit" samples normal scores behind the edges first, as Hoff's network model
    does; then alpha has no effect, and neither has epsilon.

    *Privacy*: none proved; see the caveat of :meth:`guarantee`.

    References
    ----------
    Y. Wang, X. Wu, L. Wu, Differential privacy preserving spectral graph analysis, PAKDD 2013,
    algorithm 2. P. D. Hoff, Simulation of the matrix Bingham-von Mises-Fisher distribution, with
    applications to multivariate and relational data, JCGS, 2009.

    Examples
    --------
    >>> star = Graph.from_edges(5, [(0, i) for i in range(1, 5)])
    >>> release = SBMF(k=2, sweeps=10).release(star, epsilon=5.0, rng=np.random.default_rng(0))
    >>> np.allclose(release.vectors.T @ release.vectors, np.eye(2))
    True
    """

    status = Status.AS_PUBLISHED_NOT_DP
    assumptions = PUBLIC_BY_ASSUMPTION
    caveat = (
        "Counterexample: with two nodes, k = 1 and the published budget, the formula "
        "says ε = 13 at α = 12; but an eigenvalue beyond ±6 has a chance of 47% with the edge "
        "and of 2·10⁻⁹ without it, a loss of 19, and farther out it grows "
        "without limit. The strength α is set with the private λ₁, every "
        "sweep reads the graph again, and claim 2 bounds |tr ΛM| by |tr M|, which is 0 for "
        "u = (1, ±1)/√2."
    )
    proof = "None. Claims 1 and 2 of the publication are false."
    id = "sbmf"
    title = "SBMF (as published)"
    everyday = "spectrum of a model"
    summary = (
        "Samples eigenvalues and eigenvectors from the matrix Bingham–von Mises–Fisher density "
        "of a network model, by Gibbs sampling. Its ε contains the private λ₁ and its proof "
        "fails, so it gives no guarantee: for study."
    )
    source = (
        "Wang, Wu and Wu, Differential Privacy Preserving Spectral Graph Analysis, PAKDD 2013, "
        "algorithm 2; Hoff, JCGS 2009"
    )
    procedure = (
        "Start from random orthonormal vectors, with Y = αA and α from the nominal ε.",
        "A sweep draws every eigenvalue given the vectors from a normal distribution, then "
        "every vector given the rest with density proportional to e^(λ u'Yu/2).",
        "After a fixed number of sweeps the last values and vectors are released.",
    )
    formula = (
        r"\lambda_i \mid U \sim N\!\left(\tfrac{\tau^2 u_i^\top Y u_i}{2 + \tau^2}, "
        r"\tfrac{2\tau^2}{2 + \tau^2}\right),\quad "
        r"U \mid \Lambda \propto \mathrm{etr}(\Lambda U^\top Y U / 2),\quad Y = \alpha A"
    )

    sweeps: int = param(
        200, "Gibbs sweeps from a uniform start; the publication does not say how many.",
        low=1, high=20_000,
    )  # fmt: skip
    model: str = param(
        "adjacency",
        "What the sampler is given: αA, as the algorithm says; or normal scores behind the edges, "
        "sampled too, as in Hoff's network model, which comes near the published numbers at α = 1.",
        label="Reading",
        choices={"adjacency": "αA", "probit": "Probit model"},
    )
    split: str = budget_parameter(
        "free",
        published="τ² = n, for which the eigenvalues alone cost about 2.8k of ε",
    )
    value_share: float = share_parameter(0.5)

    @property
    def largest_n(self) -> int:
        """Number of nodes up to which these sweeps take about 20 s of one processor."""
        each = MOST_WORK / self.sweeps
        if self.model == "probit":
            return min(1000, int(((each - PER_SWEEP) / (self.k + EIGENPAIRS)) ** (1 / 3)))
        return min(1000, int((each / self.k) ** (1 / 3)))

    def _check(self, graph: Graph, epsilon: float) -> None:
        """As for all spectral releases; also Refused below what the published budget needs."""
        super()._check(graph, epsilon)
        least = value_epsilon(self.k, graph.n)
        if self.split == "published" and epsilon <= least:
            raise Refused(
                f"epsilon must be above {least:.4g} with the published budget, which spends that "
                f"on {self.k} eigenvalues, got {epsilon:g}: raise epsilon or ask for fewer "
                "eigenpairs, or choose the free budget.",
                remedy={"split": "free"},
            )

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Spectrum:
        """Draw one release: the state after the last sweep."""
        values, vectors = np.zeros(0), np.zeros((graph.n, 0))
        for done, state in enumerate(self.chain(graph, epsilon=epsilon, rng=rng)):
            values, vectors = state
            progress(done / self.sweeps, "Gibbs sweeps")
        return sorted_spectrum(values, vectors)

    def chain(
        self,
        graph: Graph,
        *,
        epsilon: float,
        rng: np.random.Generator,
        start: Floats | None = None,
    ) -> Iterator[tuple[Floats, Floats]]:
        """The eigenvalues and vectors after each sweep, as they are drawn, not sorted.

        Parameters
        ----------
        graph : Graph
        epsilon : float
        rng : numpy.random.Generator
        start : ndarray, shape (n, k), optional
            Orthonormal vectors to begin with; uniform ones by default.
        """
        key = rng.integers(2**63, size=1).astype(np.uint64)
        uniform = np.linalg.qr(rng.standard_normal((graph.n, self.k)))[0]
        u = uniform if start is None else start
        alpha, variance = self.strengths(graph, epsilon)
        matrix = graph.adjacency().toarray()
        if self.model == "adjacency":
            diagonal, basis = np.linalg.eigh(alpha * matrix)
            turned, values = np.ascontiguousarray(basis.T @ u), np.zeros(self.k)
            for _ in range(self.sweeps):
                eigenmodel_sweeps(diagonal, turned, values, variance, 1, key)
                yield values, basis @ turned
        else:
            yield from self._given_scores(matrix > 0.0, variance, u, key)

    def strengths(self, graph: Graph, epsilon: float) -> tuple[float, float]:
        """(alpha, tau^2) that spend epsilon by the paper's formula; reads the private lambda_1."""
        variance = float(graph.n)
        if self.split == "free":
            wanted = (self.value_share * epsilon / self.k) ** (2 / 3)  # = 2t/(2 + t)
            if wanted < 2.0 * variance / (2.0 + variance):
                variance = 2.0 * wanted / (2.0 - wanted)
        largest = true_pairs(graph, 1)[0][0]
        rest = epsilon - value_epsilon(self.k, variance)
        # Without edges there is nothing to multiply.
        return (rest / (self.k**2 * largest) if largest > 0.0 else 0.0), variance

    def _given_scores(
        self, edges: Edges, variance: float, u: Floats, key: Key
    ) -> Iterator[tuple[Floats, Floats]]:
        values, intercept = np.zeros(self.k), 0.0
        scores = np.empty(edges.shape)
        for _ in range(self.sweeps):
            intercept = draw_scores(edges, np.ascontiguousarray(u), values, intercept, scores, key)
            diagonal, basis = np.linalg.eigh(scores)
            turned = np.ascontiguousarray(basis.T @ u)
            eigenmodel_sweeps(diagonal, turned, values, variance, 1, key)
            u = basis @ turned
            yield values, u

    def _guarantee(self, epsilon: float) -> Guarantee:
        """No guarantee: epsilon is the paper's formula, which contains the private lambda_1."""
        return self._promise(epsilon, sampler=f"Gibbs, {self.sweeps:,} sweeps")


def value_epsilon(k: int, variance: float) -> float:
    """The paper's nominal epsilon of the eigenvalues, k (2t/(2 + t))^(3/2), t = tau^2.

    Examples
    --------
    >>> round(value_epsilon(5, 147), 3)
    13.858
    """
    return float(k * math.pow(2.0 * variance / (2.0 + variance), 1.5))
