"""How a pair of neighbours is changed into another, by the unit that a claim protects.

A climb: the worst pairs that are known, changed wherever a release then loses more.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.answers import counted_weights, every_pair
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.neighbours import complete, dressed, radius_of
from graphdp_core.lab.audits.replay.pairs import SINGLE_WEIGHTS, WEIGHTS, bare, weight_bounds
from graphdp_core.lab.audits.replay.tape import Record, Replay, recorded
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation

LARGEST = 12  # nodes, to which an input may grow
MOST_QUESTIONS = 8
CLASSES = ("a", "b", "c")  # public ones, of which some may have no node

Pair = tuple[Graph, Graph]
Edges = frozenset[tuple[int, int]]
Move = Callable[[Any, Guarantee, Pair, np.random.Generator], Pair]


def _unweighed(made: Any, claim: Guarantee, pair: Pair, rng: np.random.Generator) -> Pair:
    """Edges of both beside those that differ, or others that do, or another class."""
    few, many = sorted(pair, key=lambda graph: graph.n)
    edges, n, joins = _of(few), few.n, claim.relation is NeighbouringRelation.NODE_ADD
    is_edge = claim.relation is NeighbouringRelation.EDGE
    differs = edges ^ _of(many)
    if rng.random() > (0.2 if is_edge else 0.5):
        edges, n = _moved(edges, n, rng)
        differs = frozenset((u, n) for u, _ in differs) if joins else differs
    elif is_edge:
        pairs = complete(n)
        differs = frozenset([pairs[int(rng.integers(len(pairs)))]])
    else:
        moved = [set(two) for two in differs]
        shared = sorted(set.intersection(*moved)) if moved else list(range(n))
        node = n if joins else int(rng.choice(shared))
        own = frozenset(two for two in edges if node in two)
        differs = own ^ _star(node, many.n, rng)
    graphs = [bare(n, edges), bare(n + joins, edges ^ differs)]
    labels = _classes(few, n, rng) if is_edge else None
    if labels is None:
        one, two = (dressed(made, graph) for graph in graphs)
    else:
        one, two = (replace(graph, labels=labels, label_names=CLASSES) for graph in graphs)
    return (one, two) if pair[0] is few else (two, one)


def _weighed(made: Any, claim: Guarantee, pair: Pair, rng: np.random.Generator) -> Pair:
    """A weight of both at an end of the range or beside another, another change, one edge more."""
    (one, two), n = map(weights_of, pair), max(graph.n for graph in pair)
    radius, low, high = weight_bounds(made, claim, pair[0].m)
    is_single, common = claim.relation in SINGLE_WEIGHTS, sorted(one.keys() & two.keys())
    kind, at = int(rng.integers(4)), common[int(rng.integers(len(common)))] if common else None
    value = float(rng.choice([low, high, low + radius, (low + high) / 2.0]))
    if rng.random() < 0.5 and one:
        value = float(rng.choice(list(one.values())))
        value += radius * float(rng.choice([0.0, 0.5, -0.5, 1.0, -1.0, 1e-6]))
    if kind < 2 and at is not None:
        one[at], two[at] = value, value + two[at] - one[at]
    elif kind == 2 and at is not None:
        step = radius * _step(claim, len(one), rng)
        two = {ends: weight + by for (ends, weight), by in zip(one.items(), step, strict=True)}
    else:
        node = int(rng.integers(n + (n < LARGEST)))
        n = max(n, node + 1)
        for new in sorted(_star(node, n, rng) - one.keys() - two.keys()):
            one[new] = two[new] = value
        if not is_single:
            scale = radius_of(claim, len(one)) / radius
            two = {ends: weight + (two[ends] - weight) * scale for ends, weight in one.items()}
    if is_single:
        one, two = ({e: min(max(w, low), high) for e, w in side.items()} for side in (one, two))
    here, there = (
        Graph.from_edges(n, sorted(side), weights=[side[ends] for ends in sorted(side)])
        for side in (one, two)
    )
    return here, there


def _step(claim: Guarantee, m: int, rng: np.random.Generator) -> Floats:
    """A change of size 1: one weight, two against each other, or many."""
    signs = rng.choice([-1.0, 1.0], size=m)
    if claim.relation is NeighbouringRelation.WEIGHT_LINF:
        return signs
    some = 1
    if claim.relation is NeighbouringRelation.WEIGHT_L1 and m > 1:
        some = int(rng.choice([1, 2, m]))
    step = np.zeros(m)
    chosen = rng.permutation(m)[:some]
    step[chosen] = signs[chosen] / some
    return step


def _answered(made: Any, claim: Guarantee, pair: Pair, rng: np.random.Generator) -> Pair:
    """Others who answer too, a person who says something else, or other questions."""
    crowds = [graph.weights for graph in pair if graph.weights is not None]
    crowd, public = min(crowds, key=lambda weights: float(weights.sum())), pair[0].answers
    assert public is not None
    replaced = claim.relation is NeighbouringRelation.PERSON_REPLACE
    questions, kind = pair[0].n, int(rng.integers(3))
    if kind == 2:
        questions = int(rng.integers(2, MOST_QUESTIONS + 1))
        crowd = np.zeros(questions * (questions - 1) // 2)
    rows = [_said(questions, rng) for _ in range(2)]
    said = [counted_weights(row[None, :], public.counted) for row in rows]
    if kind == 0:
        others = said[0] * int(rng.integers(1, 9))
        new = [weights + others for weights in crowds]
    else:
        new = [crowd + (said[0] if replaced else 0.0), crowd + said[1]]
    one, two = (
        Graph(questions, every_pair(questions), weights=weights, answers=public) for weights in new
    )
    return one, two


def _said(questions: int, rng: np.random.Generator) -> Floats:
    """All, none or some of what may be said."""
    chance = float(rng.choice([0.0, 0.5, 1.0]))
    return (rng.random(questions) < chance).astype(np.float64)


def _of(graph: Graph) -> Edges:
    return frozenset(map(tuple, graph.edges.tolist()))


def weights_of(graph: Graph) -> dict[tuple[int, int], float]:
    """The weight of every edge; 1 where there are none."""
    weights = [1.0] * graph.m if graph.weights is None else graph.weights.tolist()
    return dict(zip(map(tuple, graph.edges.tolist()), weights, strict=True))


def _star(node: int, n: int, rng: np.random.Generator) -> Edges:
    """No edge, one, some or all edges of a node."""
    every = [(min(node, v), max(node, v)) for v in range(n) if v != node]
    chance = float(rng.choice([0.0, 0.5, 1.0]))
    chosen = [two for two in every if rng.random() < chance]
    if every and rng.random() < 0.25:
        chosen = [every[int(rng.integers(len(every)))]]
    return frozenset(chosen)


def _classes(graph: Graph, n: int, rng: np.random.Generator) -> Any:
    """The public class of every node, one of them anew or one emptied; None where none are."""
    if graph.labels is None:
        return None
    labels = np.resize(graph.labels, n)
    kind, at = int(rng.integers(4)), int(rng.integers(n))
    if kind < 2:
        changed = np.arange(n) == at if kind else labels == labels[at]
        labels[changed] = rng.integers(len(CLASSES))
    return labels


def _moved(edges: Edges, n: int, rng: np.random.Generator) -> tuple[Edges, int]:
    """One step: an edge, all edges of a node, a clique around one, or one node more."""
    kind = int(rng.integers(4))
    if kind == 3 and n < LARGEST:
        return edges, n + 1
    node = int(rng.integers(n))
    others = [v for v in range(n) if v != node]
    if kind == 0 or len(others) < 2:
        others = others[:1] if len(others) < 2 else [int(rng.choice(others))]
    changed = {(min(node, v), max(node, v)) for v in others}
    if kind == 1:
        return edges | frozenset(changed), n
    if kind == 2 and len(others) > 1:
        near = [v for v in others if (min(node, v), max(node, v)) in edges]
        changed = {(u, v) for u in near for v in near if u < v}
    return edges ^ frozenset(changed), n


_UNIT = NeighbouringRelation
MOVES: Mapping[NeighbouringRelation, Move] = {
    **dict.fromkeys((_UNIT.EDGE, _UNIT.NODE, _UNIT.NODE_ADD), _unweighed),
    **dict.fromkeys((*WEIGHTS, *SINGLE_WEIGHTS), _weighed),
    **dict.fromkeys((_UNIT.PERSON_ADD, _UNIT.PERSON_REPLACE), _answered),
}
"""By the unit: how one pair becomes another that is its neighbour in that sense too."""


STALE = 40  # moves in vain, after which a climb starts from the next pair
PATIENCE = 4  # times as many moves as pairs, where some are refused


def climbed(
    mechanism: Any,
    claim: Guarantee,
    *,
    epsilon: float,
    starts: Sequence[Pair],
    add: Callable[[Record, Graph], Replay],
    pairs: int,
    rng: np.random.Generator,
) -> None:
    """Change both inputs, so that they stay neighbours, and keep what loses more; so many pairs."""
    again, left = itertools.cycle(starts), pairs
    pair, best, stale = next(again), -1.0, 0
    for number in range(PATIENCE * pairs):
        if stale > STALE:
            pair, best, stale = next(again), -1.0, 0
        here, there = MOVES[claim.relation](mechanism, claim, pair, rng)
        if rng.random() < 0.1:
            here, there = there, here
        record = recorded(mechanism, here, epsilon=epsilon, seed=number)
        spent = add(record, there).spent
        if spent >= best:
            pair = here, there
        stale = 0 if spent > best else stale + 1
        best, left = max(best, spent), left - (not record.refused)
        if left <= 0:
            break
