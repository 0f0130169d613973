"""The kernels of ModDivisive against recomputation and enumeration.

Seeds are fixed. Each statistical check fails a correct sampler with probability below LEVEL = 1e-6
over the choice of the seed.

One-pass placement against the exact law of its draws.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.divisive import (
    BATCH,
    Sets,
    children_of,
    metropolis,
    place_nodes,
    whole_graph,
)

LEVEL = 1e-6
HOUSE = Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (0, 3), (0, 4), (1, 4)])
TADPOLE = Graph.from_edges(6, [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5)])


def one_set(graph: Graph, k: int, key: int) -> Sets:
    bounds, rows, indices = whole_graph(*graph.neighbours)
    group = np.zeros(graph.n, dtype=np.uint8)
    return Sets(bounds, rows, indices, group, np.zeros((1, k)), np.array([key], dtype=np.uint64))


def score(graph: Graph, labels: np.ndarray) -> float:
    """S(P), edge by edge; 0 without edges."""
    if graph.m == 0:
        return 0.0
    inside = sum(labels[u] == labels[v] for u, v in graph.edges)
    degrees = np.bincount(labels, weights=graph.degrees)
    return float(inside - np.sum(degrees**2) / (4 * graph.m))


def penalty(graph: Graph) -> float:
    return 0.5 / graph.m if graph.m else 0.0


def final_groups(graph: Graph, k: int, exponent: float, burn_in: int, runs: int) -> np.ndarray:
    """The group of every node after each of many runs, shape (runs, n)."""
    outcome = np.empty((runs, graph.n), dtype=np.int64)
    for run in range(runs):
        sets = one_set(graph, k, key=run * 1_000_003 + 17)
        metropolis(sets, k, exponent, penalty(graph), burn_in, np.zeros(4, dtype=np.int64), 10**9)
        outcome[run] = sets.group
    return outcome


def target_law(graph: Graph, k: int, exponent: float) -> np.ndarray:
    """Probability of each of the k^n labellings, first node's group most significant."""
    labellings = np.array(list(itertools.product(range(k), repeat=graph.n)))
    weights = np.exp([exponent * score(graph, labels) for labels in labellings])
    return weights / weights.sum()


def transition_matrix(graph: Graph, k: int, exponent: float) -> np.ndarray:
    """One step of Algorithm 4 between labellings, written out."""
    labellings = list(itertools.product(range(k), repeat=graph.n))
    number = {labels: i for i, labels in enumerate(labellings)}
    scores = [score(graph, np.array(labels)) for labels in labellings]
    matrix = np.zeros((len(labellings), len(labellings)))
    for i, labels in enumerate(labellings):
        for u in range(graph.n):
            for b in set(range(k)) - {labels[u]}:
                j = number[(*labels[:u], b, *labels[u + 1 :])]
                chance = min(1.0, math.exp(exponent * (scores[j] - scores[i])))
                matrix[i, j] = chance / (graph.n * (k - 1))
        matrix[i, i] = 1.0 - matrix[i].sum()
    return matrix


def codes(groups: np.ndarray, k: int) -> np.ndarray:
    return groups @ k ** np.arange(groups.shape[1] - 1, -1, -1)


def fits(seen: np.ndarray, law: np.ndarray) -> bool:
    """Chi-square of counts against a law, rare outcomes (expecting under 10) put together."""
    expected = law * seen.sum()
    rare = expected < 10
    cells, hopes = seen[~rare], expected[~rare]
    if rare.any() and expected[rare].sum() >= 1:
        cells = np.append(cells, seen[rare].sum())
        hopes = np.append(hopes, expected[rare].sum())
    hopes = hopes * cells.sum() / hopes.sum()
    return bool(stats.chisquare(cells, hopes).pvalue > LEVEL)


@pytest.mark.parametrize(("graph", "k"), [(HOUSE, 2), (HOUSE, 3), (TADPOLE, 2)])
def test_the_written_out_chain_has_the_target_as_stationary_law(graph: Graph, k: int) -> None:
    """Detailed balance: so the oracle of the next test is Algorithm 4 and aims at exp(aS)."""
    exponent = 1.3
    law, step = target_law(graph, k, exponent), transition_matrix(graph, k, exponent)
    flow = law[:, None] * step
    np.testing.assert_allclose(flow, flow.T, atol=1e-15)


@pytest.mark.long
@pytest.mark.parametrize(
    ("graph", "k"),
    [(HOUSE, 2), *(pytest.param(*c, marks=pytest.mark.long) for c in [(HOUSE, 3), (TADPOLE, 2)])],
)
def test_long_chains_reach_the_enumerated_law(graph: Graph, k: int) -> None:
    exponent = 1.3
    groups = final_groups(graph, k, exponent, burn_in=60, runs=30_000)
    law = target_law(graph, k, exponent)
    seen = np.bincount(codes(groups, k), minlength=len(law))
    assert fits(seen, law)
    wrong = target_law(graph, k, 1.1 * exponent)
    assert not fits(seen, wrong), "the test has the power to see an exponent 10% off"


