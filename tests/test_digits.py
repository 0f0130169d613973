"""Numbers and shares in digits."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graphdp_core.digits import digits, percent
from graphdp_core.privacy.guarantee import percent_at_most


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


ROOT = Path(__file__).parents[1]
ON_SCREEN = [
    path
    for folder in ("pages", *(f"graphdp_core/{room}" for room in (
        "analyses", "stage", "captions", "plots", "lab/audits/attacks", "takeaway", "experiment",
    )))
    for path in sorted((ROOT / folder).rglob("*.py"))
]  # fmt: skip
OWN_EPSILON = re.compile(r"ε = \{[^{}]*:\.?\d?g\}")
OWN_SHARE = re.compile(r"(?<![%{])\{(?![A-Z_]+:)(?!(advice|self)\.confidence)[^{}]*:,?\.\d%\}")
UNSEEN = ("progress(", "raise ", "hovertemplate")


def test_what_is_on_the_screen_spells_shares_and_epsilons_by_one_formatter():
    seen = (
        (path.relative_to(ROOT), line)
        for path in ON_SCREEN
        for line in path.read_text().splitlines()
        if "%{" not in line and not any(word in line for word in UNSEEN)
    )
    own = [(p, line) for p, line in seen if OWN_EPSILON.search(line) or OWN_SHARE.search(line)]
    assert own == []


@given(st.floats(1e-12, 1.0, exclude_max=True))
def test_what_is_neither_nothing_nor_all_is_never_called_0_or_100(share):
    assume(1.0 - share > 1e-12)
    for whole in (True, False):
        assert percent(share, whole=whole) not in ("0%", "100%", "100.0%")
    assert percent_at_most(share) != "100%"
