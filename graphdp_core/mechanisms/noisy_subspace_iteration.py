"""Noisy subspace iteration: a few multiplications by the adjacency matrix, each with noise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.spectral_release import (
    PUBLIC_BY_ASSUMPTION,
    SpectralRelease,
    sorted_spectrum,
)
from graphdp_core.params import param
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.privacy.draws import Budget, Draws, Loss
from graphdp_core.privacy.grids import IDEAL_SAMPLER, on_a_grid
from graphdp_core.privacy.guarantee import Guarantee, Status
from graphdp_core.privacy.laws import GaussianNoise
from graphdp_core.progress import Progress
from graphdp_core.results import Spectrum

__all__ = ["NoisySubspaceIteration"]


@dataclass(frozen=True)
class NoisySubspaceIteration(SpectralRelease):
    """Multiply k directions by A, add Gaussian noise, orthonormalise; T times.

    From a random start X: Y = A X + s r G, X = the Q of Y = QR, with r^2 the sum of the two
    largest squared row norms of X: a bound of what one edge changes, read from X alone, which
    is already released. Then X'AX and the number of edges, with noise in the same proportion.

    *Privacy*: (epsilon, delta)-DP for one edge. Each of the T + 2 answers is Gaussian with
    sensitivity / deviation = 1/s, given the earlier ones; together they are one Gaussian
    mechanism with mu = sqrt(T + 2)/s.

    References
    ----------
    M. Hardt, A. Roth, Beyond worst-case analysis in private singular vector computation, STOC
    2013. M. Hardt, E. Price, The noisy power method, NeurIPS 2014. J. Dong, A. Roth, W. J. Su,
    Gaussian differential privacy, JRSS B, 2022, corollary 3.3.

    Examples
    --------
    >>> star = Graph.from_edges(5, [(0, i) for i in range(1, 5)])
    >>> mechanism = NoisySubspaceIteration(k=2)
    >>> release = mechanism.release(star, epsilon=1.0, rng=np.random.default_rng(0))
    >>> np.allclose(release.vectors.T @ release.vectors, np.eye(2))
    True
    """

    id = "noisy_subspace_iteration"
    title = "Noisy subspace iteration"
    everyday = "spectrum in steps"
    summary = (
        "Multiplies a few directions by the graph, adds noise only to these, and repeats: cheap "
        "at any size, and strong where the leading eigenvectors are spread over many nodes."
    )
    source = "Hardt and Price, The Noisy Power Method, NeurIPS 2014"
    procedure = (
        "k random directions X, which do not depend on the graph.",
        "T times: A X gets normal noise of deviation s r(X) in every entry, r² being the two "
        "largest squared rows of X together, and is made orthonormal.",
        "X'AX and the number of edges are released with noise in the same proportion; s follows"
        " from T, ε and δ.",
    )
    formula = (
        r"Y = A X + s\,r(X)\,G,\quad X \leftarrow \mathrm{qr}(Y),\quad "
        r"r(X)^2 = \lVert x_{(1)}\rVert^2 + \lVert x_{(2)}\rVert^2,\quad "
        r"s = \sqrt{T + 2}\,/\,\mu(\varepsilon, \delta)"
    )

    epsilon_range = (0.0, 500.0)
    largest_n = 200_000

    iterations: int = param(
        3, "Multiplications T by the graph: more of them turn further to the leading directions, "
        "and each gets more noise.", low=1, high=20,
    )  # fmt: skip
    delta: float = param(
        1e-6, "Far below 1/(number of pairs).",
        label="δ", term="delta", low=1e-12, high=0.01,
    )  # fmt: skip

    def _drawn(
        self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress
    ) -> Spectrum:
        x = np.linalg.qr(draws.generator().standard_normal((graph.n, self.k)))[0]
        scale, adjacency, parts = self.scale(float(epsilon)), graph.adjacency(), self.iterations + 2
        share: dict[str, Any] = {
            "epsilon": epsilon / parts,
            "parts": parts,
            "delta": self.delta / parts,
        }
        for step in range(self.iterations):
            progress(step / self.iterations, "multiplying by the graph")
            moved = step_sensitivity(x)
            product = GaussianNoise(
                f"product {step + 1}", values=adjacency @ x, sensitivity=moved,
                deviation=scale * moved, **share,
            )  # fmt: skip
            x = np.linalg.qr(on_a_grid(draws.draw(product), product.deviation))[0]
        moved = form_sensitivity(x)
        form = _SymmetricNoise(
            "form", values=x.T @ (adjacency @ x), sensitivity=moved, deviation=scale * moved,
            **share,
        )  # fmt: skip
        inner = on_a_grid(draws.draw(form), form.deviation)
        values, turn = np.linalg.eigh((inner + inner.T) / 2.0)
        edges = GaussianNoise(
            "number of edges", values=np.array([float(graph.m)]), deviation=scale, **share
        )
        edge_count = float(round(float(draws.draw(edges)[0])))
        return sorted_spectrum(values, x @ turn, edge_count=edge_count)

    def scale(self, epsilon: float) -> float:
        """Deviation of every answer in units of its sensitivity, s = sqrt(T + 2) / mu."""
        return math.sqrt(self.iterations + 2) * gaussian_scale(epsilon, self.delta)

    def guarantee(self, epsilon: float) -> Guarantee:
        """(epsilon, delta)-DP for the presence or absence of one edge."""
        return Guarantee(
            relation=self.relation,
            epsilon=epsilon,
            delta=self.delta,
            status=Status.PROVED_APPROX,
            assumptions=PUBLIC_BY_ASSUMPTION,
            sampler=IDEAL_SAMPLER,
            proof="T + 2 Gaussian answers, each with a sensitivity that earlier answers bound; "
            "they compose to one Gaussian mechanism (Dong, Roth and Su, 2022).",
        )


@dataclass(frozen=True, eq=False)
class _SymmetricNoise(GaussianNoise):
    """Symmetric noise on a symmetric matrix: entries beside the diagonal have this deviation."""

    def drawn(self, rng: np.random.Generator) -> Floats:
        noise = rng.standard_normal(self.values.shape)
        noisy: Floats = self.values + self.deviation * (noise + noise.T) / math.sqrt(2.0)
        return noisy

    def loss(self, other: GaussianNoise, outcome: Floats) -> Loss:
        """Entries on the diagonal have twice the variance, and others stand there twice."""
        halved = [
            GaussianNoise(
                law.of, law.epsilon, law.values / math.sqrt(2.0), law.sensitivity, law.deviation,
                law.parts, delta=law.delta,
            )
            for law in (self, other)
        ]  # fmt: skip
        return halved[0].loss(halved[1], outcome / math.sqrt(2.0))


def step_sensitivity(x: Floats) -> float:
    """Largest Frobenius norm of E X over all edges E: two rows of X change places.

    Examples
    --------
    >>> step_sensitivity(np.array([[0.6], [0.8], [0.0]]))
    1.0
    """
    return math.sqrt(float(_two_largest(x).sum()))


def form_sensitivity(x: Floats) -> float:
    """Bound of the change of X'AX by one edge, diagonal entries counted at 1/sqrt 2.

    For rows a, b the squared change is |a|^2 |b|^2 + (a.b)^2, at most 2 |a|^2 |b|^2.
    """
    return math.sqrt(2.0 * float(_two_largest(x).prod()))


def _two_largest(x: Floats) -> Floats:
    return np.partition(np.square(x).sum(axis=1), -2)[-2:]
