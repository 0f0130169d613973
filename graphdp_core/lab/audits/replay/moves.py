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
from graphdp_core.lab.audits.neighbours import complete, dressed, radius_of, theta_range
from graphdp_core.lab.audits.replay.pairs import bare
from graphdp_core.lab.audits.replay.tape import Record, Replay, recorded
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation

LARGEST = 12  # nodes, to which an input may grow
MOST_QUESTIONS = 8
CLASSES = ("a", "b", "c")  # public ones, of which some may have no node

Pair = tuple[Graph, Graph]
Edges = frozenset[tuple[int, int]]
Move = Callable[[Any, Guarantee, Pair, np.random.Generator], Pair]


def _toggled(made: Any, claim: Guarantee, pair: Pair, rng: np.random.Generator) -> Pair:
    """Other edges beside the one that differs, another one that does, or another class."""
    here, there = pair
    edges = _of(here)
    toggled, n = edges ^ _of(there), here.n
    if rng.random() < 0.2:
        pairs = list(complete(n))
        toggled = frozenset([pairs[int(rng.integers(len(pairs)))]])
    else:
        edges, n = _moved(edges, n, rng)
    labels = _classes(here, n, rng)
    one, two = bare(n, edges), bare(n, edges ^ toggled)
    if labels is None:
        return dressed(made, one), dressed(made, two)
    one, two = (replace(g, labels=labels, label_names=CLASSES) for g in (one, two))
    return one, two


def _rewired(made: Any, claim: Guarantee, pair: Pair, rng: np.random.Generator) -> Pair:
    """Edges of others, or of the one node whose edges differ."""
    here, there = pair
    edges, others = _of(here), _of(there)
    moved = [set(two) for two in edges ^ others]
    node = int(rng.choice(sorted(set.intersection(*moved)) if moved else np.arange(here.n)))
    if rng.random() < 0.5:
        return here, bare(here.n, _without(others, node) | _star(node, here.n, rng))
    edges, n = _moved(edges, here.n, rng)
    return bare(n, edges), bare(n, _without(edges, node) | (others - _without(others, node)))


def _joined(made: Any, claim: Guarantee, pair: Pair, rng: np.random.Generator) -> Pair:
    """Edges of others, or of the last node, which one of the two does not have."""
    few, many = sorted(pair, key=lambda graph: graph.n)
    edges, n = _of(few), few.n
    ends = {u for u, v in _of(many) if v == n}
    if rng.random() < 0.5:
        edges, n = _moved(edges, n, rng)
        own = frozenset((u, n) for u in ends)
    else:
        own = _star(n, n + 1, rng)
    two = bare(n, edges), bare(n + 1, edges | own)
    return two if pair[0] is few else two[::-1]


def _weighed(made: Any, claim: Guarantee, pair: Pair, rng: np.random.Generator) -> Pair:
    """A weight at an end of its range or beside another, another change, or one edge more."""
    here, there = pair
    assert here.weights is not None
    assert there.weights is not None
    edges, n, weights = here.edges.tolist(), here.n, here.weights.copy()
    change, radius = there.weights - weights, radius_of(claim, here.m)
    is_one = claim.relation is NeighbouringRelation.WEIGHT_ONE
    low, high = (made.lowest, made.highest) if is_one else made.weight_range or (0.0, 4.0 * radius)
    kind, at = int(rng.integers(4)), int(rng.integers(len(edges)))
    if kind == 0:
        weights[at] = rng.choice([low, high, low + radius, (low + high) / 2.0])
    elif kind == 1:
        weights[at] = weights[int(rng.integers(len(edges)))]
        weights[at] += radius * float(rng.choice([0.0, 0.5, -0.5, 1.0, -1.0, 1e-6]))
    elif kind == 2:
        change = radius * _step(claim, len(edges), rng)
    elif n < LARGEST:
        absent = sorted(set(complete(n)) - set(map(tuple, edges)))
        new = absent[int(rng.integers(len(absent)))] if absent and kind == 3 else (at % n, n)
        edges, n = [*edges, new], max(n, new[1] + 1)
        weights, change = np.append(weights, rng.choice([low, high])), np.append(change, 0.0)
        change = change * (radius_of(claim, len(edges)) / radius)
        if claim.relation is NeighbouringRelation.WEIGHT_LINF:
            change[-1] = radius_of(claim, len(edges))
    if is_one:
        weights = np.clip(weights, low, high)
        moved = np.flatnonzero(change)[:1]
        change = np.zeros(len(edges))
        change[moved] = np.where(weights[moved] > (low + high) / 2.0, low, high) - weights[moved]
    one, two = (Graph.from_edges(n, edges, weights=w) for w in (weights, weights + change))
    return one, two


