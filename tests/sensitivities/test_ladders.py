"""Ladders against brute force: all small graphs, all edges, all distances."""

import itertools
import math
from functools import cache

import numpy as np
import pytest

from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.sensitivities.ladders import Ladder, global_sensitivity, ladder

N = 5
PAIRS = list(itertools.combinations(range(N), 2))
COUNTS = [
    ("edges", 2), ("triangles", 2), ("stars", 2), ("stars", 3), ("k_triangles", 2),
    ("k_triangles", 3), ("four_cliques", 2),
]  # fmt: skip
EXACT = [("triangles", 2), ("stars", 2), ("stars", 3)]
each_count = pytest.mark.parametrize(("count", "k"), COUNTS)


def brute_count(n, edges, count, k):
    near = [set() for _ in range(n)]
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    match count:
        case "edges":
            return len(edges)
        case "triangles":
            return sum(len(near[u] & near[v]) for u, v in edges) // 3
        case "stars":
            return sum(math.comb(len(s), k) for s in near)
        case "k_triangles":
            return sum(math.comb(len(near[u] & near[v]), k) for u, v in edges)
    fours = itertools.combinations(range(n), 4)
    return sum(all(b in near[a] for a, b in itertools.combinations(f, 2)) for f in fours)


def edges_of(code):
    return [pair for bit, pair in enumerate(PAIRS) if code >> bit & 1]


@cache
def every_graph(count, k):
    """Counts and local sensitivities of all 1,024 graphs of five nodes, by their edges as bits."""
    counts = np.array([brute_count(N, edges_of(code), count, k) for code in range(1 << len(PAIRS))])
    codes = np.arange(len(counts))
    changes = [np.abs(counts - counts[codes ^ (1 << bit)]) for bit in range(len(PAIRS))]
    return counts, np.max(changes, axis=0)


@cache
def kinds():
    """One code for each graph of five nodes up to renaming, and the kind of every code."""
    kind = {}
    for code in range(1 << len(PAIRS)):
        if code in kind:
            continue
        edges = edges_of(code)
        for order in itertools.permutations(range(N)):
            renamed = 0
            for u, v in edges:
                pair = tuple(sorted((order[u], order[v])))
                renamed |= 1 << PAIRS.index(pair)
            kind[renamed] = code
    return sorted(set(kind.values())), kind


@cache
def ladders(count, k):
    return {code: ladder(Graph.from_edges(N, edges_of(code)), count, k) for code in kinds()[0]}


@each_count
def test_the_count_and_the_first_rung_are_right(count, k):
    counts, local = every_graph(count, k)
    for code, rungs in ladders(count, k).items():
        assert rungs.count == counts[code]
        assert rungs.rung(0) == local[code], "the first rung is the local sensitivity"
    assert local.max() <= global_sensitivity(N, count, k)
    if count != "k_triangles":
        assert local.max() == global_sensitivity(N, count, k)


@each_count
def test_ladders_of_neighbours_interlock(count, k):
    """I_t(G') <= I_(t+1)(G): what makes the rung of a number change by at most one."""
    kind = kinds()[1]
    rungs = ladders(count, k)
    for code in kinds()[0]:
        for bit in range(len(PAIRS)):
            other = rungs[kind[code ^ (1 << bit)]]
            for t in range(12):
                assert other.rung(t) <= rungs[code].rung(t + 1), (edges_of(code), PAIRS[bit], t)
                assert rungs[code].rung(t) <= rungs[code].rung(t + 1)


@pytest.mark.parametrize(("count", "k"), EXACT)
def test_triangles_and_stars_climb_no_faster_than_the_sensitivity_at_a_distance(count, k):
    _, local = every_graph(count, k)
    codes = np.arange(len(local))
    reach = local.copy()
    for t in range(5):
        for code, rungs in ladders(count, k).items():
            assert rungs.rung(t) == reach[code], (edges_of(code), t)
        reach = np.max([reach, *(reach[codes ^ (1 << bit)] for bit in range(len(PAIRS)))], axis=0)


