"""Amounts: read from whatever a person types, without harm, and written to the last digit.

Epsilon beyond 20: every mechanism draws without overflow and says what that is.
"""

import contextlib
import math
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.fact_sheet import fact_sheet
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import (
    EXPLORED_EPSILON,
    amount_of,
    checked_epsilon,
    exact_text,
    no_privacy,
)
from graphdp_core.privacy.secure_random import SecureRandom

KARATE = gdp.load_graph("karate")
WEIGHTED = Graph.from_edges(
    12, [(i, j) for i in range(12) for j in range(i)], weights=np.linspace(0.1, 2.0, 66)
)
ENDLESS = ("1e99999999", "1e-99999999", "1E+0099999999", "1e400", "9" * 5000, "1" + "0" * 300)


@given(st.fractions(0, 20, max_denominator=10**6))
def test_an_epsilon_is_written_to_the_last_digit(value):
    assert Fraction(exact_text(value)) == value
    assert amount_of(exact_text(value)) == value


@pytest.mark.parametrize("typed", [*ENDLESS, 10**400, Fraction(10**400), 5e-324, "1e-400"])
def test_what_no_amount_can_be_is_refused_before_any_arithmetic(typed):
    with pytest.raises(gdp.Refused, match="cap must be 0 or a number from 1e-30 to 1e"):
        amount_of(typed, name="cap")
    with pytest.raises(gdp.Refused, match="epsilon must be "):
        checked_epsilon(typed)
    with pytest.raises(gdp.Refused, match="from 1e-09 to 20 for a publication"):
        amount_of(typed)


@pytest.mark.parametrize(
    "typed", ["", "lots", "1/0", "1e", "0x10", "nan", "inf", "--1", None, True, float("nan")]
)
def test_what_is_no_number_is_refused(typed):
    with pytest.raises(gdp.Refused, match=r"epsilon must be a number such as 0\.5, got"):
        amount_of(typed)


def test_a_comma_is_answered_with_the_point():
    assert amount_of("1,5") == amount_of("1.5")
    with pytest.raises(gdp.Refused, match=r"such as 0\.5, got '1,5,2'"):
        amount_of("1,5,2")


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (np.int64(2), 2.0), (np.float32(1.5), 1.5), (Fraction(1, 4), 0.25), (Decimal("0.5"), 0.5),
        ("1/4", 0.25), (" 2 ", 2.0), (1, 1.0), (0, 0.0), (20.0, 20.0),
    ],
)  # fmt: skip
def test_every_kind_of_number_is_an_epsilon(number, value):
    epsilon = checked_epsilon(number)
    assert type(epsilon) is float
    assert epsilon == value


OUTSIDE = (-1, 5_001.0, math.nan, math.inf, "x", True, None)


@pytest.mark.parametrize(
    ("epsilon", "reason"),
    [*((e, "a number from 0 to 5000, got") for e in OUTSIDE), (1e-300, "0 or a number from 1e-09")],
)
def test_an_epsilon_outside_its_range_is_refused(epsilon, reason):
    with pytest.raises(gdp.Refused, match=f"epsilon must be {reason}"):
        checked_epsilon(epsilon)


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda m: m.id)
@pytest.mark.parametrize(
    "epsilon", [5e-324, 1e-300, 1e-9, 10**400, np.float32(0.5), Fraction(1, 2)]
)
def test_every_mechanism_takes_or_refuses_an_odd_epsilon(kind, epsilon):
    for graph in (KARATE, WEIGHTED):
        with contextlib.suppress(gdp.Refused):
            assert kind().release(graph, epsilon=epsilon, rng=gdp.noise_stream(0)) is not None


@pytest.mark.parametrize("seed", [-1, 0.5, True])
def test_a_seed_that_is_none_is_one_sentence_everywhere(seed):
    flip, degrees = gdp.mechanism("edge_flip"), gdp.analysis("centrality")
    asked = (
        lambda: gdp.compare(KARATE, flip, degrees, epsilon=1.0, seed=seed),
        lambda: gdp.sweep(KARATE, [flip], degrees, epsilons=[1.0], repeats=1, seed=seed),
        lambda: gdp.answer(KARATE, {"louvain.ari": 0.5}, mechanisms=[flip], seed=seed),
        lambda: gdp.generate("sbm", seed=seed),
        lambda: gdp.noise_stream(seed),
    )
    for ask in asked:
        with pytest.raises(gdp.Refused, match=rf"^seed must be an integer from 0, got {seed}\.$"):
            ask()


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda kind: kind.id)
def test_a_mechanism_draws_at_the_largest_epsilon_without_overflow(kind):
    graph = WEIGHTED if kind.protects_weights else KARATE
    with warnings.catch_warnings(), np.errstate(over="raise", invalid="raise", divide="raise"):
        warnings.simplefilter("error")
        kind().release(graph, epsilon=EXPLORED_EPSILON, rng=gdp.noise_stream(0))
        guarantee = kind().guarantee(EXPLORED_EPSILON)
    assert not guarantee.protects
    assert guarantee.badge in ("not private", "not proved private")
    assert "not privacy" in guarantee.statement() or "No privacy" in guarantee.statement()


@pytest.mark.parametrize("epsilon", [20.0, 20.01])
def test_the_border_lies_at_20(epsilon):
    flips = gdp.mechanism("edge_flip")
    g = flips.guarantee(epsilon)
    assert g.protects is (epsilon <= 20)
    assert (no_privacy(epsilon) in g.statement()) is (epsilon > 20)
    if epsilon > 20:
        with pytest.raises(Refused, match="from 1e-09 to 20 for a publication"):
            flips.publish(KARATE, epsilon=Fraction(epsilon), coins=SecureRandom())


def test_nominally_beyond_20_is_not_published_either():
    # LaplaceFlip at a nominal 30 has an exact 15.7.
    flips = gdp.mechanism("laplace_flip")
    assert flips.guarantee(30.0).protects
    with pytest.raises(Refused, match="for a publication"):
        flips.check_publication(KARATE, Fraction(30))


@pytest.mark.parametrize("kind", gdp.MECHANISMS, ids=lambda kind: kind.id)
def test_no_guarantee_is_told_and_nothing_published_where_no_epsilon_is(kind):
    for epsilon in OUTSIDE:
        with pytest.raises(Refused, match="epsilon must be a number from 0 to 5000, got"):
            kind().guarantee(epsilon)
        with pytest.raises(Refused, match="epsilon must be a number from"):
            fact_sheet(kind(), epsilon)
    for nothing in ("0", "-0", "0.0", 0):
        with pytest.raises(Refused, match=r"from 1e-09 to 20 for a publication, got '?-?0.*: at 0"):
            gdp.publish(KARATE, kind(), epsilon=nothing, to="no/a.zip", ledger="no/l.jsonl")
