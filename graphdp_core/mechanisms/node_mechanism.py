"""What mechanisms that protect whole nodes share: two relations and a degree bound."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.graphs.edge_addition import kept_edges
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism, Released_co
from graphdp_core.params import param
from graphdp_core.privacy.assumptions import OF_THE_SEED
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status

__all__ = ["NODE_ASSUMPTIONS", "NodeMechanism", "bound_grid", "bound_scores"]

RELATIONS = {"rewire": NeighbouringRelation.NODE, "join": NeighbouringRelation.NODE_ADD}
CHOICE_SHARE = Fraction(1, 5)
"""Of epsilon, for a bound that is chosen by the graph."""
CHANCE_OF_MISS = 0.05  # that scores are compared at

NODE_ASSUMPTIONS = {
    "rewire": "The nodes and their names are public, and so are the mechanism, the degree bound "
    "and its ε; edge weights are not used.",
    "join": "The mechanism, the degree bound and its ε are public, and so are the names of all who "
    "could be a node; who is one and how many there are is not. Edge weights are not used.",
}


@dataclass(frozen=True)
class NodeMechanism(Mechanism[Released_co]):
    """A mechanism whose guarantee is about one node with all its edges.

    A subclass declares its own parameters after these and writes :meth:`guarantee` by
    :meth:`node_guarantee`.
    """

    neighbours: str = param(
        "rewire",
        "Rewire: all edges of one node change, and the nodes are public. Join: one node joins or "
        "leaves with its edges. These are two promises, with noise of their own.",
        label="One node",
        choices=("rewire", "join"),
        choice_labels=("Its edges change", "It joins or leaves"),
    )
    bound: int = param(
        64,
        "Degree bound: beyond it, edges are left out. Public: take it from what is known of such "
        "graphs, 100 to 300 for people. A bound of n − 1 or more leaves out nothing.",
        label="Degree bound",
        low=1,
        high=100_000,
    )

    choice: str = param(
        "public",
        "Public: the degree bound as it is set. Private: one of 1, 2, 4, ... up to it, chosen by "
        "the graph with a fifth of ε; rarely worth it below ε = 10.",
        label="Choice of the bound",
        choices=("public", "private"),
        choice_labels=("Public", "Private"),
    )

    @property
    def joins(self) -> bool:
        """Whether the number of nodes is protected too."""
        return self.neighbours == "join"

    def used_bound(self, graph: Graph) -> int:
        """The bound, or n - 1 where the number of nodes is public and that is less."""
        return self.bound if self.joins else max(min(self.bound, graph.n - 1), 1)

    def bound_drawn(
        self, graph: Graph, *, epsilon: float, rng: np.random.Generator
    ) -> tuple[int, float]:
        """The bound to use, and what is left of epsilon."""
        uniform, bound = float(rng.random()), self.used_bound(graph)
        if self.choice == "public":
            return bound, epsilon
        exact = Fraction(epsilon)
        scores = self._scores(graph, bound, exact)
        place = _drawn(scores, epsilon=float(CHOICE_SHARE * exact), uniform=uniform)
        return bound_grid(bound)[place], float((1 - CHOICE_SHARE) * exact)

    def bound_exactly(
        self, graph: Graph, *, epsilon: Fraction, coins: Coins, order: Ints
    ) -> tuple[int, Fraction]:
        """The same, drawn with integers alone, the graph being thinned in this order."""
        bound = self.used_bound(graph)
        if self.choice == "public":
            return bound, epsilon
        scores = self._scores(graph, bound, epsilon, order)
        place = _drawn_exactly(scores, coins, epsilon=CHOICE_SHARE * epsilon)
        return bound_grid(bound)[place], (1 - CHOICE_SHARE) * epsilon

    def _scores(
        self, graph: Graph, bound: int, epsilon: Fraction, order: Ints | None = None
    ) -> list[Fraction]:
        grid = bound_grid(bound)
        shares = {"choosing": CHOICE_SHARE * epsilon, "counting": (1 - CHOICE_SHARE) * epsilon}
        return bound_scores(graph, grid, order=order, **shares)

    def node_guarantee(self, epsilon: float, *, proof: str, sampler: str) -> Guarantee:
        """Pure epsilon-DP for one node under the chosen relation."""
        return Guarantee(
            relation=RELATIONS[self.neighbours],
            epsilon=epsilon,
            status=Status.PROVED_PURE,
            assumptions=(NODE_ASSUMPTIONS[self.neighbours], *OF_THE_SEED),
            proof=proof,
            sampler=sampler,
        )


def bound_grid(most: int) -> list[int]:
    """Degree bounds to choose from: the powers of two up to `most`, and `most`.

    Examples
    --------
    >>> bound_grid(10)
    [1, 2, 4, 8, 10]
    """
    grid = [1 << i for i in range(most.bit_length()) if 1 << i < most]
    return [*grid, most]


def bound_scores(
    graph: Graph,
    grid: list[int],
    *,
    choosing: Fraction,
    counting: Fraction,
    order: Ints | None = None,
) -> list[Fraction]:
    """How much worse each bound is than the best, on a scale that one node moves by at most 1.

    With q_j = theta_j/epsilon_2 - |E_theta_j|, what noise and thinning cost up to a constant, of
    sensitivity theta_j, and t = 2 ln(k/0.05)/epsilon_1: s_j = max_i ((q_j + t theta_j) - (q_i + t
    theta_i))/(theta_j + theta_i).

    Parameters
    ----------
    graph : Graph
    grid : list of int
    choosing, counting : Fraction
        epsilon_1 and epsilon_2.
    order : ndarray of int64, shape (m,), optional
        As for :func:`~graphdp_core.graphs.edge_addition.kept_edges`.

    References
    ----------
    Raskhodnikova and Smith, Lipschitz extensions for node-private graph statistics and the
    generalized exponential mechanism, FOCS 2016.

    Examples
    --------
    >>> scores = bound_scores(Graph.from_edges(5, []), [1, 4], choosing=Fraction(1),
    ...                       counting=Fraction(1))
    >>> [round(float(score), 2) for score in scores]
    [0.0, 5.03]
    """
    margin = Fraction(2.0 * math.log(len(grid) / CHANCE_OF_MISS)) / choosing
    kept = [len(kept_edges(graph, bound, order=order)) for bound in grid]
    worth = [
        bound / counting - edges + margin * bound for bound, edges in zip(grid, kept, strict=True)
    ]
    return [
        max((own - other) / (bound + rival) for other, rival in zip(worth, grid, strict=True))
        for own, bound in zip(worth, grid, strict=True)
    ]


def _drawn(scores: list[Fraction], *, epsilon: float, uniform: float) -> int:
    """The place drawn with probability proportional to e^(-epsilon s/2), by one uniform number."""
    costs = np.array([float(score) for score in scores])
    sums = np.cumsum(np.exp(-0.5 * epsilon * (costs - costs.min())))
    return int(np.searchsorted(sums[:-1], uniform * sums[-1], side="right"))


def _drawn_exactly(scores: list[Fraction], coins: Coins, *, epsilon: Fraction) -> int:
    """The same with integers: propose at random, accept with e^(-epsilon s/2)."""
    least = min(scores)
    while True:
        place = coins.below(len(scores))
        cost = epsilon * (scores[place] - least) / 2
        if coins.exp_minus(cost.numerator, cost.denominator):
            return place
