"""One-pass labelling: every node joins a group once, drawn by its links to those already placed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.one_pass import place_nodes
from graphdp_core.mechanisms.exact_draw import ExactDraw
from graphdp_core.mechanisms.exact_partitions import CHOICES, placed_exactly
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.randomised_response import PUBLIC_BY_ASSUMPTION
from graphdp_core.params import Refused, param
from graphdp_core.privacy.assumptions import IDEAL_CHANCES
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.dyadic import Growth
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status
from graphdp_core.progress import Progress
from graphdp_core.results import Partition

__all__ = ["OnePassLabelling"]

MOST_DRAWS = 200_000_000
"""Nodes times groups: about 5 s."""

DRAWS_PER_CALL = 2_000_000


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
    relation = NeighbouringRelation.EDGE
    returns = Partition
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

    def _draw(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator, progress: Progress
    ) -> Partition:
        """Draw one partition in O(nk + m); every edge counts as one, whatever its weight."""
        n, k = graph.n, self.k
        order = rng.permutation(n)
        key = np.uint64(rng.integers(2**63))
        labels = np.full(n, -1, dtype=np.int32)
        sizes = np.zeros(k, dtype=np.int64)
        cost = self.penalty * k / max(n, 1)
        step = max(1, DRAWS_PER_CALL // k)
        for first in range(0, n, step):
            stop = min(first + step, n)
            place_nodes(order, *graph.neighbours, epsilon, cost, key, labels, sizes, first, stop)
            progress(stop / n, "placing nodes")
        return Partition.from_labels(labels)

    def _draw_exactly(
        self, graph: Graph, *, epsilon: Fraction, coins: Coins
    ) -> ExactDraw[Partition]:
        """The same choices with integers."""
        growth = Growth.at_most(epsilon)
        cost = float(epsilon) * self.penalty * self.k / max(graph.n, 1)
        labels = placed_exactly(graph, k=self.k, cost=cost, growth=growth, coins=coins)
        exact = min(growth.exact_rate, float(epsilon))
        facts = {"factor of a neighbour": growth.fact()}
        return ExactDraw(Partition.from_labels(labels), exact, facts)

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused if nodes times groups are too many."""
        if graph.n * self.k > MOST_DRAWS:
            raise Refused(
                f"One-pass labelling of n = {graph.n:,} nodes takes at most "
                f"k = {MOST_DRAWS // graph.n:,} groups, got {self.k:,}: lower k.",
                remedy={"k": MOST_DRAWS // graph.n},
            )

    def guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for the presence or absence of one edge."""
        return Guarantee(
            relation=self.relation,
            epsilon=epsilon,
            status=Status.PROVED_PURE,
            assumptions=(
                *PUBLIC_BY_ASSUMPTION,
                IDEAL_CHANCES,
            ),
            proof=(
                "Each edge is read at one draw only, when its later node is placed, and changes "
                "one exponent by ε: that draw's distribution changes by a factor of at most e^ε."
            ),
        )
