"""Shares of degrees and the top by degree, from flips."""

import numpy as np

import graphdp_core as gdp
from graphdp_core.estimates.flipped_degrees import _released_laws, degree_classes

DRAWS, LEAST = 100, 85  # fewer hold the truth with a chance of 5e-5, where 95 % do
GRAPH = gdp.generate("sbm", n=150, seed=2, within=0.15, between=0.02)


def test_classes_hold_every_degree_once():
    for n in (1, 2, 7, 100):
        classes = degree_classes(n)
        degrees = [d for first, last in classes for d in range(first, last + 1)]
        assert degrees == list(range(n))


def test_the_law_of_a_released_degree_is_that_of_its_pairs():
    rng = np.random.default_rng(0)
    laws = _released_laws(40, 39, 0.95, 0.02)
    drawn = rng.binomial(10, 0.95, 200_000) + rng.binomial(29, 0.02, 200_000)
    seen = np.bincount(drawn, minlength=40) / 200_000
    assert np.abs(seen - laws[10]).max() < 0.006  # five standard deviations of a share
    assert np.allclose(laws[:30].sum(axis=1), 1.0, atol=1e-6)


def test_shares_of_degrees_are_held_as_often_as_said():
    rng, held, printed = np.random.default_rng(1), {}, {}
    for _ in range(DRAWS):
        noisy = gdp.mechanism("edge_flip").release(GRAPH, epsilon=6.0, rng=rng)
        for row in gdp.estimate(noisy, statistics=["degree_shares"]):
            words = row.about.split()
            inside = (int(words[1]) <= GRAPH.degrees) & (int(words[-1]) >= GRAPH.degrees)
            printed[row.about] = printed.get(row.about, 0) + row.is_known
            found = row.is_known and row.low <= inside.mean() <= row.high
            held[row.about] = held.get(row.about, 0) + found
    always = [about for about, times in printed.items() if times == DRAWS]
    assert {"degree 4 to 7", "degree 8 to 15"} <= set(always)
    assert all(held[about] >= LEAST for about in always)


def test_with_many_false_edges_shares_cannot_be_known():
    noisy = gdp.mechanism("edge_flip").release(GRAPH, epsilon=2.0, rng=np.random.default_rng(0))
    row = gdp.estimate(noisy, statistics=["degree_shares"])["degree_shares"]
    assert not row.is_known
    assert row.from_epsilon is None, "how many of a degree there are is not known either"


def test_who_is_surely_at_the_top_is_there():
    hubs = gdp.generate("barabasi_albert", n=300, seed=1, attach=5)
    rng, wrong, named = np.random.default_rng(0), 0, 0
    for _ in range(40):
        noisy = gdp.mechanism("edge_flip").release(hubs, epsilon=4.0, rng=rng)
        row = gdp.estimate(noisy, statistics=["top"])["top"]
        nodes = [int(name) for name in row.names]
        named += len(nodes)
        wrong += any((hubs.degrees >= hubs.degrees[node]).sum() > 10 for node in nodes)
    assert named > 40
    assert wrong <= 8, "5 % may be wrong: more than 8 of 40 with a chance of 1e-4"
