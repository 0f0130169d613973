"""Laplacian centrality in two rounds: noisy degrees, then the noisy sum of the neighbours' ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import ONE_EDGE_ASSUMPTIONS, EdgeMechanism
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, part_of
from graphdp_core.privacy.laws import IntegerNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER
from graphdp_core.progress import Progress
from graphdp_core.results import Scores


@dataclass(frozen=True)
class TwoRoundLaplacian(EdgeMechanism[Scores]):
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
        "The noise follows public numbers only, and so is much smaller."
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
    assumptions = ONE_EDGE_ASSUMPTIONS
    sampler = DISCRETE_SAMPLER
    proof = (
        "Two geometric mechanisms in sequence; the second one's sensitivity is the sum "
        "of the two largest released degrees."
    )
    exact_sampler = INTEGER_NOISE

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Scores:
        first = part_of(epsilon, self.share)
        noisy = draws.draw(
            IntegerNoise(
                "degrees", first, graph.degrees, sensitivity=2, fact="scale of the degrees"
            )
        )
        degrees = np.clip(noisy, 0, max(graph.n - 1, 0)).astype(np.float64)
        sensitivity = int(np.sort(degrees)[-2:].sum())
        sums = graph.adjacency() @ degrees
        if sensitivity:
            law = IntegerNoise(
                "sums", epsilon - first, np.round(sums).astype(np.int64), sensitivity=sensitivity,
                fact="scale of the sums",
            )  # fmt: skip
            sums = draws.draw(law).astype(np.float64)
        return Scores(degrees**2 + degrees + 2 * sums, measure=self.measure)
