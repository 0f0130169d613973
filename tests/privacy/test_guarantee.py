"""Guarantees: sentences, odds, composition.

What a publication assumes: all that its mechanism does, but for the draw.
"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphdp_core as gdp
from graphdp_core.privacy.guarantee import (
    BYTES_ARE_GONE,
    Guarantee,
    NeighbouringRelation,
    Status,
    at_most,
    of_a_publication,
    posterior,
)

EDGE = NeighbouringRelation.EDGE


def test_the_statement_names_unit_factor_and_status():
    text = Guarantee(EDGE, 1.0, Status.PROVED_PURE).statement()
    assert "any one edge" in text
    assert "2.72" in text
    assert "ε = 1" in text
    assert "proved" in text


def test_a_smaller_exact_epsilon_is_what_the_statement_guarantees():
    g = Guarantee(EDGE, 2.0, Status.PROVED_PURE, exact_epsilon=1.49)
    assert g.effective_epsilon == 1.49
    assert "ε = 1.49" in g.statement()
    assert "Nominal ε = 2" in g.statement()


def test_what_is_not_proved_guarantees_nothing():
    g = Guarantee(EDGE, 1.0, Status.AS_PUBLISHED_NOT_DP, caveat="The gap is private.")
    text = g.statement()
    assert text.startswith("No privacy guarantee")
    assert "ε = 1" not in text
    assert "The gap is private." in text


@pytest.mark.parametrize("prior", [0.01, 0.3, 0.5, 0.99])
@pytest.mark.parametrize("epsilon", [0.0, 0.5, 3.0, 20.0])
def test_posterior_odds_grow_exactly_e_to_epsilon_fold(prior, epsilon):
    after = posterior(prior, epsilon)
    growth = math.log(after / (1 - after)) - math.log(prior / (1 - prior))
    assert growth == pytest.approx(epsilon, abs=1e-4)


def test_certainty_stays_certainty_and_nonsense_is_refused():
    assert posterior(0.0, 5) == 0.0
    assert posterior(1.0, 5) == 1.0
    for prior, epsilon in ((-0.1, 1), (1.1, 1), (0.5, -1)):
        with pytest.raises(ValueError, match="must"):
            posterior(prior, epsilon)


def test_bounds_are_never_rounded_down():
    g = Guarantee(EDGE, 6.0, Status.PROVED_APPROX, delta=2.31e-5)
    assert math.exp(6) > 403
    assert "at most 404 times" in g.statement()
    assert "δ = 3e-05" in g.statement()
    exact = Guarantee(EDGE, 0.0, Status.PROVED_APPROX, delta=1e-6)
    assert "at most 1 times" in exact.statement()
    assert "δ = 1e-06" in exact.statement()


@pytest.mark.parametrize("relation", NeighbouringRelation)
def test_a_guarantee_about_weights_says_how_large_a_change_it_covers(relation):
    words = Guarantee(relation, 1.0, Status.PROVED_PURE, radius=0.25).statement()
    assert ("radius of 0.25" in words) is relation.has_radius
    assert relation.has_radius is (
        relation is not NeighbouringRelation.WEIGHT_ONE
        and ("weight" in relation.value or "theta" in relation.value)
    )


@pytest.mark.parametrize(
    ("epsilon", "words"),
    [(1.2345, "1.24"), (5.554, "5.56"), (2.0749, "2.08"), (1.0, "1"), (0.1, "0.1"), (19.996, "20")],
)
def test_an_epsilon_in_a_sentence_is_rounded_up(epsilon, words):
    assert f"(ε = {words}," in Guarantee(EDGE, epsilon, Status.PROVED_PURE).statement()
    nominal = Guarantee(EDGE, epsilon, Status.PROVED_PURE, exact_epsilon=epsilon / 2).statement()
    assert f"Nominal ε = {words};" in nominal


@given(st.floats(1e-12, 1e15))
def test_a_printed_bound_is_at_least_the_bound_and_no_more_than_one_percent_above(bound):
    printed = float(at_most(bound).replace(",", ""))
    assert bound * (1 - 1e-11) <= printed <= bound * 1.0101


def test_an_epsilon_whose_factor_is_no_double_still_has_a_statement():
    assert at_most(math.inf) == "∞"
    text = Guarantee(EDGE, 5000.0, Status.PROVED_PURE).statement()
    assert text.startswith("This is not privacy: at most 10^2172 times as likely.")
    assert "ε = 5,000" in text


def test_a_guarantee_over_no_neighbours_says_that_nothing_is_protected():
    g = Guarantee(EDGE, 1.0, Status.PROVED_PURE, empty="All weights are 1.")
    assert g.statement() == "This release protects nothing: All weights are 1."
    assert not g.protects
    assert g.badge == "protects nothing"


def test_every_status_has_words_that_tell_proved_from_unproved():
    badges = {status: Guarantee(EDGE, 1.0, status).badge for status in Status}
    assert all((words == "private") == status.is_proved for status, words in badges.items())
    assert badges[Status.AS_PUBLISHED_NOT_DP] == "not private"
    assert badges[Status.ASYMPTOTIC] == "not proved private"


@pytest.mark.parametrize("relation", NeighbouringRelation)
def test_what_an_adversary_wants_is_what_the_relation_protects(relation):
    """A picture of whole nodes must not speak of one weight."""
    word = {"node": "node", "person": "person", "edge": "tie"}.get(
        relation.value.split(",")[0], "weight"
    )
    assert word in relation.secret
    assert ("weight" in relation.secret) == ("weight" in relation.unit)


def test_a_radius_is_rounded_down_so_that_what_is_printed_is_protected():
    outcome = Guarantee(NeighbouringRelation.WEIGHT_L1, 1.0, Status.PROVED_PURE, radius=2 / 3)
    assert float(outcome.protected_radius) <= 2 / 3
    assert outcome.protected_radius == "0.666666"


@pytest.mark.parametrize("kind", [kind for kind in gdp.MECHANISMS if kind.exact_sampler])
def test_a_publication_keeps_every_assumption_but_those_of_the_screen(kind):
    assumed = kind().guarantee(1.0).assumptions
    said = of_a_publication(assumed)
    of_the_screen = ("seed", "cryptographic", "ideal")
    assert not any(word in text for text in said for word in of_the_screen)
    left_out = [text for text in assumed if text not in said]
    assert all(any(word in text for word in of_the_screen) for text in left_out)
    assert said[-len(BYTES_ARE_GONE) :] == list(BYTES_ARE_GONE)
