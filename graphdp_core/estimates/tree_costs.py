"""The cost of a spanning tree behind noisy weights: how far its noise can have moved it.

The least tree T by the released weights takes what noise made light. Its true cost is at least the
least cost C, and its noise is at least that of the tree whose noise is least of all. So C is at
most the released cost less the least noise of a tree, whose law is public; and at least the
released cost less the noise of one tree, the one that is truly the least. Where all weights are
equal the first bound is reached.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.estimates.integer_noise import IntegerNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.progress import SILENT, Progress

__all__ = ["MOST_EDGES", "RANK", "least_cost", "least_noise"]

MOST_EDGES = 200_000
PUBLIC_SEED, RANK = 0, 5  # the draws are post-processing: anybody may draw the same


def least_cost(graph: Graph, weights: Floats) -> tuple[float, int]:
    """Of a spanning forest by these weights, and how many edges it has."""
    taken = minimum_spanning_forest(graph, weights)
    return math.fsum(weights[taken]), len(taken)


def least_noise(
    graph: Graph, noise: IntegerNoise, chance: float, *, progress: Progress = SILENT
) -> float:
    """What the noise of every spanning tree lacks of 0 at most, but for this chance.

    The fifth largest of so many draws that one more exceeds it with this chance.

    Parameters
    ----------
    graph : Graph
        Whose edges alone are read.
    noise : IntegerNoise
        On each weight, of many steps: drawn as Laplace's.
    chance : float
    progress : Progress
        May raise to stop.

    References
    ----------
    Dwass (1957), Modified randomization tests for nonparametric hypotheses (the rank).
    """
    draws = math.ceil(RANK / chance - 1e-9) - 1
    lacks = _lacks(_Topology(graph.edges.tobytes(), draws, graph, progress))
    return noise.scale * noise.step * float(np.sort(lacks)[-RANK])


@dataclass(frozen=True)
class _Topology:
    """Edges, by which what was drawn is kept, and how often it is drawn."""

    edges: bytes
    draws: int
    graph: Graph = field(compare=False)
    progress: Progress = field(compare=False)


@lru_cache(maxsize=4)
def _lacks(asked: _Topology) -> Floats:
    """Of the tree with the least noise, by Laplace's law of scale 1, shape (draws,)."""
    rng, lacks = np.random.default_rng(PUBLIC_SEED), np.empty(asked.draws)
    for draw in range(asked.draws):
        asked.progress(draw / asked.draws, "noise drawn anew")
        lacks[draw] = -least_cost(asked.graph, rng.laplace(size=asked.graph.m))[0]
    lacks.flags.writeable = False
    return lacks
