"""PrivGraph's partition: communities of noisy random groups, then one private move of each node."""

from __future__ import annotations

import math
from dataclasses import dataclass

from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.partition_laws import CELLS, CHOICES, CellFilter, Moves
from graphdp_core.mechanisms.supergraph import (
    GROUPS_BY_ASSUMPTION,
    Supergraph,
    check_groups,
    communities_of_cells,
)
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, part_of
from graphdp_core.privacy.guarantee import NeighbouringRelation
from graphdp_core.privacy.samplers import geometric_tail
from graphdp_core.progress import Progress
from graphdp_core.results import Partition

CELLS_PER_NODE = 20
"""Empty cells that may pass by noise, on average, for each node: a public bound on the work."""


@dataclass(frozen=True)
class PrivGraph(Mechanism[Partition]):
    r"""The partition of PrivGraph: a coarse one from random groups, corrected node by node.

    1. Random groups of nodes; edges between groups are counted with two-sided geometric noise at
       :math:`\varepsilon_1`; counts below a public threshold (1, or more where very many empty
       cells would pass) are dropped. The Louvain method splits the groups.
    2. Every node moves once, all at the same time, to community c with probability proportional
       to :math:`\exp(\tfrac{\varepsilon_2}{2} \cdot \text{neighbours in } c)`.

    *Privacy*: (:math:`\varepsilon_1 + \varepsilon_2`)-DP for one edge. In step 2 an edge is read
    by its two ends only, and raises one score of each by 1: every probability of a draw in which
    scores only rise changes by a factor of at most :math:`e^{\varepsilon_2/2}`. The paper's
    exponent, :math:`\varepsilon_2/4`, spends half of :math:`\varepsilon_2`.

    References
    ----------
    Yuan, Zhang, Du, Wei, Guo & Chen (2023), PrivGraph: differentially private graph data
    publication by exploiting community information, USENIX Security, sections 4.2 and 4.3.

    Examples
    --------
    >>> import numpy as np
    >>> from graphdp_core.data import load_graph
    >>> karate = load_graph("karate")
    >>> mechanism = PrivGraph(group=2)
    >>> found = mechanism.release(karate, epsilon=4.0, rng=np.random.default_rng(0))
    >>> len(found.labels) == karate.n
    True
    """

    id = "privgraph"
    title = "PrivGraph"
    everyday = "groups, then one move"
    summary = (
        "Finds coarse communities among random groups of nodes, with noise, then lets every node "
        "move once to where it has most neighbours, with a chance for every other community."
    )
    source = (
        "Yuan et al., PrivGraph: Differentially Private Graph Data Publication by Exploiting "
        "Community Information, USENIX Security 2023"
    )
    procedure = (
        "The nodes are put in random groups; edges between groups are counted with noise P(x) ∝"
        " e^(−ε₁|x|).",
        "Counts below a public threshold are dropped, and the Louvain method joins groups to "
        "coarse communities.",
        "Every node moves once, all at the same time, to community c with probability "
        "proportional to e^(ε₂ a/2), a being its neighbours in c.",
    )
    formula = (
        r"P(u \to c) \propto \exp\!\big(\tfrac{\varepsilon_2}{2}\,"
        r"|\{v \in c : a_{uv} = 1\}|\big),\qquad \varepsilon = \varepsilon_1 + \varepsilon_2"
    )
    assumptions = GROUPS_BY_ASSUMPTION
    proof = (
        "One edge changes one noisy count by 1, which costs ε₁, and raises one score of "
        "each of its two ends by 1, which costs at most ε₂/2 each."
    )
    relation = NeighbouringRelation.EDGE
    returns = Partition
    epsilon_range = (0.01, 20.0)
    exact_sampler = f"{CELLS}; moves: {CHOICES}"

    group: int = param(
        10,
        "Nodes in each random group of the first step; the paper takes 20.",
        label="Group size",
        low=1,
        high=1000,
    )
    share: float = param(
        0.5,
        "Share of ε for the coarse communities; the rest is for the moves.",
        label="Share of the first step",
        low=0.05,
        high=0.95,
    )

    def _drawn(
        self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress
    ) -> Partition:
        shuffle, noise, walk, moving = draws.spawn(4)
        progress(0.0, "grouping nodes")
        supergraph = Supergraph.drawn(graph, size=self.group, draws=shuffle)
        coarse = part_of(epsilon, self.share)
        threshold = self._threshold(supergraph, graph.n, float(coarse))
        cells, weights = noise.draw(CellFilter("cells", coarse, supergraph, threshold))
        key = int(walk.generator().integers(2**63))
        labels = communities_of_cells(
            supergraph, cells, weights, key=key, progress=progress.between(0.2, 0.8)
        )
        progress(0.8, "moving nodes")
        return Partition.from_labels(moving.draw(Moves("moves", epsilon - coarse, graph, labels)))

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused unless there are at least two groups."""
        check_groups(graph, size=self.group, parameter="group")

    @staticmethod
    def _threshold(supergraph: Supergraph, n: int, epsilon: float) -> int:
        """The smallest threshold that lets at most CELLS_PER_NODE n empty cells pass."""
        allowed = CELLS_PER_NODE * n / (supergraph.cells * geometric_tail(0, epsilon=epsilon))
        return max(1, math.ceil(-math.log(allowed) / epsilon))
