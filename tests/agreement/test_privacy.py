"""The law of a release, its nestedness and its epsilon, through the public names alone."""

import math
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from agreement.independent import flip_probability
from scipy.stats import beta, binom, chisquare

import graphdp_core as gdp
from graphdp_core.privacy.guarantee import posterior

PAIRS = list(combinations(range(4), 2))
KITE = gdp.Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)])
MECHANISMS = ["edge_flip", "laplace_flip"]


@pytest.mark.sample
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_all_64_releases_of_four_nodes_follow_the_exact_law(mechanism: str) -> None:
    """Chi-square with 63 degrees of freedom; a true law fails with probability 1e-6."""
    draws, pi = 20_000, flip_probability(mechanism, 0.7)
    noisy, rng = gdp.mechanism(mechanism), np.random.default_rng(20)
    counts = Counter(
        frozenset(map(tuple, noisy.release(KITE, epsilon=0.7, rng=rng).edges.tolist()))
        for _ in range(draws)
    )
    true = set(map(tuple, KITE.edges.tolist()))
    outcomes = [
        frozenset(p for p, bit in zip(PAIRS, bits, strict=True) if bit)
        for bits in product((0, 1), repeat=6)
    ]
    law = [pi ** len(o ^ true) * (1 - pi) ** (6 - len(o ^ true)) for o in outcomes]
    assert sum(law) == pytest.approx(1)
    test = chisquare([counts[o] for o in outcomes], draws * np.array(law))
    assert test.pvalue > 1e-6


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_flips_at_a_larger_epsilon_are_flips_at_every_smaller_one(mechanism: str) -> None:
    g = gdp.generate("sbm", n=150, seed=3)
    true, noisy = set(map(tuple, g.edges.tolist())), gdp.mechanism(mechanism)
    for seed in range(5):
        last = set(combinations(range(150), 2))
        for epsilon in (0.0, 0.1, 0.5, 1.0, 1.001, 2.0, 4.0, 7.0, 12.0, 20.0):
            released = noisy.release(g, epsilon=epsilon, rng=gdp.noise_stream(seed))
            flips = set(map(tuple, released.edges.tolist())) ^ true
            assert flips <= last
            last = flips


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_law_does_not_depend_on_the_place_in_the_matrix(mechanism: str) -> None:
    """Flips per node of a nested pair of draws; each of 800 counts fails with 1e-9."""
    n, g = 400, gdp.generate("sbm", n=400, seed=3)
    a = g.adjacency().toarray()
    for epsilon in (0.5, 2.0):
        pi = flip_probability(mechanism, epsilon)
        flips = np.zeros(n)
        for seed in range(50):
            released = gdp.mechanism(mechanism).release(
                g, epsilon=epsilon, rng=gdp.noise_stream(seed)
            )
            flips += (released.adjacency().toarray() != a).sum(axis=1)
        low, high = binom.ppf([5e-10, 1 - 5e-10], 50 * (n - 1), pi)
        assert flips.min() >= low
        assert flips.max() <= high


def _interval(hits: int, trials: int, failure: float) -> tuple[float, float]:
    """Clopper-Pearson, each side failing with probability `failure`."""
    return (
        beta.ppf(failure, hits, trials - hits + 1),
        beta.ppf(1 - failure, hits + 1, trials - hits),
    )


@pytest.mark.sample
@pytest.mark.parametrize("epsilon", [1.0, 3.0])
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_audited_epsilon_is_the_exact_one(mechanism: str, epsilon: float) -> None:
    """About 1.1 million independent pairs; each interval fails with probability 4e-7."""
    n = 1500
    g = gdp.Graph.from_edges(n, [p for p in combinations(range(n), 2) if sum(p) % 2])
    present, absent = g.m, math.comb(n, 2) - g.m
    released = gdp.mechanism(mechanism).release(g, epsilon=epsilon, rng=gdp.noise_stream(8))
    kept = int((released.edges.sum(axis=1) % 2 == 1).sum())
    low_keep, high_keep = _interval(kept, present, 1e-7)
    low_make, high_make = _interval(released.m - kept, absent, 1e-7)
    low, high = math.log(low_keep / high_make), math.log(high_keep / low_make)
    exact = epsilon if mechanism == "edge_flip" else math.log(2 * math.exp(epsilon / 2) - 1)
    assert low < exact < high
    assert high - low < 0.08
    guarantee = gdp.mechanism(mechanism).guarantee(epsilon)
    assert guarantee.effective_epsilon == pytest.approx(exact, rel=1e-12)
    if mechanism == "laplace_flip":
        assert high < epsilon
        digits = 10.0 ** (2 - math.floor(math.log10(exact)))  # three of them, rounded up
        assert f"ε = {math.ceil(exact * digits) / digits:.3g}," in guarantee.statement()


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_release_carries_its_law_and_nothing_else_of_the_graph(mechanism: str) -> None:
    g = gdp.load_graph("les_miserables")
    released = gdp.mechanism(mechanism).release(g, epsilon=1.5, rng=gdp.noise_stream(1))
    pi = flip_probability(mechanism, 1.5)
    assert released.noise == gdp.EdgeNoise(
        true_positive_rate=pytest.approx(1 - pi), false_positive_rate=pytest.approx(pi)
    )
    assert released.weights is None
    assert released.labels is None
    assert released.positions is None


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize("prior", [0.01, 0.5, 0.9])
def test_the_largest_belief_is_that_of_bayes_after_seeing_the_edge(
    mechanism: str, prior: float
) -> None:
    """For one pair the bound is attained: a reader who knows all other pairs sees this one."""
    pi = flip_probability(mechanism, 1.7)
    after = prior * (1 - pi) / (prior * (1 - pi) + (1 - prior) * pi)
    guarantee = gdp.mechanism(mechanism).guarantee(1.7)
    assert posterior(prior, guarantee.effective_epsilon) == pytest.approx(after, rel=1e-12)
