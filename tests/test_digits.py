"""Numbers and shares in digits."""

import pytest

from graphdp_core.digits import digits, percent


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0%"), (0.001, "0.1%"), (12.2, "1,220%"), (0.9999, "99.99%"), (1.0, "100%")],
)
def test_a_share_is_a_percentage_whose_sign_stands_behind_it(share, text):
    assert percent(share) == text


def test_large_and_small_numbers_keep_three_digits():
    assert digits(98765.4) == "98,765"
    assert digits(0.00001234) == "1.23 × 10⁻⁵"
    assert digits(-2.5) == "−2.5"
