"""A node-private count: edges or triangles, with all edges of one node protected together."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.graphs.edge_addition import kept_edges
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import COUNTED, count_name
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.node_mechanism import NodeMechanism
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, Law
from graphdp_core.privacy.laws import IntegerNoise, Shuffle
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER, IDEAL_SAMPLER
from graphdp_core.privacy.smooth_sensitivity import SmoothNoise, smooth_constants
from graphdp_core.progress import Progress
from graphdp_core.results import Counts
from graphdp_core.sensitivities.node_projection import (
    LARGEST_LINEAR_N,
    capped_triangles,
    check_linear,
    some_nodes,
    truncated_count,
    truncation_bound,
)

OFFERED = ("edges", "triangles")
PROOFS = {
    "edges": "Edge addition in an order that no edge changes: one node changes how many edges are "
    "kept by at most the degree bound; geometric mechanism.",
    "triangles": "Linear program over the triangles with a cap at each node: one node changes its "
    "optimum by at most the cap; geometric mechanism on it, rounded.",
    "truncated": "Cauchy noise on a smooth bound of what one node changes once all nodes above "
    "the degree bound are left out.",
}


@dataclass(frozen=True)
class NodeCount(NodeMechanism[Counts]):
    """Release the number of edges or triangles so that no node can be told from the number.

    - Edges, capped: the graph is thinned to the degree bound by edge addition, in an order that
      does not depend on it (by the names, or in a publication at random), and the number of kept
      edges gets two-sided geometric noise for a sensitivity of the bound.
    - Triangles, capped: the largest number of triangles, shares allowed, of which no node is in
      more than C(bound, 2), rounded; noise for one more than that. Where nodes may join, of at
      most 2,000 nodes, taken at random: their number may not decide whether there is an answer.
    - Truncated: nodes of more edges than the bound are left out, and Cauchy noise is scaled by a
      smooth bound. For exploring; not published.

    What is left out makes the number too small: it is "at least".

    *Privacy*: pure epsilon-DP for one node, under the chosen one of two relations.

    References
    ----------
    Day, Li and Lyu (2016), SIGMOD (edge addition). Kasiviswanathan, Nissim, Raskhodnikova and
    Smith (2013), TCC (linear program, truncation). Raskhodnikova and Smith (2016), FOCS (private
    bound).

    Examples
    --------
    >>> star = Graph.from_edges(5, [(0, i) for i in range(1, 5)])
    >>> made = NodeCount(bound=3)
    >>> made.release(star, epsilon=20.0, rng=np.random.default_rng(0)).values.tolist()
    [3.0]
    """

    id = "node_count"
    title = "Node-private count"
    everyday = "one number hiding a node"
    summary = (
        "Releases how many edges or triangles there are, and protects all edges of one node at "
        "once: first the graph is thinned to a degree bound, in an order that does not depend on "
        "it."
    )
    source = (
        "Kasiviswanathan, Nissim, Raskhodnikova and Smith, Analyzing Graphs with Node Differential "
        "Privacy, TCC 2013"
    )
    procedure = (
        "The pairs are put in an order that does not depend on the graph; going through it, an "
        "edge is kept if both its ends have fewer than θ kept edges.",
        "The kept edges are counted. Of triangles it is the optimum of a linear program, with a"
        " cap of C(θ, 2) at every node; where nodes join, among at most 2,000 random nodes.",
        "The number gets two-sided geometric noise, P(x) ∝ e^(−ε|x|/Δ), with Δ = θ for edges "
        "and C(θ, 2) + 1 for triangles.",
    )
    formula = r"\tilde f = |E_\theta| + \mathrm{Geom}(e^{-\varepsilon/\theta})"
    epsilon_range = (0.01, 20.0)
    exact_sampler = INTEGER_NOISE

    count: str = param(
        "edges",
        "What is counted.",
        choices={count: COUNTED[count] for count in OFFERED},
    )
    projection: str = param(
        "capped",
        "Capped: what exceeds the bound is left out piece by piece. Truncated: nodes above the "
        "bound are left out, with noise by a smooth bound; the classical way.",
        choices={"capped": "Capped", "truncated": "Truncated"},
    )

    def cap(self, bound: int) -> int:
        """Edges or triangles that one node may be in."""
        return bound if self.count == "edges" else math.comb(bound, 2)

    def sensitivity(self, bound: int) -> int:
        """Of the capped number, between neighbours of either relation."""
        return self.cap(bound) + (1 if self.count == "triangles" else 0)

    def _declared(self) -> dict[str, str]:
        is_capped = self.projection == "capped"
        return {
            "proof": PROOFS[self.count if is_capped else "truncated"],
            "sampler": DISCRETE_SAMPLER if is_capped else IDEAL_SAMPLER,
        }

    @property
    def unpublished(self) -> str:
        """The noise of a truncated count is drawn in floating point."""
        if self.projection == "capped":
            return ""
        return (
            "A truncated count cannot be published: its noise is drawn in floating point. Set "
            "projection to 'capped'."
        )

    @property
    def _is_linear(self) -> bool:
        """Whether a linear program over triangles is solved."""
        return self.count == "triangles" and self.projection == "capped"

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused for too many nodes, where their number is public."""
        if self._is_linear and not self.joins:
            check_linear(graph.n)

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Counts:
        order = self.edge_order(graph, draws)
        bound, left = self.bound_chosen(graph, epsilon=epsilon, draws=draws, order=order)
        law: Law
        if self.projection == "capped":
            capped = self._capped(graph, bound, order, draws, progress)
            law = IntegerNoise(
                "capped count", left, np.array([capped]),
                sensitivity=max(self.sensitivity(bound), 1), fact="scale",
            )  # fmt: skip
        else:
            alpha, beta, _ = smooth_constants("cauchy", float(left), 0.0, 1)
            scale = truncation_bound(graph.degrees, self.cap(bound), bound, beta) / alpha
            count = np.array([float(truncated_count(graph, self.count, bound))])
            law = SmoothNoise("truncated count", left, count, "cauchy", scale)
        drawn = round(float(draws.draw(law)[0]))
        draws.note("degree bound", bound)
        return self._released(drawn)

    def _capped(
        self, graph: Graph, bound: int, order: Ints | None, draws: Draws, progress: Progress
    ) -> int:
        """What is counted, with no node in more than the bound allows."""
        if not self._is_linear:
            return len(kept_edges(graph, bound, order=order))
        nodes = None
        if draws.is_exact:
            nodes = draws.draw(Shuffle("order of nodes", 0.0, range(graph.n)))
        some = some_nodes(graph, order=nodes)
        return capped_triangles(some, self.cap(bound), progress=progress)

    def _released(self, drawn: int) -> Counts:
        notes = ["Edges beyond the degree bound are left out: read it as 'at least'."]
        if self._is_linear and self.joins:
            notes.append(f"Counted among at most {LARGEST_LINEAR_N:,} nodes, taken at random.")
        return Counts(np.array([float(drawn)]), (count_name(self.count, 2),), tuple(notes))
