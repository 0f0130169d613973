"""Distributions whose every outcome is known: their loss, without chance."""

import itertools
import math
from collections.abc import Hashable, Mapping
from typing import Any

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph


def exact_loss(one: Mapping[Any, float], other: Mapping[Any, float]) -> tuple[float, Hashable]:
    """Largest absolute ln P/P' of two enumerated distributions, and the outcome that attains it.

    Examples
    --------
    >>> loss, outcome = exact_loss({"a": 0.5, "b": 0.5}, {"a": 0.25, "b": 0.75})
    >>> round(loss, 4), outcome
    (0.6931, 'a')
    >>> exact_loss({"a": 1.0}, {"a": 0.5, "b": 0.5})
    (inf, 'b')
    """
    worst, where = 0.0, None
    for outcome in {**one, **other}:
        p, q = one.get(outcome, 0.0), other.get(outcome, 0.0)
        if p == q:
            continue
        loss = math.inf if min(p, q) == 0.0 else abs(math.log(p / q))
        if loss > worst:
            worst, where = loss, outcome
    return worst, where


def exact_delta(one: Mapping[Any, float], other: Mapping[Any, float], *, epsilon: float) -> float:
    """The delta that two enumerated distributions need at this epsilon, in the worse direction.

    Sum over all outcomes of max(0, P - e^epsilon P').

    Examples
    --------
    >>> exact_delta({"a": 0.5, "b": 0.5}, {"a": 0.0, "b": 1.0}, epsilon=0.0)
    0.5
    """
    factor = math.exp(epsilon)
    outcomes = {**one, **other}
    forth = sum(max(0.0, one.get(o, 0.0) - factor * other.get(o, 0.0)) for o in outcomes)
    back = sum(max(0.0, other.get(o, 0.0) - factor * one.get(o, 0.0)) for o in outcomes)
    return max(forth, back)


def flip_distribution(graph: Graph, noise: EdgeNoise) -> dict[Hashable, float]:
    """The distribution of independent flips: each set of edges with its probability.

    Examples
    --------
    >>> chances = flip_distribution(Graph.from_edges(2, [(0, 1)]), EdgeNoise(0.75, 0.25))
    >>> chances
    {'{}': 0.25, '{0-1}': 0.75}
    """
    pairs = list(itertools.combinations(range(graph.n), 2))
    true = set(map(tuple, graph.edges.tolist()))
    chances = [
        noise.true_positive_rate if pair in true else noise.false_positive_rate for pair in pairs
    ]
    distribution: dict[Hashable, float] = {}
    for bits in itertools.product((False, True), repeat=len(pairs)):
        name = " ".join(f"{u}-{v}" for (u, v), bit in zip(pairs, bits, strict=True) if bit)
        chance = 1.0
        for bit, p in zip(bits, chances, strict=True):
            chance *= p if bit else 1.0 - p
        distribution["{" + name + "}"] = chance
    return distribution
