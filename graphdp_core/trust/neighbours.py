"""Pairs of neighbouring inputs: small graphs by search, and the worst pairs that are known."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation
from graphdp_core.trust.weightings import weight_steps

__all__ = ["Pair", "neighbouring_pairs"]

Edge = tuple[int, int]

SEARCHED = (2, 3, 4)
"""Node counts of which every pair is tried, up to renaming the nodes."""


@dataclass(frozen=True)
class Pair:
    """Two inputs that a guarantee says are hard to tell apart.

    Parameters
    ----------
    name : str
        What differs, in words.
    left, right : Graph
    changed : tuple of (int, int)
        The node pairs on which the two differ.
    """

    name: str
    left: Graph
    right: Graph
    changed: tuple[Edge, ...]


def neighbouring_pairs(mechanism: Any, claim: Guarantee) -> list[Pair]:
    """Neighbours under the relation and radius of a claim, small ones first.

    The relation, its radius and what divides it are those of the claim. The public range of the
    weights and whether graphs stay connected are read from the mechanism's parameters `lowest`,
    `highest`, `clip` and `support`, where it has them.

    Parameters
    ----------
    mechanism : Mechanism
        Only its parameters are read.
    claim : Guarantee

    Returns
    -------
    list of Pair
        Empty if no two inputs are neighbours: then the claim protects nothing.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> flip = gdp.mechanism("edge_flip")
    >>> pairs = neighbouring_pairs(flip, flip.guarantee(1.0))
    >>> pairs[0].left.m, pairs[0].right.m, len(pairs) > 20
    (0, 1, True)
    """
    match claim.relation:
        case NeighbouringRelation.EDGE:
            return list(_edge_pairs())
        case NeighbouringRelation.NODE:
            return list(_node_pairs())
        case NeighbouringRelation.WEIGHT_L1 | NeighbouringRelation.WEIGHT_LINF:
            return list(_weight_pairs(mechanism, claim))
    return list(_theta_pairs(mechanism, claim))


def _edge_pairs() -> Iterator[Pair]:
    for n in SEARCHED:
        for rest, new in toggles(n):
            yield _toggled(f"{len(rest)} edges on {n} nodes and one more", n, rest, new)
    for name, n, edges, toggled in KNOWN_WORST:
        yield _toggled(name, n, edges, toggled)


def _toggled(name: str, n: int, edges: Iterable[Edge], toggled: Edge) -> Pair:
    without = [e for e in edges if e != toggled]
    return Pair(
        name,
        Graph.from_edges(n, without),
        Graph.from_edges(n, [*without, toggled]),
        (toggled,),
    )


def _complete(n: int) -> list[Edge]:
    return list(itertools.combinations(range(n), 2))


def _path(n: int) -> list[Edge]:
    return [(i, i + 1) for i in range(n - 1)]


_TWO_TRIANGLES = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
_BIPARTITE = [(u, v) for u in range(3) for v in range(3, 6)]

KNOWN_WORST: tuple[tuple[str, int, list[Edge], Edge], ...] = (
    ("six isolated nodes and one edge", 6, [], (0, 1)),
    ("a path whose eigengap grows from .56 to 1.45", 6,
     [(0, 3), (0, 5), (1, 3), (2, 4), (2, 5)], (2, 3)),
    ("nearly opposite second eigenvectors", 6,
     [(0, 1), (0, 2), (0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5), (2, 5), (3, 4)], (0, 3)),
    ("two triangles and a bridge", 6, _TWO_TRIANGLES, (2, 3)),
    ("all of K_{3,3} and all but one edge", 6, _BIPARTITE[1:], _BIPARTITE[0]),
    ("all of K_6 and all but one edge", 6, _complete(6)[1:], (0, 1)),
    ("a star and one edge more", 6, [(0, i) for i in range(1, 6)], (1, 2)),
    ("twelve isolated nodes and one edge", 12, [], (0, 1)),
    ("two halves of a path, joined or not", 12, [e for e in _path(12) if e != (5, 6)], (5, 6)),
    ("all of K_12 and all but one edge", 12, _complete(12)[1:], (0, 1)),
    ("46 isolated nodes and one edge", 46, [], (0, 1)),
)  # fmt: skip
"""What the literature and counterexamples name: (what it is, nodes, edges, the pair toggled)."""


@lru_cache(maxsize=8)
def toggles(n: int) -> tuple[tuple[tuple[Edge, ...], Edge], ...]:
    """Every graph on n nodes with every absent edge, once for each kind up to renaming.

    Examples
    --------
    >>> [len(toggles(n)) for n in (2, 3, 4)]
    [1, 3, 14]
    """
    every, seen, found = _complete(n), set(), []
    orders = list(itertools.permutations(range(n)))
    for size in range(len(every)):
        for edges in itertools.combinations(every, size):
            for new in every:
                if new in edges:
                    continue
                kind = min(_renamed(edges, new, order) for order in orders)
                if kind not in seen:
                    seen.add(kind)
                    found.append((edges, new))
    return tuple(found)


def _renamed(edges: tuple[Edge, ...], new: Edge, order: tuple[int, ...]) -> Any:
    def name(edge: Edge) -> Edge:
        u, v = order[edge[0]], order[edge[1]]
        return (u, v) if u < v else (v, u)

    return tuple(sorted(map(name, edges))), name(new)


def _node_pairs() -> Iterator[Pair]:
    """One node rewired at will, the node count being public."""
    for n in (3, 4, 6):
        others = [(u, v) for u, v in _complete(n) if u]
        for name, rest in (("no", []), ("all", others), ("a path of", _path(n)[1:])):
            star = [(0, v) for v in range(1, n)]
            for kind, before, after in (
                ("isolated or joined to all", [], star),
                ("joined to one or to another", star[:1], star[-1:]),
                ("joined to one or to the rest", star[:1], star[1:]),
            ):
                yield Pair(
                    f"node 0 {kind}, {name} other edges, {n} nodes",
                    Graph.from_edges(n, [*rest, *before]),
                    Graph.from_edges(n, [*rest, *after]),
                    tuple(star),
                )


def _weight_pairs(mechanism: Any, claim: Guarantee) -> Iterator[Pair]:
    is_linf = claim.relation is NeighbouringRelation.WEIGHT_LINF
    clipped = bool(getattr(mechanism, "clip", False))
    for name, n, edges, base in _public_topologies(is_linf=is_linf):
        m = len(edges)
        radius = _radius(claim, m)
        left = np.asarray(base, dtype=np.float64) * radius * 4.0 * n
        if clipped:
            left += (mechanism.lowest + mechanism.highest) / 2.0
        for what, step in weight_steps(n, edges, is_linf=is_linf):
            change = radius * step
            moved = tuple(e for e, d in zip(edges, change, strict=True) if d)
            yield Pair(
                f"{name}: {what}",
                Graph.from_edges(n, edges, weights=left),
                Graph.from_edges(n, edges, weights=left + change),
                moved,
            )


def _radius(claim: Guarantee, m: int) -> float:
    """The protected radius on a graph of m edges."""
    if not claim.radius_text:
        return claim.radius
    number, divided, by = claim.radius_text.partition("/")
    if not divided or by != "|E|":
        raise ValueError(f"radius_text must be a number or number/|E|, got {claim.radius_text!r}.")
    return float(number) / m


def _public_topologies(
    *, is_linf: bool
) -> Iterator[tuple[str, int, list[Edge], NDArray[np.float64]]]:
    """(name, nodes, edges, weights in units of a large one)."""
    yield "one edge", 2, [(0, 1)], np.zeros(1)
    yield "a triangle of equal weights", 3, _complete(3), np.zeros(3)
    yield "K_4 of equal weights", 4, _complete(4), np.zeros(6)
    yield "K_4 with a light star", 4, _complete(4), np.array([-1.0, -1, -1, 0, 0, 0])
    yield "K_4 with a light path", 4, _complete(4), np.array([-1.0, 0, 0, -1, 0, -1])
    yield "a triangle and an edge apart", 5, [*_complete(3), (3, 4)], np.zeros(4)
    if is_linf:
        yield ("two light blobs of ten nodes", *two_blobs(10))


def two_blobs(k: int) -> tuple[int, list[Edge], NDArray[np.float64]]:
    """Two light cliques of k nodes, all joined by equal heavier edges: (n, edges, weights).

    A tree needs one of the k^2 edges between them. That none but one of these is taken tells by
    how much it is lighter: noise added to weights, and not taken off, does not hide it.
    """
    edges = _complete(2 * k)
    across = np.array([u < k <= v for u, v in edges])
    return 2 * k, edges, np.where(across, 0.0, -1.0)


def _theta_pairs(mechanism: Any, claim: Guarantee) -> Iterator[Pair]:
    """One weight moved by at most theta within the public range; edges may come and go."""
    theta = claim.radius
    lowest = float(getattr(mechanism, "lowest", 0.0))
    highest = float(getattr(mechanism, "highest", math.inf))
    support = str(getattr(mechanism, "support", "vanish"))
    fixed = claim.relation is NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT or support == "fixed"
    top = highest if math.isfinite(highest) else max(lowest, theta) * 2.0
    least = max(lowest, min(theta, top) * 1e-3)
    for name, n, edges, number in _weighted_bases():
        for base in dict.fromkeys((least, top)):
            for step in (-theta, theta, None):
                pair = _theta_step(
                    name, n, edges, number, base=base, step=step, least=least, top=top
                )
                if pair is None or (step is None and (fixed or base > theta)):
                    continue
                if support == "connected" and not all(map(_connected, (pair.left, pair.right))):
                    continue
                yield pair
    yield from _twin_pairs(theta, least, top)


def _twin_pairs(theta: float, least: float, top: float) -> Iterator[Pair]:
    """Two edges of nearly one weight with the lightest edge between: which is heavier may flip."""
    low, high = top / 2.0 + theta / 2.0, top / 2.0 + 1.5 * theta
    if not least < top / 2.0 or high > top:
        return
    left, right = ([weight, least, top / 2.0] for weight in (low, high))
    yield Pair(
        f"two edges of weights {low:g} or {high:g} and {top / 2.0:g}, joined lightly",
        Graph.from_edges(4, _path(4), weights=left),
        Graph.from_edges(4, _path(4), weights=right),
        ((0, 1),),
    )


def _theta_step(
    name: str,
    n: int,
    edges: list[Edge],
    number: int,
    *,
    base: float,
    step: float | None,
    least: float,
    top: float,
) -> Pair | None:
    """One edge's weight moved by `step`, or the edge taken away; None if nothing may move."""
    changed = edges[number]
    if step is None:
        kept = [e for e in edges if e != changed]
        left, right = (_of_one_weight(n, some, base) for some in (edges, kept))
        return Pair(f"{name} of weight {base:g}: with and without an edge", left, right, (changed,))
    target = min(max(base + step, least), top)
    if target == base:
        return None
    after = np.full(len(edges), base)
    after[number] = target
    left, right = _of_one_weight(n, edges, base), Graph.from_edges(n, edges, weights=after)
    return Pair(
        f"{name} of weight {base:g}: one weight becomes {target:g}", left, right, (changed,)
    )


