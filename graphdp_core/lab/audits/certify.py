"""What counts of an event in two worlds prove about epsilon, and what exact distributions do.

Exact distributions of releases of small graphs, where these can be enumerated.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from graphdp_core.arrays import Floats
from graphdp_core.estimates.binomials import clopper_pearson
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.outcomes import draw


def certified_epsilon(
    hits: ArrayLike, others: ArrayLike, runs: int, *, delta: float, alpha: float
) -> Floats:
    """The epsilon that a mechanism has at least, given counts of one event in two worlds.

    ln((low(hits) - delta) / high(others)), never below 0: any (epsilon', delta)-DP mechanism with
    a smaller epsilon' gives such counts with probability at most alpha.

    Parameters
    ----------
    hits, others : array_like of int
        Counts of the event where it is frequent and where it is rare, of `runs` each. The event
        must have been chosen without looking at these runs.
    runs : int
    delta : float
    alpha : float
        Probability of being wrong.

    Examples
    --------
    >>> float(certified_epsilon(900, 100, 1000, delta=0.0, alpha=0.001).round(3))
    1.859
    >>> float(certified_epsilon(900, 100, 1000, delta=0.9, alpha=0.001))
    0.0
    """
    low, _ = clopper_pearson(hits, runs, alpha=alpha)
    _, high = clopper_pearson(others, runs, alpha=alpha)
    surplus = np.maximum((low - delta) / high, 1.0)
    certified: Floats = np.log(surplus)
    return certified


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


MOST_NODES = 4
PROBES = 8  # releases that must carry one distribution of noise


def enumerated_distribution(
    mechanism: Any, graph: Graph, epsilon: float, rng: np.random.Generator
) -> Mapping[Hashable, float] | None:
    """Every outcome of a release with its probability, or None where it is not known.

    A release that carries the public distribution of its noise, always the same one, has
    independent pairs: all graphs on up to four nodes are enumerated.

    Notes
    -----
    The distribution is the stated one; that releases follow it is for the sampled part of an audit.
    """
    if graph.n > MOST_NODES:
        return None
    releases = draw(mechanism, graph, epsilon=epsilon, runs=PROBES, rng=rng)
    noises = {getattr(release, "noise", None) for release in releases}
    noise = noises.pop()
    if noises or not isinstance(noise, EdgeNoise):
        return None
    return flip_distribution(graph, noise)


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
