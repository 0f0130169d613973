"""Inputs to replay: all small graphs with all their neighbours, random larger ones, and a climb."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from graphdp_core.audits.neighbours import dressed, neighbouring_pairs, radius_of
from graphdp_core.audits.topologies import complete
from graphdp_core.graphs.graph import Graph
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation

__all__ = ["Family", "bare", "families"]

Family = tuple[Graph, list[Graph]]
"""A graph, and neighbours of it."""

MOST_AT_ONCE = 12  # neighbours of one record
MANY, FEW = 13, 4  # nodes of a large graph, and its neighbours
WHOLE = 4  # nodes up to which all graphs come, each with all its neighbours
EDGES = (NeighbouringRelation.EDGE, NeighbouringRelation.PERSONAL_EDGE)


def bare(n: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """A graph of these edges, (u, v) with u < v, each once."""
    return Graph(n=n, edges=np.array(sorted(edges), dtype=np.int32).reshape(-1, 2))


def families(mechanism: Any, claim: Guarantee, rng: np.random.Generator) -> Iterator[Family]:
    """Graphs with their neighbours under a claim, without end: all small ones first."""
    pairs = neighbouring_pairs(mechanism, claim)
    for pair in pairs:
        yield pair.left, [pair.right]
        yield pair.right, [pair.left]
    if not pairs:
        return
    relation = claim.relation
    if relation in EDGES:
        own = mechanism.node if relation is NeighbouringRelation.PERSONAL_EDGE else None
        for graph, found in _graphs(lambda graph: _toggled(graph, own), rng):
            yield dressed(mechanism, graph), [dressed(mechanism, other) for other in found]
    elif relation is NeighbouringRelation.NODE:
        yield from _graphs(_rewired, rng)
    elif relation is NeighbouringRelation.NODE_ADD:
        yield from _graphs(_joined, rng)
    elif relation in (NeighbouringRelation.WEIGHT_L1, NeighbouringRelation.WEIGHT_LINF):
        while True:
            yield _reweighted(mechanism, claim, rng)
    while True:
        pair = pairs[int(rng.integers(len(pairs)))]
        yield pair.left, [pair.right]
        yield pair.right, [pair.left]


def _graphs(
    neighbours: Callable[[Graph], list[Graph]], rng: np.random.Generator
) -> Iterator[Family]:
    """All graphs of 2 to 4 nodes, then those of 5 in random order between larger random ones."""
    for n in range(2, WHOLE + 1):
        for kept in itertools.product((False, True), repeat=n * (n - 1) // 2):
            graph = bare(n, list(itertools.compress(complete(n), kept)))
            found = neighbours(graph)
            for first in range(0, len(found), MOST_AT_ONCE):
                yield graph, found[first : first + MOST_AT_ONCE]
    for number, code in enumerate(rng.permutation(1 << 10).tolist()):
        edges = [pair for i, pair in enumerate(complete(5)) if code >> i & 1]
        yield _some(bare(5, edges), neighbours, rng)
        if number % 2:
            yield _some(_random(rng), neighbours, rng)
    while True:
        yield _some(_random(rng), neighbours, rng)


def _some(
    graph: Graph, neighbours: Callable[[Graph], list[Graph]], rng: np.random.Generator
) -> Family:
    found = neighbours(graph)
    chosen = rng.permutation(len(found))[: MOST_AT_ONCE if graph.n < MANY else FEW].tolist()
    return graph, [found[i] for i in chosen]


def _random(rng: np.random.Generator) -> Graph:
    """A random graph of 6 to 12 nodes, often with a hub, a clique or nodes without an edge.

    One of eight has 24 to 128, nearly all of its edges or none: only there some tests pass, and
    some bounds are reached.
    """
    kind = int(rng.integers(8))
    n = int(rng.integers(24, 129)) if kind == 0 else int(rng.integers(6, 13))
    chance = (
        float(rng.choice([0.0, 1.0 - 2.0 / n**2]))
        if kind == 0
        else float(rng.choice([0.1, 0.3, 0.5, 0.9]))
    )
    edges = {pair for pair in complete(n) if rng.random() < chance}
    if kind in (1, 2):
        edges |= {(0, v) for v in range(1, n)}
    elif kind == 3:
        edges |= set(complete(n // 2))
    elif kind == 4:
        edges = {(u, v) for u, v in edges if v < n // 2}
    return bare(n, edges)


def _toggled(graph: Graph, own: int | None) -> list[Graph]:
    """One edge more or less, none of them at the node that sees the release."""
    edges = set(map(tuple, graph.edges.tolist()))
    pairs = [pair for pair in complete(graph.n) if own not in pair]
    if own is not None and own >= graph.n:
        return []
    if graph.n >= MANY:
        pairs = pairs[:: len(pairs) // FEW]
    return [bare(graph.n, edges ^ {pair}) for pair in pairs]


def _rewired(graph: Graph) -> list[Graph]:
    """All edges of one node anew, in every way; some ways on more than five nodes."""
    edges, found = set(map(tuple, graph.edges.tolist())), []
    for node in range(graph.n):
        rest = {pair for pair in edges if node not in pair}
        others = [(min(node, v), max(node, v)) for v in range(graph.n) if v != node]
        for kept in _subsets(others):
            if rest | kept != edges:
                found.append(bare(graph.n, rest | kept))
    return found


def _joined(graph: Graph) -> list[Graph]:
    """One node more, joined in every way; and the last one less, so that others keep names."""
    n, edges = graph.n, set(map(tuple, graph.edges.tolist()))
    found = [bare(n + 1, edges | kept) for kept in _subsets([(v, n) for v in range(n)])]
    if n > 1:
        found.append(bare(n - 1, sorted(p for p in edges if n - 1 not in p)))
    return found


def _subsets(pairs: list[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    if len(pairs) > WHOLE + 1:
        return [set(), set(pairs), set(pairs[:1]), set(pairs[1:]), set(pairs[::2])]
    chosen = itertools.product((False, True), repeat=len(pairs))
    return [set(itertools.compress(pairs, kept)) for kept in chosen]


def _reweighted(mechanism: Any, claim: Guarantee, rng: np.random.Generator) -> Family:
    """Weights, often equal or at the ends of their range, and changes within the radius."""
    n = int(rng.integers(2, 6))
    every = complete(n)
    edges = [pair for pair in every if pair[0] == 0 or rng.random() < 0.6]
    m = len(edges)
    radius = radius_of(claim, m)
    low, high = mechanism.weight_range or (0.0, 4.0 * radius)
    weights = rng.choice([low, high, (low + high) / 2.0, low + radius], size=m)
    if rng.random() < 0.5:
        weights = rng.uniform(low, high, size=m)
    is_linf = claim.relation is NeighbouringRelation.WEIGHT_LINF
    found = []
    for _ in range(MOST_AT_ONCE):
        if is_linf:
            change = radius * rng.choice([-1.0, 1.0], size=m)
        else:
            change = np.zeros(m)
            change[int(rng.integers(m))] = radius * float(rng.choice([-1.0, 1.0]))
            if rng.random() < 0.3:
                change = radius * rng.dirichlet(np.ones(m)) * rng.choice([-1.0, 1.0], size=m)
        found.append(Graph.from_edges(n, edges, weights=weights + change))
    return Graph.from_edges(n, edges, weights=weights), found
