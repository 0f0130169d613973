"""Pairs of neighbouring inputs: small graphs by search, and the worst pairs that are known.

Small topologies that an audit tries: all of up to four nodes, and known worst cases.

Steps between neighbouring weightings of a public topology, as multiples of the radius.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.surveys import surveys_apart
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation

Edge = tuple[int, int]

SEARCHED = (2, 3, 4)
"""Node counts of which every pair is tried, up to renaming the nodes."""


def complete(n: int) -> list[Edge]:
    """All pairs of n nodes, in order."""
    return list(itertools.combinations(range(n), 2))


def path(n: int) -> list[Edge]:
    """The edges (0, 1), (1, 2), ... of n nodes in a row."""
    return [(i, i + 1) for i in range(n - 1)]


TWO_TRIANGLES = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
_BIPARTITE = [(u, v) for u in range(3) for v in range(3, 6)]

KNOWN_WORST: tuple[tuple[str, int, list[Edge], Edge], ...] = (
    ("six isolated nodes and one edge", 6, [], (0, 1)),
    ("a path whose eigengap grows from .56 to 1.45", 6,
     [(0, 3), (0, 5), (1, 3), (2, 4), (2, 5)], (2, 3)),
    ("nearly opposite second eigenvectors", 6,
     [(0, 1), (0, 2), (0, 4), (0, 5), (1, 2), (1, 3), (1, 4), (1, 5), (2, 5), (3, 4)], (0, 3)),
    ("two triangles and a bridge", 6, TWO_TRIANGLES, (2, 3)),
    ("all of K_{3,3} and all but one edge", 6, _BIPARTITE[1:], _BIPARTITE[0]),
    ("all of K_6 and all but one edge", 6, complete(6)[1:], (0, 1)),
    ("a star and one edge more", 6, [(0, i) for i in range(1, 6)], (1, 2)),
    ("twelve isolated nodes and one edge", 12, [], (0, 1)),
    ("two halves of a path, joined or not", 12, [e for e in path(12) if e != (5, 6)], (5, 6)),
    ("all of K_12 and all but one edge", 12, complete(12)[1:], (0, 1)),
    ("46 isolated nodes and one edge", 46, [], (0, 1)),
)  # fmt: skip
"""What the literature and counterexamples name: (what it is, nodes, edges, the pair toggled)."""


@lru_cache(maxsize=8)
def toggles(n: int) -> tuple[tuple[tuple[Edge, ...], Edge], ...]:
    """Every graph on n nodes with every absent edge, once for each kind up to renaming."""
    every, seen, pairs = complete(n), set(), []
    orders = list(itertools.permutations(range(n)))
    for size in range(len(every)):
        for edges in itertools.combinations(every, size):
            for new in every:
                if new in edges:
                    continue
                kind = min(_renamed(edges, new, order) for order in orders)
                if kind not in seen:
                    seen.add(kind)
                    pairs.append((edges, new))
    return tuple(pairs)


def _renamed(edges: tuple[Edge, ...], new: Edge, order: tuple[int, ...]) -> Any:
    def name(edge: Edge) -> Edge:
        u, v = order[edge[0]], order[edge[1]]
        return (u, v) if u < v else (v, u)

    return tuple(sorted(map(name, edges))), name(new)


def public_topologies(*, is_linf: bool) -> Iterator[tuple[str, int, list[Edge], Floats]]:
    """(name, nodes, edges, weights in units of a large one)."""
    yield "one edge", 2, [(0, 1)], np.zeros(1)
    yield "a triangle of equal weights", 3, complete(3), np.zeros(3)
    yield "K_4 of equal weights", 4, complete(4), np.zeros(6)
    yield "K_4 with a light star", 4, complete(4), np.array([-1.0, -1, -1, 0, 0, 0])
    yield "K_4 with a light path", 4, complete(4), np.array([-1.0, 0, 0, -1, 0, -1])
    yield "a triangle and an edge apart", 5, [*complete(3), (3, 4)], np.zeros(4)
    if is_linf:
        yield ("two light blobs of ten nodes", *two_blobs(10))


def two_blobs(k: int) -> tuple[int, list[Edge], Floats]:
    """Two light cliques of k nodes, all joined by equal heavier edges: (n, edges, weights).

    A tree needs one of the k^2 edges between them. That none but one of these is taken tells by
    how much it is lighter: noise added to weights, and not taken off, does not hide it.
    """
    edges = complete(2 * k)
    across = np.array([u < k <= v for u, v in edges])
    return 2 * k, edges, np.where(across, 0.0, -1.0)


def weighted_bases() -> tuple[tuple[str, int, list[Edge], int], ...]:
    """(name, nodes, edges, number of the edge whose weight moves)."""
    return (
        ("an edge", 2, [(0, 1)], 0),
        ("a path of three", 3, path(3), 0),
        ("a triangle", 3, complete(3), 0),
        ("two edges apart", 4, [(0, 1), (2, 3)], 0),
        ("an edge and three lone nodes", 5, [(0, 1)], 0),
        ("a path of four", 4, path(4), 1),
        ("a star", 5, [(0, i) for i in range(1, 5)], 0),
        ("a ring of four", 4, [*path(4), (0, 3)], 0),
        ("K_4", 4, complete(4), 0),
        ("K_5 with a pendant", 6, [*complete(5), (0, 5)], 10),
        ("a ring of six", 6, [*path(6), (0, 5)], 0),
        ("two triangles and a bridge", 6, [*TWO_TRIANGLES, (2, 3)], 6),
        ("two K_5 joined by a path", 12, _two_cliques_on_a_path(5), 0),
        ("two K_4 joined by a path, one with a pendant", 11, _one_clique_slightly_larger(), 0),
        ("K_20", 20, complete(20), 0),
    )


def _two_cliques_on_a_path(k: int) -> list[Edge]:
    """Equal cliques: which holds the leading eigenvector turns on one edge of either."""
    far = [(u + k + 2, v + k + 2) for u, v in complete(k)]
    return [*complete(k), (k - 1, k), (k, k + 1), (k + 1, k + 2), *far]


def _one_clique_slightly_larger() -> list[Edge]:
    """The leading eigenvector sits on the one with the pendant, or without the edge on the other.

    It moves by nearly sqrt 2, and in l1 by nearly all that its nodes allow.
    """
    return [*_two_cliques_on_a_path(4), (1, 10)]


def weight_steps(
    n: int, edges: Sequence[tuple[int, int]], *, is_linf: bool
) -> Iterator[tuple[str, Floats]]:
    """Extreme steps of radius 1, each with a name; shape (m,).

    Under l1 one weight moves by 1, or two by 1/2 in opposite directions. Under l-infinity all
    move by 1 at once: together, one against the others, a star or a path against the others.
    """
    m = len(edges)
    if not is_linf:
        # The last edge is the one farthest from node 0, where some trees begin.
        for place in dict.fromkeys((0, m - 1, _across(n, edges))):
            yield f"one weight up, {edges[place]}", _unit(m, place)
        if m > 1:
            yield "one up, one down by half", (_unit(m, 0) - _unit(m, m - 1)) / 2.0
            yield "one down, one up by half", (_unit(m, m - 1) - _unit(m, 0)) / 2.0
        return
    ones = np.ones(m)
    yield "all up", ones
    if m == 1:
        return
    chosen = {
        "one": _unit(m, 0),
        "some between the halves": np.array([float(u < n / 10 and v >= n / 2) for u, v in edges]),
        "a star": np.array([float(u == 0) for u, _ in edges]),
        "a path": np.array([float(v == u + 1) for u, v in edges]),
    }
    for name, part in chosen.items():
        yield f"{name} up, the others down", 2.0 * part - ones
        yield f"{name} down, the others up", ones - 2.0 * part


def _unit(m: int, place: int) -> Floats:
    unit = np.zeros(m)
    unit[place] = 1.0
    return unit


def _across(n: int, edges: Sequence[tuple[int, int]]) -> int:
    """The first edge from a node below n/2 to one above, or 0."""
    return next((i for i, (u, v) in enumerate(edges) if u < n / 2 <= v), 0)


@dataclass(frozen=True)
class Pair:
    """Two inputs that a guarantee says are hard to tell apart."""

    name: str
    left: Graph
    right: Graph
    changed: tuple[Edge, ...]


def neighbouring_pairs(mechanism: Any, claim: Guarantee) -> list[Pair]:
    """Neighbours under the relation and radius of a claim, small ones first.

    The relation, its radius and what divides it are those of the claim. The node from which edges
    are hidden is the mechanism's `node`. The public range of the weights and whether graphs stay
    connected are read from its parameters `lowest`, `highest`, `clip` and `support`, where it has
    them.
    """
    return [
        replace(pair, left=dressed(mechanism, pair.left), right=dressed(mechanism, pair.right))
        for pair in _pairs(mechanism, claim)
    ]


def dressed(mechanism: Any, graph: Graph) -> Graph:
    """The graph with nodes by turns in one of two public groups, where groups are read."""
    if not getattr(mechanism, "reads_groups", False) or graph.labels is not None:
        return graph
    groups = np.arange(graph.n, dtype=np.int32) % 2
    return replace(graph, labels=groups, label_names=("a", "b"))


def _pairs(mechanism: Any, claim: Guarantee) -> Iterator[Pair]:
    match claim.relation:
        case NeighbouringRelation.EDGE:
            yield from _edge_pairs()
        case NeighbouringRelation.NODE:
            yield from _node_pairs()
        case NeighbouringRelation.NODE_ADD:
            yield from _joining_pairs()
        case NeighbouringRelation.WEIGHT_L1 | NeighbouringRelation.WEIGHT_LINF:
            yield from _weight_pairs(mechanism, claim)
        case NeighbouringRelation.WEIGHT_ONE:
            yield from _one_weight_pairs(mechanism)
        case NeighbouringRelation.PERSON_ADD | NeighbouringRelation.PERSON_REPLACE:
            yield from _person_pairs(claim)
        case _:
            yield from _theta_pairs(mechanism, claim)


def _edge_pairs() -> Iterator[Pair]:
    for n in SEARCHED:
        for rest, new in toggles(n):
            before = f"{len(rest)} edge{'' if len(rest) == 1 else 's'}"
            yield _toggled(f"{before} on {n} nodes and one more", n, rest, new)
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


def _node_pairs() -> Iterator[Pair]:
    """One node rewired at will, the node count being public."""
    for n in (3, 4, 6):
        others = [(u, v) for u, v in complete(n) if u]
        for name, rest in (("no", []), ("all", others), ("a path of", path(n)[1:])):
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


def _joining_pairs() -> Iterator[Pair]:
    """One node more, with some edges; it is the last by number, so that the others keep theirs."""
    for n in (2, 3, 5, 11):
        star, others = [(v, n) for v in range(n)], complete(n)
        for name, rest in (("no", []), ("all", others), ("a path of", path(n))):
            for kind, own in (
                ("isolated", []),
                ("joined to one", star[:1]),
                ("joined to all", star),
            ):
                yield Pair(
                    f"node {n} {kind} joins {n} nodes with {name} edges",
                    Graph.from_edges(n, rest),
                    Graph.from_edges(n + 1, [*rest, *own]),
                    tuple(star[:2]),
                )


def _weight_pairs(mechanism: Any, claim: Guarantee) -> Iterator[Pair]:
    is_linf = claim.relation is NeighbouringRelation.WEIGHT_LINF
    clipped = bool(getattr(mechanism, "clip", False))
    for name, n, edges, base in public_topologies(is_linf=is_linf):
        m = len(edges)
        radius = radius_of(claim, m)
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


def _one_weight_pairs(mechanism: Any) -> Iterator[Pair]:
    """One weight at the one or the other end of the public range, all others at either end."""
    low, high = mechanism.lowest, mechanism.highest
    for name, n, edges, base in public_topologies(is_linf=False):
        for place in dict.fromkeys((0, len(edges) - 1)):
            left = np.where(np.asarray(base) < 0, low, high).astype(np.float64)
            right = left.copy()
            left[place], right[place] = low, high
            yield Pair(
                f"{name}: the weight of {edges[place]} lowest or highest",
                Graph.from_edges(n, edges, weights=left),
                Graph.from_edges(n, edges, weights=right),
                (edges[place],),
            )


def _person_pairs(claim: Guarantee) -> Iterator[Pair]:
    replaced = claim.relation is NeighbouringRelation.PERSON_REPLACE
    for name, left, right in surveys_apart(replaced=replaced):
        assert left.weights is not None
        assert right.weights is not None
        moved = left.edges[left.weights != right.weights].tolist()
        yield Pair(name, left, right, tuple((u, v) for u, v in moved))


def radius_of(claim: Guarantee, m: int) -> float:
    """The protected radius on a graph of m edges."""
    if not claim.radius_text:
        return claim.radius
    number, divided, by = claim.radius_text.partition("/")
    if not divided or by != "|E|":
        raise ValueError(f"radius_text must be a number or number/|E|, got {claim.radius_text!r}.")
    return float(number) / m


def theta_range(mechanism: Any, claim: Guarantee) -> tuple[float, float]:
    """The least and the largest weight that pairs have, within the public range."""
    lowest = float(getattr(mechanism, "lowest", 0.0))
    highest = float(getattr(mechanism, "highest", math.inf))
    top = highest if math.isfinite(highest) else max(lowest, claim.radius) * 2.0
    return max(lowest, min(claim.radius, top) * 1e-3), top


def _theta_pairs(mechanism: Any, claim: Guarantee) -> Iterator[Pair]:
    """One weight moved by at most theta within the public range; edges may come and go."""
    theta, (least, top) = claim.radius, theta_range(mechanism, claim)
    support = str(getattr(mechanism, "support", "vanish"))
    fixed = claim.relation is NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT or support == "fixed"
    for name, n, edges, number in weighted_bases():
        for base in dict.fromkeys((least, top)):
            one, others = _of_one_weight(n, edges, base), list[tuple[str, Graph]]()
            for target in (min(max(base + step, least), top) for step in (-theta, theta)):
                if target != base:
                    after = np.full(len(edges), base)
                    after[number] = target
                    words = f"one weight becomes {target:g}"
                    others.append((words, Graph.from_edges(n, edges, weights=after)))
            if not fixed and base <= theta:
                kept = [edge for edge in edges if edge != edges[number]]
                others.append(("with and without an edge", _of_one_weight(n, kept, base)))
            for words, other in others:
                if support != "connected" or all(map(_connected, (one, other))):
                    yield Pair(f"{name} of weight {base:g}: {words}", one, other, (edges[number],))
    yield from _twin_pairs(theta, least, top)


def _twin_pairs(theta: float, least: float, top: float) -> Iterator[Pair]:
    """Two edges of nearly one weight with the lightest edge between: which is heavier may flip."""
    low, high = top / 2.0 + theta / 2.0, top / 2.0 + 1.5 * theta
    if not least < top / 2.0 or high > top:
        return
    left, right = ([weight, least, top / 2.0] for weight in (low, high))
    yield Pair(
        f"two edges of weights {low:g} or {high:g} and {top / 2.0:g}, joined lightly",
        Graph.from_edges(4, path(4), weights=left),
        Graph.from_edges(4, path(4), weights=right),
        ((0, 1),),
    )


def _of_one_weight(n: int, edges: list[Edge], weight: float) -> Graph:
    """A graph without weights where all are 1: that it has none must not tell either."""
    weights = None if weight == 1.0 else np.full(len(edges), weight)
    return Graph.from_edges(n, edges, weights=weights)


def _connected(graph: Graph) -> bool:
    return int(graph.components.max(initial=0)) == 0
