"""Many draws on the board: verdicts follow their middle, and every number has its range."""

import math

import numpy as np
import pytest

from graphdp_core.experiment.curves import Curve
from graphdp_core.experiment.properties import PROPERTIES
from graphdp_core.experiment.survival import Survival, Verdict, verdict_of
from graphdp_core.stage.board import STOPS
from pages.parts.board_curves import Spread, _curve, _measured_only, _spread, value_range

BY_ID = {item.id: item for item in PROPERTIES}
JUDGED = [(item, metric) for item in PROPERTIES for metric in item.numbers]


def survival(metric, chance, perfect, low, high):
    return Survival(
        low, verdict_of(low), 0.0, chance, perfect, metric, low=low, high=high, draws=10
    )  # fmt: skip


def test_verdicts_follow_the_middle_of_the_draws():
    near = Survival(0.9, Verdict.SURVIVES, 0.1, 1.0, 0.0, "procrustes_error", 0.9, 0.9)
    spread = Spread((math.nan, 0.1), (math.nan, 0.2), (math.nan, 0.6), (0, 10))
    found = spread.at(1, near)
    assert (found.verdict, found.score, found.low, found.high) == (Verdict.LOST, 0.2, 0.1, 0.6)
    assert found.draws == 10


def test_between_two_measured_stops_the_smaller_number_of_draws_counts():
    places = [float(STOPS.index(epsilon)) for epsilon in (0.3, 1.0)]
    scores = np.array([0.0, 1.0])
    curve = Curve(np.array([0.3, 1.0]), scores, scores, scores, np.array([10.0, 4.0]))
    draws = _spread(curve, STOPS).draws
    first, last = int(places[0]), int(places[1])
    assert draws[:first] == (0,) * first
    assert draws[first : last + 1] == (10, *(4,) * (last - first))
    empty = _spread(Curve(*(np.empty(0) for _ in range(5))), STOPS)
    assert empty.draws == (0,) * len(STOPS)


@pytest.mark.parametrize(("item", "metric"), JUDGED, ids=lambda v: getattr(v, "id", v))
def test_every_number_of_every_tile_has_a_range(item, metric):
    yardstick = next(y for a in item.analyses for y in a.yardsticks if y.metric == metric)
    found = survival(metric, yardstick.nothing, yardstick.perfect, 0.25, 0.75)
    said = value_range(item, found)
    assert said.endswith("in 9 of 10 draws")
    assert "–" in said


@pytest.mark.parametrize(
    ("id", "found", "text"),
    [
        ("positions", ("procrustes_error", 1.0, 0.0, 0.1, 0.6), "40–90%"),
        ("communities", ("ari", 0.0, 1.0, 0.42, 0.55), "42–55%"),
        ("top_nodes", ("top10_kept", 0.0, 10.0, 0.2, 0.4), "2–4"),
        ("degrees", ("degree_distance", 0.5, 0.0, 0.6, 0.8), "10–20%"),
        ("positions", ("procrustes_error", 20.0, 0.0, 0.0, 0.98), "40%–more than 10 times"),
    ],
)
def test_a_range_runs_from_the_smaller_number_to_the_larger_in_the_tile_s_unit(id, found, text):
    item = BY_ID[id]
    assert value_range(item, survival(*found)) == f"{text} in 9 of 10 draws"


def test_one_draw_and_what_is_public_have_no_range():
    item = BY_ID["positions"]
    one = Survival(0.9, Verdict.SURVIVES, 0.1, 1.0, 0.0, "procrustes_error", 0.9, 0.9)
    public = survival("procrustes_error", 0.0, 0.0, math.nan, math.nan)
    assert value_range(item, one) == ""
    assert value_range(item, public) == ""


def test_where_all_draws_agree_the_range_says_how_many_they_are():
    alike = survival("procrustes_error", 1.0, 0.0, 0.4, 0.4)
    assert value_range(BY_ID["positions"], alike) == "60% in all 10 draws"
    none = survival("procrustes_error", 1.0, 0.0, 0.0, 0.0)
    said = value_range(BY_ID["positions"], none)
    assert said == "no better than guessing in all 10 draws"


def test_while_draws_are_to_come_a_curve_has_what_is_measured_and_no_flag():
    scores = np.array([0.0, 1.0])
    curve = Curve(np.array([0.3, 20.0]), scores, scores, scores, np.array([1.0, 1.0]))
    row = _curve(_spread(curve, STOPS), STOPS)
    assert None not in row["curve"]["middle"][STOPS.index(0.3) :], "once all is there"
    assert row["lasts"] is not None
    _measured_only(row, STOPS, [0.3, 20.0])
    known = [stop for stop, v in zip(STOPS, row["curve"]["middle"], strict=True) if v is not None]
    assert (known, row["lasts"]) == ([0.3, 20.0], None)


def test_a_property_without_a_true_result_stays_without_a_verdict():
    near = Survival(math.nan, Verdict.UNDEFINED, math.nan, math.nan, math.nan, "top10_kept")
    nothing = (math.nan,)
    assert Spread(nothing, nothing, nothing, (10,)).at(0, near).verdict is Verdict.UNDEFINED
