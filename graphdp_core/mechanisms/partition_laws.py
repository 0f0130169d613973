"""The laws of communities: cells that pass a filter, and nodes that are placed.

Supergraphs: random groups of nodes, the edges between them counted, communities carried back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import starmap

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import free_numbers, pair_count, pair_ends, pair_numbers
from graphdp_core.kernels.divisive import place_nodes
from graphdp_core.kernels.louvain import louvain_communities
from graphdp_core.mechanisms.exact_draw import FLIPS, INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import PUBLIC_BY_ASSUMPTION
from graphdp_core.params import Refused
from graphdp_core.privacy.draws import Budget, Draws, Law, Loss
from graphdp_core.privacy.laws import Shuffle, integer_noise, selection_loss
from graphdp_core.privacy.samplers import (
    geometric_of_tail,
    geometric_tail,
    rare_events,
    two_sided_geometric,
)
from graphdp_core.privacy.secure_random import WHOLE, Growth, SecureRandom, noise_tail
from graphdp_core.progress import SILENT, Progress, Report

GROUPS_BY_ASSUMPTION = (
    *PUBLIC_BY_ASSUMPTION,
    "The group size is public, and the groups are drawn without looking at edges.",
)
"""What a mechanism of random groups takes as public."""


@dataclass(frozen=True, eq=False)
class Supergraph:
    """Edges of a graph counted by the cell that their ends' groups make.

    A cell is an unordered pair of groups, or one group with itself. Cells are numbered
    0, ..., :attr:`cells` - 1, and an edge of the graph counts in exactly one of them.

    Parameters
    ----------
    groups : ndarray of int64, shape (n,)
        Group of each node, 0, ..., count - 1.
    count : int
        Number of groups.
    full : ndarray of int64, shape (c,)
        Cells with at least one edge, rising.
    edges : ndarray of int64, shape (c,)
        Edges in each of them.
    """

    groups: Ints
    count: int
    full: Ints
    edges: Ints

    @property
    def cells(self) -> int:
        """Number of all cells, count (count + 1) / 2; public."""
        return pair_count(self.count + 1)

    @classmethod
    def drawn(cls, graph: Graph, *, size: int, draws: Draws) -> Supergraph:
        """Groups of `size` nodes at random, and the cells of the edges between and within them.

        Raises
        ------
        Refused
            If a publication would draw a coin for each of too many pairs of groups.
        """
        count = -(-graph.n // size)
        if draws.is_exact and pair_count(count + 1) > MAX_PAIRS:
            raise Refused(
                f"a publication draws a coin for each pair of groups, and {count:,} groups have "
                "too many: take larger groups."
            )
        groups = np.empty(graph.n, dtype=np.int64)
        groups[draws.draw(Shuffle("groups", 0.0, range(graph.n)))] = np.arange(graph.n) // size
        u, v = groups[graph.edges[:, 0]], groups[graph.edges[:, 1]]
        cells = np.sort(pair_numbers(count + 1, np.minimum(u, v), np.maximum(u, v) + 1))
        starts = np.flatnonzero(np.diff(cells, prepend=-1))
        return cls(groups, count, cells[starts], np.diff(starts, append=len(cells)))


def ends_of_cells(supergraph: Supergraph, cells: Ints) -> tuple[Ints, Ints]:
    """The two groups of each cell, the smaller number first; equal ones for a group's own cell."""
    u, v = pair_ends(supergraph.count + 1, cells)
    return u, v - 1


def communities_of_cells(
    supergraph: Supergraph,
    cells: Ints,
    weights: Ints,
    *,
    key: int,
    merges: list[NDArray[np.int32]] | None = None,
    progress: Report = SILENT,
) -> NDArray[np.int32]:
    """Louvain communities of the graph of groups with these weighted cells, for every node.

    Parameters
    ----------
    supergraph : Supergraph
        Only its groups are read.
    cells, weights : ndarray of int64, shape (s,)
        Distinct cells in any order, with weights above 0; a group's own cell is its loop.
    key : int
        64-bit key of the order in which groups move.
    merges : list, optional
        Filled with the levels at which groups merged, the finest first.

    Returns
    -------
    ndarray of int32, shape (n,)

    Notes
    -----
    *Privacy*: post-processing of cells and weights.
    """
    from scipy.sparse import coo_array

    count = supergraph.count
    u, v = ends_of_cells(supergraph, cells)
    inner = u == v
    loops = np.bincount(u[inner], weights=weights[inner], minlength=count).astype(np.float64)
    u, v, values = (array[~inner] for array in (u, v, weights.astype(np.float64)))
    ends = (np.concatenate((u, v)).astype(np.int32), np.concatenate((v, u)).astype(np.int32))
    rows = coo_array((np.concatenate((values, values)), ends), shape=(count, count)).tocsr()
    community = louvain_communities(
        rows.indptr, rows.indices, rows.data, loops=loops, key=key, merges=merges,
        progress=progress,
    )  # fmt: skip
    return community[supergraph.groups]


