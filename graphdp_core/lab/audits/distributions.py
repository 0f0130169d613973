"""Exact distributions of releases of small graphs, where these can be enumerated."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.outcomes import draw

__all__ = ["enumerated_distribution", "flip_distribution"]

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
    found: dict[Hashable, float] = {}
    for bits in itertools.product((False, True), repeat=len(pairs)):
        name = " ".join(f"{u}-{v}" for (u, v), bit in zip(pairs, bits, strict=True) if bit)
        chance = 1.0
        for bit, p in zip(bits, chances, strict=True):
            chance *= p if bit else 1.0 - p
        found["{" + name + "}"] = chance
    return found
