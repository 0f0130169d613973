"""The strip below the slider: marks stand where the slider would."""

import re

import numpy as np
import pytest

from graphdp_core.plots import LIGHT, breakdown_strip

STOPS = (0.1, 1.0, 10.0, 20.0)


def places(svg):
    return [4.8 * float(x) for x in re.findall(r'x1="([\d.]+)%"', svg)]


@pytest.mark.parametrize(("star", "share"), [(0.1, 0), (1.0, 1 / 3), (10.0, 2 / 3), (20.0, 1)])
def test_a_mark_at_a_stop_stands_under_the_thumb(star, share):
    (x,) = places(breakdown_strip(np.array([star]), STOPS, 1.0, LIGHT))
    assert x == pytest.approx(6 + share * 468, abs=0.06)


def test_directions_off_the_slider_are_left_out_and_nothing_is_no_error():
    svg = breakdown_strip(np.array([0.05, 0.5, 30.0, np.inf]), STOPS, 1.0, LIGHT)
    assert len(places(svg)) == 1
    assert "direction 2 above the noise" in svg
    assert places(breakdown_strip(np.array([]), STOPS, 1.0, LIGHT)) == []


def test_numbers_that_would_touch_stand_together():
    svg = breakdown_strip(np.array([1.0, 1.001, 1.002, 10.0]), STOPS, 5.0, LIGHT)
    assert len(places(svg)) == 4
    assert re.findall(r">([^<]+)</text>", svg)[:2] == ["1–3", "4"]
    assert svg.count("stroke-dasharray") == 1


@pytest.mark.parametrize("stars", [(0.1,), (19.0,), (0.1, 1.0, 4.0, 19.0)])
def test_what_the_marks_mean_stands_where_there_is_room(stars):
    svg = breakdown_strip(np.array(stars), STOPS, 1.0, LIGHT)
    assert ("lost left of its mark" in svg) == (len(stars) == 1)