MAX_PAIRS = 4_000_000_000
"""Each pair of groups may take a random byte: this many are drawn within about a minute."""

MOST_PLACES = 20_000_000
"""Nodes times groups that are weighed one by one, in some ten seconds."""

CELLS = f"full cells: {INTEGER_NOISE}; empty cells that pass: {FLIPS}"
CHOICES = (
    "each choice by the exponential mechanism on whole weights, powers of a dyadic number rounded "
    "down (Ilvento, 2020), with integers from the operating system's random bytes"
)


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
        """Cells that pass and their numbers, full ones first.

        Empty cells are not visited: those that pass are Binomial in number and uniform in place,
        and are drawn alone.
        """
        filled, empty = rng.spawn(2)
        full, epsilon = self.supergraph.full, float(self.epsilon)
        noisy = self.supergraph.edges + two_sided_geometric(filled, epsilon=epsilon, size=len(full))
        passed = noisy >= self.threshold
        ranks, tails = rare_events(
            empty,
            trials=self.supergraph.cells - len(full),
            probability=geometric_tail(self.threshold, epsilon=epsilon),
        )
        order = np.argsort(ranks)  # searching in order is much faster
        above = np.maximum(geometric_of_tail(tails[order], epsilon=epsilon), self.threshold)
        return (
            np.concatenate((full[passed], free_numbers(ranks[order], full))),
            np.concatenate((noisy[passed], above)),
        )

    def drawn_exactly(self, coins: SecureRandom) -> tuple[Ints, Ints]:
        """The same, with integers alone.

        A full cell gets its noise. An empty one passes by a coin of 64 bits, of a probability
        rounded up, and what passes exceeds the threshold by a geometric number.

        Notes
        -----
        *Privacy*: epsilon-DP for one edge. Between two full cells this is discrete Laplace noise.
        An edge that fills an empty cell multiplies each passing weight's probability by at most
        e^epsilon, and by less where the empty cell's chance was rounded up; not to pass is
        likelier when empty, by a factor below e^epsilon.
        """
        full, scale = self.supergraph.full, 1 / Fraction(self.epsilon)
        noisy = self.supergraph.edges + integer_noise(coins, len(full), scale=scale)
        passed = noisy >= self.threshold
        chance = noise_tail(self.threshold, 1 / scale)
        ranks = coins.successes(self.supergraph.cells - len(full), chance)
        above = self.threshold + coins.geometric(scale, len(ranks))
        return (
            np.concatenate((full[passed], free_numbers(ranks, full))),
            np.concatenate((noisy[passed], above)),
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
        """The same with P ~ growth^(neighbours in it) g(size of it), on whole weights.

        g(s) = exp(-epsilon cost s) up to rounding. It reads what is drawn already and no edge, so
        that its rounding costs nothing.

        Raises
        ------
        Refused
            If nodes times groups are more than 20 million, which is public.

        Notes
        -----
        *Privacy*: growth.exact_rate for one edge, which raises one score at one choice by 1.
        """
        n, k, cost = self.graph.n, self.k, float(self.epsilon) * self.cost
        if n * k > MOST_PLACES:
            raise Refused(
                f"a publication weighs {n:,} nodes times {k:,} groups one by one, at most "
                f"{MOST_PLACES:,} are taken: lower k, or publish a smaller graph."
            )
        labels, sizes = np.full(n, -1, dtype=np.int64), np.zeros(k, dtype=np.int64)
        growth = self._growth
        for v in self.order.tolist():
            near = labels[_near(self.graph, v)]
            scores = np.bincount(near[near >= 0], minlength=k).tolist()
            smaller = (-cost * (sizes - sizes.min())).tolist()
            weights = [
                weight * max(1, int(WHOLE * math.exp(exponent)))
                for weight, exponent in zip(growth.weights(scores), smaller, strict=True)
            ]
            labels[v] = coins.chosen(weights)
            sizes[labels[v]] += 1
        return labels

    def loss(self, other: Placing, outcome: NDArray[np.integer]) -> Loss:
        """Of the nodes that have other neighbours among those placed before them."""
        is_exact = isinstance(self.epsilon, Fraction)
        rate = self._growth.exact_rate if is_exact else float(self.epsilon)
        placed = np.zeros(self.graph.n, dtype=np.bool_)
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
        return sum_of(starmap(selection_loss, choices))

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


def sum_of(losses: Iterable[Loss]) -> Loss:
    """What several choices lose together, and how many they are."""
    outcome = spent = moved = 0.0
    for loss in losses:
        outcome, spent, moved = outcome + loss.outcome, spent + loss.spent, moved + 1.0
    return Loss(outcome, spent, moved)
