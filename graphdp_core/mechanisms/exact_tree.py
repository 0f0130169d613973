"""One draw by the exponential mechanism among all spanning trees, by Wilson's walk."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import eliminated_pairs, forest_edges
from graphdp_core.mechanisms.tree_laws import TreeChoice
from graphdp_core.mechanisms.weight_mechanism import TreeMechanism
from graphdp_core.metrics.trees import tree_error_bound
from graphdp_core.params import Refused
from graphdp_core.privacy.draws import Budget, Law
from graphdp_core.progress import Progress

LARGEST_N = 3_000
MOST_PAIRS = 1_000_000_000  # of neighbours that elimination looks at: below half a minute


@dataclass(frozen=True)
class ExactTree(TreeMechanism):
    """Draw a spanning tree T with probability proportional to exp(-c w(T)).

    c = epsilon/radius for l1 and epsilon/(2 (n - 1) radius) for l-infinity.

    *Privacy*: pure epsilon-DP. Between neighbours w(T) changes by an amount that spreads over
    all trees by at most the radius (l1: positive and negative changes add up to no more), or
    2 (n - 1) radius (l-infinity); what all trees share cancels.

    References
    ----------
    Hladík and Tětek, Near-universally-optimal differentially private minimum spanning trees,
    FORC 2025, arXiv:2404.15035.
    D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC 1996.

    Examples
    --------
    >>> triangle = Graph.from_edges(3, [(0, 1), (0, 2), (1, 2)], weights=[1.0, 2.0, 99.0])
    >>> ExactTree().release(triangle, epsilon=5.0, rng=np.random.default_rng(0)).edges.tolist()
    [[0, 1], [0, 2]]
    """

    id = "exact_tree"
    title = "Exponential mechanism over trees"
    everyday = "one of all trees"
    summary = (
        "Draws one spanning tree out of all of them, light ones with higher probability, by a "
        "random walk, or without one where light edges trap it: exact, for small graphs. Near the "
        "best that is possible on every topology."
    )
    source = (
        "Hladík and Tětek, Near-universally-optimal differentially private minimum spanning "
        "trees, FORC 2025; Wilson, STOC 1996"
    )
    procedure = (
        "Every spanning tree T of the public topology has probability proportional to e^(−c w(T)).",
        "One is drawn exactly: by a random walk whose loops are erased, or by taking nodes out "
        "one after the other where the walk would take too long.",
        "Its edges are released.",
    )
    formula = (
        r"P(T) \propto e^{-c\,w(T)}, \qquad c = \frac{\varepsilon}{\mu} \;(\ell_1) \quad"
        r"\text{or}\quad \frac{\varepsilon}{2(n-1)\mu} \;(\ell_\infty)"
    )

    sampler = (
        "exact, with 53-bit random numbers (Wilson's walk, else elimination of nodes); how long it "
        "takes depends on the weights and is not protected"
    )
    proof = "Exponential mechanism over all spanning trees, bounded range."
    not_published = (
        "how long an exact draw takes depends on the private weights, without a bound, and to "
        "stop it early would tell of them. PAMST draws every edge exactly"
    )

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused as all tree mechanisms do, or if a draw might take too long.

        How long a draw takes at most is known from the edges, which are public.
        """
        super()._check(graph, epsilon)
        if graph.n > LARGEST_N:
            raise Refused(
                f"{self.title} takes at most {LARGEST_N:,} nodes, got {graph.n:,}: use PAMST, or "
                "a smaller graph."
            )
        if graph.n**3 > 6 * MOST_PAIRS and eliminated_pairs(graph, most=MOST_PAIRS) > MOST_PAIRS:
            raise Refused(
                f"{self.title} would take too long on {graph.n:,} nodes joined by {graph.m:,} "
                "edges: use PAMST, a smaller graph, or one with fewer edges."
            )

    def rate(self, steps: int, epsilon: float) -> float:
        """c, per weight unit.

        Examples
        --------
        >>> ExactTree().rate(10, 2.0), ExactTree(norm="linf", radius=0.5).rate(10, 2.0)
        (2.0, 0.2)
        """
        return epsilon / (self.change_range * (1 if self.norm == "l1" else max(steps, 1)))

    def tree_error_bound(self, graph: Graph, *, epsilon: float, gamma: float = 0.05) -> float:
        """(ln #trees + ln(1/gamma))/c; the trees number at most the product of the degrees."""
        degrees = np.sort(graph.degrees)[::-1]
        log_trees = float(np.log(np.maximum(degrees[1:], 1)).sum())
        rate = self.rate(forest_edges(graph), epsilon * (1.0 - self.weights_share))
        return tree_error_bound(log_trees, rate=rate, gamma=gamma)

    def _tree(
        self, graph: Graph, weights: Floats, steps: int, epsilon: Budget, progress: Progress
    ) -> Law:
        return TreeChoice("tree", epsilon, graph, self.rate(steps, float(epsilon)) * weights)
