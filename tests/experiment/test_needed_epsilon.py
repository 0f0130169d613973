"""Which epsilon reaches a target: crossings of known curves, and what has no answer."""

import numpy as np
import pandas as pd
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.needed_epsilon import needed_epsilon
from graphdp_core.metrics.metric import Metric

GRID = (0.5, 1.0, 2.0, 4.0, 8.0)
UP = Metric("m", "M", "", better="higher", low=0.0, high=1.0)
DOWN = Metric("m", "M", "", better="lower", low=0.0)


def table(curves, grid=GRID, mechanism="a"):
    rows = [
        (mechanism, e, repeat, "m", value)
        for repeat, curve in enumerate(curves)
        for e, value in zip(grid, curve, strict=False)
    ]
    return pd.DataFrame(rows, columns=["mechanism", "epsilon", "repeat", "metric", "value"])


def test_straight_lines_on_the_log_axis_are_crossed_exactly():
    shifts = np.linspace(0, 1, 10)
    curves = [np.log(GRID) - shift for shift in shifts]
    needs = needed_epsilon(table(curves), UP, 0.5)["a"]
    answers = np.exp(0.5 + shifts)
    assert needs.typical == pytest.approx(answers[4])
    assert needs.safe == pytest.approx(answers[8])
    assert needs.draws == 10


def test_lower_is_better_mirrors_higher_is_better():
    curves = np.random.default_rng(0).normal(size=(9, 5)).cumsum(axis=1)
    up = needed_epsilon(table(curves), UP, 0.7)["a"]
    down = needed_epsilon(table(-curves), DOWN, -0.7)["a"]
    assert up == down


def test_only_the_last_miss_counts():
    needs = needed_epsilon(table([[0.9, 0.9, 0.1, 0.5, 0.9]]), UP, 0.5)["a"]
    assert needs.typical == needs.safe == 4.0


def test_a_target_met_everywhere_or_nowhere_is_told_by_the_ends():
    assert needed_epsilon(table([[1.0] * 5]), UP, 0.5)["a"].safe == GRID[0]
    assert needed_epsilon(table([[0.0] * 5]), UP, 0.5)["a"].typical == np.inf
    half = needed_epsilon(table([[1.0] * 5] * 6 + [[0.0] * 5] * 4), UP, 0.5)["a"]
    assert (half.typical, half.safe) == (GRID[0], np.inf)


def test_a_draw_without_a_value_misses_the_target():
    needs = needed_epsilon(table([[np.nan, np.nan, 0.9, 0.9, 0.9]]), UP, 0.5)["a"]
    assert needs.typical == 2.0
    assert needed_epsilon(table([[1, 1, 1, 1, np.nan]]), UP, 0.5)["a"].safe == np.inf


def test_a_repeat_stopped_half_way_is_left_out():
    needs = needed_epsilon(table([[0.0, 0.0, 1.0, 1.0, 1.0], [0.0, 0.0]]), UP, 1.0)["a"]
    assert (needs.draws, needs.safe) == (1, 2.0)


def test_mechanisms_are_answered_in_their_order():
    both = pd.concat([table([[1.0] * 5], mechanism="z"), table([[1.0] * 5], mechanism="b")])
    assert list(needed_epsilon(both, UP, 0.5)) == ["z", "b"]


@pytest.mark.parametrize(("better", "target"), [("neither", 0.5), ("higher", np.nan)])
def test_what_has_no_answer_is_refused(better, target):
    with pytest.raises(ValueError, match=r"better direction|finite"):
        needed_epsilon(table([[1.0] * 5]), Metric("m", "M", "", better=better), target)


@pytest.mark.parametrize("analysis", gdp.ANALYSES, ids=lambda a: a.id)
def test_every_first_target_lies_in_the_range_of_its_metric(analysis):
    for metric in analysis.metrics:
        aim = metric.aim
        assert (aim is None) or metric.better != "neither"
        for end, sign in ((metric.low, 1), (metric.high, -1)):
            assert aim is None or end is None or sign * (aim - end) > 0
        if metric.better != "neither" and metric.high is not None:
            assert aim is not None


def test_a_limit_is_kept_up_to_an_epsilon_and_the_worst_of_ten_draws_decides():
    fewer = Metric("m", "M", "", better="lower", is_limit=True)
    rows = [[0.0, 0.0, 0.04, 0.5, 0.6], [0.0, 0.0, 0.0, 0.04, 0.6], [0.0] * 5]
    need = needed_epsilon(table(rows), fewer, 0.05)["a"]
    single = [needed_epsilon(table([row]), fewer, 0.05)["a"].safe for row in rows]
    assert (need.safe, need.typical) == (min(single), sorted(single)[1])
    assert need.lowest < min(single) < max(single) == need.highest
    assert needed_epsilon(table([[0.9] * 5]), fewer, 0.05)["a"].safe == 0.0


def test_a_limit_is_no_target_of_the_advisor():
    with pytest.raises(gdp.Refused, match="limit from above"):
        gdp.answer(gdp.load_graph("karate"), {"recognition.recognised": 0.05})
