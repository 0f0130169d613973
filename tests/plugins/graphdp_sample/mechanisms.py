"""A mechanism as a stranger would write it, one that claims too much, and one whose id is taken."""

from dataclasses import dataclass

import numpy as np

from graphdp_core import Graph, Guarantee, Mechanism, NeighbouringRelation, Status
from graphdp_core.params import param


@dataclass(frozen=True)
class EveryPair(Mechanism[Graph]):
    """Every pair is reported wrongly with probability 1/(1 + e^epsilon)."""

    id = "every_pair"
    title = "Every pair"
    everyday = "one coin a pair"
    summary = "Every pair of nodes is reported wrongly with probability 1/(1 + e^ε)."
    source = "Warner, Randomized response, 1965"
    procedure = ("Every pair tosses a coin of its own.",)
    formula = r"\pi = \frac{1}{1 + e^{\varepsilon}}"
    relation = NeighbouringRelation.EDGE
    returns = Graph
    flips_pairs = True

    largest: int = param(2000, "The most nodes that are taken: all pairs are held.", low=2)

    def _guarantee(self, epsilon):
        return Guarantee(
            relation=self.relation,
            epsilon=epsilon,
            status=Status.PROVED_PURE,
            assumptions=("The number of nodes is public.", "The seed stays secret.",
                         "Random numbers are statistically sound, not cryptographic."),
            proof="One independent bit differs; its likelihood ratio is e^ε.",
        )  # fmt: skip

    def _draw(self, graph, *, epsilon, rng, progress):
        pairs = np.column_stack(np.triu_indices(graph.n, 1))
        wrong = rng.random(len(pairs)) < self.chance(epsilon)
        there = np.zeros((graph.n, graph.n), dtype=bool)
        there[graph.edges[:, 0], graph.edges[:, 1]] = True
        told = there[pairs[:, 0], pairs[:, 1]] ^ wrong
        return Graph.from_edges(graph.n, pairs[told], names=graph.names,
                                title=self.title_of(graph, epsilon))  # fmt: skip

    @staticmethod
    def chance(epsilon):
        return 1.0 / (1.0 + np.exp(epsilon))


@dataclass(frozen=True)
class TwiceTheTruth(EveryPair):
    """The same, with noise for twice the epsilon that it names."""

    id = "twice_the_truth"
    title = "Twice the truth"

    @staticmethod
    def chance(epsilon):
        return 1.0 / (1.0 + np.exp(2.0 * epsilon))


@dataclass(frozen=True)
class TakenName(EveryPair):
    """An id that is there already."""

    id = "edge_flip"
    title = "Another edgeFlip"
