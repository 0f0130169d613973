"""What mechanisms that protect whole nodes share: two relations and a degree bound."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.edge_addition import kept_edges
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism, Released_co
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, Law, Loss
from graphdp_core.privacy.guarantee import OF_THE_SEED, Guarantee, NeighbouringRelation
from graphdp_core.privacy.laws import Shuffle, selection_loss
from graphdp_core.privacy.secure_random import SecureRandom

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

    relation = NeighbouringRelation.NODE

    neighbours: str = param(
        "rewire",
        "Rewire: all edges of one node change, and the nodes are public. Join: one node joins or "
        "leaves with its edges. These are two promises, with noise of their own.",
        label="One node",
        choices={"rewire": "Its edges change", "join": "It joins or leaves"},
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
        choices={"public": "Public", "private": "Private"},
    )

    @property
    def joins(self) -> bool:
        """Whether the number of nodes is protected too."""
        return self.neighbours == "join"

    def used_bound(self, graph: Graph) -> int:
        """The bound, or n - 1 where the number of nodes is public and that is less."""
        return self.bound if self.joins else max(min(self.bound, graph.n - 1), 1)

    def bound_chosen(
        self, graph: Graph, *, epsilon: Budget, draws: Draws, order: Ints | None
    ) -> tuple[int, Budget]:
        """The degree bound, and what it leaves of epsilon.

        Parameters
        ----------
        graph : Graph
        epsilon : float or Fraction
        draws : Draws
        order : ndarray of int64, optional
            In which edges are added; by their names if absent.
        """
        bound, exact = self.used_bound(graph), Fraction(epsilon)
        if self.choice == "public":
            draws.draw(_BoundChoice("degree bound", 0.0))
            return bound, epsilon
        scores = self._scores(graph, bound, exact, order)
        place = draws.draw(_BoundChoice("degree bound", CHOICE_SHARE * exact, tuple(scores)))
        left = (1 - CHOICE_SHARE) * exact
        return bound_grid(bound)[place], left if isinstance(epsilon, Fraction) else float(left)

    @staticmethod
    def edge_order(graph: Graph, draws: Draws) -> Ints | None:
        """A random order of the edges for a publication; else they stand by their names."""
        if not draws.is_exact:
            return None
        names = [tuple(pair) for pair in graph.edges.tolist()]
        order: Ints = draws.draw(Shuffle("order of edges", 0.0, names))
        return order

    def _scores(
        self, graph: Graph, bound: int, epsilon: Fraction, order: Ints | None = None
    ) -> list[Fraction]:
        grid = bound_grid(bound)
        shares = {"choosing": CHOICE_SHARE * epsilon, "counting": (1 - CHOICE_SHARE) * epsilon}
        return bound_scores(graph, grid, order=order, **shares)

    def _guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for one node under the chosen relation."""
        assumptions = (NODE_ASSUMPTIONS[self.neighbours], *OF_THE_SEED)
        return self._promise(
            epsilon,
            relation=RELATIONS[self.neighbours],
            assumptions=assumptions,
            **self._declared(),
        )

    def _declared(self) -> dict[str, str]:
        """Proof and sampler, where settings decide them."""
        return {}


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


@dataclass(frozen=True, eq=False)
class _BoundChoice(Law):
    """One of several bounds, P ~ exp(-epsilon score/2); nothing is chosen without scores."""

    scores: tuple[Fraction, ...] = ()

    def drawn(self, rng: np.random.Generator) -> int:
        uniform = float(rng.random())
        if not self.scores:
            return 0
        sums = np.cumsum(np.exp(self._logs))
        return int(np.searchsorted(sums[:-1], uniform * sums[-1], side="right"))

    def drawn_exactly(self, coins: SecureRandom) -> int:
        while self.scores:
            place = coins.below(len(self.scores))
            cost = Fraction(self.epsilon) * (self.scores[place] - min(self.scores)) / 2
            if coins.exp_minus(cost.numerator, cost.denominator):
                return place
        return 0

    @property
    def _logs(self) -> Floats:
        costs = np.array([float(score) for score in self.scores])
        logs: Floats = -0.5 * float(self.epsilon) * (costs - costs.min())
        return logs

    def loss(self, other: _BoundChoice, outcome: int) -> Loss:
        return selection_loss(self._logs, other._logs, outcome) if self.scores else Loss(0.0, 0.0)
