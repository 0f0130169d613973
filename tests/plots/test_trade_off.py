"""Heat maps: medians in rising order, gaps where nothing was measured, a line at the target.

Words on cells: each in the ink that can be read on its colour.
"""

import base64
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from graphdp_core.metrics import Metric
from graphdp_core.plots.theme import DARK, LIGHT
from graphdp_core.plots.trade_off import INKS, cell_words, heat_map
from tests.plots.test_theme import contrast

ROWS = [
    (epsilon, theta, repeat, "ari", epsilon / theta + repeat)
    for epsilon in (2.0, 1.0, 10.0)
    for theta in (0.5, 4.0)
    for repeat in range(3)
    if (epsilon, theta) != (10.0, 4.0)
]
ARI = Metric("ari", "ari", "")
TABLE = pd.DataFrame(ROWS, columns=["epsilon", "theta", "repeat", "metric", "value"])


def drawn(*, better="higher", **more):
    figure = heat_map(TABLE, replace(ARI, better=better), LIGHT, y="theta", **more)
    return figure["data"][0], figure["layout"]


def test_cells_hold_the_medians_in_rising_order():
    cells, frame = drawn()
    assert frame["xaxis"]["ticktext"] == ["1", "2", "10"]
    assert frame["yaxis"]["ticktext"] == ["0.5", "4"]
    values = [float(text) for text in (*cells["text"][0], *cells["text"][1][:2])]
    assert values == [3.0, 5.0, 21.0, 1.25, 1.5]
    assert cells["text"][1][2] == ""


@pytest.mark.parametrize("better", ["higher", "lower"])
def test_a_line_parts_what_reaches_the_target(better):
    _, frame = drawn(target=4.0, better=better)
    assert len(frame["shapes"]) == 2  # beside what was not measured there is none
    left = {"x0": 0.5, "x1": 0.5, "y0": -0.5, "y1": 0.5}
    assert any(left.items() <= shape.items() for shape in frame["shapes"])


def test_without_a_target_there_is_no_line():
    assert drawn()[1]["shapes"] == []


def test_many_cells_are_shades_alone():
    rows = [(e, t, 0, "ari", e * t) for e in range(1, 21) for t in range(1, 21)]
    figure = heat_map(pd.DataFrame(rows, columns=TABLE.columns), ARI, LIGHT, y="theta")
    assert len(figure["data"]) == 1, "no words"
    assert len(figure["layout"]["xaxis"]["tickvals"]) == 20


def test_shades_of_an_error_follow_its_logarithm_and_the_axes_have_names():
    rows = [(e, t, 0, "ari", v) for (e, t, v) in ((1, 1, 15.0), (2, 1, 0.15), (1, 2, 0.0))]
    figure = heat_map(
        pd.DataFrame(rows, columns=TABLE.columns), replace(ARI, better="lower"), LIGHT, y="theta",
        x_title="ε", y_title="Radius",
    )  # fmt: skip
    cells = figure["data"][0]
    shades = np.frombuffer(base64.b64decode(cells["z"]["bdata"]), np.float32).reshape(2, 2)
    assert shades[0] == pytest.approx([math.log10(15), math.log10(0.15)])
    assert shades[1, 0] == shades[0, 1], "0 has the shade of the least error"
    assert math.isnan(shades[1, 1])
    assert cells["text"] == [["15", "0.15"], ["0", ""]]
    assert cells["colorbar"]["ticktext"] == ["1", "10"]
    assert figure["layout"]["yaxis"]["title"]["text"] == "Radius"


AA = 4.5  # contrast of small words by WCAG 2.2


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_words_can_be_read_on_every_shade(theme):
    shares = np.linspace(0, 1, len(theme.sequential))[None]
    inks = cell_words(shares, [["word"] * shares.size], theme)["textfont"]["color"]
    assert all(contrast(*two) >= AA for two in zip(inks, theme.sequential, strict=True))
    assert set(inks) == set(INKS), "no ink can be read on both ends"


def test_empty_cells_have_no_words_and_unknown_shades_do_no_harm():
    made = cell_words([[0.0, np.nan], [1.0, 2.0]], [["a", ""], ["b", "c"]], LIGHT, high=1.0)
    assert (made["text"], made["x"], made["y"]) == (["a", "b", "c"], [0, 0, 1], [0, 1, 1])
    assert cell_words(np.empty((0, 0)), [], LIGHT)["text"] == []
    assert cell_words([[3.0]], [["same"]], LIGHT)["textfont"]["color"] == ["#000000"]
