"""Degree-corrected block models: edges counted by block, made consistent, and a graph drawn.

Random simple graphs with given degrees: their ends are paired at random.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_ends, pair_numbers, sorted_pair_ends
from graphdp_core.privacy.samplers import first_distinct

MOST_ROUNDS = 40
ROUGHLY = 2**16 - 1
WHOLE_BITS = 63
MOST_OVERDRAW = 64


def block_edges(graph: Graph, labels: NDArray[np.integer], blocks: int) -> Ints:
    """Number of edges in each cell: a pair of blocks, or a block with itself.

    Returns
    -------
    ndarray of int64, shape (blocks (blocks + 1) / 2,)
        Cells (0, 0), (0, 1), ..., in row order; an edge counts in exactly one of them.

    Examples
    --------
    >>> path = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    >>> block_edges(path, np.array([0, 0, 1, 1]), 2).tolist()
    [1, 1, 1]
    """
    u, v = labels[graph.edges].T
    cells = pair_numbers(blocks + 1, np.minimum(u, v), np.maximum(u, v).astype(np.int64) + 1)
    return np.bincount(cells, minlength=blocks * (blocks + 1) // 2)


def cell_capacities(sizes: Ints) -> Ints:
    """Number of node pairs in each cell, from the sizes of the blocks.

    Examples
    --------
    >>> cell_capacities(np.array([3, 2])).tolist()
    [3, 6, 1]
    """
    one, other = _blocks_of_cells(len(sizes))
    loops = one == other
    return sizes[one] * (sizes[other] - loops) // (1 + loops)


def consistent_counts(noisy: Floats, capacities: Ints, total: float) -> Floats:
    """The counts between 0 and capacity with this sum that are nearest to the noisy ones.

    Least squares: all cells are shifted by the same number and clipped. To clip alone would add
    about half of the noise of every empty cell to the sum.

    Parameters
    ----------
    noisy : ndarray, shape (c,)
    capacities : ndarray of int, shape (c,)
    total : float
        Brought into [0, sum of the capacities].

    Examples
    --------
    >>> consistent_counts(np.array([5.0, 1.0, -2.0]), np.array([9, 9, 9]), 4.0).round(6).tolist()
    [4.0, 0.0, 0.0]
    """
    wanted = min(max(total, 0.0), float(capacities.sum()))
    # The sum falls with the shift, in straight lines between these.
    knots = np.concatenate((noisy - capacities, noisy))
    order = np.argsort(knots, kind="stable")
    knots, falling = knots[order], np.cumsum(np.where(order < len(noisy), 1.0, -1.0))
    sums = float(capacities.sum()) - np.append(0.0, np.cumsum(falling[:-1] * np.diff(knots)))
    shift = np.interp(-wanted, -sums, knots)
    fitted: Floats = np.clip(noisy - shift, 0, capacities)
    return fitted


def draw_edges(
    labels: NDArray[np.integer], weights: Floats, counts: Ints, *, rng: np.random.Generator
) -> NDArray[np.int32]:
    """Draw a simple graph with a given number of edges in each cell.

    In every cell, pairs {i, j} come one after the other with probability proportional to
    weight_i weight_j among the pairs that are not there yet: the first different ones of a
    sequence of independent pairs, which is drawn in growing parts. Pairs that have not come up
    after a long sequence (the last ones of a nearly full cell) are left out.

    Parameters
    ----------
    labels : ndarray of int, shape (n,)
        Block of each node, 0, ..., k - 1, each with at least one node.
    weights : ndarray, shape (n,)
        Above 0.
    counts : ndarray of int64, shape (k (k + 1) / 2,)
        At most the capacities.

    Returns
    -------
    ndarray of int32, shape (m, 2)
        Sorted, u < v.

    References
    ----------
    Karrer & Newman (2011), Stochastic blockmodels and community structure in networks, Physical
    Review E 83; here without repeated edges and loops.
    """
    ends = _Ends(labels, weights)
    pairs, cell_of = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    whole: list[Ints] = []  # pairs of cells that have all they want
    missing = counts
    for turn in range(MOST_ROUNDS):
        if not missing.any():
            break
        cells = np.repeat(np.arange(len(counts)), missing * min(2**turn, MOST_OVERDRAW))
        drawn, real = ends.draw(cells, rng)
        pairs, cell_of = _first_different(
            np.concatenate((pairs, drawn[real])), np.concatenate((cell_of, cells[real])), counts
        )
        short = np.bincount(cell_of, minlength=len(counts)) < counts
        whole.append(pairs[~short[cell_of]])
        pairs, cell_of = pairs[short[cell_of]], cell_of[short[cell_of]]
        open_cells = short & (missing > 0)
        missing = np.where(open_cells, counts - np.bincount(cell_of, minlength=len(counts)), 0)
    numbers = np.sort(np.concatenate((*whole, pairs)))
    return np.column_stack(pair_ends(len(labels), numbers)).astype(np.int32)


class _Ends:
    """Draws nodes of a block in proportion to their weights."""

    def __init__(self, labels: NDArray[np.integer], weights: Floats) -> None:
        self.n = len(labels)
        self.order = np.argsort(labels, kind="stable")
        sizes = np.bincount(labels)
        self.last = np.cumsum(sizes) - 1
        self.first = self.last - sizes + 1
        self.sums = np.cumsum(weights[self.order])
        self.upper = self.sums[self.last] if len(sizes) else np.empty(0)
        self.lower = np.concatenate(([0.0], self.upper[:-1]))
        self.one, self.other = _blocks_of_cells(len(sizes))

    def draw(self, cells: Ints, rng: np.random.Generator) -> tuple[Ints, NDArray[np.bool]]:
        """The number of one random pair for each cell, and whether it is a pair, not a loop."""
        u = self._nodes(self.one[cells], rng.random(len(cells)))
        v = self._nodes(self.other[cells], rng.random(len(cells)))
        return pair_numbers(self.n, np.minimum(u, v), np.maximum(u, v)), u != v

    def _nodes(self, block: Ints, uniform: Floats) -> Ints:
        places = self.lower[block] + uniform * (self.upper[block] - self.lower[block])
        # Neighbouring searches meet in the processor's cache; 16 bits are sorted in linear time.
        total = self.sums[-1] if len(self.sums) else 1.0
        order = np.argsort((places * (ROUGHLY / total)).astype(np.uint16), kind="stable")
        ranks = np.empty(len(places), dtype=np.int64)
        ranks[order] = np.searchsorted(self.sums, places[order], side="right")
        # Rounding may step over the edge of a block by one node.
        return self.order[np.clip(ranks, self.first[block], self.last[block])]


def _first_different(pairs: Ints, cells: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """The pairs in order of their draw, each once, at most as many of a cell as it wants."""
    first = np.sort(_first_places(pairs))
    pairs, cells = pairs[first], cells[first]
    order = np.argsort(cells, kind="stable")
    start = np.cumsum(np.bincount(cells, minlength=len(counts)))
    start -= np.bincount(cells, minlength=len(counts))
    rank = np.empty(len(cells), dtype=np.int64)
    rank[order] = np.arange(len(cells)) - start[cells[order]]
    wanted = rank < counts[cells]
    return pairs[wanted], cells[wanted]


def _first_places(pairs: Ints) -> Ints:
    """Where each distinct number >= 0 stands first; number and place are sorted as one, if so."""
    bits = len(pairs).bit_length()
    if not len(pairs) or int(pairs.max()).bit_length() + bits > WHOLE_BITS:
        return np.unique(pairs, return_index=True)[1]
    codes = np.sort(pairs << bits | np.arange(len(pairs)))
    is_first = np.ones(len(codes), dtype=bool)
    is_first[1:] = codes[1:] >> bits != codes[:-1] >> bits
    return codes[is_first] & ((1 << bits) - 1)


def _blocks_of_cells(blocks: int) -> tuple[Ints, Ints]:
    one, other = pair_ends(blocks + 1, np.arange(blocks * (blocks + 1) // 2))
    return one, other - 1


TRIES = 5  # of pairing all ends, until none is left
ROUNDS = 40  # of placing ends that found no partner


def degrees_of_counts(counts: Floats, edges: float | None = None) -> Ints:
    """One degree for each node, from how many nodes have each degree.

    Parameters
    ----------
    counts : ndarray, shape (d,)
        Real numbers >= 0 whose sum, rounded, is the number of nodes n.
    edges : float, optional
        If given, the degrees are scaled to this many edges, as far as rounding lets them.

    Returns
    -------
    ndarray of int64, shape (n,)
        Rising, from 0 to n - 1: the degrees at the middles of n equal shares.

    Examples
    --------
    >>> degrees_of_counts(np.array([1.0, 0.0, 3.0])).tolist()
    [0, 2, 2, 2]
    >>> degrees_of_counts(np.array([1.0, 0.0, 3.0]), edges=1.5).tolist()
    [0, 1, 1, 1]
    """
    n = round(float(counts.sum()))
    degrees = np.searchsorted(np.cumsum(counts), np.arange(n) + 0.5, side="right").astype(float)
    if edges is not None and degrees.sum() > 0.0:
        degrees *= 2.0 * max(edges, 0.0) / degrees.sum()
    return np.floor(np.clip(degrees, 0.0, max(n - 1, 0)) + 0.5).astype(np.int64)


def graph_of_degrees(degrees: Ints, *, rng: np.random.Generator) -> NDArray[np.int32]:
    """Draw a simple graph whose nodes have these degrees, or nearly, by :func:`matched_stubs`.

    Where ends are left, all are paired anew, a few times; the fullest graph counts.

    Parameters
    ----------
    degrees : ndarray of int64, shape (n,)
        From 0 to n - 1. An odd sum leaves one end out.

    Returns
    -------
    ndarray of int32, shape (m, 2)
        Sorted, u < v; nearly uniform among such graphs where degrees are far below n.

    References
    ----------
    Bollobas (1980), A probabilistic proof of an asymptotic formula for the number of labelled
    regular graphs, European J. Combin. 1 (the pairing).

    Examples
    --------
    >>> graph_of_degrees(np.array([2, 2, 2]), rng=np.random.default_rng(0)).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    none, best = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    for _ in range(TRIES):
        matched = matched_stubs(degrees, none, rng=rng)
        best = max(best, matched, key=len)
        if 2 * len(best) >= degrees.sum() - 1:
            break
    return sorted_pair_ends(len(degrees), best)


