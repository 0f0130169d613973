"""Graph-based Laplace: the same edges with Laplace noise on every weight."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from graphdp_core.graphs.answers import Answers
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import forest_edges
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from graphdp_core.metrics.trees import laplace_error_bound
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.laws import GridNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER, on_a_grid
from graphdp_core.progress import Progress


@dataclass(frozen=True)
class WeightLaplace(WeightMechanism[Graph]):
    """Release w_e + Lap(b) for every edge, b = radius/epsilon (l1) or m radius/epsilon (l-inf).

    *Privacy*: pure epsilon-DP: the l1 sensitivity of the weights is the radius under l1 and m
    times the radius under l-infinity. Everything computed from the release, such as its minimum
    spanning tree with its noisy weights, is post-processing.

    References
    ----------
    A. Sealfon, Shortest paths and distances with differential privacy, PODS 2016.
    R. Pinot, Minimum spanning tree release under differential privacy constraints, 2017,
    definition 2.3.1 and section 3.2.

    Examples
    --------
    >>> import numpy as np
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[1.0, 2.0])
    >>> release = WeightLaplace(radius=1e-6).release(
    ...     path, epsilon=1.0, rng=np.random.default_rng(0))
    >>> bool(np.allclose(release.weights, path.weights, atol=1e-4))
    True
    """

    id = "weight_laplace"
    title = "Laplace on weights"
    everyday = "noise on every weight"
    summary = (
        "Every edge keeps its place and gets Laplace noise on its weight; who is joined with "
        "whom is public. The noise fits the change that is protected, so with l∞ it grows with "
        "the number of edges."
    )
    source = (
        "Sealfon, Shortest paths and distances with differential privacy, PODS 2016; Pinot, "
        "Minimum spanning tree release under differential privacy constraints, 2017"
    )
    procedure = (
        "Every weight lies in its public range, or is cut to it, and is rounded to a fine "
        "public grid.",
        "Each gets two-sided geometric noise of whole steps: Laplace noise of scale b, P(x) ∝ "
        "e^(−|x|/b).",
        "The same edges with noisy weights are released; who is joined with whom is public.",
    )
    formula = (
        r"\tilde w_e = w_e + \mathrm{Lap}(b), \qquad b = \frac{\mu}{\varepsilon} \;(\ell_1)"
        r"\quad\text{or}\quad \frac{|E|\,\mu}{\varepsilon} \;(\ell_\infty)"
    )
    sampler = f"weights rounded to a fine public grid, then {DISCRETE_SAMPLER}"
    proof = (
        "Geometric mechanism, Laplace's for integers; the l1 sensitivity of the weights is μ, or "
        "|E| μ in l∞, and rounding adds at most a thousandth."
    )
    exact_sampler = f"weights rounded to a fine public grid, then {INTEGER_NOISE}"

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Graph:
        if not isinstance(epsilon, Fraction):
            sensitivity: float | Fraction = self.scale(graph.m, epsilon, graph.answers) * epsilon
        elif self.norm == "linf":
            sensitivity = Fraction(self.radius) * max(graph.m, 1)
        else:
            sensitivity = Fraction(self.total_change(graph.m, graph.answers))
        noisy = draws.draw(GridNoise("weights", epsilon, self.clipped(graph), sensitivity))
        noisy = on_a_grid(noisy, float(sensitivity / epsilon))
        return self._graph(graph, graph.edges, epsilon, weights=noisy)

    def scale(self, m: int, epsilon: float, answers: Answers | None = None) -> float:
        """b, in weight units.

        Examples
        --------
        >>> WeightLaplace(norm="linf", radius=0.5).scale(10, 2.0)
        2.5
        """
        return self.total_change(m, answers) / epsilon

    def tree_error_bound(self, graph: Graph, *, epsilon: float, gamma: float = 0.05) -> float:
        """Theorem 3.2.1 for the tree of least noisy weight."""
        steps, scale = forest_edges(graph), self.scale(graph.m, epsilon, graph.answers)
        return laplace_error_bound(steps, graph.m, scale=scale, gamma=gamma)
