"""The neutral chart refuses what no browser could draw.

A chart on its way to the browser: places stay, and what is the same is sent once.

Matrices as records: empty cells are empty, shades grow with the count and mean the same.

The flow of nodes as a chart: as many lines as nodes, and stacks that hold them.

Betti curves as records: what is alive at each distance, on both sides.

Eigenvalues as records: bars from zero, values at their ends, ticks that have room.
"""

import numpy as np
import pytest

from graphdp_core.plots.chart.counts import eigenvalue_panels
from graphdp_core.plots.chart.diagrams import STEPS, betti_chart, diagram_chart
from graphdp_core.plots.chart.matrices import matrix_chart
from graphdp_core.plots.chart.record import Marks, chart_header
from graphdp_core.plots.communities import THREADS, flow_chart
from graphdp_core.plots.pair.message import Store
from graphdp_core.plots.sides import Sides


@pytest.mark.parametrize(
    ("kind", "places", "ink"),
    [
        ("dots", np.zeros((2, 3)), "accent"),
        ("lines", np.zeros((2, 2)), "accent"),
        ("dots", np.array([[0.0, np.inf]]), "accent"),
        ("dots", np.zeros((2, 2)), "invented by me"),
    ],
)
def test_what_cannot_be_drawn_is_refused(kind, places, ink):
    with pytest.raises(ValueError, match=r"need|finite|ink"):
        Marks(kind, places.astype(np.float32), ink)


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


RNG = np.random.default_rng(0)


def cells(left, right):
    return [panel.cells for panel in matrix_chart(left, right, sides=Sides(1.0)).panels]


def test_shades_grow_with_the_count_and_only_empty_cells_are_empty():
    left = RNG.integers(0, 900, (6, 6))
    true, same = cells(left, left)
    assert (true == same).all()
    assert ((true == 0) == (left == 0)).all()
    order = np.argsort(left, axis=None)
    assert (np.diff(true.ravel()[order].astype(int)) >= 0).all()
    assert true.max() == 255


def test_a_shade_means_the_same_whatever_the_release():
    left = RNG.integers(0, 5, (4, 4))
    alone = cells(left, np.zeros_like(left))[0]
    true, private = cells(left, 1000 * left)
    assert (alone == true).all()
    assert set(private.ravel().tolist()) <= {0, 255}


def test_a_graph_without_edges_is_drawn():
    assert not cells(np.zeros((1, 1), dtype=int), np.zeros((1, 1), dtype=int))[0].any()


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
        "parts (H0) without privacy", "loops (H1) without privacy",
    ]  # fmt: skip
    assert (np.log10(3), "2") in left.ticks[1]


def test_very_many_features_and_none_are_drawn():
    rng = np.random.default_rng(0)
    births = rng.random(3 * STEPS)
    many = [np.column_stack((births, births + rng.random(len(births))))]
    (marks,) = betti_chart(many, [], sides=Sides(1.0)).panels[0].marks
    assert len(marks.places) <= 2 * STEPS
    assert betti_chart([np.empty((0, 2))], [], sides=Sides(1.0)).panels[1].y == (0.0, 0.5)


def test_bars_run_from_zero_to_their_values():
    left, right = eigenvalue_panels([5.0, 3.5, -1.0], [4.0])
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
    assert len(eigenvalue_panels(np.arange(count, 0.0, -1), [])[0].ticks[0]) <= 21
