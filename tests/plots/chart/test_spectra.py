"""Eigenvalues as records: bars from zero, values at their ends, ticks that have room."""

import numpy as np
import pytest

from graphdp_core.plots.chart.spectra import eigenvalue_chart
from graphdp_core.plots.sides import Sides


def test_bars_run_from_zero_to_their_values():
    left, right = eigenvalue_chart([5.0, 3.5, -1.0], [4.0], sides=Sides(2.0)).panels
    positive, negative, _ = left.marks
    assert positive.places[:, 3].tolist() == [5.0, 3.5]
    assert negative.places[:, 3].tolist() == [-1.0]
    assert negative.ink == "opposite"
    assert left.y == right.y
    assert [word.text for word in left.words] == ["5", "3.5", "−1"]
    for panel in (left, right):
        assert all(panel.y[0] < word.y < panel.y[1] for word in panel.words)


@pytest.mark.parametrize("count", [0, 1, 12, 60])
def test_any_number_of_values_is_drawn(count):
    chart = eigenvalue_chart(np.arange(count, 0.0, -1), [], sides=Sides(1.0))
    assert len(chart.panels[0].ticks[0]) <= 21
