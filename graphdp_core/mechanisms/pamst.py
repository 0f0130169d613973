"""PAMST: a light spanning tree, each edge chosen by the exponential mechanism."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import forest_edges
from graphdp_core.mechanisms.tree_laws import TakenGaussian, TreeSteps
from graphdp_core.mechanisms.weight_mechanism import PERSONS, TreeMechanism
from graphdp_core.metrics.trees import cut_log_sizes, exponential_error_bound
from graphdp_core.params import Refused, param
from graphdp_core.privacy.accounting import epsilon_from_rho, rho_from_epsilon
from graphdp_core.privacy.draws import Budget, Law, part_of
from graphdp_core.privacy.guarantee import Guarantee, Status, at_least
from graphdp_core.privacy.samplers import IDEAL_SAMPLER
from graphdp_core.progress import Progress

MOST_BUCKETS = 1 << 16  # as many levels are kept as they are; more are numbered by a sort


@dataclass(frozen=True)
class PAMST(TreeMechanism):
    """Grow a tree whose every edge is drawn with probability proportional to exp(-c w).

    The thesis' utility of an edge r of the cut R is -|w(r) - min_R w|; the minimum is a common
    factor and cancels. With `steps` = n - 1 edges to choose and neighbours whose weight changes
    spread by at most s (s = radius for l1, 2 radius for l-infinity):

    - tight: c = epsilon/(steps s);
    - thesis: Delta_u = s, hence c = epsilon/(2 steps s), which spends epsilon/2;
    - normalised: Delta_u = s/|E|, hence c = epsilon |E|/(2 steps s), private only for changes of
      radius/|E|.

    The selection rule "prim" draws among the edges that leave the tree so far; "kruskal" among all
    that join two of its parts, which is the minimum spanning tree of w - Gumbel/c. Neither is
    always better: the mean weight of 600 trees above the lightest is up to 7 % less by "prim" for
    tables of answers, up to 28 % less by "kruskal" for uniform weights.

    *Privacy*: each step's log-likelihood ratio lies in an interval of length c s, so that the
    steps compose to steps c s (pure), or to steps (c s)^2/8 in zCDP.

    References
    ----------
    R. Pinot, Minimum spanning tree release under differential privacy constraints, 2017,
    algorithm 1, theorem 3.4.1.
    Durfee and Rogers, Practical differentially private top-k selection with pay-what-you-get
    composition, NeurIPS 2019 (bounded range).
    Cesar and Rogers, Bounding, concentrating, and truncating, ALT 2021 (its concentrated loss).
    Pagh, Retschmeier, Wu and Zhang, Optimal bounds for private minimum spanning trees via input
    perturbation, arXiv:2412.10130.

    Examples
    --------
    >>> square = Graph.from_edges(
    ...     4, [(0, 1), (1, 2), (2, 3), (0, 3)], weights=[1.0, 2.0, 3.0, 900.0])
    >>> PAMST().release(square, epsilon=5.0, rng=np.random.default_rng(0)).edges.tolist()
    [[0, 1], [1, 2], [2, 3]]
    """

    id = "pamst"
    title = "PAMST"
    everyday = "tree grown by lot"
    summary = (
        "Grows a spanning tree edge by edge: each is drawn at random, light ones with higher "
        "probability. Only the edges of the tree are released, so far less noise is needed than "
        "for all weights where every weight may change at once."
    )
    source = "Pinot, Minimum spanning tree release under differential privacy constraints, 2017"
    procedure = (
        "Begin with a public root.",
        "n − 1 times: of the edges that leave the tree one is drawn, edge r with probability "
        "proportional to e^(−c w(r)). As Kruskal: of the edges that join two parts.",
        "The edges of the tree are released, without weights unless a share of ε buys them.",
    )
    formula = (
        r"P(r) = \frac{e^{-c\,w(r)}}{\sum_{r' \in R} e^{-c\,w(r')}}, \qquad "
        r"c = \frac{\varepsilon}{(n-1)\,s}, \quad s = \mu \;(\ell_1) \text{ or } 2\mu \;"
        r"(\ell_\infty)"
    )

    proof = (
        "Every step is an exponential mechanism whose log-likelihood ratio lies in an interval of "
        "length c s; composition over the n − 1 steps."
    )
    exact_sampler = (
        "each edge by a uniform integer from the operating system's random bytes, compared with "
        "an exponential of exact fractions: of both as many digits are taken as decide"
    )

    selection: str = param(
        "prim",
        "Which edges each step chooses from: those that leave the tree so far, as published, or "
        "all that join two parts (the lightest tree of w − Gumbel/c; its picture moves smoothly "
        "with ε).",
        label="Edges to choose from",
        choices={"prim": "The tree's border (Prim)", "kruskal": "Between any parts (Kruskal)"},
        term="selection rule",
        formerly="law",
    )
    sensitivity: str = param(
        "tight",
        "Tight: what the guarantee needs. Thesis: Δu = 1 as printed, twice the noise. Normalised: "
        "Δu = 1/|E| as in the thesis' experiments, private only for changes of radius/|E|.",
        label="Calibration",
        choices={"tight": "Tight", "thesis": "Thesis", "normalised": "Normalised by |E|"},
    )
    accounting: str = param(
        "pure",
        "Add up the steps' ε (pure), or compose them by zCDP, which allows a "
        "failure probability δ and much less noise.",
        choices={"pure": "Pure ε", "zcdp": "(ε, δ), concentrated"},
    )
    delta: float = param(
        1e-6,
        "Unused with pure ε.",
        label="δ",
        term="delta",
        low=1e-12,
        high=0.1,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sensitivity == "normalised" and self.norm in PERSONS:
            raise Refused(
                "sensitivity 'normalised' protects a part of the radius only, and one person has "
                "none: take 'tight', or norm 'l1' or 'linf'."
            )

    def rate(self, steps: int, m: int, epsilon: float) -> float:
        """c, per weight unit, when the tree may spend epsilon.

        Examples
        --------
        >>> PAMST(norm="linf", radius=0.5).rate(999, 50_000, 0.999)
        0.001
        """
        steps = max(steps, 1)
        if self.accounting == "pure":
            tight = epsilon / (steps * self.change_range)
        else:
            part = 1.0 - self.weights_share  # shares are of rho, not of epsilon, with zCDP
            rho = part * rho_from_epsilon(epsilon / part, self.delta)
            tight = math.sqrt(8.0 * rho / steps) / self.change_range
        return tight * {"tight": 1.0, "thesis": 0.5, "normalised": m / 2.0}[self.sensitivity]

    def tree_error_bound(self, graph: Graph, *, epsilon: float, gamma: float = 0.05) -> float:
        """Corollary 3.4.1, with |R| <= m where the rule is Kruskal's."""
        steps, m = forest_edges(graph), graph.m
        rate = self.rate(steps, m, epsilon * (1.0 - self.weights_share))
        sizes = cut_log_sizes(steps, m) if self.selection == "prim" else steps * math.log(max(m, 1))
        return exponential_error_bound(steps, sizes, rate=rate, gamma=gamma)

    def _guarantee(self, epsilon: float) -> Guarantee:
        """The guarantee for tree and, if released, its weights together."""
        tight = self.sensitivity == "tight"
        decided: dict[str, Any] = {"exact_epsilon": None if tight else self._half_spent(epsilon)}
        if self.accounting != "pure":
            sampler = self._sampler(IDEAL_SAMPLER)
            decided |= {"delta": self.delta, "status": Status.PROVED_APPROX, "sampler": sampler}
        if self.sensitivity == "normalised":
            decided["radius_text"] = f"{at_least(self.radius)}/|E|"
            decided["caveat"] = (
                f"A change of {self.radius:g}, not divided by the number of edges, is not "
                "protected at this ε: its loss is |E| times as large."
            )
        return self._promise(epsilon, **decided)

    @property
    def unpublished(self) -> str:
        """Neither zCDP nor the tree's own weights are drawn with integers."""
        if self.accounting == "pure" and not self.weights_share:
            return ""
        return (
            "PAMST is published with pure ε and without weights: set the accounting to pure and "
            "the share for weights to 0."
        )

    def _half_spent(self, epsilon: float) -> float:
        """The exact epsilon where the tree's c is half of what its budget allows."""
        share = self.weights_share
        if self.accounting == "pure":
            return epsilon * ((1.0 - share) / 2.0 + share)
        rho = rho_from_epsilon(epsilon, self.delta)
        spent = rho * ((1.0 - share) / 4.0 + share)
        return min(epsilon, epsilon_from_rho(spent, self.delta))

    def _tree(
        self, graph: Graph, weights: Floats, steps: int, epsilon: Budget, progress: Progress
    ) -> Law:
        is_pure = self.accounting == "pure"
        rate: Budget = self.rate(steps, graph.m, float(epsilon))
        if isinstance(epsilon, Fraction):
            factor = {"tight": Fraction(1), "thesis": Fraction(1, 2)}.get(
                self.sensitivity, Fraction(graph.m, 2)
            )
            rate = factor * epsilon / (max(steps, 1) * Fraction(self.change_range))
        cost = self.guarantee(float(epsilon)).effective_epsilon
        return TreeSteps(
            "tree", epsilon, graph, weights, rate, self.selection, cost,
            delta=0.0 if is_pure else self.delta,
        )  # fmt: skip

    def _noise_scale(self, graph: Graph, steps: int, epsilon: float) -> float:
        """Laplace, or Gaussian noise with the rest of rho; the radius is that of the tree."""
        if self.sensitivity == "normalised":
            protected = replace(self, sensitivity="tight", radius=self.radius / graph.m)
            return protected._noise_scale(graph, steps, epsilon)
        if self.accounting == "pure":
            return super()._noise_scale(graph, steps, epsilon)
        rho = self.weights_share * rho_from_epsilon(epsilon, self.delta)
        return self.euclidean_change(steps) / math.sqrt(2.0 * rho)

    def _noisy(
        self, weights: Floats, taken: NDArray[np.int64], scale: float, epsilon: Budget
    ) -> Law:
        if self.accounting == "pure":
            return super()._noisy(weights, taken, scale, epsilon)
        own = part_of(epsilon, self.weights_share)
        return TakenGaussian("weights of the tree", own, weights, scale, taken)
