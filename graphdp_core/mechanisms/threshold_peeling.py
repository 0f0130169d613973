"""Core numbers by threshold peeling: nodes leave level by level, by noisy looks at degrees."""

from __future__ import annotations

from dataclasses import dataclass

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import ONE_EDGE_ASSUMPTIONS
from graphdp_core.mechanisms.peeling_law import Peeling
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.grids import DISCRETE_SAMPLER
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.progress import Progress
from graphdp_core.results import Scores

__all__ = ["ThresholdPeeling"]


@dataclass(frozen=True)
class ThresholdPeeling(Mechanism[Scores]):
    """Estimate core numbers by peeling with noisy thresholds and noisy looks at the degrees.

    Every node v draws rho_v = Geom(e^-epsilon_1) once. For the levels k = s, 2s, 3s, ... at most
    `rounds` times: every node that is left draws fresh nu = Geom(e^-epsilon_2) and leaves if its
    number of neighbours among those left, plus nu, is below k + rho_v. A level ends early when
    nobody leaves. Who leaves at the j-th level gets max(1, (j - 1) s + s/2). With
    epsilon_1 = share * epsilon and epsilon_2 = (1 - 2 share) epsilon.

    *Privacy*: pure epsilon-DP for one edge, epsilon = 2 epsilon_1 + epsilon_2. Who leaves when
    fixes who is left; given that, nodes are independent, and only the two of the changed edge
    differ. The first of them to leave saw its degree moved by exactly 1 in all its looks: moving
    its rho by 1 makes up for it. The other saw 1, then 0: moving rho makes every look that it
    passed no likelier, and the one at which it left at most e^epsilon_2 likelier.

    References
    ----------
    Dhulipala, Li & Liu, Near-optimal differentially private k-core decomposition,
    arXiv:2312.07706, 2023 (thresholds for peeling); constants and proof are given here.

    Examples
    --------
    >>> import numpy as np
    >>> clique = Graph.from_edges(6, [(u, v) for u in range(5) for v in range(u)])
    >>> ThresholdPeeling().release(clique, epsilon=20.0, rng=np.random.default_rng(0)).values
    array([4.5, 4.5, 4.5, 4.5, 4.5, 1. ])
    """

    share: float = param(
        0.35,
        "Share of ε for the noise that each node keeps; it counts twice, and what is left pays "
        "for the noise that is fresh with every look.",
        label="Share for the threshold",
        low=0.05,
        high=0.45,
    )
    step: int = param(
        0,
        "Distance of the levels; 0 takes 3/ε, about the size of the noise, and at least 1.",
        label="Step",
        low=0,
        high=1_000,
    )
    rounds: int = param(
        2,
        "How often a level is gone through at most: more rounds follow cascades, and draw more "
        "noise.",
        label="Rounds a level",
        low=1,
        high=20,
    )

    measure = "core"
    id = "threshold_peeling"
    title = "Threshold peeling"
    everyday = "how deep each node lies"
    summary = (
        "Takes nodes of few neighbours away, level by level, by noisy looks at how many neighbours "
        "are left: core numbers, which say how deep a node lies in a dense part. They are "
        "estimates, off by about the step or more."
    )
    source = (
        "Dhulipala, Li & Liu, Near-optimal differentially private k-core decomposition, 2023; "
        "constants and proof given here"
    )
    procedure = (
        "Every node draws noise ρ for its threshold once, P(x) ∝ e^(−ε₁|x|).",
        "For the levels k = s, 2s, 3s, ...: every node that is left draws noise ν, P(x) ∝ "
        "e^(−ε₂|x|), and leaves if its neighbours among those left, plus ν, are fewer than k + ρ. "
        "A level ends when nobody leaves or after so many rounds.",
        "Who leaves at level j is said to have a core number of about (j − 1/2) s.",
    )
    formula = (
        r"v \text{ leaves at level } k \iff \deg_{\text{left}}(v) + \nu < k + \rho_v, \quad "
        r"\rho_v \sim \mathrm{Geom}(e^{-\varepsilon_1}),\ \nu \sim "
        r"\mathrm{Geom}(e^{-\varepsilon_2}),\ \varepsilon = 2\varepsilon_1 + \varepsilon_2"
    )
    assumptions = ONE_EDGE_ASSUMPTIONS
    sampler = DISCRETE_SAMPLER
    proof = (
        "Given who leaves when, nodes are independent. The node of the edge that leaves "
        "first costs ε₁, moving its threshold by 1; the other ε₁ + ε₂."
    )
    relation = NeighbouringRelation.EDGE
    returns = Scores
    epsilon_range = (0.01, 20.0)
    exact_sampler = INTEGER_NOISE

    def level_step(self, epsilon: float) -> int:
        """s: the distance of the levels.

        Examples
        --------
        >>> ThresholdPeeling().level_step(0.5), ThresholdPeeling().level_step(20.0)
        (6, 1)
        """
        return self.step or max(1, round(3.0 / epsilon))

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Scores:
        step = self.level_step(float(epsilon))
        law = Peeling("core numbers", epsilon, graph, self.share, step, self.rounds, progress)
        values, _ = draws.draw(law)
        return Scores(values, measure=self.measure)
