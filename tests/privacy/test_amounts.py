"""Amounts: written to the last digit."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from graphdp_core.privacy.amounts import exact_text


@given(st.fractions(0, 20, max_denominator=10**6))
def test_an_epsilon_is_written_to_the_last_digit(value):
    assert Fraction(exact_text(value)) == value
