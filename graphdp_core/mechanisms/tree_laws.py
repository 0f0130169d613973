"""The laws of spanning trees: edge by edge, all at once, and the lightest one under noise."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import (
    forest_edges,
    minimum_spanning_forest,
    weighted_spanning_forest,
)
from graphdp_core.kernels.adjacency_rows import incident_edges
from graphdp_core.kernels.exponential_prim import exponential_prim, whole_parts
from graphdp_core.kernels.spanning_forest import root_of
from graphdp_core.privacy.accounting import epsilon_from_rho
from graphdp_core.privacy.draws import Budget, Law, Loss
from graphdp_core.privacy.laws import log_sum
from graphdp_core.privacy.secure_random import SecureRandom, exp_bound

NEAR = 40
BOUNDS = tuple(exp_bound(j) for j in range(NEAR + 1))
"""At least e^-j, over 2**64; the last is for all costs that lie farther above the least one."""


class _Choices:
    """Edges among which a step may choose, put together by the whole part of their cost.

    An edge is proposed by its group's bound and accepted by the rest of its cost, so that a third
    of the proposals or more succeed, whatever the costs are.

    Parameters
    ----------
    costs : sequence of Fraction, length m
    coins : SecureRandom
    """

    def __init__(self, costs: Sequence[Fraction], coins: SecureRandom) -> None:
        self._costs, self._coins = costs, coins
        self._groups: dict[int, list[int]] = {}
        self._order: list[int] = []

    def add(self, edge: int) -> None:
        """The next choices may be this edge."""
        whole = math.floor(self._costs[edge])
        if whole not in self._groups:
            heappush(self._order, whole)
            self._groups[whole] = []
        self._groups[whole].append(edge)

    def draw(self, is_open: Callable[[int], bool]) -> int | None:
        """One of those that are open, with probability proportional to exp(-cost); else None.

        An edge that is no longer open never is again.
        """
        while self._order:
            least = self._order[0]
            if not self._groups[least]:
                del self._groups[heappop(self._order)]
                continue
            group, bound = self._proposed(least)
            place = self._coins.below(len(group))
            edge = group[place]
            stays = is_open(edge)
            if stays and not self._coins.exp_over(self._costs[edge] - least, bound):
                continue
            group[place] = group[-1]
            group.pop()
            if stays:
                return edge
        return None

    def _proposed(self, least: int) -> tuple[list[int], int]:
        """A group, in proportion to its size and bound, and the bound."""
        near: list[list[int]] = [self._groups.get(least + j, []) for j in range(NEAR)]
        far = [group for whole, group in self._groups.items() if whole >= least + NEAR]
        sizes = [len(group) for group in near]
        sizes.append(sum(map(len, far)))
        weights = [size * bound for size, bound in zip(sizes, BOUNDS, strict=True)]
        chosen = self._coins.chosen(weights)
        if chosen < NEAR:
            return near[chosen], BOUNDS[chosen]
        return far[self._coins.chosen([len(group) for group in far])], BOUNDS[NEAR]


def _cut(ends: Sequence[Sequence[int]], part: Sequence[int], rule: str) -> list[int]:
    """Edges between two parts; of the part of the first node that has any, if it is prim's rule."""
    joining = [e for e, (u, v) in enumerate(ends) if part[u] != part[v]]
    if rule == "kruskal" or not joining:
        return joining
    growing = {part[end] for e in joining for end in ends[e]}
    tree = next(p for p in part if p in growing)
    return [e for e in joining if tree in (part[ends[e][0]], part[ends[e][1]])]


def _joined(part: Sequence[int], edge: Sequence[int]) -> list[int]:
    """The parts after an edge has joined two of them."""
    one, two = (part[end] for end in edge)
    return [one if p == two else p for p in part]


MOST_BUCKETS = 1 << 16
FEW_TREES = 10  # sets of edges that may be trees, all of which are looked at
MOST_STEPS = 9  # of a tree whose orders are summed over: 512 sets of its edges

NOT_LOOKED_AT = Loss(math.nan, 0.0)
"""Of a tree with too many edges to sum over their orders."""


