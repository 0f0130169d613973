"""Who is near one node: for its eyes only, with all edges of the others hidden from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.centralities import nearness
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.exact_draw import FLIPS, INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import param
from graphdp_core.privacy.assumptions import OF_THE_SEED
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.grids import DISCRETE_SAMPLER, on_a_grid
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.privacy.laws import GridNoise
from graphdp_core.progress import Progress
from graphdp_core.results import Scores

__all__ = ["PersonalNearness", "capped_flow", "with_own_edges"]

LAZY = 0.15 / (2.0 - 0.15)  # return of the lazy walk that ends where the plain one does
EYES_ONLY = (
    "It is for the eyes of this one node, which knows its own edges: shown to anybody else it "
    "protects none of them."
)
SEER = (
    "Which node asks is public. It sees the answers to its own questions alone, and what several "
    "nodes see adds up against those who put their answers together."
)
COMMON = (
    "The nodes and their names are public, and so are the mechanism, its parameters and its ε.",
    *OF_THE_SEED,
)
PROOFS = {
    "flip": "One independent bit differs, as with edgeFlip: the node's own edges are the same in "
    "neighbours, and what is computed from them and the coins is post-processing.",
    "flow": "Capped flows of neighbours differ by at most σ in total, since no node passes on more "
    "than a share of σ for each of its edges; geometric mechanism on a public grid.",
}


@dataclass(frozen=True)
class PersonalNearness(Mechanism[Scores]):
    """Release to one node how near all others are, with every edge that is not its own hidden.

    Nearness is personalised PageRank: how often a walk that returns to the node with probability
    0.15 is at each other node.

    - flip: every pair of other nodes is flipped with probability 1/(1 + e^epsilon), the node's own
      edges stay true, and nearness is computed on that graph.
    - flow: the walk is followed for `rounds` steps, and no other node u passes on more than
      d_u T, with T = sigma/((4 - 2a)(1 - (1 - a)^R)), a = 0.15/1.85; then every score gets noise
      for a total change of sigma.

    *Privacy*: pure epsilon-DP for one edge that does not touch the node, from that node. An edge
    {u, v} more moves both caps by T, and min is 1-Lipschitz; the walk changes by at most
    H_u/(d_u + 1) + H_v/(d_v + 1) <= 2T. Each round adds 2T + 2(1 - a)T, and what was there before
    counts (1 - a) times.

    References
    ----------
    Epasto, Mirrokni, Perozzi, Tsitsulin and Zhong, Differentially private graph learning via
    sensitivity-bounded personalized PageRank, NeurIPS 2022 (capped flow; with 3 - a in place of
    the constant that is proved here). Warner (1965), JASA (flips).

    Examples
    --------
    >>> path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    >>> found = PersonalNearness().release(path, epsilon=20.0, rng=np.random.default_rng(0))
    >>> found.measure, found.values.round(3).tolist()
    ('near 0', [0.0, 0.358, 0.238, 0.101])
    """

    node: int = param(
        0,
        "Who asks: the number of a node, from 0. Its own edges are taken as they are, since it "
        "knows them; all others are hidden from it.",
        label="Near node",
        low=0,
        high=2_000_000_000,
        names_node=True,
    )
    way: str = param(
        "flip",
        "Flip: the other pairs are flipped as by edgeFlip, then the walk is followed. Flow: the "
        "walk is followed with caps, then noise is added; it finds fewer.",
        label="Noise",
        choices=("flip", "flow"),
        choice_labels=("On the pairs (edgeFlip)", "On a capped flow"),
    )
    spread: float = param(
        0.001,
        "σ: how far one edge may move all scores in total. Small caps the walk, large needs noise.",
        label="Total change σ",
        low=1e-6,
        high=2.0,
        used=lambda values: values["way"] == "flow",
    )
    rounds: int = param(
        50, "Steps of the walk.", low=1, high=500, used=lambda values: values["way"] == "flow"
    )

    measure = "near"
    id = "personal_nearness"
    title = "Nearness for one node"
    everyday = "who is near me"
    summary = (
        "Answers one node's question who is near it: its own edges are taken as they are, every "
        "other pair is hidden from it. Nobody else may see the answer."
    )
    source = (
        "Epasto, Mirrokni, Perozzi, Tsitsulin and Zhong, Differentially Private Graph Learning via "
        "Sensitivity-Bounded Personalized PageRank, NeurIPS 2022 (the capped flow); edgeFlip "
        "beside the true own edges"
    )
    procedure = (
        "The edges of the node that asks are taken as they are.",
        "Every other pair is flipped with probability 1/(1 + e^ε), by one coin.",
        "Personalised PageRank of that graph is shown to this node. On a capped flow: no other "
        "node u passes on more than d_u T in a step, and every score gets noise P(x) ∝ "
        "e^(−ε|x|/σ), in whole steps of a public grid.",
    )
    formula = (
        r"x = 0.85\,\tilde A \tilde D^{-1} x + 0.15\,e_s,\qquad \tilde A_{sj} = A_{sj},\quad "
        r"\tilde A_{ij} = A_{ij} \oplus \mathrm{Bernoulli}\!\left(\tfrac{1}{1+e^\varepsilon}"
        r"\right)\ (i, j \neq s)"
    )
    relation = NeighbouringRelation.PERSONAL_EDGE
    returns = Scores
    epsilon_range = (0.01, 20.0)
    exact_sampler = f"{FLIPS}; of a flow, rounded to a public grid, {INTEGER_NOISE}"
    trusted = "a curator, who sees the whole graph, and shows each answer to one node alone"

    def measure_of(self, graph: Graph) -> str:
        """Nearness to this node, which is another measure for every node."""
        return f"near {self.node}"

    def guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for one edge of others, from the node that asks."""
        return Guarantee(
            relation=self.relation,
            epsilon=epsilon,
            status=Status.PROVED_PURE,
            assumptions=(*COMMON, SEER),
            caveat=EYES_ONLY,
            sampler="exact" if self.way == "flip" else f"a public grid, then {DISCRETE_SAMPLER}",
            proof=PROOFS[self.way],
        )

    def _check(self, graph: Graph, epsilon: float) -> None:
        if self.way == "flip":
            EdgeFlip().check(graph, epsilon)

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Scores:
        name = graph.name(self.node) if draws.is_exact else ""
        draws.note("node that asks", graph.name(self.node))
        if self.way == "flip":
            seen = EdgeFlip()._drawn(
                graph, epsilon=epsilon, draws=draws, progress=progress.between(0.0, 0.6)
            )
            progress(0.6, "following the walk")
            scores = nearness(with_own_edges(seen, graph, self.node), self.node)
            return self._released(scores, name)
        flow = capped_flow(graph, self.node, spread=self.spread, rounds=self.rounds)
        noisy = draws.draw(GridNoise("flow", epsilon, flow, self.spread, is_inexact=True))
        return self._released(on_a_grid(noisy, float(self.spread / epsilon)), name)

    def _released(self, values: Floats, name: str = "") -> Scores:
        values = np.array(values)
        values[self.node] = 0.0
        return Scores(values, measure=f"near {name or self.node}")


