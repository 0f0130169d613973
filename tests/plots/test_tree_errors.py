"""Charts of tree errors: what is drawn where, and that nothing breaks at the edges."""

import base64
import math

import numpy as np
import pytest

from graphdp_core.metrics.tree_bounds import bounds_cross_at
from graphdp_core.plots.theme import DARK, LIGHT
from graphdp_core.plots.tree_errors import bound_crossing, tree_error_curve

EPSILONS = (0.1, 1.0, 10.0)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_curve_shows_draws_bound_random_tree_and_setting(theme):
    errors = np.array([[5.0, 6.0], [3.0, 4.0], [0.0, 0.0]])
    figure = tree_error_curve(
        EPSILONS, errors, [50.0, 5.0, 0.5], theme, epsilon=1.0, name="<b>PAMST</b>", random=7.0
    )
    names = [trace.get("name", "") for trace in figure["data"]]
    assert len(figure["data"]) == 4
    assert "&lt;b&gt;PAMST&lt;/b&gt;: median and range of 2 draws" in names
    assert "A random tree" in names
    assert figure["layout"]["annotations"][0]["text"] == "ε = 1"


def test_no_error_at_all_and_unknown_bounds_still_make_a_figure():
    figure = tree_error_curve(
        EPSILONS, np.zeros((3, 2)), [math.inf] * 3, LIGHT, epsilon=1.0, name="PAMST"
    )
    assert len(figure["data"]) == 3


def test_the_bounds_are_marked_where_they_cross_and_where_the_graph_is():
    figure = bound_crossing(100, 495, LIGHT)
    lines = [shape["x0"] for shape in figure["layout"]["shapes"]]
    assert lines == pytest.approx([bounds_cross_at(100), 3.0, 5.0])
    laplace, pamst = (_values(trace["y"]) for trace in figure["data"])
    x = _values(figure["data"][0]["x"])
    np.testing.assert_array_equal(
        (pamst < laplace)[np.abs(x - lines[0]) > 0.15], (x > lines[0])[np.abs(x - lines[0]) > 0.15]
    )
    assert len(bound_crossing(100, 4950, LIGHT)["layout"]["shapes"]) == 2


def _values(packed: dict[str, str]) -> np.ndarray:
    return np.frombuffer(base64.b64decode(packed["bdata"]), dtype=packed["dtype"])
