"""Verdicts: what counts as met, and that cells without two numbers count for nothing."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphdp_core.reproduce.verdicts import Cell, met, tally

numbers = st.floats(-1e6, 1e6)


@given(published=numbers, measured=numbers, margin=st.floats(0, 1e3), tolerance=st.floats(0, 1e3))
def test_met_means_within_margin_and_tolerance(published, measured, margin, tolerance):
    cell = Cell("a", published, measured, margin)
    inside = max(abs(published - measured) - margin, 0.0) <= tolerance
    assert bool(met([cell], tolerance=tolerance)) == inside


def test_a_relative_tolerance_is_a_share_of_the_published_number():
    cells = [Cell("a", 345.2, 60.7), Cell("a", 345.2, 320.0)]
    assert met(cells, tolerance=0.1, relative=True) == cells[1:]


@pytest.mark.parametrize("hole", [math.nan, math.inf])
def test_a_missing_number_is_neither_met_nor_missed(hole):
    assert tally([Cell("a", hole, 1.0), Cell("a", 1.0, hole)], tolerance=1.0) == ""
