"""One-pass placement against the exact law of its draws."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.label_moves import place_nodes

LEVEL = 1e-6
BULL = Graph.from_edges(5, [(0, 1), (1, 2), (0, 2), (1, 3), (2, 4)])


def exact_law(
    graph: Graph, order: list[int], k: int, epsilon: float, cost: float
) -> dict[tuple[int, ...], float]:
    """Probability of every labelling: the product of its draws."""
    adjacency = graph.adjacency().toarray()
    law = {}
    for labels in itertools.product(range(k), repeat=graph.n):
        chance = 1.0
        placed: list[int] = []
        for v in order:
            members = [[u for u in placed if labels[u] == c] for c in range(k)]
            weights = [
                math.exp(epsilon * (adjacency[v, group].sum() - cost * len(group)))
                for group in members
            ]
            chance *= weights[labels[v]] / sum(weights)
            placed.append(v)
        law[labels] = chance
    return law


def place(graph: Graph, order: np.ndarray, k: int, epsilon: float, cost: float, key: int):
    labels, sizes = np.full(graph.n, -1, dtype=np.int32), np.zeros(k, dtype=np.int64)
    half = graph.n // 2
    for first, stop in ((0, half), (half, graph.n)):
        place_nodes(
            order, *graph.neighbours, epsilon, cost, np.uint64(key), labels, sizes, first, stop
        )
    return labels, sizes


@pytest.mark.parametrize(("k", "epsilon", "cost"), [(2, 1.0, 0.0), (2, 2.5, 0.4), (3, 0.7, 1.2)])
def test_the_labels_have_the_exact_law(k: int, epsilon: float, cost: float) -> None:
    order, runs = [3, 0, 2, 4, 1], 40_000
    law = exact_law(BULL, order, k, epsilon, cost)
    assert sum(law.values()) == pytest.approx(1.0)
    counts = dict.fromkeys(law, 0)
    keys = np.random.default_rng(k).integers(2**63, size=runs)
    for key in keys:
        labels, _ = place(BULL, np.array(order), k, epsilon, cost, int(key))
        counts[tuple(labels.tolist())] += 1
    seen, expected = np.array(list(counts.values())), runs * np.array(list(law.values()))
    rare = expected < 10
    cells, hopes = np.append(seen[~rare], seen[rare].sum()), np.append(expected[~rare], 0.0)
    hopes[-1] = expected[rare].sum()
    if hopes[-1] == 0:
        cells, hopes = cells[:-1], hopes[:-1]
    assert stats.chisquare(cells, hopes).pvalue > LEVEL


@pytest.mark.sample
@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("cost", [0.0, 0.6])
def test_no_edge_changes_the_chance_of_any_labelling_more_than_e_to_the_epsilon(
    k: int, cost: float
) -> None:
    epsilon, worst = 1.0, 0.0
    order = [2, 4, 0, 1, 3]
    pairs = list(itertools.combinations(range(5), 2))
    rng = np.random.default_rng(0)
    for _ in range(6 // k):
        chosen = [pair for pair in pairs if rng.random() < 0.5]
        with_edge = exact_law(Graph.from_edges(5, chosen), order, k, epsilon, cost)
        for pair in pairs:
            fewer = [other for other in chosen if other != pair] if pair in chosen else chosen
            more = sorted({*chosen, pair})
            one = exact_law(Graph.from_edges(5, fewer), order, k, epsilon, cost)
            two = exact_law(Graph.from_edges(5, more), order, k, epsilon, cost)
            worst = max(worst, *(abs(math.log(one[x] / two[x])) for x in with_edge))
    assert 0.5 < worst <= epsilon + 1e-12


def test_sizes_count_the_labels() -> None:
    labels, sizes = place(BULL, np.arange(5), 3, 1.0, 0.2, key=4)
    np.testing.assert_array_equal(np.bincount(labels, minlength=3), sizes)
