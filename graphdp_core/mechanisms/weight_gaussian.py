"""Gaussian noise on every weight of a graph with public edges."""

from __future__ import annotations

from dataclasses import dataclass

from graphdp_core.graphs.answers import Answers
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import forest_edges
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from graphdp_core.metrics.trees import gaussian_error_bound
from graphdp_core.params import param
from graphdp_core.privacy.accounting import classical_gaussian_scale, gaussian_delta, gaussian_scale
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.guarantee import Guarantee, Status
from graphdp_core.privacy.laws import GaussianNoise
from graphdp_core.privacy.samplers import IDEAL_SAMPLER, on_a_grid
from graphdp_core.progress import Progress


@dataclass(frozen=True)
class WeightGaussian(WeightMechanism[Graph]):
    """Release w_e + N(0, sigma^2), sigma = c(epsilon, delta) times the l2 sensitivity.

    The l2 sensitivity is the radius under l1 and sqrt(m) times the radius under l-infinity. The
    thesis prints N(0, c D/epsilon); the number is a standard deviation. Its classical constant,
    sqrt(2 ln(1.25/delta))/epsilon, is proved for epsilon < 1 and fails for large epsilon; the
    analytic one solves the exact condition and is smaller.

    *Privacy*: (epsilon, delta)-DP. With the classical constant the guarantee states the exact
    delta wherever that is larger than the one asked for.

    References
    ----------
    R. Pinot, Minimum spanning tree release under differential privacy constraints, 2017,
    section 2.3.
    Balle and Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018.

    Examples
    --------
    >>> round(WeightGaussian(delta=1e-5).scale(10, 1.0), 2)
    3.73
    >>> round(WeightGaussian(delta=1e-5, calibration="classical").scale(10, 1.0), 2)
    4.84
    """

    id = "weight_gaussian"
    title = "Gaussian on weights"
    everyday = "bell-shaped noise on weights"
    summary = (
        "Every edge keeps its place and gets Gaussian noise on its weight. The guarantee allows a "
        "small failure probability δ; in return, with l∞ the noise grows only with the square "
        "root of the number of edges."
    )
    source = (
        "Pinot, Minimum spanning tree release under differential privacy constraints, 2017; "
        "Balle and Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018"
    )
    procedure = (
        "Every weight lies in its public range, or is cut to it.",
        "Each gets normal noise of deviation σ, which follows from ε, δ and the l2 sensitivity "
        "by the exact curve of the Gaussian mechanism.",
        "The same edges with noisy weights, rounded to a public grid, are released.",
    )
    formula = (
        r"\tilde w_e = w_e + \mathcal N(0, \sigma^2), \qquad "
        r"\Phi\!\left(\tfrac{\Delta_2}{2\sigma} - \tfrac{\varepsilon\sigma}{\Delta_2}\right) - "
        r"e^{\varepsilon}\,\Phi\!\left(-\tfrac{\Delta_2}{2\sigma} - "
        r"\tfrac{\varepsilon\sigma}{\Delta_2}\right) = \delta"
    )
    status = Status.PROVED_APPROX
    sampler = IDEAL_SAMPLER
    proof = "Exact condition of Balle and Wang (2018), theorem 8."

    delta: float = param(
        1e-6, "Far below 1/(number of edges).", label="δ", term="delta", low=1e-12, high=0.1
    )
    calibration: str = param(
        "analytic",
        "The exact condition, or the classical formula, which is proved for ε < 1 only.",
        choices={"analytic": "Analytic", "classical": "Classical"},
    )

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Graph:
        scale = self.scale(graph.m, float(epsilon), graph.answers)
        moved = self.euclidean_change(graph.m, graph.answers)
        delta = self.guarantee(float(epsilon)).delta
        law = GaussianNoise("weights", epsilon, self.clipped(graph), moved, scale, delta=delta)
        noisy = on_a_grid(draws.draw(law), scale)
        return self._graph(graph, graph.edges, epsilon, weights=noisy)

    def scale(self, m: int, epsilon: float, answers: Answers | None = None) -> float:
        """sigma, in weight units."""
        return self.euclidean_change(m, answers) * self._constant(epsilon)

    def tree_error_bound(self, graph: Graph, *, epsilon: float, gamma: float = 0.05) -> float:
        """The Gaussian form of theorem 3.2.1."""
        steps, scale = forest_edges(graph), self.scale(graph.m, epsilon, graph.answers)
        return gaussian_error_bound(steps, graph.m, scale=scale, gamma=gamma)

    def _guarantee(self, epsilon: float) -> Guarantee:
        """(epsilon, delta)-DP; with the classical constant the true delta where it is larger."""
        exact = 0.0
        if self.calibration == "classical" and epsilon > 0.0:
            exact = gaussian_delta(self._constant(epsilon), epsilon)
        if exact <= self.delta:
            return self._promise(epsilon, delta=self.delta)
        caveat = (
            f"The classical formula is proved for ε < 1 only; here it misses the δ asked for "
            f"({self.delta:.0e}), and the δ stated is the exact one."
        )
        return self._promise(epsilon, delta=exact, caveat=caveat)

    def _constant(self, epsilon: float) -> float:
        """sigma in units of the sensitivity."""
        if self.calibration == "analytic":
            return gaussian_scale(epsilon, self.delta)
        return classical_gaussian_scale(epsilon, self.delta)
