"""Bars of how many times core numbers are off."""

import pytest

from graphdp_core.plots.core_factors import CLAIM, core_factors
from graphdp_core.plots.theme import DARK, LIGHT


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_bars_begin_at_once_and_end_at_the_factor(theme):
    figure = core_factors(["a <b>", "c"], [2.0, 1.0], [5.25, 0.0], theme)
    (bars,) = figure["data"]
    assert [bars["base"] + x for x in bars["x"]] == [2.0, 1.0]
    assert bars["text"] == ["2.00 times", "1.00 times"]
    first = figure["layout"]["yaxis"]["ticktext"][0]
    assert first.startswith("a &lt;b&gt;")
    assert "mean error 5.2" in first
    assert figure["layout"]["shapes"][0]["x0"] == CLAIM
    assert figure["layout"]["xaxis"]["range"][1] > CLAIM