@dataclass(frozen=True, eq=False)
class TreeSteps(Law):
    """Edges by the exponential mechanism, one after the other: which, but not in which order.

    Parameters
    ----------
    graph : Graph
    weights : ndarray of float64, shape (m,)
    rate : float or Fraction
        Per weight unit.
    rule : {"prim", "kruskal"}
        Which edges a step chooses from.
    cost : float
        What a publication states of it.
    """

    graph: Graph
    weights: Floats
    rate: Budget
    rule: str
    cost: float

    def drawn(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Rising positions."""
        if self.graph.m == 0:
            return np.empty(0, dtype=np.int64)
        rate = float(self.rate)
        if self.rule == "kruskal":
            noisy = rate * self.weights - rng.gumbel(size=self.graph.m)
            return minimum_spanning_forest(self.graph, noisy)
        return prim_tree(self.graph, self.weights, rate=rate, key=int(rng.integers(2**63)))

    def drawn_exactly(self, coins: SecureRandom) -> Ints:
        """Rising positions.

        Weights are taken as the exact fractions that they are. In time of the edges, and of some
        tenths of a millisecond for each edge of the tree.
        """
        ends = self.graph.edges.tolist()
        costs = [Fraction(self.rate) * Fraction(weight) for weight in self.weights.tolist()]
        choices, taken = _Choices(costs, coins), list[int]()
        parent = np.arange(self.graph.n)

        def is_open(edge: int) -> bool:
            u, v = ends[edge]
            return bool(root_of(parent, u) != root_of(parent, v))

        def grow() -> Iterator[int]:
            while (edge := choices.draw(is_open)) is not None:
                u, v = ends[edge]
                parent[root_of(parent, u)] = root_of(parent, v)
                taken.append(edge)
                yield edge

        if self.rule == "kruskal":
            for edge in range(self.graph.m):
                choices.add(edge)
            list(grow())
            return np.array(sorted(taken), dtype=np.int64)
        indptr, _, positions = incident_edges(self.graph.n, self.graph.edges)
        is_in = np.zeros(self.graph.n, dtype=np.bool_)

        def enter(node: int) -> None:
            is_in[node] = True
            for edge in positions[indptr[node] : indptr[node + 1]].tolist():
                if not all(is_in[end] for end in ends[edge]):
                    choices.add(edge)

        for root in range(self.graph.n):
            if is_in[root]:
                continue
            enter(root)
            for edge in grow():
                enter(next(end for end in ends[edge] if not is_in[end]))
        return np.array(sorted(taken), dtype=np.int64)

    def loss(self, other: TreeSteps, outcome: Ints) -> Loss:
        """Summed over the orders in which the edges may have come."""
        if len(outcome) > MOST_STEPS:
            return NOT_LOOKED_AT
        tree, logs = outcome.tolist(), [-float(law.rate) * law.weights for law in (self, other)]
        if not tree:
            return Loss(0.0, 0.0)
        totals = self._orders(tree, logs, {})
        worst = float(totals[2])
        spent = epsilon_from_rho(worst, self.delta) if self.delta and worst else worst
        moved = float(np.abs(self.weights - other.weights).sum())
        return Loss(float(totals[0] - totals[1]), spent, moved)

    def _orders(
        self, tree: list[int], logs: list[Floats], known: dict[int, Any], mask: int = 0
    ) -> Any:
        """Logs of the chances with either weights, and the largest loss of any order."""
        if mask == (1 << len(tree)) - 1:
            return 0.0, 0.0, 0.0
        if mask not in known:
            cut = self._cut([e for i, e in enumerate(tree) if mask >> i & 1])
            chances = [one[cut] - log_sum(one[cut]) for one in logs]
            apart = chances[0] - chances[1]
            step = float(np.abs(apart).max())
            if self.delta:
                step = float(apart.max() - apart.min()) ** 2 / 8.0
            next_ones = [
                (at, self._orders(tree, logs, known, mask | 1 << i))
                for i, e in enumerate(tree)
                if not mask >> i & 1 and (at := cut.index(e) if e in cut else -1) >= 0
            ]
            sums = [
                log_sum(np.array([chances[side][at] + then[side] for at, then in next_ones]))
                for side in (0, 1)
            ]
            known[mask] = (*sums, step + max(then[2] for _, then in next_ones))
        return known[mask]

    def _cut(self, taken: list[int]) -> list[int]:
        part, ends = list(range(self.graph.n)), self.graph.edges.tolist()
        for e in taken:
            part = _joined(part, ends[e])
        return _cut(ends, part, self.rule)

    def facts(self, outcome: Ints) -> dict[str, str]:
        """The rate."""
        return {"rate": str(self.rate)}

    @property
    def exact_epsilon(self) -> Budget:
        """As it is stated."""
        return self.cost


@dataclass(frozen=True, eq=False)
class TreeChoice(Law):
    """One of all spanning trees, with P ~ exp(-its costs).

    Parameters
    ----------
    graph : Graph
    costs : ndarray of float64, shape (m,)
    """

    graph: Graph
    costs: Floats

    def drawn(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Rising positions."""
        return weighted_spanning_forest(self.graph, costs=self.costs, rng=rng)

    def loss(self, other: TreeChoice, outcome: Ints) -> Loss:
        """Of all trees: the lightest and the heaviest by what moved lose the most."""
        moved = self.costs - other.costs
        sums = self._log_sum() - other._log_sum()
        ends = [
            abs(float(moved[minimum_spanning_forest(self.graph, side)].sum()) + sums)
            for side in (moved, -moved)
        ]
        return Loss(-float(moved[outcome].sum()) - sums, max(ends), float(np.abs(moved).sum()))

    def _log_sum(self) -> float:
        """ln of the sum over all trees: nodes are taken out one by one, without a subtraction."""
        least = float(self.costs.min(initial=0.0))
        flows = np.zeros((self.graph.n, self.graph.n))
        u, v = self.graph.edges.T
        flows[u, v] = flows[v, u] = np.exp(least - self.costs)
        total = -least * forest_edges(self.graph)
        for node in range(self.graph.n - 1):
            rest = flows[node, node + 1 :]
            out = float(rest.sum())
            if out > 0.0:
                total += math.log(out)
                flows[node + 1 :, node + 1 :] += np.outer(rest, rest) / out
        return total


@dataclass(frozen=True, eq=False)
class LightestTree(Law):
    """The lightest tree once every weight has exponential noise taken off.

    Parameters
    ----------
    graph : Graph
    weights : ndarray of float64, shape (m,)
        In whole steps for a publication.
    scale : float or Fraction
        Of the noise.
    step : float
        Of a publication's grid.
    """

    graph: Graph
    weights: Floats
    scale: Budget
    step: float = 0.0

    def drawn(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Rising positions."""
        noise = float(self.scale) * rng.standard_exponential(self.graph.m)
        return minimum_spanning_forest(self.graph, self.weights - noise)

    def drawn_exactly(self, coins: SecureRandom) -> NDArray[np.int64]:
        """Rising positions."""
        noise = coins.geometric(Fraction(self.scale), self.graph.m).tolist()
        noisy = [int(steps) - less for steps, less in zip(self.weights, noise, strict=True)]
        rank = np.empty(self.graph.m)
        rank[sorted(range(self.graph.m), key=noisy.__getitem__)] = np.arange(self.graph.m)
        return minimum_spanning_forest(self.graph, rank)

    def loss(self, other: LightestTree, outcome: Ints) -> Loss:
        """Of this tree, or of all where they are few, by integrals; of whole steps nothing."""
        if len(outcome) > MOST_STEPS or self.step or not len(outcome):
            return NOT_LOOKED_AT
        apart = self._log_chance(outcome) - other._log_chance(outcome)
        largest = abs(apart)
        if math.comb(self.graph.m, len(outcome)) <= FEW_TREES:
            for edges in combinations(range(self.graph.m), len(outcome)):
                tree = np.array(edges)
                if forest_edges(Graph(self.graph.n, self.graph.edges[tree])) == len(tree):
                    losses = self._log_chance(tree) - other._log_chance(tree)
                    largest = max(largest, abs(losses))
        return Loss(apart, largest, float(np.abs(self.weights - other.weights).sum()))

    def _log_chance(self, outcome: Ints) -> float:
        """That this tree is the lightest.

        With u = exp(noisy weight/scale) every edge is uniform on [0, exp(weight/scale)], so that
        all integrands are polynomials between these ends: they are integrated exactly.
        """
        tops = np.exp((self.weights - float(self.weights.max())) / float(self.scale))
        ends = np.append(0.0, np.unique(tops))
        nodes, sums = _rule(self.graph.m + 2)
        width = np.diff(ends)[:, None]
        at = ends[:-1, None] + width * nodes
        middle = (ends[:-1] + ends[1:])[:, None] / 2.0
        density = {e: (middle < tops[e]) / tops[e] for e in outcome.tolist()}
        paths = list(self._paths(outcome.tolist()))

        def integral(values: Floats) -> Floats:
            inner = values @ sums.T * width
            whole = np.concatenate(([0.0], np.cumsum(inner[:, -1])[:-1]))
            rows: Floats = inner[:, :-1] + whole[:, None]
            return np.concatenate((rows, (inner[:, -1] + whole)[:, None]), axis=1)

        known: dict[frozenset[int], Floats] = {frozenset(): np.ones((len(width), len(nodes) + 1))}

        def below(edges: frozenset[int]) -> Floats:
            """P(all of these are there before u, and no edge beside closes a path earlier)."""
            if edges not in known:
                total = np.zeros((len(width), len(nodes)))
                for last in edges:
                    beside = [tops[f] for f, path in paths if last in path and path <= edges]
                    later = np.prod([np.maximum(1.0 - at / top, 0.0) for top in beside], axis=0)
                    total = total + below(edges - {last})[:, :-1] * density[last] * later
                known[edges] = integral(total)
            return known[edges]

        return math.log(float(below(frozenset(outcome.tolist()))[-1, -1]))

    def _paths(self, tree: list[int]) -> Iterator[tuple[int, frozenset[int]]]:
        """Every other edge, with the edges of the tree between its ends."""
        ends = self.graph.edges.tolist()
        near: dict[int, list[tuple[int, int]]] = {}
        for e in tree:
            for one, two in (ends[e], ends[e][::-1]):
                near.setdefault(one, []).append((two, e))
        for f in set(range(self.graph.m)) - set(tree):
            start, goal = ends[f]
            reached: dict[int, frozenset[int]] = {start: frozenset()}
            waiting = [start]
            while waiting:
                node = waiting.pop()
                for there, e in near.get(node, []):
                    if there not in reached:
                        reached[there] = reached[node] | {e}
                        waiting.append(there)
            yield f, reached[goal]

    def facts(self, outcome: Ints) -> dict[str, str]:
        """Grid and scale."""
        return {"grid": repr(self.step), "scale": str(self.scale)}


@dataclass(frozen=True, eq=False)
class TakenGaussian(Law):
    """Gaussian noise on the weights of a tree, drawn for all edges; concentrated with the tree."""

    weights: Floats
    deviation: float
    taken: Ints

    def drawn(self, rng: np.random.Generator) -> Floats:
        """In floating point."""
        noise = rng.standard_normal(len(self.weights))[self.taken]
        noisy: Floats = self.weights[self.taken] + self.deviation * noise
        return noisy

    def loss(self, other: TakenGaussian, outcome: Floats) -> Loss:
        """Of this outcome; its share is counted in rho, with that of the tree."""
        here, there = (law.weights[law.taken] for law in (self, other))
        away = float(np.sum((here - there) * (2.0 * outcome - here - there)))
        moved = float(np.linalg.norm(here - there))
        return Loss(away / (2.0 * self.deviation**2), 0.0, moved)


def prim_tree(graph: Graph, weights: Floats, *, rate: float, key: int) -> NDArray[np.int64]:
    """Rising positions of a tree grown from node 0, each edge drawn by exp(-rate w) in the cut.

    Parameters
    ----------
    graph : Graph
        With at least one edge.
    weights : ndarray of float64, shape (m,)
    rate : float
        c >= 0, per weight unit; of any size.
    key : int
        Names the random stream, 0 <= key < 2**63.
    """
    weights = weights.copy()  # one sort of array, compiled once
    low, scale = float(weights.min()), rate / math.log(2.0)
    highest = (float(weights.max()) - low) * scale
    if highest < MOST_BUCKETS:
        buckets = whole_parts(weights, low, scale)
        levels = np.arange(int(highest) + 1, dtype=np.float64)
    else:
        levels, inverse = np.unique(np.floor((weights - low) * scale), return_inverse=True)
        buckets = inverse.astype(np.int32)
    return np.sort(
        exponential_prim(graph.n, graph.edges, weights, low, scale, buckets, levels, key)
    )


@cache
def _rule(count: int) -> tuple[Floats, Floats]:
    """Nodes in (0, 1), and weights that integrate from 0 to each of them and to 1."""
    nodes, _ = np.polynomial.legendre.leggauss(count)
    powers = np.arange(count)
    inverse = np.linalg.inv(np.polynomial.legendre.legvander(nodes, count - 1))
    integrals = [np.polynomial.legendre.legint(np.eye(count)[power], lbnd=-1.0) for power in powers]
    upper = np.append(nodes, 1.0)
    values = np.stack([np.polynomial.legendre.legval(upper, one) for one in integrals], axis=1)
    return (nodes + 1.0) / 2.0, values @ inverse / 2.0
