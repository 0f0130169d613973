"""The flow of nodes as a chart: as many lines as nodes, and stacks that hold them."""

import numpy as np
import pytest

from graphdp_core.plots.chart.flow import THREADS, flow_chart
from graphdp_core.plots.sides import Sides

COUNTS = np.array([[600, 100, 0], [0, 250, 50]])
CHART = flow_chart(COUNTS, (0, 1), (0, 1, -1), sides=Sides(1.0))


def marks(kind):
    return [mark for mark in CHART.panels[0].marks if mark.kind == kind]


def test_the_lines_of_a_flow_are_in_proportion_to_its_nodes():
    lines = [len(mark.places) for mark in marks("lines")]
    assert lines == [pytest.approx(0.7 * THREADS, abs=4), pytest.approx(0.3 * THREADS, abs=4)]


def test_every_line_begins_and_ends_within_its_communities():
    first, *_ = marks("areas")
    low, high = sorted(first.places[0, [1, 3]])
    start = marks("lines")[0].places[:, 1]
    assert ((low <= start) & (start <= high)).all()
    ends = marks("lines")[1].places[:, 3]
    stacks = [sorted(area.places[0, [1, 3]]) for area in marks("areas")[2:]]
    inside = [(a <= ends) & (ends <= b) for a, b in stacks]
    assert np.any(inside, axis=0).all()
    assert not inside[0].any(), "no node of the second goes to the first"


def test_colour_and_name_follow_the_communitys_number():
    assert [mark.ink for mark in marks("areas")] == [0, 1, 0, 1, "muted"]
    assert [word.text for word in CHART.panels[0].words][-1] == "others: 50"
    assert "850 are in the matching one" in CHART.alt


def test_no_nodes_are_no_lines():
    chart = flow_chart(np.zeros((1, 1), int), (0,), (0,), sides=Sides(1.0))
    assert not sum(len(m.places) for m in chart.panels[0].marks if m.kind == "lines")
