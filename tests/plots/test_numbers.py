"""Numbers as people read them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from graphdp_core.plots.numbers import epsilon_label, format_number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0, "0"),
        (7, "7"),
        (1234567, "1,234,567"),
        (1234.5, "1,234"),
        (999.7, "1,000"),
        (0.12345, "0.123"),
        (0.5, "0.5"),
        (12.345, "12.3"),
        (-0.0712, "−0.0712"),
        (1e-7, "1 × 10⁻⁷"),
        (1.5e20, "1.5 × 10²⁰"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "—"),
        (None, "—"),
        (np.float64(2.0), "2"),
        (np.int64(12), "12"),
    ],
)
def test_numbers_read_well(value: float | None, text: str) -> None:
    assert format_number(value) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (1.0, "100%"),
        (0.5, "50%"),
        (0.0456, "4.56%"),
        (0.9996646, "99.966%"),
        (0.9995, "99.95%"),
        (1 - 2e-9, "more than 99.99%"),
        (math.nan, "—"),
    ],
)
def test_shares_read_as_percentages(share: float, text: str) -> None:
    assert format_number(share, percent=True) == text


def test_epsilon_is_written_with_its_letter() -> None:
    assert epsilon_label(0.1) == "ε = 0.1"
