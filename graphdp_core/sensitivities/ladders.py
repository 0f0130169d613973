"""Ladders: bounds of how much one edge changes a count, on the graph and t edges away from it.

A ladder I of a count f has LS(G) <= I_0(G), and I_t(G') <= I_(t+1)(G) for graphs G, G' that
differ in one edge; LS is the largest change of f by one edge. Each is cut at the largest change
of any graph, GS.

Notation: a_ij common neighbours of i and j, x_ij 1 if they are joined, b_ij nodes next to exactly
one of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import (
    check_count,
    choose,
    common_by_position,
    subgraph_count,
)
from graphdp_core.kernels.triangles import edges_among_common, pair_profiles, wedge_change
from graphdp_core.params import Refused

EVERY_PAIR_N = 20_000  # nodes up to which pairs without common neighbours are looked at one by one
MOST = 2**62  # k-triangles are bounded in 64 bits


@dataclass(eq=False)
class Ladder:
    """A count with its ladder, whose rungs are worked out when they are asked for.

    Parameters
    ----------
    count : int
        f of the graph.
    limit : int
        GS: no rung is higher.
    rule : callable
        ``rule(t)`` is I_t before it is cut at GS.
    """

    count: int
    limit: int
    rule: Callable[[int], int]
    _known: list[int] = field(default_factory=list)

    def rung(self, t: int) -> int:
        """I_t, t = 0, 1, ..."""
        known = self._known
        while len(known) <= t:
            is_full = bool(known) and known[-1] == self.limit
            known.append(self.limit if is_full else min(self.limit, self.rule(len(known))))
        return known[t]

    def smooth(self, beta: float) -> float:
        """The largest e^(-beta t) I_t: a beta-smooth bound of LS.

        Examples
        --------
        >>> Ladder(0, 8, lambda t: 2 ** t).smooth(10.0)
        1.0
        """
        best, t = 0.0, 0
        while True:
            rung = self.rung(t)
            best = max(best, math.exp(-beta * t) * rung)
            if rung == self.limit or math.exp(-beta * (t + 1)) * self.limit <= best:
                return best
            t += 1


_ladders: GraphCache[Ladder] = GraphCache(size=16)


def global_sensitivity(n: int, count: str, k: int) -> int:
    """GS: the most that one edge changes the count on any graph of n nodes.

    Examples
    --------
    >>> [global_sensitivity(10, count, 2) for count in ("edges", "triangles", "stars")]
    [1, 8, 16]
    """
    others = max(n - 2, 0)
    match count:
        case _ if n < 2:
            return 0
        case "triangles":
            return others
        case "stars":
            return 2 * math.comb(others, k - 1)
        case "k_triangles":
            return math.comb(others, k) + 2 * others * math.comb(max(others - 1, 0), k - 1)
        case "four_cliques":
            return math.comb(others, 2)
    return 1


def check_ladder(n: int, count: str, k: int) -> None:
    """Refuse what cannot be counted, or bounded in 64 bits; by n and k alone."""
    check_count(n, count, k)
    if count == "k_triangles" and global_sensitivity(n, count, k) > MOST:
        raise Refused(
            f"k must be smaller for k-triangles of a graph with {n:,} nodes, got {k}: one edge may "
            "change their number by more than 64 bits hold."
        )


def ladder(graph: Graph, count: str, k: int = 2) -> Ladder:
    """The count of a graph with its ladder; kept while the graph is in use.

    - triangles: max over pairs of a + floor((t + min(t, b))/2), which is LS at distance t: of
      the b nodes each costs one edge to become common, of all others two.
    - stars: max over pairs of C(p', k-1) + C(q', k-1) with p = max(d_i, d_j) - x, q = min - x,
      p' = min(n-2, p + t), q' = min(n-2, q + t - (p' - p)): LS at distance t as well.
    - k_triangles: LS is the largest C(a_ij, k) + sum over common l of C(a_il - x, k-1) +
      C(a_jl - x, k-1), and I_(t+1) = I_t + max(3 C(A, k-1) + A C(A, k-2), 4 C(A, k-2)), A the
      largest a plus t. An edge from i to a new common l adds C(A, k-1) for the pair and its own
      two terms, and raises at most A others by C(A, k-2); an edge among the common neighbours
      raises four terms.
    - four_cliques: LS, the most edges among the common neighbours of a pair, plus
      t A + t (t-1)/2.

    Parameters
    ----------
    count : str
        See :data:`graphdp_core.graphs.statistics.COUNTED`.

    Notes
    -----
    *Privacy*: everything in it is as private as the graph. The time it takes is so too.

    References
    ----------
    Zhang, Cormode, Procopiuc, Srivastava & Xiao (2015), Private release of graph statistics using
    ladder functions, SIGMOD (there without the last term of k-triangles, which k >= 3 needs).
    Karwa, Raskhodnikova, Smith & Yaroslavtsev (2011), Private analysis of graph structure, VLDB.

    Examples
    --------
    >>> kite = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)])
    >>> steps = ladder(kite, "triangles")
    >>> steps.count, steps.limit, steps.rung(0)
    (2, 2, 2)
    """
    check_ladder(graph.n, count, k)
    return _ladders.get(graph, (count, k), lambda: _made(graph, count, k))


def _made(graph: Graph, count: str, k: int) -> Ladder:
    limit = global_sensitivity(graph.n, count, k)
    if count == "four_cliques":
        most, total = map(int, edges_among_common(*graph.neighbours))
        widest = _widest(graph)
        return Ladder(total // 6, limit, lambda t: most + t * widest + t * (t - 1) // 2)
    value = subgraph_count(graph, count, k)
    if limit == 0 or count == "edges":
        return Ladder(value, limit, lambda t: limit)
    rules = {"triangles": _triangles, "stars": _stars, "k_triangles": _k_triangles}
    return Ladder(value, limit, rules[count](graph, k))


def _profile(graph: Graph) -> NDArray[np.int64]:
    return pair_profiles(*graph.neighbours, graph.n <= EVERY_PAIR_N)


def _widest(graph: Graph) -> int:
    """The largest a of all pairs."""
    shared = np.flatnonzero(_profile(graph) >= 0)
    return int(shared.max(initial=0))


def _triangles(graph: Graph, k: int) -> Callable[[int], int]:
    profile = _profile(graph)
    if graph.n > EVERY_PAIR_N:
        profile[0] = graph.n  # an upper bound for pairs without common neighbours
    shared = np.flatnonzero(profile >= 0)
    # Of the pairs with fewer common neighbours, those alone can win that have a larger b.
    beaten = np.maximum.accumulate(profile[shared][::-1])[::-1]
    kept = np.append(beaten[:-1] > beaten[1:], True)
    best = [(int(a), int(b)) for a, b in zip(shared[kept], beaten[kept], strict=True)]
    return lambda t: max(a + (t + min(t, b)) // 2 for a, b in best)


def _stars(graph: Graph, k: int) -> Callable[[int], int]:
    most = graph.n - 2
    best = _largest_ends(graph)

    def rule(t: int) -> int:
        change = 0
        for p, q in best:
            grown = min(most, p + t)
            second = min(most, q + t - (grown - p))
            change = max(change, math.comb(grown, k - 1) + math.comb(second, k - 1))
        return change

    return rule


def _largest_ends(graph: Graph) -> list[tuple[int, int]]:
    """(p, q) of the pairs that no other pair beats in both; p >= q."""
    indptr, indices = graph.neighbours
    degrees = graph.degrees
    order = np.argsort(-degrees, kind="stable")
    pairs: set[tuple[int, int]] = set()
    for i in range(graph.n):
        near = indices[indptr[i] : indptr[i + 1]]
        if len(near):
            largest = int(degrees[near].max())
            pairs.add(_ordered(int(degrees[i]) - 1, largest - 1))
        # Of d + 2 nodes by degree, one is neither i nor a neighbour of it.
        candidates = order[: len(near) + 2]
        strangers = candidates[(candidates != i) & ~np.isin(candidates, near)]
        if len(strangers):
            pairs.add(_ordered(int(degrees[i]), int(degrees[strangers[0]])))
    best: list[tuple[int, int]] = []
    for p, q in sorted(pairs, reverse=True):
        if not best or q > best[-1][1]:
            best.append((p, q))
    return best


def _ordered(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one >= two else (two, one)


def _k_triangles(graph: Graph, k: int) -> Callable[[int], int]:
    shared = common_by_position(graph)
    own = np.array(choose(np.arange(graph.n), k), dtype=np.int64)
    apart, joined = (
        np.array(choose(np.arange(graph.n) - less, k - 1), dtype=np.int64)[shared]
        for less in (0, 1)
    )
    rungs = [int(wedge_change(*graph.neighbours, apart, joined, own))]
    widest = _widest(graph)

    def rule(t: int) -> int:
        while len(rungs) <= t:
            a = widest + len(rungs) - 1
            outer = math.comb(a, k - 2)
            rungs.append(rungs[-1] + max(3 * math.comb(a, k - 1) + a * outer, 4 * outer))
        return rungs[t]

    return rule
