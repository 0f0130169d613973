"""The kernels of ModDivisive against recomputation and enumeration.

Seeds are fixed. Each statistical check fails a correct sampler with probability below LEVEL = 1e-6
over the choice of the seed.
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
    stream_of,
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
    found = np.empty((runs, graph.n), dtype=np.int64)
    for run in range(runs):
        sets = one_set(graph, k, key=run * 1_000_003 + 17)
        metropolis(sets, k, exponent, penalty(graph), burn_in, np.zeros(4, dtype=np.int64), 10**9)
        found[run] = sets.group
    return found


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


def test_the_formula_of_a_gain_is_the_difference_of_scores() -> None:
    rng = np.random.default_rng(3)
    for _ in range(200):
        labels = rng.integers(0, 3, TADPOLE.n)
        u, b = int(rng.integers(TADPOLE.n)), int(rng.integers(3))
        a = labels[u]
        if a == b:
            continue
        moved = labels.copy()
        moved[u] = b
        adjacency = TADPOLE.adjacency().toarray()
        sums = np.bincount(labels, weights=TADPOLE.degrees, minlength=3)
        d = TADPOLE.degrees[u]
        towards = adjacency[u, labels == b].sum() - adjacency[u, labels == a].sum()
        gain = towards - d * (sums[b] - sums[a] + d) / (2 * TADPOLE.m)
        assert gain == pytest.approx(score(TADPOLE, moved) - score(TADPOLE, labels))


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
    found = children_of(sets, 3, smallest=int(np.bincount(sets.group).min()) + 1)
    adjacency = graph.adjacency().toarray()
    for c in range(3):
        members = sets.group == c
        assert found.size[c] == members.sum()
        assert found.inside[c] == adjacency[np.ix_(members, members)].sum() / 2
        assert found.degree[c] == graph.degrees[members].sum()
    assert 0 < len(found.child) < 3
    for i, c in enumerate(found.child):
        nodes = found.order[found.bounds[i] : found.bounds[i + 1]]
        np.testing.assert_array_equal(nodes, np.flatnonzero(sets.group == c))
        matrix = np.zeros((60, 60))
        for place in range(found.bounds[i], found.bounds[i + 1]):
            begin, end, degree = found.rows[place]
            matrix[found.order[place], found.order[found.indices[begin:end]]] = 1
            assert degree == graph.degrees[found.order[place]]
        np.testing.assert_array_equal(matrix[np.ix_(nodes, nodes)], adjacency[np.ix_(nodes, nodes)])


def test_every_set_has_a_stream_of_its_own() -> None:
    parents = np.repeat(np.arange(200, dtype=np.uint64), 50)
    keys = stream_of(parents, np.tile(np.arange(50), 200))
    assert len(np.unique(keys)) == 10_000
