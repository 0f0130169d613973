"""Exact samplers: their laws by chi-square, each failing by chance with probability 1e-6.

Dyadic probabilities: rounded towards privacy, as near to the ideal ones as 2**-64 allows.
"""

import itertools
import math
import os
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from noise_laws import geometric_pvalue, seeded_coins
from scipy import stats

from graphdp_core.privacy.secure_random import (
    WHOLE,
    BlockLaw,
    Growth,
    SecureRandom,
    laplace_flip_rates,
    noise_tail,
    symmetric_rates,
    top_m_rates,
)

RARE = 1e-6


def test_integers_below_n_are_uniform():
    coins = seeded_coins(1)
    seen = np.bincount([coins.below(11) for _ in range(22_000)], minlength=11)
    assert stats.chisquare(seen).pvalue > RARE


@pytest.mark.parametrize(("a", "b"), [(0, 3), (1, 3), (1, 1), (7, 2)])
def test_a_coin_of_exp_minus_x_has_its_probability(a, b):
    coins = seeded_coins(2)
    heads = sum(coins.exp_minus(a, b) for _ in range(20_000))
    assert stats.binomtest(heads, 20_000, math.exp(-a / b)).pvalue > RARE


@pytest.mark.parametrize(
    "scale", [Fraction(1, 3), Fraction(1), Fraction(40, 7), Fraction(2**61 + 1, 2**60)]
)
def test_laplace_noise_is_two_sided_geometric(scale):
    coins = seeded_coins(3)
    drawn = coins.laplace(scale, 12_000)
    assert geometric_pvalue(drawn, 1 / scale) > RARE


@pytest.mark.parametrize("numerator", [1, 2**56, 3 * 2**61 + 12345, 2**64 - 1])
def test_successes_have_their_probability(numerator):
    values = seeded_coins(5).successes(200_000, numerator)
    assert stats.binomtest(len(values), 200_000, numerator / 2**64).pvalue > RARE


def test_successes_of_two_trials_are_independent():
    values = seeded_coins(7).successes(200_000, 3 * 2**61)
    bits = np.zeros(200_000, dtype=int)
    bits[values] = 1
    p = 3 / 8
    law = 100_000 * np.array([(1 - p) ** 2, p * (1 - p), p * (1 - p), p * p])
    seen = np.bincount(2 * bits[::2] + bits[1::2], minlength=4)
    assert stats.chisquare(seen, law).pvalue > RARE


def test_ties_are_decided_by_further_bytes():
    # The first byte ties in all three trials; the second is less, equal, greater; the third less.
    drawn = b"\x80\x80\x80" + b"\x00\x01\x02" + b"\x00"
    coins = SecureRandom(lambda count: drawn.ljust(count, b"\xff"))
    assert coins.successes(3, 0x8001_0100_0000_0000).tolist() == [0, 1]


@pytest.mark.parametrize("numerator", [2**58, 2**57 + 1, 3 * 2**52, 12345 * 2**36])
def test_rare_successes_are_independent_trials_of_their_probability(numerator):
    """The gaps between them are geometric: within a block, across blocks, beyond their ends."""
    trials = 3_000 * 2**64 // numerator
    values = seeded_coins(11).successes(trials, numerator)
    chance = numerator / 2**64
    assert stats.binomtest(len(values), trials, chance).pvalue > RARE
    gaps = np.diff(values, prepend=-1)
    assert gaps.min() >= 1
    law = stats.geom(chance)
    bounds = np.unique(law.ppf(np.arange(1, 40) / 40))
    seen = np.bincount(np.searchsorted(bounds, gaps), minlength=len(bounds) + 1)
    expected = np.diff(law.cdf(bounds), prepend=0.0, append=1.0)
    assert stats.chisquare(seen, len(gaps) * expected).pvalue > RARE


@pytest.mark.sample
@pytest.mark.parametrize("bits", [6, 9, 12])
def test_the_law_of_a_block_is_binomial_to_the_last_digit(bits):
    law, trials = BlockLaw.of(bits), 2**bits
    terms = [math.comb(trials, k) * (trials - 1) ** (trials - k) for k in range(trials + 1)]
    assert sum(terms) == 2 ** (bits * trials)
    assert law.cumulated == tuple(itertools.accumulate(terms))[: len(law.cumulated)]
    whole = law.cumulated[5]
    assert [law.count_at(whole - 1), law.count_at(whole), law.count_at(0)] == [5, 6, 0]
    assert law.count_at(2 ** (bits * trials) - 1) == trials


