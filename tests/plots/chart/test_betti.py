"""Betti curves as records: what is alive at each distance, on both sides."""

import numpy as np

from graphdp_core.plots.chart.betti import STEPS, betti_chart
from graphdp_core.plots.sides import Sides

BARS = (np.array([[0, 1.0], [0, 2.0], [0, np.inf]]), np.array([[1.0, 1.5]]))


def alive(marks, at):
    """The height of the level step that covers a distance, as a count."""
    level = [row for row in marks.places.tolist() if row[1] == row[3] and row[0] <= at < row[2]]
    return round(10 ** level[0][1] - 1)


def test_betti_curves_count_what_is_alive():
    left, right = betti_chart(BARS, BARS[:1], sides=Sides(1.0)).panels
    components, loops = left.marks
    assert [alive(components, at) for at in (0.5, 1.5, 2.05)] == [3, 2, 1]
    assert [alive(loops, at) for at in (0.5, 1.2, 1.7)] == [0, 1, 0]
    assert [m.word for m in right.marks if m.dash] == [
        "H0 components without privacy", "H1 loops without privacy",
    ]  # fmt: skip
    assert (np.log10(3), "2") in left.ticks[1]


def test_very_many_features_and_none_are_drawn():
    rng = np.random.default_rng(0)
    births = rng.random(3 * STEPS)
    many = [np.column_stack((births, births + rng.random(len(births))))]
    (marks,) = betti_chart(many, [], sides=Sides(1.0)).panels[0].marks
    assert len(marks.places) <= 2 * STEPS
    assert betti_chart([np.empty((0, 2))], [], sides=Sides(1.0)).panels[1].y == (0.0, 0.5)
