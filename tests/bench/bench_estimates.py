"""Time of all closed forms of an edgeFlip release beside the sums that they cannot do without."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.asked import Asked, groups_of
from graphdp_core.estimates.flipped import FLIPPED
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.estimates.given import Given
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import node_triangles

N, M = 10_000, 100_000
REPEATS = 3
MOST_SQUARED = 1_000_000  # edges: beyond, it takes gigabytes
OF_TRIANGLES = ("wedges", "triangles", "transitivity", "degree_deviation")
EIGENVALUES = ("eigenvalues",)  # a solver of its own


@pytest.mark.parametrize("epsilon", [2.0, 6.0])
def test_closed_forms_of_10000_nodes_beside_their_floor(epsilon: float) -> None:
    """Print the report; no figure is asserted, machines differ.

    The floor is one pass over the triangles of the release. Their interval needs more, the squares
    of the common neighbours of all pairs: by scipy's sparse product this stands beside. Of a
    release with too many edges for it no triangles are told, and all may take less than the floor.
    """
    ends = np.random.default_rng(0).integers(0, N, (M, 2))
    truth = Graph.from_edges(N, ends[ends[:, 0] != ends[:, 1]])
    noisy = gdp.mechanism("edge_flip").release(truth, epsilon=epsilon, rng=gdp.noise_stream(0))
    groups = groups_of([node % 3 for node in range(N)], [str(node) for node in range(N)])
    asked = Asked(nodes=(0,), groups=groups, partition=groups)
    forms = [id for id in FLIPPED if id not in EIGENVALUES]

    def told(ids: Sequence[str]) -> Callable[[Graph], object]:
        return lambda graph: estimates_from(Given(graph), asked, list(ids))

    seconds = _in_turn(
        noisy,
        {
            "all closed forms but eigenvalues": told(forms),
            "those that need no triangles": told([id for id in forms if id not in OF_TRIANGLES]),
            "eigenvalues": told(EIGENVALUES),
            "common neighbours by scipy": _common_neighbours,
            "floor": node_triangles,
        },
    )
    rows = estimates_from(Given(noisy), asked, forms)
    known = sum(row.is_known for row in rows)
    print(f"\nedgeFlip, n={N:,}, ε = {epsilon:g}: {noisy.m:,} edges, {known} of {len(rows)} known")
    for name, taken in seconds.items():
        floors = taken / seconds["floor"]
        print(f"{name:<36} {taken:8.3f} s of the processor, {floors:6.2f}x the floor")


def _common_neighbours(graph: Graph) -> float:
    if graph.m > MOST_SQUARED:
        return 0.0
    matrix = graph.adjacency()
    common = matrix @ matrix
    return float(np.square(common.data).sum())


def _in_turn(graph: Graph, work: dict[str, Callable[[Graph], object]]) -> dict[str, float]:
    """Medians of processor seconds, in turn, each of a graph that nothing was read of yet."""
    seconds: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(REPEATS + 1):
        for name, make in work.items():
            fresh = replace(graph)
            busy = time.process_time()
            make(fresh)
            seconds[name].append(time.process_time() - busy)
    return {name: statistics.median(runs[1:]) for name, runs in seconds.items()}
