"""The compiled bottleneck matching against brute force over all candidate values."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from graphdp_core.arrays import Floats
from graphdp_core.kernels.bottleneck import bottleneck_matching


def random_diagram(rng: np.random.Generator, *, size: int, ties: bool) -> Floats:
    values = rng.integers(0, 6, (size, 2)) if ties else rng.random((size, 2))
    return np.sort(values.astype(np.float64), axis=1)


def brute_force(a: Floats, b: Floats) -> float:
    """Smallest candidate value at which the graph with diagonal copies has a perfect matching."""
    n, m = len(a), len(b)
    cost = np.full((n + m, n + m), np.inf)
    cost[:n, :m] = np.abs(a[:, None] - b[None]).max(axis=2, initial=0.0)
    cost[np.arange(n), m + np.arange(n)] = (a[:, 1] - a[:, 0]) / 2
    cost[n + np.arange(m), np.arange(m)] = (b[:, 1] - b[:, 0]) / 2
    cost[n:, m:] = 0.0
    values = np.unique(np.append(cost[np.isfinite(cost)], 0.0))
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        edges = csr_array((cost <= values[middle]).astype(np.int8))
        if (maximum_bipartite_matching(edges) >= 0).all():
            high = middle
        else:
            low = middle + 1
    return float(values[low])


def matching_cost(a: Floats, b: Floats, partner: NDArray[np.int64]) -> float:
    used = partner[partner >= 0]
    assert len(np.unique(used)) == len(used)
    alone = np.setdiff1d(np.arange(len(b)), used)
    costs = [
        np.abs(a[i] - b[j]).max() if j >= 0 else (a[i, 1] - a[i, 0]) / 2
        for i, j in enumerate(partner)
    ]
    return float(max([0.0, *costs, *((b[alone, 1] - b[alone, 0]) / 2)]))


def check_against_brute_force(*, pairs: int, largest: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for trial in range(pairs):
        sizes = rng.integers(0, largest + 1, 2)
        a, b = (random_diagram(rng, size=s, ties=trial % 2 == 0) for s in sizes)
        distance, partner = bottleneck_matching(a, b)
        assert distance == brute_force(a, b)
        assert matching_cost(a, b, partner) == distance


@pytest.mark.long
def test_small_diagrams_agree_with_brute_force_exactly() -> None:
    check_against_brute_force(pairs=1000, largest=6, seed=0)


def test_middling_diagrams_agree_with_brute_force_exactly() -> None:
    check_against_brute_force(pairs=40, largest=60, seed=1)


@pytest.mark.long
def test_two_thousand_small_diagrams_agree_with_brute_force_exactly() -> None:
    """Deterministic: no failure is allowed."""
    check_against_brute_force(pairs=2_000, largest=7, seed=2)


def test_a_partner_that_must_not_be_lost_is_rerouted() -> None:
    # Both long bars of a can only meet the one long and the one short bar of b.
    a = np.array([[0.0, 10.0], [0.0, 11.0]])
    b = np.array([[0.0, 10.5], [0.0, 9.0], [0.0, 0.1]])
    distance, partner = bottleneck_matching(a, b)
    assert distance == 1.0
    assert partner.tolist() == [1, 0]