def matched_stubs(
    stubs: Ints, taken: NDArray[np.integer], *, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Numbers of node pairs, each once and none of `taken`, that use up `stubs` of each node.

    Ends are paired at random. Two ends a, b that would be a loop or a repeat take apart a pair
    {c, d} found before, for {a, c} and {b, d}, if both are new. What finds no place after many
    rounds is left.

    Examples
    --------
    >>> matched_stubs(np.array([1, 1, 0]), np.array([], dtype=int), rng=np.random.default_rng(0))
    array([0])
    """
    n = len(stubs)
    held: NDArray[np.int64] = np.sort(np.asarray(taken, dtype=np.int64))
    left = rng.permutation(np.repeat(np.arange(n), stubs))
    half = len(left) // 2
    one, other = left[:half], left[half : 2 * half]
    pairs = _numbers(n, one, other)
    new = _first_new(pairs, held)
    edges, one, other = np.sort(pairs[new]), one[~new], other[~new]
    for _ in range(ROUNDS):
        count = min(len(one), len(edges))
        if count == 0:
            break
        places = first_distinct(rng, population=len(edges), count=count)
        c, d = pair_ends(n, edges[places])
        first, second = _numbers(n, one[:count], c), _numbers(n, other[:count], d)
        fresh = _first_new(np.concatenate((first, second)), np.sort(np.concatenate((held, edges))))
        both = fresh[:count] & fresh[count:]
        kept = np.ones(len(edges), dtype=np.bool_)
        kept[places[both]] = False
        edges = np.sort(np.concatenate((edges[kept], first[both], second[both])))
        waiting = np.concatenate((~both, np.ones(len(one) - count, dtype=np.bool_)))
        one, other = other[waiting], one[waiting]
    return edges


def _numbers(n: int, one: Ints, other: Ints) -> NDArray[np.int64]:
    """Numbers of node pairs, -1 for loops."""
    pairs = pair_numbers(n, np.minimum(one, other), np.maximum(one, other)).astype(np.int64)
    return np.where(one == other, -1, pairs)


def _first_new(pairs: NDArray[np.int64], known: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which pairs stand there for the first time, are no loops and not in a rising array."""
    first = np.zeros(len(pairs), dtype=np.bool_)
    first[np.unique(pairs, return_index=True)[1]] = True
    if len(known):
        at = np.minimum(np.searchsorted(known, pairs), len(known) - 1)
        first &= known[at] != pairs
    return first & (pairs >= 0)
