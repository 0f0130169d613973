"""A synthetic graph from node-private degrees."""

from __future__ import annotations

from dataclasses import dataclass

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.block_graph import degrees_of_counts, graph_of_degrees
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.node_count import NodeCount
from graphdp_core.mechanisms.node_degrees import NodeDegrees
from graphdp_core.mechanisms.node_mechanism import NodeMechanism
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, part_of
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER
from graphdp_core.progress import SILENT, Progress


@dataclass(frozen=True)
class NodeGraph(NodeMechanism[Graph]):
    """Release a random graph whose degrees are about those of the graph, protecting whole nodes.

    1. How many nodes have how many edges is released by
       :class:`~graphdp_core.mechanisms.node_degrees.NodeDegrees`, the number of edges by
       :class:`~graphdp_core.mechanisms.node_count.NodeCount`, with one degree bound.
    2. The degrees are scaled to this number of edges and dealt out at random: a node of the release
       is nobody.
    3. Ends are paired at random (:func:`graphdp_core.mechanisms.block_graph.graph_of_degrees`).

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
    >>> import numpy as np
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
    sampler = DISCRETE_SAMPLER
    proof = (
        "Node-private degrees at (1 − s)ε and a node-private number of edges at sε add "
        "up to ε; the graph is drawn from these numbers alone."
    )
    epsilon_range = (0.2, 20.0)
    exact_sampler = f"{INTEGER_NOISE}; the graph is drawn from these numbers alone"

    neighbours: str = param(
        "rewire",
        "All edges of one node change; the nodes are public.",
        label="One node",
        choices={"rewire": "Its edges change"},
        used=lambda values: False,
    )
    edge_share: float = param(
        0.1,
        "Share of ε for the number of edges; the rest is for the degrees.",
        label="Share of the edge count",
        low=0.1,
        high=0.9,
    )

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Graph:
        choosing, sizing, counting, pairing = draws.spawn(4)
        order = self.edge_order(graph, draws)
        bound, left = self.bound_chosen(graph, epsilon=epsilon, draws=choosing, order=order)
        share = part_of(left, self.edge_share)
        degrees = NodeDegrees(bound=bound)._drawn(
            graph, epsilon=left - share, draws=sizing.named("degrees"), progress=SILENT
        )
        edges = NodeCount(bound=bound)._drawn(
            graph, epsilon=share, draws=counting.named("edges"), progress=SILENT
        )
        wanted = degrees_of_counts(degrees.counts, float(edges.values[0]))
        rng = pairing.generator()
        drawn = graph_of_degrees(rng.permutation(wanted), rng=rng)
        return self._graph(graph, drawn, epsilon)