def test_a_count_that_64_bits_do_not_decide_is_decided_by_all():
    law = BlockLaw.of(6)
    rest = (6 << 6) - 64
    head, behind = divmod(law.cumulated[2], 2**rest)
    for further, count in ((behind - 1, 2), (behind, 3)):
        words = [np.array([head], dtype=np.uint64).tobytes(), further.to_bytes(rest // 8, "big")]
        coins = SecureRandom()
        coins.take = lambda size, words=words: words.pop(0)
        assert law.counts(coins, 1).tolist() == [count]


def test_a_probability_of_one_always_succeeds():
    assert SecureRandom().successes(4, 2**64).tolist() == [0, 1, 2, 3]


def test_a_permutation_is_uniform():
    coins = seeded_coins(6)
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(12_000):
        order = tuple(coins.permutation(4).tolist())
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 24
    assert stats.chisquare(list(seen.values())).pvalue > RARE


def test_no_byte_is_used_twice_and_large_requests_pass_the_buffer():
    coins = SecureRandom(lambda count: bytes(range(256)) * (count // 256))
    first, second = coins.take(100), coins.take(100)
    assert first + second == bytes(range(200))
    assert len(coins.take(1 << 20)) == 1 << 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_draws_bytes_of_its_own():
    coins = SecureRandom()
    coins.take(1)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, coins.take(16))
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 16) != coins.take(16)


def test_geometric_numbers_have_their_law():
    coins, q = seeded_coins(7), math.exp(-0.7)
    drawn = np.minimum(coins.geometric(Fraction(10, 7), 10_000), 8)
    law = np.append((1 - q) * q ** np.arange(8), q**8)
    assert stats.chisquare(np.bincount(drawn, minlength=9), 10_000 * law).pvalue > RARE


def test_a_choice_follows_whole_weights_of_any_size():
    coins, weights = seeded_coins(8), [3 << 200, 0, 1 << 200, 4 << 200]
    seen = np.bincount([coins.chosen(weights) for _ in range(8_000)], minlength=4)
    assert seen[1] == 0
    assert stats.chisquare(seen[[0, 2, 3]], [3_000, 1_000, 4_000]).pvalue > RARE


def test_what_follows_from_private_numbers_is_seeded_by_the_coins():
    one, same, other = seeded_coins(9), seeded_coins(9), seeded_coins(10)
    drawn = [coins.generator().integers(2**62) for coins in (one, same, other)]
    assert drawn[0] == drawn[1] != drawn[2]


EPSILONS = st.fractions(Fraction(1, 100), 20, max_denominator=1000)


@pytest.mark.parametrize(
    ("epsilon", "threshold"),
    [("1", 0x44D9585152EA1936), ("0.5", 0x60A6815965E37A0F), ("3", 0xC241A1E482A227D)],
)
def test_thresholds_are_those_computed_elsewhere(epsilon, threshold):
    assert symmetric_rates(Fraction(epsilon)).absent == threshold


def costs_at_most(rates, epsilon):
    """Whether both ratios are at most e^epsilon, decided with 120 digits."""
    with localcontext(prec=120):
        bound = (Decimal(epsilon.numerator) / Decimal(epsilon.denominator)).exp()
        left_out = WHOLE - rates.absent <= bound * (WHOLE - rates.present)
        return rates.present <= bound * rates.absent and left_out


@given(EPSILONS)
def test_a_flip_costs_at_most_epsilon_and_hardly_less(epsilon):
    rates = symmetric_rates(epsilon)
    assert costs_at_most(rates, epsilon)
    assert not costs_at_most(rates, epsilon - Fraction(1, 10**9))
    assert rates.exact_epsilon == pytest.approx(float(epsilon), abs=1e-9)
    assert rates.present + rates.absent == WHOLE


@pytest.mark.parametrize("rates", [symmetric_rates, laplace_flip_rates])
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 10**25)])
def test_without_epsilon_nothing_is_told_and_no_cost_is_below_zero(rates, epsilon):
    outcome = rates(epsilon)
    assert outcome.present == outcome.absent == WHOLE // 2
    assert outcome.exact_epsilon == 0.0


@given(EPSILONS)
def test_laplace_flip_costs_what_its_formula_says(epsilon):
    rates = laplace_flip_rates(epsilon)
    exact = math.log(2 * math.exp(epsilon / 2) - 1)
    assert rates.exact_epsilon == pytest.approx(exact, abs=1e-9)
    assert rates.exact_epsilon <= float(epsilon) + 1e-15


@given(EPSILONS, st.integers(1, 10**9), st.integers(2, 5 * 10**9))
def test_asymmetric_rates_cost_at_most_epsilon_both_ways(epsilon, edges, pairs):
    rates = top_m_rates(min(edges, pairs - 1), pairs, epsilon)
    assert costs_at_most(rates, epsilon)
    assert 0 < rates.absent <= rates.present < WHOLE or pairs == 2


@given(EPSILONS)
def test_a_factor_is_below_its_rate_and_hardly_less(rate):
    growth = Growth.at_most(rate)
    assert float(rate) - 1e-9 < growth.exact_rate <= float(rate) * (1 + 1e-15)
    assert Growth(growth.numerator + 1).exact_rate >= float(rate)


def test_weights_are_exact_powers_of_the_factor():
    growth = Growth.at_most(Fraction(1, 3))
    weights = growth.weights([0, 3, 1, 3])
    factor = Fraction(growth.numerator, 1 << 32)
    assert [Fraction(weight, weights[0]) for weight in weights] == [1, factor**3, factor, factor**3]


@given(EPSILONS, st.integers(1, 5))
def test_the_tail_of_noise_is_rounded_up_by_less_than_a_step(epsilon, threshold):
    if epsilon * threshold > 40:
        return
    rounded = noise_tail(threshold, epsilon)
    ideal = math.exp(-epsilon * threshold) / (1 + math.exp(-epsilon))
    assert rounded / WHOLE == pytest.approx(ideal, rel=1e-12, abs=2 / WHOLE)


def test_a_tail_below_the_grid_is_not_drawn_from_it():
    with pytest.raises(ValueError, match="too high for 64 bits"):
        noise_tail(60, Fraction(1))
