"""Dendrograms against enumeration: laws of growth and of the walk, counts, what is drawn.

Seeds are fixed; each random check fails by chance with probability below 1e-6.
"""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.dendrogram import count_edges, draw_pairs, fit, grow, halve, swap
from graphdp_core.kernels.random_streams import stream
from tests.dendrograms import grown_law, halved, nested, parted, walk

LEVEL = 1e-6
BULL = Graph.from_edges(5, [(0, 1), (1, 2), (0, 2), (1, 3), (2, 4)])
KITE = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])


def blank(n):
    return [np.full(2 * n - 1, -1) for _ in range(3)] + [np.zeros(2 * n - 1, dtype=np.int64)]


def grown(graph, order, epsilon, state):
    arrays, half = blank(graph.n), graph.n // 2
    for first, stop in ((0, half), (half, graph.n)):
        grow(order, *graph.neighbours, epsilon, state, *arrays, first, stop)
    return arrays


def has_law(drawn, law):
    """Chi-square of nested dendrograms against their chances, rare ones together."""
    law, seen = {tree: chance for tree, chance in law.items() if chance > 0.0}, Counter()
    for (left, right, root), times in Counter(drawn).items():
        seen[nested(np.array(left), np.array(right), root)] += times
    assert set(seen) <= set(law)
    counts = np.array([seen[tree] for tree in law])
    expected = len(drawn) * np.array(list(law.values()))
    rare = expected < 8
    counts, expected = (
        np.append(part[~rare], part[rare].sum()) if rare.any() else part
        for part in (counts, expected)
    )
    return bool(stats.chisquare(counts, expected, sum_check=False).pvalue > LEVEL)


def drawn_of(arrays):
    parent, left, right, _ = arrays
    return tuple(left.tolist()), tuple(right.tolist()), int(np.flatnonzero(parent < 0)[0])


@pytest.mark.sample
@pytest.mark.parametrize("epsilon", [0.0, 1.5, 6.0])
def test_what_is_grown_has_the_exact_law(epsilon):
    order, state = np.array([3, 0, 2, 4, 1]), stream(np.uint64(int(epsilon) + 7))
    law = grown_law(BULL, order.tolist(), epsilon)
    assert sum(law.values()) == pytest.approx(1.0)
    assert len(law) == 105
    drawn = [drawn_of(grown(BULL, order, epsilon, state)) for _ in range(8000)]
    assert has_law(drawn, law)
    if epsilon == 6.0:
        assert not has_law(drawn, grown_law(BULL, order.tolist(), 5.0))


@pytest.mark.sample
@pytest.mark.parametrize(("graph", "steps"), [(KITE, 1), (KITE, 3), (BULL, 2), (BULL, 60)])
def test_so_many_steps_have_the_exact_law(graph, steps):
    rate, state, order = 0.9, stream(np.uint64(steps)), np.arange(graph.n)
    trees, matrix, limit = walk(graph, rate)
    start = np.array([tree == halved(range(graph.n)) for tree in trees], dtype=float)
    exact = start @ np.linalg.matrix_power(matrix, steps)
    np.testing.assert_allclose(limit @ matrix, limit, atol=1e-15)
    drawn = []
    for _ in range(6000):
        arrays = blank(graph.n)
        halve(order, *arrays)
        counts = count_edges(graph.edges, arrays[0], arrays[3])
        swap(*graph.neighbours, rate, steps, state, *arrays, counts)
        drawn.append(drawn_of(arrays))
    assert has_law(drawn, dict(zip(trees, exact, strict=True)))
    if steps == 60:
        assert has_law(drawn, dict(zip(trees, limit, strict=True)))


def test_a_walk_keeps_counts_and_sizes():
    graph, n = gdp.generate("sbm", n=80, blocks=4, within=0.4, between=0.05, seed=1), 80
    arrays = blank(n)
    halve(np.random.default_rng(0).permutation(n), *arrays)
    counts = count_edges(graph.edges, arrays[0], arrays[3])
    state = stream(np.uint64(3))
    was = sum(map(fit, *_pairs_and(counts, arrays)))
    accepted = swap(*graph.neighbours, 1.0, 20_000, state, *arrays, counts)
    np.testing.assert_array_equal(counts, count_edges(graph.edges, arrays[0], arrays[3]))
    assert 0 < accepted < 20_000
    assert sum(map(fit, *_pairs_and(counts, arrays))) > was + 50
    for node in range(n, 2 * n - 1):
        assert arrays[3][node] == arrays[3][arrays[1][node]] + arrays[3][arrays[2][node]]


def _pairs_and(counts, arrays):
    _, left, right, size = arrays
    n = (len(left) + 1) // 2
    return (size[left[n:]] * size[right[n:]]).tolist(), counts[n:].tolist()


def test_edges_count_where_their_nodes_part():
    arrays = blank(5)
    halve(np.array([4, 2, 0, 1, 3]), *arrays)
    counts = count_edges(BULL.edges, arrays[0], arrays[3])
    tree = nested(arrays[1], arrays[2], int(np.flatnonzero(arrays[0] < 0)[0]))
    expected = [
        sum(len({u, v} & a) == len({u, v} & b) == 1 for u, v in BULL.edges.tolist())
        for a, b in parted(tree)
    ]
    assert sorted(counts[5:].tolist()) == sorted(expected)
    assert counts.sum() == BULL.m


def test_every_pair_is_drawn_with_the_chance_of_its_inner_node():
    n, runs = 6, 4000
    arrays, state = blank(n), stream(np.uint64(5))
    halve(np.arange(n), *arrays)
    chances = np.r_[np.zeros(n), [0.3, 1.0, 0.0, 0.95, 0.02]]
    seen = np.zeros((n, n))
    for _ in range(runs):
        found = draw_pairs(n, chances, arrays[1], arrays[2], state)
        assert len(np.unique(np.sort(found, axis=1), axis=0)) == len(found)
        np.add.at(seen, tuple(np.sort(found, axis=1).T), 1)
    for node in range(n, 2 * n - 1):
        below = [_leaves(arrays, child) for child in (arrays[1][node], arrays[2][node])]
        for u in below[0]:
            for v in below[1]:
                hits = int(seen[min(u, v), max(u, v)])
                assert stats.binomtest(hits, runs, chances[node]).pvalue > LEVEL / 15


def _leaves(arrays, node):
    if arrays[1][node] < 0:
        return [node]
    return _leaves(arrays, arrays[1][node]) + _leaves(arrays, arrays[2][node])
