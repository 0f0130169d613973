"""Charts on their way to the browser: what stops share is sent once, places stay."""

import numpy as np

from graphdp_core.plots.chart.diagrams import diagram_chart
from graphdp_core.plots.chart.message import ChartStop, chart_message, stops_message
from graphdp_core.plots.sides import Sides
from tests.plots.pair.test_webgl import decoded

LOOPS = np.random.default_rng(0).random((500, 2))
LEFT = [np.array([[0.0, 0.5], [0.0, np.inf]]), np.add(LOOPS, [0, 1])]


def stop(epsilon):
    right = [LEFT[0], LEFT[1] + [0.0, 0.1 / epsilon]]
    chart = diagram_chart(LEFT, right, sides=Sides(epsilon))
    return ChartStop(epsilon, chart, [("Distance", "0.1")], {"answer": f"At {epsilon:g}."})


def test_a_chart_comes_out_as_it_went_in():
    one = stop(2.0)
    header, arrays = decoded(chart_message(one, stops="x", follows="slider", file="shape"))
    for panel, sent in zip(one.chart.panels, header["chart"]["panels"], strict=True):
        given = [marks for marks in panel.marks if len(marks.places)]
        for marks, told in zip(given, sent["marks"], strict=True):
            assert (arrays[told["places"]] == marks.places.ravel()).all()
            assert told["ink"] == marks.ink
    assert (header["epsilon"], header["follows"], header["stops"]) == (2.0, "slider", "x")


def test_stops_share_what_is_the_same():
    id, _ = stops_message([stop(1.0)])
    other, many = stops_message([stop(e) for e in (1.0, 2.0, 3.0)])
    assert id != other
    header, arrays = decoded(many)
    assert [s["epsilon"] for s in header["stops"]] == [1.0, 2.0, 3.0]
    assert header["stops"][1]["around"] == {"answer": "At 2."}
    loops = [array for array in arrays.values() if array.size == LOOPS.size]
    assert len(loops) == 4, "the baseline's are sent once"