@pytest.mark.long
def test_short_chains_have_the_law_of_the_transition_matrix() -> None:
    """One step a node, five in all, from uniform groups: exactly, not only in the limit."""
    k, exponent, burn_in = 2, 3.0, 1
    step = transition_matrix(HOUSE, k, exponent)
    start = np.full(len(step), 1.0 / len(step))
    law = start @ np.linalg.matrix_power(step, burn_in * HOUSE.n)
    groups = final_groups(HOUSE, k, exponent, burn_in, runs=30_000)
    seen = np.bincount(codes(groups, k), minlength=len(law))
    assert fits(seen, law)
    assert not fits(seen, target_law(HOUSE, k, exponent))


def test_a_uniform_start_leaves_both_parities_possible() -> None:
    """Four nodes without edges: from a start with two nodes a side the parity would be fixed."""
    empty = Graph.from_edges(4, [])
    odd = final_groups(empty, 2, 1.0, burn_in=25, runs=4000).sum(axis=1) % 2
    assert stats.binomtest(int(odd.sum()), len(odd), 0.5).pvalue > LEVEL


@pytest.mark.parametrize("k", [2, 5])
def test_a_move_gains_what_recomputation_says(k: int) -> None:
    """At exponent infinity only moves that do not lower S are accepted, so S never falls."""
    rng = np.random.default_rng(k)
    pairs = rng.integers(0, 40, (150, 2))
    graph = Graph.from_edges(40, pairs[pairs[:, 0] != pairs[:, 1]])
    sets, cursor = one_set(graph, k, key=5), np.zeros(4, dtype=np.int64)
    previous, accepted = -math.inf, 0
    while cursor[0] == 0:
        metropolis(sets, k, 1e9, penalty(graph), 200, cursor, 1)
        now = score(graph, sets.group.astype(np.int64))
        assert now >= previous - 1e-9
        sums = np.bincount(sets.group, weights=graph.degrees, minlength=k)
        np.testing.assert_allclose(sets.degrees[0], sums)
        assert cursor[2] >= accepted
        assert cursor[1] % BATCH == 0 or cursor[0] == 1
        previous, accepted = now, cursor[2]
    one_better = max(
        score(graph, np.where(np.arange(40) == u, b, sets.group))
        for u in range(40)
        for b in range(k)
    )
    assert previous == pytest.approx(one_better), "a local maximum: no single move gains"


def test_calls_in_pieces_are_one_run() -> None:
    rng = np.random.default_rng(1)
    pairs = rng.integers(0, 300, (900, 2))
    graph = Graph.from_edges(300, pairs[pairs[:, 0] != pairs[:, 1]])
    whole, cursor = one_set(graph, 4, key=9), np.zeros(4, dtype=np.int64)
    metropolis(whole, 4, 0.7, penalty(graph), 20, cursor, 10**9)
    assert cursor[0] == 1
    pieces, again = one_set(graph, 4, key=9), np.zeros(4, dtype=np.int64)
    calls = 0
    while again[0] == 0:
        metropolis(pieces, 4, 0.7, penalty(graph), 20, again, 500)
        calls += 1
    assert calls > 10
    np.testing.assert_array_equal(whole.group, pieces.group)
    assert again[2] == cursor[2] > 0


def test_children_are_the_groups_with_their_inner_edges() -> None:
    rng = np.random.default_rng(4)
    pairs = rng.integers(0, 60, (400, 2))
    graph = Graph.from_edges(60, pairs[pairs[:, 0] != pairs[:, 1]])
    sets = one_set(graph, 3, key=2)
    sets.group[:] = rng.integers(0, 3, 60)
    sets.group[0] = 2
    outcome = children_of(sets, 3, smallest=int(np.bincount(sets.group).min()) + 1)
    adjacency = graph.adjacency().toarray()
    for c in range(3):
        members = sets.group == c
        assert outcome.size[c] == members.sum()
        assert outcome.inside[c] == adjacency[np.ix_(members, members)].sum() / 2
        assert outcome.degree[c] == graph.degrees[members].sum()
    assert 0 < len(outcome.child) < 3
    for i, c in enumerate(outcome.child):
        nodes = outcome.order[outcome.bounds[i] : outcome.bounds[i + 1]]
        np.testing.assert_array_equal(nodes, np.flatnonzero(sets.group == c))
        matrix = np.zeros((60, 60))
        for place in range(outcome.bounds[i], outcome.bounds[i + 1]):
            begin, end, degree = outcome.rows[place]
            matrix[outcome.order[place], outcome.order[outcome.indices[begin:end]]] = 1
            assert degree == graph.degrees[outcome.order[place]]
        np.testing.assert_array_equal(matrix[np.ix_(nodes, nodes)], adjacency[np.ix_(nodes, nodes)])


LABEL_MOVES_LEVEL = 1e-6
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
    """15,000 draws see an epsilon that is a tenth too large, of two groups."""
    order, runs = [3, 0, 2, 4, 1], 15_000
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
    assert stats.chisquare(cells, hopes).pvalue > LABEL_MOVES_LEVEL


def test_sizes_count_the_labels() -> None:
    labels, sizes = place(BULL, np.arange(5), 3, 1.0, 0.2, key=4)
    np.testing.assert_array_equal(np.bincount(labels, minlength=3), sizes)
