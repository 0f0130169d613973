"""The laws of communities: cells that pass a filter, nodes that move, nodes that are placed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import starmap

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.label_moves import private_moves
from graphdp_core.kernels.one_pass import place_nodes
from graphdp_core.mechanisms.exact_partitions import filtered_exactly, moved_exactly, placed_exactly
from graphdp_core.mechanisms.supergraph import Supergraph, filtered_cells
from graphdp_core.privacy.coins import Coins
from graphdp_core.privacy.draws import Budget, Law, Loss
from graphdp_core.privacy.dyadic import WHOLE, Growth, noise_tail
from graphdp_core.privacy.laws import selection_loss
from graphdp_core.progress import SILENT, Progress

__all__ = ["CellFilter", "Moves", "Placing"]

DRAWS_PER_CALL = 2_000_000
NOT_PASSED = -1


@dataclass(frozen=True, eq=False)
class CellFilter(Law):
    """Every cell gets geometric noise; those that reach a threshold pass, with their noisy number.

    Parameters
    ----------
    supergraph : Supergraph
    threshold : int
        Public, or computed from outcomes.
    """

    supergraph: Supergraph
    threshold: int

    def drawn(self, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Cells that pass and their numbers, full ones first."""
        return filtered_cells(
            self.supergraph, epsilon=float(self.epsilon), threshold=self.threshold, rng=rng
        )

    def drawn_exactly(self, coins: Coins) -> tuple[Ints, Ints]:
        """With integers alone."""
        return filtered_exactly(
            self.supergraph, epsilon=Fraction(self.epsilon), threshold=self.threshold, coins=coins
        )

    def loss(self, other: CellFilter, outcome: tuple[Ints, Ints]) -> Loss:
        """Of the cells whose edges the two graphs count otherwise."""
        if (self.threshold, self._shape) != (other.threshold, other._shape):
            return Loss(math.inf, math.inf, math.inf)
        here, there = self._edges, other._edges
        seen = np.full(self.supergraph.cells, NOT_PASSED)
        seen[outcome[0]] = outcome[1]
        drawn = spent = 0.0
        for cell in np.flatnonzero(here != there).tolist():
            one, two = int(here[cell]), int(there[cell])
            last = max(one, two, self.threshold) + 1
            ratios = {
                number: self._log_chance(one, number) - self._log_chance(two, number)
                for number in (NOT_PASSED, *range(self.threshold, last + 1), int(seen[cell]))
            }
            drawn += ratios[int(seen[cell])]
            spent += max(map(abs, ratios.values()))
        return Loss(drawn, spent, float(np.abs(here - there).sum()))

    @property
    def _shape(self) -> tuple[int, bytes]:
        return self.supergraph.cells, self.supergraph.groups.tobytes()

    @property
    def _edges(self) -> Ints:
        edges = np.zeros(self.supergraph.cells, dtype=np.int64)
        edges[self.supergraph.full] = self.supergraph.edges
        return edges

    def _log_chance(self, edges: int, number: int) -> float:
        """That a cell with so many edges passes with this number, or does not pass."""
        rate, away = float(self.epsilon), self.threshold - edges
        head = -math.log1p(math.exp(-rate))
        if isinstance(self.epsilon, Fraction) and not edges:
            passes = noise_tail(self.threshold, self.epsilon) / WHOLE
        elif away > 0:
            passes = math.exp(head - rate * away)
        elif number == NOT_PASSED:
            return head - rate * (1 - away)
        else:
            passes = 1.0
        if number == NOT_PASSED:
            return math.log1p(-passes)
        width = math.log1p(-math.exp(-rate))
        if isinstance(self.epsilon, Fraction) and not edges:
            return math.log(passes) + width - rate * (number - self.threshold)
        return head + width - rate * abs(number - edges)

    def facts(self, outcome: tuple[Ints, Ints]) -> dict[str, str]:
        """Scale, threshold and the chance of an empty cell."""
        exact = Fraction(self.epsilon)
        return {
            "scale of the cells": str(1 / exact),
            "threshold": str(self.threshold),
            "empty": f"{noise_tail(self.threshold, exact):#x}/2**64",
        }


