"""A synthetic graph from node-private degrees."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE, ExactDraw
from graphdp_core.mechanisms.given_degrees import degrees_of_counts, graph_of_degrees
from graphdp_core.mechanisms.node_count import NodeCount
from graphdp_core.mechanisms.node_degrees import NodeDegrees
from graphdp_core.mechanisms.node_mechanism import NodeMechanism
from graphdp_core.params import param
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.grids import DISCRETE_SAMPLER
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation
from graphdp_core.progress import Progress
from graphdp_core.results import Counts, Degrees

__all__ = ["NodeGraph"]


@dataclass(frozen=True)
class NodeGraph(NodeMechanism[Graph]):
    """Release a random graph whose degrees are about those of the graph, protecting whole nodes.

    1. How many nodes have how many edges is released by
       :class:`~graphdp_core.mechanisms.node_degrees.NodeDegrees`, the number of edges by
       :class:`~graphdp_core.mechanisms.node_count.NodeCount`, with one degree bound.
    2. The degrees are scaled to this number of edges and dealt out at random: a node of the release
       is nobody.
    3. Ends are paired at random (:func:`graphdp_core.mechanisms.given_degrees.graph_of_degrees`).

    It has neither communities nor triangles beyond what its degrees bring: no clipped graph may be
    handed to a mechanism for edges, since one node can change nearly all kept edges.

    *Privacy*: pure epsilon-DP for one node whose edges change: the two numbers add up, and the rest
    is post-processing. The number of nodes is public, so the relation in which a node joins or
    leaves is not offered.

    References
    ----------
    Day, Li and Lyu (2016), SIGMOD (degrees). The number of edges, and that both are enough for a
    graph, here.

    Examples
    --------
    >>> ring = Graph.from_edges(30, [(i, (i + 1) % 30) for i in range(30)])
    >>> made = NodeGraph(bound=2).release(ring, epsilon=20.0, rng=np.random.default_rng(0))
    >>> made.n, bool(abs(made.m - 30) <= 3)
    (30, True)
    """

    id = "node_graph"
    title = "Node-private graph"
    everyday = "graph hiding a node"
    summary = (
        "Draws a random graph with about as many edges, and as many nodes of each degree, as the "
        "true one, and protects all edges of one node at once. Who is joined, and who is who, is "
        "made up."
    )
    source = (
        "Day, Li and Lyu, Publishing Graph Degree Distribution with Node Differential Privacy, "
        "SIGMOD 2016; a graph drawn from it here"
    )
    procedure = (
        "The graph is thinned to the degree bound θ; the numbers of nodes with at most 0, 1, 3, 7, "
        "... kept edges get noise P(x) ∝ e^(−(1 − s)ε|x|/2θ).",
        "The number of kept edges gets noise P(x) ∝ e^(−sε|x|/θ).",
        "The noisy degrees are scaled to this number of edges and dealt out at random.",
        "Ends are paired at random to a graph of these degrees.",
    )
    formula = (
        r"\tilde F_d \text{ at } (1-s)\varepsilon,\quad \tilde m \text{ at } s\varepsilon,\quad "
        r"G' \sim \text{random pairing of } \tilde d_1, \dots, \tilde d_n"
    )
    relation = NeighbouringRelation.NODE
    returns = Graph
    epsilon_range = (0.2, 20.0)
    exact_sampler = f"{INTEGER_NOISE}; the graph is drawn from these numbers alone"

    neighbours: str = param(
        "rewire",
        "All edges of one node change; the nodes are public.",
        label="One node",
        choices=("rewire",),
        choice_labels=("Its edges change",),
        used=lambda values: False,
    )
    edge_share: float = param(
        0.1,
        "Share of ε for the number of edges; the rest is for the degrees.",
        label="Share of the edge count",
        low=0.1,
        high=0.9,
    )

    def guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for one node."""
        return self.node_guarantee(
            epsilon,
            proof="Node-private degrees at (1 − s)ε and a node-private number of edges at sε add "
            "up to ε; the graph is drawn from these numbers alone.",
            sampler=DISCRETE_SAMPLER,
        )

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Graph:
        choosing, sizing, counting, pairing = rng.spawn(4)
        bound, left = self.bound_drawn(graph, epsilon=epsilon, rng=choosing)
        share = self.edge_share * left
        degrees = NodeDegrees(bound=bound).release(graph, epsilon=left - share, rng=sizing)
        edges = NodeCount(bound=bound).release(graph, epsilon=share, rng=counting)
        drawn = _paired(degrees, edges, pairing)
        return Graph(graph.n, drawn, names=graph.names, title=self.title_of(graph, epsilon))

    def _draw_exactly(self, graph: Graph, *, epsilon: Fraction, coins: Coins) -> ExactDraw[Graph]:
        order = coins.permutation(graph.m)  # for the choice; both numbers draw orders of their own
        bound, left = self.bound_exactly(graph, epsilon=epsilon, coins=coins, order=order)
        share = Fraction(repr(self.edge_share)) * left
        degrees = NodeDegrees(bound=bound).publish(graph, epsilon=left - share, coins=coins)
        edges = NodeCount(bound=bound).publish(graph, epsilon=share, coins=coins)
        drawn = _paired(degrees.released, edges.released, coins.generator())
        facts = {f"degrees, {name}": fact for name, fact in degrees.facts.items()}
        facts |= {f"edges, {name}": fact for name, fact in edges.facts.items()}
        return ExactDraw(Graph(graph.n, drawn, names=graph.names), float(epsilon), facts)


def _paired(degrees: Degrees, edges: Counts, rng: np.random.Generator) -> NDArray[np.int32]:
    """The edges of a graph drawn from the two releases alone."""
    wanted = degrees_of_counts(degrees.counts, float(edges.values[0]))
    return graph_of_degrees(rng.permutation(wanted), rng=rng)
