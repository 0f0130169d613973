"""Time of all closed forms of an edgeFlip release beside the sums that they cannot do without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.asked import Asked, Given, groups_of
from graphdp_core.estimates.from_release import FLIPPED, estimates_from
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.statistics import node_triangles
from tests.bench.timing import in_turn

N, M = 10_000, 100_000
MOST_SQUARED = 1_000_000  # edges: beyond, it takes gigabytes
OF_TRIANGLES = ("wedges", "triangles", "transitivity", "degree_deviation")
EIGENVALUES = ("eigenvalues",)  # a solver of its own


@pytest.mark.parametrize("epsilon", [2.0, 6.0])
def test_closed_forms_of_10000_nodes_beside_their_floor(epsilon: float) -> None:
    """The floor is one pass over the triangles of a release that nothing was read of yet.

    The interval of triangles needs the squares of the common neighbours of all pairs: scipy's
    sparse product stands beside. Of a release with too many edges no triangles are told.
    """
    ends = np.random.default_rng(0).integers(0, N, (M, 2))
    truth = Graph.from_edges(N, ends[ends[:, 0] != ends[:, 1]])
    noisy = gdp.mechanism("edge_flip").release(truth, epsilon=epsilon, rng=gdp.noise_stream(0))
    groups = groups_of([node % 3 for node in range(N)], [str(node) for node in range(N)])
    asked = Asked(nodes=(0,), groups=groups, partition=groups)
    forms = [id for id in FLIPPED if id not in EIGENVALUES]

    def told(ids: Sequence[str]) -> Callable[[], object]:
        return lambda: estimates_from(Given(replace(noisy)), asked, list(ids))

    seconds = in_turn(
        {
            "all closed forms but eigenvalues": told(forms),
            "those that need no triangles": told([id for id in forms if id not in OF_TRIANGLES]),
            "eigenvalues": told(EIGENVALUES),
            "common neighbours by scipy": lambda: _common_neighbours(noisy),
            "floor": lambda: node_triangles(replace(noisy)),
        },
    )
    rows = estimates_from(Given(noisy), asked, forms)
    known = sum(row.is_known for row in rows)
    print(f"\nedgeFlip, n={N:,}, ε = {epsilon:g}: {noisy.m:,} edges, {known} of {len(rows)} known")
    for name, taken in seconds.items():
        floors = taken / seconds["floor"]
        print(f"{name:<36} {taken:8.3f} s of the processor, {floors:6.2f}x the floor")
    assert seconds["those that need no triangles"] < 4.0 * seconds["floor"]


def _common_neighbours(graph: Graph) -> float:
    if graph.m > MOST_SQUARED:
        return 0.0
    matrix = graph.adjacency()
    common = matrix @ matrix
    return float(np.square(common.data).sum())
