"""The two attackers: closed forms, exhaustive search, and that no order of nodes helps them."""

import itertools

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.signatures import MEASURES, alike, classes, triangles_of
from graphdp_core.metrics.recognition import (
    LEAST_MARKS,
    UNMATCHED,
    _estimated_triangles,
    by_number,
    by_ties,
    interval,
    known_by_name,
    known_ties,
)

KARATE = gdp.load_graph("karate")


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("name", ["karate", "les_miserables"])
def test_without_noise_the_chance_is_one_over_those_alike(name, measure):
    graph = gdp.load_graph(name)
    assert by_number(graph, graph, measure) == pytest.approx(1 / alike(classes(graph, measure)))


def test_a_ring_leaves_everybody_at_chance():
    ring = Graph.from_edges(8, [(i, (i + 1) % 8) for i in range(8)])
    for measure in MEASURES:
        assert by_number(ring, ring, measure) == pytest.approx(np.full(8, 1 / 8))


@pytest.mark.parametrize("measure", ["degree", "circle"])
def test_the_nearest_are_those_of_a_search_through_all(measure):
    release = gdp.mechanism("k_anonymous", budget=0.2).release(
        KARATE, epsilon=1.0, rng=gdp.noise_stream(0)
    )
    logs = []
    for graph in (KARATE, release):
        columns = [graph.degrees, triangles_of(graph)][: 1 + (measure == "circle")]
        logs.append(np.log1p(np.column_stack(columns)))
    for person, chance in enumerate(by_number(KARATE, release, measure)):
        apart = np.linalg.norm(logs[1] - logs[0][person], axis=1)
        near = np.flatnonzero(apart <= apart.min() + 1e-8)
        assert chance == pytest.approx(1 / len(near) if person in near else 0.0)


def test_triangles_before_the_noise_are_unbiased_over_all_releases():
    """Every graph on four nodes by its chance: exact."""
    pairs = list(itertools.combinations(range(4), 2))
    truth = {(0, 1), (0, 2), (1, 2), (2, 3)}
    p, q = 0.8, 0.3
    mean = np.zeros(4)
    for shown in itertools.product((0, 1), repeat=6):
        chance = 1.0
        for pair, bit in zip(pairs, shown, strict=True):
            rate = p if pair in truth else q
            chance *= rate if bit else 1 - rate
        edges = [pair for pair, bit in zip(pairs, shown, strict=True) if bit]
        graph = Graph(4, np.array(edges, dtype=np.int32).reshape(-1, 2), noise=EdgeNoise(p, q))
        mean += chance * _estimated_triangles(graph)
    assert mean == pytest.approx([1.0, 1.0, 1.0, 0.0])


def searched(known, release, seeds):
    """Percolation as it is told, every pair looked at anew; None once two are equally good."""
    taken = {person: person for person in seeds.tolist()}
    one, other = known.to_networkx(), release.to_networkx()
    more = release.m / known.m
    while True:
        rows = []
        for person, node in itertools.product(range(known.n), range(release.n)):
            if person in taken or node in taken.values():
                continue
            marks = sum(taken[f] in other[node] for f in one[person] if f in taken)
            gap = abs(known.degrees[person] * more - release.degrees[node])
            if marks >= LEAST_MARKS:
                rows.append(((marks, -round(gap, 9)), person, node))
        if not rows:
            return taken
        rank, person, node = max(rows)
        if [row[0] for row in rows].count(rank) > 1:
            return None
        taken[person] = node


def test_the_matcher_is_the_search_through_all_pairs():
    """Up to seven people; where two pairs are equally good, chance decides, and none is held."""
    held = longer = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(5, 8))
        truth = Graph.from_edges(n, list(nx.gnp_random_graph(n, 0.6, seed=seed).edges))
        if not truth.m:
            continue
        known, seeds = known_ties(truth, 0.9, rng), np.sort(rng.permutation(n)[:3])
        expected = searched(known, truth, seeds)
        told, _ = by_ties(known, truth, seeds, seed=seed)
        matched = told[told != UNMATCHED].tolist()
        assert len(set(matched)) == len(matched), "nobody is taken for two"
        if expected is not None:
            assert {p: int(node) for p, node in enumerate(told) if node != UNMATCHED} == expected
            held, longer = held + 1, longer + (len(expected) > 4)
    assert held > 50
    assert longer > 10


@pytest.mark.parametrize("seed", range(8))
def test_on_rigid_graphs_all_that_is_matched_keeps_the_isomorphism(seed):
    """Who knows every tie of a graph with one automorphism, and half of the people, finds all."""
    network = nx.gnp_random_graph(24, 0.4, seed=seed)
    maps = nx.isomorphism.GraphMatcher(network, network).isomorphisms_iter()
    if len(list(itertools.islice(maps, 2))) > 1:
        pytest.skip("not rigid")
    truth = Graph.from_edges(24, list(network.edges))
    assert by_ties(truth, truth, np.arange(12), seed=seed)[0].tolist() == list(range(24))


def test_a_new_numbering_of_the_release_changes_nothing_but_luck():
    """Means over ten orders, four deviations apart at most: about 6e-5 by chance."""
    truth = gdp.generate("sbm", n=90, seed=2)
    rng = np.random.default_rng(0)
    seeds, known = known_by_name(truth, 10, rng), known_ties(truth, 0.9, rng)
    sides = []
    for turn in (False, True):
        order = rng.permutation(truth.n) if turn else np.arange(truth.n)
        one = Graph.from_edges(truth.n, order[known.edges])
        two = Graph.from_edges(truth.n, order[truth.edges])
        sides.append([
            np.mean(by_ties(one, two, order[seeds], seed=i)[0] == np.arange(truth.n))
            for i in range(10)
        ])  # fmt: skip
    gap = abs(np.mean(sides[0]) - np.mean(sides[1]))
    assert gap <= 4 * np.hypot(np.std(sides[0]), np.std(sides[1])) / np.sqrt(10) + 0.02


def test_people_alike_in_all_are_found_by_chance_alone():
    """A ring without seeds of its own: its order says nothing. Nobody has two marks."""
    ring = Graph.from_edges(30, [(i, (i + 1) % 30) for i in range(30)])
    told, _ = by_ties(ring, ring, np.array([0, 10, 20]))
    assert np.count_nonzero(told != UNMATCHED) == 3


def test_who_is_known_by_name_is_among_the_best_connected():
    graph = gdp.generate("sbm", n=300, seed=0)
    people = known_by_name(graph, 10, np.random.default_rng(1))
    assert len(set(people.tolist())) == 10
    assert graph.degrees[people].min() >= np.sort(graph.degrees)[-100]


def test_the_interval_widens_with_few_people_and_with_draws_apart():
    assert interval(np.array([0.0]), 20)[1] > 0.1
    close, apart = interval(np.array([0.5, 0.5]), 100), interval(np.array([0.2, 0.8]), 100)
    assert apart[1] - apart[0] > close[1] - close[0]
    assert str(interval(np.array([]), 0)[0]) == "nan"
