"""Ranking metrics agree with scipy, with slow reference code, and with chance.

The gap of a ranking and the noise it bears.
"""

import itertools
import math

import numpy as np
import pytest
import scipy.stats

from graphdp_core.metrics import rankings
from graphdp_core.metrics.rankings import importance_gap, tolerable_scale

METRICS = [
    lambda a, b: rankings.precision_at(a, b, 0.1),
    rankings.top_kept,
    rankings.top_displacement,
    rankings.kendall_tau_b,
    rankings.spearman,
    rankings.rank_biased_overlap,
]


def pair(n: int = 50, seed: int = 0, *, ties: bool = True) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    a = generator.integers(0, 20, n) if ties else generator.permutation(n)
    b = generator.integers(0, 20, n) if ties else generator.permutation(n)
    return a.astype(float), b.astype(float)


def slow_ranking(scores: np.ndarray) -> list[int]:
    return sorted(range(len(scores)), key=lambda i: (-scores[i], i))


def slow_rbo(first: list[int], second: list[int], p: float) -> float:
    """Equation (32) of Webber et al. with the sets written out, over the whole length."""
    k = len(first)
    overlap = [len(set(first[:d]) & set(second[:d])) for d in range(1, k + 1)]
    series = sum(x / d * p**d for d, x in enumerate(overlap, start=1))
    return overlap[-1] / k * p**k + (1 - p) / p * series


@pytest.mark.parametrize("seed", range(5))
def test_correlations_agree_with_scipy(seed: int) -> None:
    a, b = pair(seed=seed)
    tau = scipy.stats.kendalltau(a, b).statistic
    rho = np.corrcoef(scipy.stats.rankdata(a), scipy.stats.rankdata(b))[0, 1]
    assert rankings.kendall_tau_b(a, b) == pytest.approx(tau)
    assert rankings.spearman(a, b) == pytest.approx(rho)


@pytest.mark.sample
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("n", [2, 7, 40, 600])
@pytest.mark.parametrize("p", [0.5, 0.9, 0.98])
def test_overlap_agrees_with_the_sets_written_out(n: int, seed: int, p: float) -> None:
    a, b = pair(n, seed, ties=False)
    expected = slow_rbo(slow_ranking(a), slow_ranking(b), p)
    assert rankings.rank_biased_overlap(a, b, p=p) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("fraction", [0.05, 0.1, 0.15, 0.5, 1.0])
def test_precision_counts_common_nodes_of_the_top(fraction: float) -> None:
    a, b = pair(seed=3, ties=False)
    k = rankings.top_count(50, fraction)
    common = set(slow_ranking(a)[:k]) & set(slow_ranking(b)[:k])
    assert rankings.precision_at(a, b, fraction) == len(common) / k


def orders(scores: np.ndarray, ranks: np.ndarray) -> list[int]:
    """From the best, equal scores by these ranks."""
    return sorted(range(len(scores)), key=lambda i: (-scores[i], ranks[i]))


def test_equal_scores_count_by_the_mean_over_their_orders() -> None:
    """Every pair of orders of five nodes in which those that tie on both sides stand alike.

    Those that tie on both sides have one order; into it each side puts its others where it likes.
    """
    rng, n, p = np.random.default_rng(2), 5, 0.7
    every = [np.array(x) for x in itertools.permutations(range(n))]
    for _ in range(12):
        a, b = (rng.integers(0, 3, n).astype(float) for _ in range(2))
        if np.ptp(a) == 0 or np.ptp(b) == 0:
            continue
        first, second = ({tuple(orders(s, ranks)) for ranks in every} for s in (a, b))
        alike = [
            (one, two) for one in first for two in second
            if all((one.index(i) < one.index(j)) == (two.index(i) < two.index(j))
                   for i in range(n) for j in range(i) if a[i] == a[j] and b[i] == b[j])
        ]  # fmt: skip
        for fraction in (0.2, 0.4, 0.6, 0.8):
            k = rankings.top_count(n, fraction)
            mean = np.mean([len({*one[:k]} & {*two[:k]}) / k for one, two in alike])
            assert rankings.precision_at(a, b, fraction) == pytest.approx(mean)
        mean = np.mean([slow_rbo(list(one), list(two), p) for one, two in alike])
        assert rankings.rank_biased_overlap(a, b, p=p) == pytest.approx(mean)