def _step(claim: Guarantee, m: int, rng: np.random.Generator) -> Floats:
    """A change of size 1: one weight, two against each other, or many."""
    signs = rng.choice([-1.0, 1.0], size=m)
    if claim.relation is NeighbouringRelation.WEIGHT_LINF:
        return signs
    some = int(rng.choice([1, 2, m])) if m > 1 else 1
    if claim.relation is NeighbouringRelation.WEIGHT_ONE:
        some = 1
    chosen = rng.permutation(m)[:some]
    step = np.zeros(m)
    step[chosen] = signs[chosen] / some
    return step


def _within_theta(made: Any, claim: Guarantee, pair: Pair, rng: np.random.Generator) -> Pair:
    """Weights and edges that both have, or the weight that differs."""
    theta, n = claim.radius, max(graph.n for graph in pair)
    least, top = theta_range(made, claim)
    one, two = (_weights_of(graph) for graph in pair)
    differs = [two_ends for two_ends in {**one, **two} if one.get(two_ends) != two.get(two_ends)]
    same = sorted(set(one) - set(differs))
    value = float(rng.choice([least, top, min(theta, top), (least + top) / 2.0]))
    if rng.random() < 0.3:
        value = float(rng.choice(list(one.values()) or [top]))
    value = min(max(value, least), top)
    kind = int(rng.integers(4))
    if kind == 0 and same:
        chosen = same[int(rng.integers(len(same)))]
        one[chosen] = two[chosen] = value
    elif kind == 1 and differs and all(differs[0] in side for side in (one, two)):
        one[differs[0]] = value
        two[differs[0]] = min(max(value + theta * float(rng.choice([-1.0, 1.0])), least), top)
    elif kind == 2 and n < LARGEST:
        new = (int(rng.integers(n)), n)
        one[new], two[new], n = value, value, n + 1
    else:
        node = int(rng.integers(n))
        for new in _star(node, n, rng) - set(differs):
            one[new] = two[new] = value
    here, there = (
        Graph.from_edges(n, sorted(side), weights=[side[ends] for ends in sorted(side)])
        for side in (one, two)
    )
    return here, there


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


def _weights_of(graph: Graph) -> dict[tuple[int, int], float]:
    weights = [1.0] * graph.m if graph.weights is None else graph.weights.tolist()
    return dict(zip(map(tuple, graph.edges.tolist()), weights, strict=True))


def _without(edges: Edges, node: int) -> Edges:
    return frozenset(two for two in edges if node not in two)


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


MOVES: Mapping[NeighbouringRelation, Move] = {
    NeighbouringRelation.EDGE: _toggled,
    NeighbouringRelation.NODE: _rewired,
    NeighbouringRelation.NODE_ADD: _joined,
    NeighbouringRelation.WEIGHT_L1: _weighed,
    NeighbouringRelation.WEIGHT_LINF: _weighed,
    NeighbouringRelation.WEIGHT_ONE: _weighed,
    NeighbouringRelation.THETA_EDGE: _within_theta,
    NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT: _within_theta,
    NeighbouringRelation.PERSON_ADD: _answered,
    NeighbouringRelation.PERSON_REPLACE: _answered,
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
