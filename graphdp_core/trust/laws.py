"""Exact laws of releases of small graphs, where these can be enumerated."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np

from graphdp_core.graphs.graph import EdgeNoise, Graph

__all__ = ["enumerated_law", "flip_law"]

MOST_NODES = 4
PROBES = 8  # releases that must carry one law of noise


def enumerated_law(
    mechanism: Any, graph: Graph, epsilon: float, rng: np.random.Generator
) -> Mapping[Hashable, float] | None:
    """Every outcome of a release with its probability, or None where it is not known.

    A release that carries the public law of its noise, always the same one, has independent
    pairs: all graphs on up to four nodes are enumerated. A mechanism may also offer its law
    itself, as a method ``outcome_law(graph, epsilon)``.

    Notes
    -----
    The law is the stated one; that releases follow it is for the sampled part of an audit.
    """
    if graph.n > MOST_NODES:
        return None
    if callable(own := getattr(mechanism, "outcome_law", None)):
        law: Mapping[Hashable, float] = own(graph, epsilon)
        return law
    releases = [mechanism.release(graph, epsilon=epsilon, rng=rng) for _ in range(PROBES)]
    noises = {getattr(release, "noise", None) for release in releases}
    noise = noises.pop()
    if noises or not isinstance(noise, EdgeNoise):
        return None
    return flip_law(graph, noise)


def flip_law(graph: Graph, noise: EdgeNoise) -> dict[Hashable, float]:
    """The law of independent flips: each set of edges with its probability.

    Examples
    --------
    >>> law = flip_law(Graph.from_edges(2, [(0, 1)]), EdgeNoise(0.75, 0.25))
    >>> law
    {'{}': 0.25, '{0-1}': 0.75}
    """
    pairs = list(itertools.combinations(range(graph.n), 2))
    true = set(map(tuple, graph.edges.tolist()))
    chances = [
        noise.true_positive_rate if pair in true else noise.false_positive_rate for pair in pairs
    ]
    law: dict[Hashable, float] = {}
    for bits in itertools.product((False, True), repeat=len(pairs)):
        name = " ".join(f"{u}-{v}" for (u, v), bit in zip(pairs, bits, strict=True) if bit)
        chance = 1.0
        for bit, p in zip(bits, chances, strict=True):
            chance *= p if bit else 1.0 - p
        law["{" + name + "}"] = chance
    return law
