"""The tree of ModDivisive: sets of nodes split again and again, and the best cut through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.divisive import Sets, children_of, metropolis, stream_of, whole_graph
from graphdp_core.progress import SILENT, Progress

__all__ = ["SENSITIVITY", "DivisionTree", "best_cut", "grow"]

SENSITIVITY = 2.0
"""Of S = mQ, and of the vector of S over all sets of one level, for one edge more or less."""

VISITS_PER_CALL = 1_500_000
"""Edge visits between two reports of progress: less than 100 ms."""


@dataclass(frozen=True, eq=False)
class DivisionTree:
    """A tree of node sets; node 0 is the root (all nodes), parents come before children.

    Parameters
    ----------
    parent : ndarray of int64, shape (t,)
        -1 for the root.
    level : ndarray of int64, shape (t,)
        0 for the root.
    size : ndarray of int64, shape (t,)
        Nodes in each set, at least 1.
    score : ndarray of float64, shape (t,)
        S = l - d^2/(4m) of each set, with l edges inside and degrees d: m times what the set
        would add to the modularity. 0 for the root, whatever the graph. Reads the graph.
    deepest : ndarray of int64, shape (n,)
        The lowest tree node of each graph node.
    accepted : float
        Share of the proposals that were accepted. Reads the graph.
    """

    parent: NDArray[np.int64]
    level: NDArray[np.int64]
    size: NDArray[np.int64]
    score: NDArray[np.float64]
    deepest: NDArray[np.int64]
    accepted: float


def grow(
    graph: Graph,
    *,
    budgets: Sequence[float],
    k: int,
    burn_in: int,
    smallest: int,
    key: int,
    progress: Progress = SILENT,
) -> DivisionTree:
    """Algorithm 3 without its last line: split every set by Algorithm 4, level by level.

    Parameters
    ----------
    graph : Graph
        Every edge counts as one.
    budgets : sequence of float
        Privacy budget of the chains of each level; as many levels.
    k : int
        Groups per set, 2 to 255.
    burn_in : int
        Proposals per node of a set: a fixed number, whatever the graph.
    smallest : int
        Sets of fewer nodes are not split.
    key : int
        64-bit key of all draws; the proposals do not depend on the budgets.
    progress : callable, optional
        ``progress(fraction, text)`` about every 100 ms; may raise to stop.
    """
    bounds, rows, indices = whole_graph(*graph.neighbours)
    keys = np.array([key], dtype=np.uint64)
    node = np.arange(graph.n)
    ids = np.zeros(min(1, graph.n), dtype=np.int64)  # tree nodes of the current sets
    if graph.n < smallest:
        bounds, ids, keys = bounds[:1], ids[:0], keys[:0]
    penalty = 0.5 / graph.m if graph.m else 0.0
    layers = [(np.array([-1]), np.array([graph.n]), np.zeros(1))]
    deepest = np.zeros(graph.n, dtype=np.int64)
    total = 1
    made = accepted = 0
    for level, budget in enumerate(budgets):
        sets = Sets(
            bounds, rows, indices,
            np.zeros(len(node), dtype=np.uint8), np.zeros((len(ids), k)), keys,
        )  # fmt: skip
        exponent = budget / (2.0 * SENSITIVITY)
        stage = progress.part(level, len(budgets)).named(f"level {level + 1} of {len(budgets)}")
        accepted += _run(sets, exponent, penalty, burn_in=burn_in, progress=stage)
        made += burn_in * int(bounds[-1])
        last = level == len(budgets) - 1
        found = children_of(sets, k, graph.n + 1 if last else smallest)
        real = np.flatnonzero(found.size)  # an empty group scores 0 for sure: it is left out
        number = np.full(len(found.size), -1, dtype=np.int64)
        number[real] = total + np.arange(len(real))
        score = found.inside[real] - found.degree[real] ** 2 * (penalty / 2.0)
        layers.append((ids[real // k], found.size[real], score))
        place = np.repeat(np.arange(len(ids)), np.diff(bounds)) * k + sets.group[: bounds[-1]]
        deepest[node[: bounds[-1]]] = number[place]
        total += len(real)
        keys = stream_of(keys[found.child // k], found.child % k)
        ids, node = number[found.child], node[found.order]
        bounds, rows, indices = found.bounds, found.rows, found.indices
    parent, size, score = (np.concatenate(column) for column in zip(*layers, strict=True))
    level_of = np.repeat(np.arange(len(layers)), [len(part[0]) for part in layers])
    return DivisionTree(parent, level_of, size, score, deepest, accepted / made if made else 0.0)


def best_cut(tree: DivisionTree, scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """Algorithm 5: keep a set whole unless the best cuts of its children sum to more.

    Parameters
    ----------
    tree : DivisionTree
    scores : ndarray of float64, shape (t,)
        The tree's scores, with noise.

    Returns
    -------
    ndarray of int64, shape (n,)
        The tree node of the cut that each graph node belongs to.

    Notes
    -----
    The slides' line 13 sums the children's own noisy scores; the sum of their best values is
    what the algorithm needs, and what is summed here.
    """
    value = scores.astype(np.float64)
    split = np.zeros(len(value), dtype=np.bool_)
    for level in range(int(tree.level[-1]), 0, -1):
        here = np.flatnonzero(tree.level == level)
        below = np.bincount(tree.parent[here], weights=value[here], minlength=len(value))
        better = np.bincount(tree.parent[here], minlength=len(value)) > 0
        better &= value < below
        value[better] = below[better]
        split |= better
    chosen = np.arange(len(value))
    for level in range(1, int(tree.level[-1]) + 1):
        here = np.flatnonzero(tree.level == level)
        above = chosen[tree.parent[here]]
        chosen[here] = np.where(split[above], here, above)
    return chosen[tree.deepest]


def _run(sets: Sets, exponent: float, penalty: float, *, burn_in: int, progress: Progress) -> int:
    """All chains of one level; the number of accepted proposals."""
    cursor = np.zeros(4, dtype=np.int64)
    nodes, k = int(sets.bounds[-1]), sets.degrees.shape[1]
    count = len(sets.bounds) - 1
    words = f"splitting {count:,} {'set' if count == 1 else 'sets'} of nodes"
    while cursor[0] < count:
        metropolis(sets, k, exponent, penalty, burn_in, cursor, VISITS_PER_CALL)
        done = sets.bounds[cursor[0]] + cursor[1] / burn_in
        progress(float(done) / nodes, words)
    return int(cursor[2])
