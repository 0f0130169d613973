"""Laplacian centrality in two rounds: noisy degrees, then the noisy sum of the neighbours' ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE, ExactDraw, integer_noise
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import ONE_EDGE_ASSUMPTIONS
from graphdp_core.params import param
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.grids import DISCRETE_SAMPLER, geometric_noise, signed_tails
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.progress import Progress
from graphdp_core.results import Scores

__all__ = ["TwoRoundLaplacian"]


@dataclass(frozen=True)
class TwoRoundLaplacian(Mechanism[Scores]):
    """Estimate d_i^2 + d_i + 2 sum over neighbours j of d_j from two noisy looks at the edges.

    1. d^ = d + Geom(e^(-epsilon_1/2)), two-sided, cut to [0, n - 1]: integers.
    2. s^ = A d^ + Geom(e^(-epsilon_2/(d^_(1) + d^_(2)))): given d^, one edge (a, b) changes
       the sums by d^_b at a and d^_a at b, at most by the two largest.
    3. d^^2 + d^ + 2 s^.

    *Privacy*: pure epsilon-DP for one edge, epsilon = epsilon_1 + epsilon_2 (adaptive
    composition of two geometric mechanisms; the scale of the second reads only d^).

    References
    ----------
    Qi, Fuller, Wu, Wu & Zhang (2012), Information Sciences (Laplacian centrality).
    Dwork & Roth (2014), The Algorithmic Foundations of Differential Privacy, Theorem 3.16.

    Examples
    --------
    >>> star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    >>> scores = TwoRoundLaplacian().release(star, epsilon=20.0, rng=np.random.default_rng(0))
    >>> int(scores.values.argmax())
    0
    """

    share: float = param(
        0.5, "Share of ε spent on the degrees, before the neighbours' degrees are added up",
        label="Share for the degrees", low=0.1, high=0.9,
    )  # fmt: skip

    measure = "laplacian"
    id = "two_round_laplacian"
    title = "Two-round Laplacian"
    everyday = "ranking by neighbours"
    summary = (
        "First noisy degrees, then for every node the noisy sum of its neighbours' noisy degrees. "
        "Noise that follows public numbers only, and so much less of it."
    )
    source = (
        "Qi, Fuller, Wu, Wu & Zhang, Laplacian centrality, Information Sciences, 2012; "
        "two geometric mechanisms in sequence"
    )
    procedure = (
        "Every degree gets noise P(x) ∝ e^(−ε₁|x|/2) and is cut to 0 to n − 1.",
        "For every node the noisy degrees of its neighbours are added up; the sums get noise "
        "P(x) ∝ e^(−ε₂|x|/Δ), Δ being the two largest noisy degrees together.",
        "d² + d + 2s of the noisy numbers is released.",
    )
    formula = (
        r"\hat d = d + \mathrm{Geom}(e^{-\varepsilon_1/2}),\quad "
        r"\hat s = A\hat d + "
        r"\mathrm{Geom}\!\big(e^{-\varepsilon_2/(\hat d_{(1)}+\hat d_{(2)})}\big),"
        r"\quad \hat c_i = \hat d_i^2 + \hat d_i + 2\hat s_i"
    )
    relation = NeighbouringRelation.EDGE
    returns = Scores
    epsilon_range = (0.01, 20.0)
    exact_sampler = INTEGER_NOISE

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Scores:
        """Draw the two rounds and combine them, shape (n,)."""
        first, second = signed_tails(rng, graph.n), signed_tails(rng, graph.n)
        noisy = graph.degrees + geometric_noise(first, epsilon=epsilon * self.share / 2)
        degrees = np.clip(noisy, 0, max(graph.n - 1, 0))
        sensitivity = float(np.sort(degrees)[-2:].sum())
        sums = graph.adjacency() @ degrees
        if sensitivity > 0:  # else all released degrees are 0, and so are the sums
            left = epsilon * (1 - self.share)
            sums = sums + geometric_noise(second, epsilon=left / sensitivity)
        return Scores(degrees**2 + degrees + 2 * sums, measure=self.measure)

    def _draw_exactly(self, graph: Graph, *, epsilon: Fraction, coins: Coins) -> ExactDraw[Scores]:
        """The same two rounds by exact noise."""
        first = epsilon * Fraction(repr(self.share))
        noisy = graph.degrees + integer_noise(coins, graph.n, scale=2 / first)
        degrees = np.clip(noisy, 0, max(graph.n - 1, 0))
        sensitivity = int(np.sort(degrees)[-2:].sum())
        sums = np.round(graph.adjacency() @ degrees.astype(np.float64)).astype(np.int64)
        facts = {"scale of the degrees": str(2 / first)}
        if sensitivity:
            scale = sensitivity / (epsilon - first)
            sums = sums + integer_noise(coins, graph.n, scale=scale)
            facts["scale of the sums"] = str(scale)
        values = (degrees**2 + degrees + 2 * sums).astype(np.float64)
        return ExactDraw(Scores(values, measure=self.measure), float(epsilon), facts)

    def guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for the presence or absence of one edge."""
        return Guarantee(
            relation=self.relation,
            epsilon=epsilon,
            status=Status.PROVED_PURE,
            assumptions=ONE_EDGE_ASSUMPTIONS,
            sampler=DISCRETE_SAMPLER,
            proof="Two geometric mechanisms in sequence; the second one's sensitivity is the sum "
            "of the two largest released degrees.",
        )