@pytest.mark.sample
@each_count
def test_larger_random_graphs_agree_with_brute_force(count, k):
    rng = np.random.default_rng(5)
    for _ in range(12):
        n = int(rng.integers(6, 9))
        pairs = list(itertools.combinations(range(n), 2))
        edges = [pair for pair in pairs if rng.random() < rng.choice([0.2, 0.5, 0.8])]
        rungs = ladder(Graph.from_edges(n, edges), count, k)
        assert rungs.count == brute_count(n, edges, count, k)
        for pair in pairs:
            toggled = [e for e in edges if e != pair] if pair in edges else [*edges, pair]
            assert abs(brute_count(n, toggled, count, k) - rungs.count) <= rungs.rung(0)
            other = ladder(Graph.from_edges(n, toggled), count, k)
            assert all(other.rung(t) <= rungs.rung(t + 1) for t in range(4))


def test_three_triangles_on_an_edge_need_the_term_that_public_code_lacks():
    edges = [(0, 2), (0, 3), (1, 2), (1, 3)]  # i, j = 0, 1 are not joined; l, l' = 2, 3
    for place, (u, v) in enumerate(list(edges)):
        for new in (4 + 2 * place, 5 + 2 * place):
            edges += [(u, new), (v, new)]
    graph, joined = (Graph.from_edges(12, e) for e in (edges, [*edges, (2, 3)]))
    rungs, more = ladder(graph, "k_triangles", 3), ladder(joined, "k_triangles", 3)
    assert (rungs.rung(0), more.rung(0)) == (4, 12)
    widest, published = 2, 3 * math.comb(2, 2) + 2 * math.comb(2, 1)
    assert widest == 2
    assert 4 + published == 11, "the published first rung is below the neighbour's sensitivity"
    assert rungs.rung(1) == 12


def test_rungs_end_at_the_global_sensitivity():
    path = Graph.from_edges(6, [(i, i + 1) for i in range(5)])
    for count, k in COUNTS:
        rungs = ladder(path, count, k)
        assert rungs.rung(40) == rungs.limit == global_sensitivity(6, count, k)


def test_without_strangers_the_ladder_is_only_higher(monkeypatch):
    """Large graphs leave pairs without common neighbours to a bound."""
    star = Graph.from_edges(7, [(0, i) for i in range(1, 7)])
    small = [ladder(star, "triangles").rung(t) for t in range(8)]
    monkeypatch.setattr("graphdp_core.sensitivities.ladders.EVERY_PAIR_N", 3)
    other = Graph.from_edges(7, [(0, i) for i in range(1, 7)], title="again")
    from graphdp_core.sensitivities import ladders as module

    large = [module._made(other, "triangles", 2).rung(t) for t in range(8)]
    assert all(high >= low for high, low in zip(large, small, strict=True))
    assert large[0] == small[0]


def test_the_smooth_bound_is_the_largest_over_all_distances():
    climbing = Ladder(0, 50, lambda t: 2 + 3 * t)
    for beta in (0.05, 0.3, 2.0):
        expected = max(math.exp(-beta * t) * climbing.rung(t) for t in range(200))
        assert climbing.smooth(beta) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("n", "count", "k", "words"),
    [
        (4, "stars", 4, "k must be at most 3 for 4-stars of a graph with 4 nodes, got 4"),
        (4, "k_triangles", 3, "k must be at most 2 for 3-triangles"),
        (100_000, "k_triangles", 10, "k must be smaller"),
        (9_000, "four_cliques", 2, "at most 8,000 nodes"),
    ],
)
def test_what_cannot_be_counted_is_refused_by_public_facts(n, count, k, words):
    with pytest.raises(Refused, match=words):
        ladder(Graph.from_edges(n, []), count, k)