@pytest.mark.parametrize(
    ("n", "fraction", "k"),
    [(1, 0.05, 1), (9, 0.05, 1), (34, 0.1, 3), (30, 0.05, 2), (100, 0.15, 15)],
)
def test_the_top_has_at_least_one_node(n: int, fraction: float, k: int) -> None:
    assert rankings.top_count(n, fraction) == k
    assert rankings.random_baseline(n, fraction) == k / n


@pytest.mark.long
def test_random_rankings_reach_the_random_baseline() -> None:
    """Mean of 1,500 draws within 5 standard errors: fails with probability < 1e-6."""
    generator = np.random.default_rng(0)
    truth = np.arange(200.0)
    for fraction in (0.05, 0.1, 0.15):
        values = [
            rankings.precision_at(truth, generator.permutation(200), fraction) for _ in range(1500)
        ]
        error = np.std(values) / math.sqrt(len(values))
        assert abs(np.mean(values) - rankings.random_baseline(200, fraction)) < 5 * error


def test_top_nodes_kept_and_moved() -> None:
    truth = np.arange(20.0)[::-1]
    private = truth.copy()
    private[[0, 15]] = private[[15, 0]]  # the best node falls to place 15, and node 15 leads
    assert rankings.top_kept(truth, private) == 9.0
    assert rankings.top_displacement(truth, private) == 1.5
    assert rankings.top_displacement(truth, truth) == 0.0
    assert math.isnan(rankings.top_kept(truth[:10], private[:10]))


def test_equal_scores_are_ranked_by_node_number() -> None:
    assert rankings.ranking([1, 2, 2, 0, 2]).tolist() == [1, 2, 4, 0, 3]


@pytest.mark.parametrize("metric", METRICS)
def test_metrics_are_undefined_without_a_ranking(metric) -> None:
    a, _ = pair()
    assert math.isnan(metric(a, np.ones(50)))
    assert math.isnan(metric(np.ones(50), a))
    assert math.isnan(metric([], []))
    assert math.isnan(metric([1.0], [2.0]))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ([1.0, 2.0], [1.0], "one length"),
        ([[1.0], [2.0]], [[1.0], [2.0]], "one length"),
        ([1.0, math.nan], [1.0, 2.0], "finite"),
        ([1.0, 2.0], [1.0, math.inf], "finite"),
    ],
)
def test_bad_scores_are_named(metric, a, b, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        metric(a, b)


def test_bad_settings_are_named() -> None:
    a, b = pair()
    with pytest.raises(ValueError, match="fraction"):
        rankings.precision_at(a, b, 0.0)
    with pytest.raises(ValueError, match="p must"):
        rankings.rank_biased_overlap(a, b, p=1.0)
    with pytest.raises(ValueError, match="count"):
        rankings.top_kept(a, b, count=0)


def test_the_gap_is_between_the_medians() -> None:
    scores = np.concatenate((np.full(10, 5.0), np.full(90, 1.0)))
    assert importance_gap(scores) == 4.0
    assert importance_gap(scores[::-1]) == 4.0
    assert math.isnan(importance_gap([]))
    assert math.isnan(importance_gap([1.0]))


def test_the_tolerable_scale_misplaces_one_node() -> None:
    """Closed form, and a draw of 2 million: within 6 deviations of the mean."""
    scale = tolerable_scale(2.0, 1000)
    assert 1000 * math.exp(-2.0 / scale) / 2 == pytest.approx(1.0)
    noise = np.random.default_rng(0).laplace(scale=scale, size=2_000_000)
    jumped = np.count_nonzero(noise > 2.0) / 2000
    assert abs(jumped - 1.0) < 6 * math.sqrt(1.0 / 2000)
    assert math.isnan(tolerable_scale(1.0, 2))
