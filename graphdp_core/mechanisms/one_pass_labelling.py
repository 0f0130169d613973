"""One-pass labelling: every node joins a group once, drawn by its links to those already placed."""

from __future__ import annotations

from dataclasses import dataclass

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import PUBLIC_BY_ASSUMPTION, Mechanism
from graphdp_core.mechanisms.partition_laws import CHOICES, Placing
from graphdp_core.params import Refused, param
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.guarantee import IDEAL_CHANCES, NeighbouringRelation
from graphdp_core.privacy.laws import Shuffle
from graphdp_core.progress import Progress
from graphdp_core.results import Partition

MOST_DRAWS = 200_000_000
"""Nodes times groups: about 5 s."""


@dataclass(frozen=True)
class OnePassLabelling(Mechanism[Partition]):
    r"""Take the nodes in a random order and draw the group of each by the exponential mechanism.

    Node v joins group c with probability proportional to
    :math:`\exp(\varepsilon\,(e_{vc} - \gamma\,|c|))`, where :math:`e_{vc}` counts v's neighbours
    among the members that c already has. :math:`\gamma = p k / n` charges a group of mean size
    p edges, so that not all nodes end in one group.

    *Privacy*: pure epsilon-DP for one edge, at any size, with no chain that must converge. An
    edge is looked at only when the later of its two nodes is placed; there it changes one count
    by 1, and so the chance of any choice by at most a factor e^epsilon.

    References
    ----------
    McSherry & Talwar (2007), Mechanism design via differential privacy, FOCS (the exponential
    mechanism). Placing nodes of a stream by links minus a cost of size: Tsourakakis, Gkantsidis,
    Radunovic & Vojnovic (2014), FENNEL: streaming graph partitioning for massive scale graphs,
    WSDM.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> sbm = gdp.generate("sbm", n=300, blocks=2, within=0.3, between=0.01, seed=1)
    >>> release = OnePassLabelling(k=2).release(sbm, epsilon=4.0, rng=gdp.noise_stream(1))
    >>> release.k
    2
    """

    id = "one_pass_labelling"
    stands_in_for = ("privgraph",)
    title = "One-pass labelling"
    everyday = "groups in one pass"
    summary = (
        "Takes the nodes in random order; each joins one of k groups, with exponentially larger "
        "chance where it has more neighbours already. Every edge is looked at once, so ε holds "
        "for any number of nodes, without a Markov chain."
    )
    source = (
        "McSherry and Talwar, Mechanism Design via Differential Privacy, FOCS, 2007; placed in a "
        "stream as in Tsourakakis et al., FENNEL, WSDM, 2014"
    )
    procedure = (
        "The nodes are put in a random order, which does not depend on the graph.",
        "Each in turn joins group c with probability proportional to e^(ε(e − γ|c|)), e being "
        "its neighbours in c so far and γ = p k/n.",
        "The groups are released.",
    )
    formula = (
        r"\Pr[C_v = c] \propto \exp\!\big(\varepsilon\,(e_{vc} - \gamma |c|)\big), \qquad "
        r"\gamma = p\,k/n"
    )
    assumptions = (*PUBLIC_BY_ASSUMPTION, IDEAL_CHANCES)
    proof = (
        "Each edge is read at one draw only, when its later node is placed, and changes "
        "one exponent by ε: that draw's distribution changes by a factor of at most e^ε."
    )
    relation = NeighbouringRelation.EDGE
    exact_sampler = CHOICES

    k: int = param(8, "Groups that a node can join.", low=1, high=1000, label="Groups")
    penalty: float = param(
        5.0,
        "What a group of mean size costs, in edges (p): larger values give groups of more equal "
        "size.",
        low=0.0,
        high=1000.0,
        label="Cost of size p",
    )

    def _drawn(
        self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress
    ) -> Partition:
        order = draws.draw(Shuffle("order of nodes", 0.0, range(graph.n)))
        cost = self.penalty * self.k / max(graph.n, 1)
        law = Placing("placing", epsilon, graph, order, self.k, cost, progress)
        return Partition.from_labels(draws.draw(law))

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused if nodes times groups are too many."""
        if graph.n * self.k > MOST_DRAWS:
            raise Refused(
                f"One-pass labelling of n = {graph.n:,} nodes takes at most "
                f"k = {MOST_DRAWS // graph.n:,} groups, got {self.k:,}: lower k.",
                remedy={"k": MOST_DRAWS // graph.n},
            )