def _of_one_weight(n: int, edges: list[Edge], weight: float) -> Graph:
    """A graph without weights where all are 1: that it has none must not tell either."""
    weights = None if weight == 1.0 else np.full(len(edges), weight)
    return Graph.from_edges(n, edges, weights=weights)


def _weighted_bases() -> tuple[tuple[str, int, list[Edge], int], ...]:
    return (
        ("an edge", 2, [(0, 1)], 0),
        ("a path of three", 3, _path(3), 0),
        ("a triangle", 3, _complete(3), 0),
        ("two edges apart", 4, [(0, 1), (2, 3)], 0),
        ("an edge and three lone nodes", 5, [(0, 1)], 0),
        ("a path of four", 4, _path(4), 1),
        ("a star", 5, [(0, i) for i in range(1, 5)], 0),
        ("a ring of four", 4, [*_path(4), (0, 3)], 0),
        ("K_4", 4, _complete(4), 0),
        ("K_5 with a pendant", 6, [*_complete(5), (0, 5)], 10),
        ("a ring of six", 6, [*_path(6), (0, 5)], 0),
        ("two triangles and a bridge", 6, [*_TWO_TRIANGLES, (2, 3)], 6),
        ("two K_5 joined by a path", 12, _two_cliques_on_a_path(5), 0),
        ("two K_4 joined by a path, one with a pendant", 11, _one_clique_slightly_larger(), 0),
        ("K_20", 20, _complete(20), 0),
    )


def _two_cliques_on_a_path(k: int) -> list[Edge]:
    """Equal cliques: which holds the leading eigenvector turns on one edge of either."""
    far = [(u + k + 2, v + k + 2) for u, v in _complete(k)]
    return [*_complete(k), (k - 1, k), (k, k + 1), (k + 1, k + 2), *far]


def _one_clique_slightly_larger() -> list[Edge]:
    """The leading eigenvector sits on the one with the pendant, or without the edge on the other.

    It moves by nearly sqrt 2, and in l1 by nearly all that its nodes allow.
    """
    return [*_two_cliques_on_a_path(4), (1, 10)]


def _connected(graph: Graph) -> bool:
    from scipy.sparse.csgraph import connected_components

    return int(connected_components(graph.adjacency(), directed=False)[0]) <= 1
