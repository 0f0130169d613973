"""Small topologies that an audit tries: all of up to four nodes, and known worst cases.

Steps between neighbouring weightings of a public topology, as multiples of the radius.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats

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
    """Every graph on n nodes with every absent edge, once for each kind up to renaming.

    Examples
    --------
    >>> [len(toggles(n)) for n in (2, 3, 4)]
    [1, 3, 14]
    """
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

    Examples
    --------
    >>> [(name, step.tolist()) for name, step in weight_steps(2, [(0, 1)], is_linf=True)]
    [('all up', [1.0])]
    >>> len(list(weight_steps(3, [(0, 1), (0, 2), (1, 2)], is_linf=False)))
    5
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
