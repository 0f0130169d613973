"""The pair samplers follow their exact laws and need no dense array."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from graphdp_core.data.generators.random_graphs import distinct_numbers, pairs_between, pairs_within


@pytest.mark.parametrize("n", [*range(12), 61, 200])
def test_probability_one_gives_all_pairs_in_order(n: int, rng: np.random.Generator) -> None:
    expected = np.column_stack(np.triu_indices(n, 1))
    np.testing.assert_array_equal(pairs_within(n, 1.0, rng=rng), expected)


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (2, 5), (7, 1)])
def test_probability_one_gives_the_whole_rectangle(
    rows: int, columns: int, rng: np.random.Generator
) -> None:
    pairs = pairs_between(rows, columns, 1.0, rng=rng)
    assert pairs.tolist() == [[i, j] for i in range(rows) for j in range(columns)]


def test_pairs_of_many_nodes_are_valid_distinct_and_sorted(rng: np.random.Generator) -> None:
    n = 1_000_000
    pairs = pairs_within(n, 2e-7, rng=rng)
    codes = pairs[:, 0] * n + pairs[:, 1]
    assert len(pairs) > 90_000
    assert (np.diff(codes) > 0).all()
    assert (pairs[:, 0] < pairs[:, 1]).all()
    assert pairs.min() >= 0
    assert pairs.max() < n


@pytest.mark.sample
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 6])
def test_all_subsets_of_one_size_are_equally_likely(size: int, rng: np.random.Generator) -> None:
    # Chi-square at 1e-6: fails for one seed in a million.
    subsets = dict.fromkeys(combinations(range(6), size), 0)
    for _ in range(3_000):
        subsets[tuple(distinct_numbers(6, size, rng=rng).tolist())] += 1
    if len(subsets) > 1:
        assert chisquare(list(subsets.values())).pvalue > 1e-6


def test_all_graphs_on_four_nodes_have_their_probability(rng: np.random.Generator) -> None:
    # P(graph) = p^m (1-p)^(6-m); chi-square over 64 graphs at 1e-6.
    p, draws = 0.4, 8_000
    counts = np.zeros(64)
    for _ in range(draws):
        pairs = pairs_within(4, p, rng=rng)
        counts[sum(1 << (3 * u + v - 1 - u * (u - 1) // 2 - u) for u, v in pairs.tolist())] += 1
    sizes = np.array([bin(code).count("1") for code in range(64)])
    assert chisquare(counts, draws * p**sizes * (1 - p) ** (6 - sizes)).pvalue > 1e-6


@pytest.mark.parametrize("p", [0.001, 0.3, 0.8])
def test_the_number_of_pairs_is_binomial(p: float, rng: np.random.Generator) -> None:
    # Two-sided binomial test at 1e-6.
    within = sum(len(pairs_within(50, p, rng=rng)) for _ in range(300))
    between = sum(len(pairs_between(20, 30, p, rng=rng)) for _ in range(300))
    assert binomtest(within, 300 * 1225, p).pvalue > 1e-6
    assert binomtest(between, 300 * 600, p).pvalue > 1e-6


@pytest.mark.parametrize("size", [-1, 7])
def test_a_subset_larger_than_the_population_is_refused(
    size: int, rng: np.random.Generator
) -> None:
    with pytest.raises(ValueError, match=f"size must be an integer from 0 to 6, got {size}"):
        distinct_numbers(6, size, rng=rng)