@dataclass(frozen=True, eq=False)
class Moves(Law):
    """Every node moves to a community with P ~ exp(epsilon/2 neighbours in it).

    Parameters
    ----------
    graph : Graph
    labels : ndarray of int32, shape (n,)
        Before the move; computed from outcomes.
    """

    graph: Graph
    labels: NDArray[np.int32]

    def drawn(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """New labels."""
        moved: NDArray[np.int32] = private_moves(
            *self.graph.neighbours, self.labels, self._count, float(self.epsilon) / 2.0,
            rng.random((self.graph.n, 2)),
        )  # fmt: skip
        return moved

    def drawn_exactly(self, coins: Coins) -> Ints:
        """New labels, on whole weights."""
        return moved_exactly(self.graph, self.labels, growth=self._growth, coins=coins)

    def loss(self, other: Moves, outcome: NDArray[np.integer]) -> Loss:
        """Of the nodes whose neighbours are others."""
        return _sum_of(
            selection_loss(rate * here, rate * there, int(outcome[node]))
            for rate in [_rate(self.epsilon, 2)]
            for node, here, there in self._scores(other)
        )

    def _scores(self, other: Moves) -> Iterator[tuple[int, Floats, Floats]]:
        both = [
            np.array([np.bincount(law.labels[_near(law.graph, u)], minlength=law._count)
                      for u in range(law.graph.n)], dtype=np.float64)
            for law in (self, other)
        ]  # fmt: skip
        for node in np.flatnonzero((both[0] != both[1]).any(axis=1)).tolist():
            yield node, both[0][node], both[1][node]

    @property
    def _count(self) -> int:
        return int(self.labels.max(initial=0)) + 1

    @property
    def _growth(self) -> Growth:
        return Growth.at_most(Fraction(self.epsilon) / 2)

    def facts(self, outcome: Ints) -> dict[str, str]:
        """The factor."""
        return {"factor of a neighbour": self._growth.fact()}

    @property
    def exact_epsilon(self) -> Budget:
        """Of the factor as it is."""
        return 2.0 * self._growth.exact_rate


@dataclass(frozen=True, eq=False)
class Placing(Law):
    """Nodes in this order join groups, P ~ exp(epsilon (neighbours in it - cost size)).

    Parameters
    ----------
    graph : Graph
    order : ndarray of int64, shape (n,)
    k : int
        Groups.
    cost : float
        Of a member, in edges.
    progress : Progress
    """

    graph: Graph
    order: Ints
    k: int
    cost: float
    progress: Progress = SILENT

    def drawn(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """Labels."""
        n, key = self.graph.n, np.uint64(rng.integers(2**63))
        labels, sizes = np.full(n, -1, dtype=np.int32), np.zeros(self.k, dtype=np.int64)
        step = max(1, DRAWS_PER_CALL // self.k)
        for first in range(0, n, step):
            stop = min(first + step, n)
            place_nodes(
                self.order, *self.graph.neighbours, float(self.epsilon), self.cost, key, labels,
                sizes, first, stop,
            )  # fmt: skip
            self.progress(stop / n, "placing nodes")
        return labels

    def drawn_exactly(self, coins: Coins) -> Ints:
        """Labels, on whole weights."""
        cost = float(self.epsilon) * self.cost
        return placed_exactly(
            self.graph, self.order, k=self.k, cost=cost, growth=self._growth, coins=coins
        )

    def loss(self, other: Placing, outcome: NDArray[np.integer]) -> Loss:
        """Of the nodes that have other neighbours among those placed before them."""
        rate, placed = _rate(self.epsilon, 1), np.zeros(self.graph.n, dtype=np.bool_)
        sizes, found = np.zeros(self.k), []
        for node in self.order.tolist():
            links = [
                np.bincount(outcome[near[placed[near]]], minlength=self.k)
                for near in (_near(law.graph, node) for law in (self, other))
            ]
            if (links[0] != links[1]).any():
                logs = (rate * one - float(self.epsilon) * self.cost * sizes for one in links)
                found.append((*logs, int(outcome[node])))
            placed[node] = True
            sizes[outcome[node]] += 1.0
        return _sum_of(starmap(selection_loss, found))

    @property
    def _growth(self) -> Growth:
        return Growth.at_most(Fraction(self.epsilon))

    def facts(self, outcome: Ints) -> dict[str, str]:
        """The factor."""
        return {"factor of a neighbour": self._growth.fact()}

    @property
    def exact_epsilon(self) -> Budget:
        """Of the factor as it is."""
        return self._growth.exact_rate


def _near(graph: Graph, node: int) -> NDArray[np.int32]:
    indptr, indices = graph.neighbours
    near: NDArray[np.int32] = indices[indptr[node] : indptr[node + 1]]
    return near


def _rate(epsilon: Budget, choices: int) -> float:
    """Per neighbour, of the factor as it is where it is published."""
    if isinstance(epsilon, Fraction):
        return Growth.at_most(epsilon / choices).exact_rate
    return epsilon / choices


def _sum_of(losses: Iterator[Loss]) -> Loss:
    outcome = spent = moved = 0.0
    for loss in losses:
        outcome, spent, moved = outcome + loss.outcome, spent + loss.spent, moved + 1.0
    return Loss(outcome, spent, moved)
