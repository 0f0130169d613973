"""A climb: the worst pair that is known, changed wherever its release then loses more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.trust.replay.pairs import bare, dressed
from graphdp_core.trust.replay.tape import Record, Replay, recorded

__all__ = ["climbed"]

LARGEST = 12
STALE = 40  # moves in vain, after which a fresh start is made

Pair = tuple[Graph, Graph]
Edges = frozenset[tuple[int, int]]


def climbed(
    mechanism: Any,
    *,
    epsilon: float,
    worst: Pair,
    add: Callable[[Record, Graph], Replay],
    pairs: int,
    rng: np.random.Generator,
) -> None:
    """Change the graph beside the toggled edge, and keep what loses more; so many pairs."""
    start = _of(worst[0]), _of(worst[1]) ^ _of(worst[0]), worst[0].n
    (here, toggled, n), best, stale = start, -1.0, 0
    for number in range(pairs):
        if stale > STALE:
            (here, toggled, n), best, stale = start, -1.0, 0
        more, m = _moved(here, toggled, n, rng)
        graph = dressed(mechanism, bare(m, more))
        record = recorded(mechanism, graph, epsilon=epsilon, seed=number)
        spent = add(record, dressed(mechanism, bare(m, more ^ toggled))).spent
        if spent >= best:
            here, n = more, m
        stale = 0 if spent > best else stale + 1
        best = max(best, spent)


def _of(graph: Graph) -> Edges:
    return frozenset(map(tuple, graph.edges.tolist()))


def _moved(edges: Edges, toggled: Edges, n: int, rng: np.random.Generator) -> tuple[Edges, int]:
    """One step: an edge, all edges of a node, a clique around one, or one node more."""
    kind = int(rng.integers(4))
    if kind == 3 and n < LARGEST:
        return edges, n + 1
    node = int(rng.integers(n))
    others = [v for v in range(n) if v != node]
    if kind == 0 or not others:
        others = others[:1] if not others else [int(rng.choice(others))]
    changed = {(min(node, v), max(node, v)) for v in others}
    if kind == 1:
        return edges | frozenset(changed), n
    if kind == 2 and len(others) > 1:
        near = [v for v in others if (min(node, v), max(node, v)) in edges]
        changed = {(u, v) for u in near for v in near if u < v}
    return edges ^ frozenset(changed), n
