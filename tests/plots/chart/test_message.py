"""A chart on its way to the browser: places stay, and what is the same is sent once."""

import numpy as np

from graphdp_core.plots.chart.diagrams import diagram_chart
from graphdp_core.plots.chart.message import chart_header
from graphdp_core.plots.pair.message import Store
from graphdp_core.plots.sides import Sides

LOOPS = np.random.default_rng(0).random((500, 2))
LEFT = [np.array([[0.0, 0.5], [0.0, np.inf]]), np.add(LOOPS, [0, 1])]


def test_a_chart_comes_out_as_it_went_in_and_what_is_the_same_goes_in_once():
    chart, store = diagram_chart(LEFT, LEFT, sides=Sides(2.0)), Store()
    header = chart_header(chart, store)
    for panel, sent in zip(chart.panels, header["panels"], strict=True):
        given = [marks for marks in panel.marks if len(marks.places)]
        for marks, told in zip(given, sent["marks"], strict=True):
            assert (store.arrays[told["places"]] == marks.places.ravel()).all()
            assert told["ink"] == marks.ink
    assert sum(array.size == LOOPS.size for array in store.arrays.values()) == 1