def with_own_edges(released: Graph, true: Graph, node: int) -> Graph:
    """A released graph in which one node has its true edges, and nothing else is true.

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> with_own_edges(Graph.from_edges(3, [(0, 2)]), path, 0).edges.tolist()
    [[0, 1]]
    """
    others = released.edges[(released.edges != node).all(axis=1)]
    own = true.edges[(true.edges == node).any(axis=1)]
    edges = np.concatenate([others, own])
    order = np.lexsort((edges[:, 1], edges[:, 0]))
    return Graph(n=true.n, edges=edges[order])


def capped_flow(graph: Graph, node: int, *, spread: float, rounds: int) -> Floats:
    """Nearness by a walk in which no other node u passes on more than d_u T, shape (n,).

    Parameters
    ----------
    graph : Graph
    node : int
    spread : float
        sigma: one edge away from the node moves the result by at most this in l1.
    rounds : int

    Examples
    --------
    >>> path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    >>> capped_flow(path, 0, spread=2.0, rounds=200).round(3).tolist()
    [0.186, 0.085, 0.056, 0.024]
    """
    share = spread / ((4.0 - 2.0 * LAZY) * (1.0 - (1.0 - LAZY) ** rounds))
    caps = graph.degrees * share
    caps[node] = 1.0 / LAZY
    lazily = (1.0 - LAZY) / 2.0
    inverse = np.divide(1.0, graph.degrees, out=np.zeros(graph.n), where=graph.degrees > 0)
    adjacency, held = graph.adjacency(), np.zeros(graph.n)
    for _ in range(rounds):
        held = lazily * (held + adjacency @ (inverse * held))
        held[node] += 1.0
        held = np.minimum(held, caps)
    flow: Floats = LAZY * held
    return flow
