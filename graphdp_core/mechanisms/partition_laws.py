"""The laws of communities: cells that pass a filter, nodes that move, nodes that are placed.

Private partitions drawn with integers alone: noisy cells, moves and placements of nodes.
"""

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
from graphdp_core.graphs.pair_index import free_numbers
from graphdp_core.kernels.label_moves import place_nodes, private_moves
from graphdp_core.mechanisms.exact_draw import FLIPS, INTEGER_NOISE, integer_noise
from graphdp_core.mechanisms.supergraph import Supergraph, filtered_cells
from graphdp_core.params import Refused
from graphdp_core.privacy.draws import Budget, Law, Loss
from graphdp_core.privacy.laws import selection_loss
from graphdp_core.privacy.secure_random import WHOLE, Growth, SecureRandom, noise_tail
from graphdp_core.progress import SILENT, Progress

MOST_PLACES = 20_000_000
"""Nodes times groups that are weighed one by one, in some ten seconds."""

CELLS = f"full cells: {INTEGER_NOISE}; empty cells that pass: {FLIPS}"
CHOICES = (
    "each choice by the exponential mechanism on whole weights, powers of a dyadic number rounded "
    "down (Ilvento, 2020), with integers from the operating system's random bytes"
)


def filtered_exactly(
    supergraph: Supergraph, *, epsilon: Fraction, threshold: int, coins: SecureRandom
) -> tuple[Ints, Ints]:
    """Discrete Laplace noise on every cell; the cells that reach the threshold, with weights.

    A full cell gets its noise. An empty one passes by a coin of 64 bits, of a probability rounded
    up, and what passes exceeds the threshold by a geometric number.

    Parameters
    ----------
    supergraph : Supergraph
    epsilon : Fraction
        Above 0.
    threshold : int
        At least 1; public, or itself a private release.
    coins : SecureRandom

    Returns
    -------
    cells, weights : ndarray of int64, shape (s,)
        Distinct cells, full ones first.

    Notes
    -----
    *Privacy*: epsilon-DP for one edge. Between two full cells this is discrete Laplace noise. An
    edge that fills an empty cell multiplies each passing weight's probability by at most e^epsilon,
    and by less where the empty cell's chance was rounded up; not to pass is likelier when empty,
    by a factor below e^epsilon.
    """
    full = supergraph.full
    noisy = supergraph.edges + integer_noise(coins, len(full), scale=1 / epsilon)
    passed = noisy >= threshold
    ranks = coins.successes(supergraph.cells - len(full), noise_tail(threshold, epsilon))
    above = [threshold + coins.geometric(1 / epsilon) for _ in range(len(ranks))]
    return (
        np.concatenate((full[passed], free_numbers(ranks, full))),
        np.concatenate((noisy[passed], np.array(above, dtype=np.int64))),
    )


def moved_exactly(
    graph: Graph, labels: NDArray[np.integer], *, growth: Growth, coins: SecureRandom
) -> Ints:
    """Every node moves to community c with probability proportional to growth^neighbours in c.

    All look at the same labels, those before the move. Communities without a neighbour weigh the
    same, and one of them is drawn only where their sum is.

    Parameters
    ----------
    graph : Graph
    labels : ndarray of int, shape (n,)
        0, ..., k - 1.
    growth : Growth
    coins : SecureRandom

    Notes
    -----
    *Privacy*: 2 growth.exact_rate for one edge, which raises one score of each of its ends by 1.
    """
    indptr, indices = graph.neighbours
    count = int(labels.max(initial=0)) + 1
    moved = np.empty(graph.n, dtype=np.int64)
    for u in range(graph.n):
        inside = np.unique(labels[indices[indptr[u] : indptr[u + 1]]], return_counts=True)
        touched, scores = inside[0].tolist(), inside[1].tolist()
        *weights, empty = growth.weights([*scores, 0])
        place = coins.chosen([*weights, empty * (count - len(touched))])
        if place < len(touched):
            moved[u] = touched[place]
        else:
            rank = np.array([coins.below(count - len(touched))])
            moved[u] = free_numbers(rank, inside[0].astype(np.int64))[0]
    return moved


def placed_exactly(
    graph: Graph, order: Ints, *, k: int, cost: float, growth: Growth, coins: SecureRandom
) -> Ints:
    """Nodes in this order join group c in proportion to growth^(neighbours in c) g(size of c).

    g(s) = exp(-cost s) up to rounding. It reads what is drawn already and no edge, so that its
    rounding costs nothing.

    Parameters
    ----------
    graph : Graph
    order : ndarray of int64, shape (n,)
    k : int
        Groups.
    cost : float
        Per member, in units of the exponent.
    growth : Growth
    coins : SecureRandom

    Raises
    ------
    Refused
        If nodes times groups are more than 20 million, which is public.

    Notes
    -----
    *Privacy*: growth.exact_rate for one edge, which raises one score at one choice by 1.
    """
    if graph.n * k > MOST_PLACES:
        raise Refused(
            f"a publication weighs {graph.n:,} nodes times {k:,} groups one by one, at most "
            f"{MOST_PLACES:,} are taken: lower k, or publish a smaller graph."
        )
    indptr, indices = graph.neighbours
    labels, sizes = np.full(graph.n, -1, dtype=np.int64), np.zeros(k, dtype=np.int64)
    for v in order.tolist():
        near = labels[indices[indptr[v] : indptr[v + 1]]]
        scores = np.bincount(near[near >= 0], minlength=k).tolist()
        smaller = (-cost * (sizes - sizes.min())).tolist()
        weights = [
            weight * max(1, int(WHOLE * math.exp(exponent)))
            for weight, exponent in zip(growth.weights(scores), smaller, strict=True)
        ]
        place = coins.chosen(weights)
        labels[v] = place
        sizes[place] += 1
    return labels


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

    def drawn_exactly(self, coins: SecureRandom) -> tuple[Ints, Ints]:
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

    def drawn_exactly(self, coins: SecureRandom) -> Ints:
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

    def drawn_exactly(self, coins: SecureRandom) -> Ints:
        """Labels, on whole weights."""
        cost = float(self.epsilon) * self.cost
        return placed_exactly(
            self.graph, self.order, k=self.k, cost=cost, growth=self._growth, coins=coins
        )

    def loss(self, other: Placing, outcome: NDArray[np.integer]) -> Loss:
        """Of the nodes that have other neighbours among those placed before them."""
        rate, placed = _rate(self.epsilon, 1), np.zeros(self.graph.n, dtype=np.bool_)
        sizes, choices = np.zeros(self.k), []
        for node in self.order.tolist():
            links = [
                np.bincount(outcome[near[placed[near]]], minlength=self.k)
                for near in (_near(law.graph, node) for law in (self, other))
            ]
            if (links[0] != links[1]).any():
                logs = (rate * one - float(self.epsilon) * self.cost * sizes for one in links)
                choices.append((*logs, int(outcome[node])))
            placed[node] = True
            sizes[outcome[node]] += 1.0
        return _sum_of(starmap(selection_loss, choices))

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
