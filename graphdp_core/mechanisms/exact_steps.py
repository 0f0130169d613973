"""A tree grown step by step by the exponential mechanism, with integers alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.privacy.coins import Coins

__all__ = ["MOST_TRIALS", "drawn_tree"]

MOST_TRIALS = 20_000_000
"""Nodes times edges: so many coins may be tossed in the worst case, some minutes."""


def drawn_tree(graph: Graph, weights: Floats, *, rate: Fraction, rule: str, coins: Coins) -> Ints:
    """Rising positions of a tree's edges, each drawn with probability proportional to exp(-c w).

    A step proposes an edge of the cut at random and accepts it with probability
    exp(-c (w - least w of the cut)), until one is accepted.

    Parameters
    ----------
    graph : Graph
    weights : ndarray of float64, shape (m,)
        Taken as the exact fractions that they are.
    rate : Fraction
        c, per weight unit.
    rule : {"prim", "kruskal"}
        The cut: edges that leave the tree so far, or all that join two of its parts.
    coins : Coins

    Raises
    ------
    Refused
        If nodes times edges are more than 20 million, which is public.

    Examples
    --------
    >>> path = Graph.from_edges(3, [(0, 1), (1, 2)], weights=[1.0, 2.0])
    >>> drawn_tree(path, path.weights, rate=Fraction(1), rule="prim", coins=Coins()).tolist()
    [0, 1]
    """
    if graph.n * graph.m > MOST_TRIALS:
        raise Refused(
            f"a publication of a tree tosses up to {graph.n:,} times {graph.m:,} coins, at most "
            f"{MOST_TRIALS:,} are taken: publish weights, or take a smaller graph."
        )
    costs = [rate * Fraction(weight) for weight in weights.tolist()]
    ends = graph.edges.tolist()
    part = np.arange(graph.n)
    taken: list[int] = []
    grown = 0  # prim: the node whose tree is growing
    while True:
        cut = _cut(ends, part, grown if rule == "prim" else None)
        if not cut:
            if rule != "prim" or grown == graph.n - 1:
                return np.array(sorted(taken), dtype=np.int64)
            grown += 1
            continue
        chosen = _choice(cut, costs, coins)
        taken.append(chosen)
        u, v = ends[chosen]
        part[part == part[v]] = part[u]


def _cut(ends: Sequence[Sequence[int]], part: Ints, grown: int | None) -> list[int]:
    """Edges between two parts; of the part of one node alone if it is given."""
    tree = None if grown is None else part[grown]
    return [
        e
        for e, (u, v) in enumerate(ends)
        if part[u] != part[v] and (tree is None or tree in (part[u], part[v]))
    ]


def _choice(cut: Sequence[int], costs: Sequence[Fraction], coins: Coins) -> int:
    """One edge of the cut, with probability proportional to exp(-cost)."""
    least = min(costs[e] for e in cut)
    while True:
        edge = cut[coins.below(len(cut))]
        more = costs[edge] - least
        if coins.exp_minus(more.numerator, more.denominator):
            return edge
