"""Noisy power iteration: the leading eigenvector by a few noisy products with the matrix."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import ONE_EDGE_ASSUMPTIONS
from graphdp_core.params import param
from graphdp_core.privacy.accounting import gaussian_scale
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.privacy.laws import GaussianNoise
from graphdp_core.privacy.samplers import IDEAL_SAMPLER, on_a_grid
from graphdp_core.progress import Progress
from graphdp_core.results import Scores


@dataclass(frozen=True)
class NoisyPowerIteration(Mechanism[Scores]):
    """Estimate the leading eigenvector from T noisy products y = A x + noise.

    From x = (1, ..., 1)/sqrt(n), T times: add Gaussian noise to A x, set negative entries to 0,
    scale to length 1. Given the last public x, one edge (a, b) changes A x by x_b at a and x_a at
    b, in l2 at most by the root of the two largest squares; the noise follows this number, which
    is far below 1 for a spread-out vector. Works for any n: no product with a noisy matrix.

    *Privacy*: (epsilon, delta)-DP for one edge. T Gaussian mechanisms of one ratio mu of
    sensitivity to deviation are together one of ratio sqrt(T) mu, also when every step sees the
    ones before; its exact delta is that of Balle & Wang.

    References
    ----------
    Hardt & Price (2014), NeurIPS (noisy power method). Dong, Roth & Su (2022), JRSS B, Corollary
    2 (composition). Balle & Wang (2018), ICML.

    Examples
    --------
    >>> star = Graph.from_edges(60, [(0, i) for i in range(1, 60)])
    >>> scores = NoisyPowerIteration().release(star, epsilon=20.0, rng=np.random.default_rng(0))
    >>> int(scores.values.argmax())
    0
    """

    steps: int = param(3, "Number of noisy products", low=1, high=20)
    delta: float = param(
        1e-6, "Far below 1/(number of pairs).", low=1e-15, high=0.1, label="δ", term="delta"
    )

    measure = "eigenvector"
    id = "noisy_power_iteration"
    stands_in_for = ("stable_eigenvector",)
    title = "Noisy power iteration"
    everyday = "ranking in steps"
    summary = (
        "A few power iterations for the leading eigenvector, each with Gaussian noise that "
        "follows the last public vector. Fast on graphs of any size."
    )
    source = "Hardt & Price, The noisy power method, NeurIPS 2014"
    procedure = (
        "The vector x begins with equal entries.",
        "T times: A x gets normal noise of variance T σ² times the two largest squares of x "
        "together, negative entries become 0, and the length is made 1.",
        "The last vector is released. σ follows from ε and δ by the exact curve of the Gaussian"
        " mechanism.",
    )
    formula = (
        r"x \leftarrow \frac{y}{\lVert y\rVert},\quad "
        r"y = \max\!\Big(0,\; A x + \mathcal N\big(0,\, T\sigma^2 (x_{(1)}^2+x_{(2)}^2)\big)\Big)"
    )
    status = Status.PROVED_APPROX
    assumptions = ONE_EDGE_ASSUMPTIONS
    sampler = IDEAL_SAMPLER
    proof = (
        "Gaussian mechanisms in sequence: the ratios of sensitivity to deviation add up in squares."
    )
    relation = NeighbouringRelation.EDGE
    returns = Scores
    epsilon_range = (0.01, 20.0)

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Scores:
        deviation = gaussian_scale(float(epsilon), self.delta) * math.sqrt(self.steps)
        adjacency = graph.adjacency()
        x = np.full(graph.n, 1 / math.sqrt(max(graph.n, 1)))
        for step in range(self.steps):
            progress(step / self.steps, "noisy power iteration")
            sensitivity = math.sqrt(float(np.sum(np.sort(x)[-2:] ** 2)))
            law = GaussianNoise(
                f"product {step + 1}", epsilon / self.steps, adjacency @ x, sensitivity,
                deviation * sensitivity, self.steps, delta=self.delta / self.steps,
            )  # fmt: skip
            y = np.maximum(on_a_grid(draws.draw(law), law.deviation), 0.0)
            length = float(np.linalg.norm(y))
            x = y / length if length > 0 else x
        return Scores(x, measure=self.measure)

    def guarantee(self, epsilon: float) -> Guarantee:
        """(epsilon, delta)-DP for the presence or absence of one edge."""
        return self._promise(epsilon, delta=self.delta)
