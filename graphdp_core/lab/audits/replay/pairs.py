"""Inputs to replay: all small graphs with all their neighbours, random larger ones, and a climb."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.neighbours import (
    complete,
    dressed,
    neighbouring_pairs,
    radius_of,
    theta_range,
)
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation

Family = tuple[Graph, list[Graph]]
"""A graph, and neighbours of it."""

MOST_AT_ONCE = 12  # neighbours of one record
MANY, FEW = 13, 4  # nodes of a large graph, and its neighbours
WHOLE = 4  # nodes up to which all graphs come, each with all its neighbours
LARGEST = 60  # nodes of a graph of any density
DENSITIES = (0.0, 0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95, 1.0)
WEIGHTS = (NeighbouringRelation.WEIGHT_L1, NeighbouringRelation.WEIGHT_LINF)
SINGLE_WEIGHTS = (
    NeighbouringRelation.WEIGHT_ONE,
    NeighbouringRelation.THETA_EDGE,
    NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT,
)


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
    if relation is NeighbouringRelation.EDGE:
        for graph, others in _graphs(_toggled, rng):
            yield dressed(mechanism, graph), [dressed(mechanism, other) for other in others]
    elif relation is NeighbouringRelation.NODE:
        yield from _graphs(_rewired, rng)
    elif relation is NeighbouringRelation.NODE_ADD:
        yield from _graphs(_joined, rng)
    elif relation in WEIGHTS + SINGLE_WEIGHTS:
        for graph in _larger(rng):
            yield _reweighted(mechanism, claim, rng, bare(int(rng.integers(2, 6)), []))
            yield _reweighted(mechanism, claim, rng, graph)
    while True:
        pair = pairs[int(rng.integers(len(pairs)))]
        yield pair.left, [pair.right]
        yield pair.right, [pair.left]


def _graphs(
    neighbours: Callable[[Graph], list[Graph]], rng: np.random.Generator
) -> Iterator[Family]:
    """All graphs of 2 to 4 nodes, then those of 5 in random order, each before a larger one.

    Of the larger ones two in three have every size in turn, and every density.
    """
    larger = _larger(rng)
    for n in range(2, WHOLE + 1):
        for kept in itertools.product((False, True), repeat=n * (n - 1) // 2):
            graph = bare(n, list(itertools.compress(complete(n), kept)))
            others = neighbours(graph)
            for first in range(0, len(others), MOST_AT_ONCE):
                yield graph, others[first : first + MOST_AT_ONCE]
            yield _some(next(larger), neighbours, rng)
    for code in rng.permutation(1 << 10).tolist():
        edges = [pair for i, pair in enumerate(complete(5)) if code >> i & 1]
        yield _some(bare(5, edges), neighbours, rng)
        yield _some(next(larger), neighbours, rng)
    for graph in larger:
        yield _some(graph, neighbours, rng)


def _larger(rng: np.random.Generator) -> Iterator[Graph]:
    """Random graphs of all sizes and densities, between those of :func:`_random`; without end."""
    while True:
        sizes = rng.permutation(np.arange(WHOLE + 2, LARGEST + 1)).tolist()
        densities = rng.permutation(np.resize(DENSITIES, len(sizes))).tolist()
        for number, (n, density) in enumerate(zip(sizes, densities, strict=True)):
            if number % 2:
                yield _random(rng)
            yield bare(n, [pair for pair in complete(n) if rng.random() < density])


def _some(
    graph: Graph, neighbours: Callable[[Graph], list[Graph]], rng: np.random.Generator
) -> Family:
    others = neighbours(graph)
    chosen = rng.permutation(len(others))[: MOST_AT_ONCE if graph.n < MANY else FEW].tolist()
    return graph, [others[i] for i in chosen]


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


def _toggled(graph: Graph) -> list[Graph]:
    """One edge more or less."""
    edges = set(map(tuple, graph.edges.tolist()))
    pairs = list(complete(graph.n))
    if graph.n >= MANY:
        pairs = pairs[:: len(pairs) // FEW]
    return [bare(graph.n, edges ^ {pair}) for pair in pairs]


def _rewired(graph: Graph) -> list[Graph]:
    """All edges of one node anew, in every way; some ways on more than five nodes."""
    edges, graphs = set(map(tuple, graph.edges.tolist())), []
    every = range(graph.n)
    for node in every if graph.n < MANY else every[:: graph.n // FEW]:
        rest = {pair for pair in edges if node not in pair}
        others = [(min(node, v), max(node, v)) for v in range(graph.n) if v != node]
        for kept in _subsets(others):
            if rest | kept != edges:
                graphs.append(bare(graph.n, rest | kept))
    return graphs


def _joined(graph: Graph) -> list[Graph]:
    """One node more, joined in every way; and the last one less, so that others keep names."""
    n, edges = graph.n, set(map(tuple, graph.edges.tolist()))
    graphs = [bare(n + 1, edges | kept) for kept in _subsets([(v, n) for v in range(n)])]
    if n > 1:
        graphs.append(bare(n - 1, sorted(p for p in edges if n - 1 not in p)))
    return graphs


def _subsets(pairs: list[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    if len(pairs) > WHOLE + 1:
        return [set(), set(pairs), set(pairs[:1]), set(pairs[1:]), set(pairs[::2])]
    chosen = itertools.product((False, True), repeat=len(pairs))
    return [set(itertools.compress(pairs, kept)) for kept in chosen]


def _reweighted(mechanism: Any, claim: Guarantee, rng: np.random.Generator, graph: Graph) -> Family:
    """Weights, often equal or at the ends of their range, and changes within the radius.

    Of a few nodes many pairs are joined; of more those of the graph, and all with the first node.
    """
    n, own = graph.n, set(map(tuple, graph.edges.tolist()))
    edges = [
        pair for pair in complete(n)
        if pair[0] == 0 or (rng.random() < 0.6 if n < WHOLE + 2 else pair in own)
    ]  # fmt: skip
    m = len(edges)
    radius, low, high = weight_bounds(mechanism, claim, m)
    weights = rng.choice([low, high, (low + high) / 2.0, low + radius], size=m)
    if rng.random() < 0.5:
        weights = rng.uniform(low, high, size=m)
    if claim.relation in SINGLE_WEIGHTS:
        here = Graph.from_edges(n, edges, weights=np.clip(weights, low, high))
        return here, [_one_moved(mechanism, claim, rng, here) for _ in range(FEW)]
    is_linf = claim.relation is NeighbouringRelation.WEIGHT_LINF
    graphs = []
    for _ in range(MOST_AT_ONCE if n < MANY else FEW):
        if is_linf:
            change = radius * rng.choice([-1.0, 1.0], size=m)
        else:
            change = np.zeros(m)
            change[int(rng.integers(m))] = radius * float(rng.choice([-1.0, 1.0]))
            if rng.random() < 0.3:
                change = radius * rng.dirichlet(np.ones(m)) * rng.choice([-1.0, 1.0], size=m)
        graphs.append(Graph.from_edges(n, edges, weights=weights + change))
    return Graph.from_edges(n, edges, weights=weights), graphs


def _one_moved(mechanism: Any, claim: Guarantee, rng: np.random.Generator, here: Graph) -> Graph:
    """One weight moved; or, where edges may vanish, a light one gone that no node hangs on."""
    assert here.weights is not None
    (radius, low, high), weights = weight_bounds(mechanism, claim, here.m), here.weights.copy()
    at, is_fixed = int(rng.integers(here.m)), getattr(mechanism, "support", "fixed") == "fixed"
    may_vanish = claim.relation is NeighbouringRelation.THETA_EDGE and not is_fixed
    if may_vanish and weights[at] <= radius and here.edges[at, 0] != 0:
        left = np.arange(here.m) != at
        return Graph.from_edges(here.n, here.edges[left], weights=weights[left])
    weights[at] = np.clip(weights[at] + radius * float(rng.choice([-1.0, 1.0])), low, high)
    return Graph.from_edges(here.n, here.edges, weights=weights)


def weight_bounds(mechanism: Any, claim: Guarantee, m: int) -> tuple[float, float, float]:
    """By how much weights may change, and the range that they lie in."""
    if claim.relation is NeighbouringRelation.WEIGHT_ONE:
        return mechanism.highest - mechanism.lowest, mechanism.lowest, mechanism.highest
    if claim.relation in SINGLE_WEIGHTS:
        return claim.radius, *theta_range(mechanism, claim)
    radius = radius_of(claim, m)
    return radius, *(mechanism.weight_range or (0.0, 4.0 * radius))
