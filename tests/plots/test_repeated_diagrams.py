"""Figures of repeated diagrams: valid in both themes and true to what they show."""

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import plotly.graph_objects as go
import plotly.io
import pytest

from graphdp_core.metrics.repeated_diagrams import landscape, recurrence
from graphdp_core.plots.repeated_diagrams import landscape_band, recurrence_pair
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import DARK, LIGHT, Theme
from tests.plots.packed import numbers

BASE = np.array([(0.1, 0.9), (0.2, 0.3)])
DRAWS = [np.array([(0.1 + s, 0.9 - s), (0.4, 0.4 + s)]) for s in (0.01, 0.02, 0.05)]
EMPTY = np.empty((0, 2))
GRID = np.linspace(0.0, 1.0, 11)

Make = Callable[[Theme], dict[str, Any]]
FIGURES: dict[str, Make] = {
    "recurrence": lambda t: recurrence_pair(
        recurrence(BASE, DRAWS), DRAWS, t, sides=Sides(1.0), band=0.05, dimension=1
    ),
    "recurrence of nothing": lambda t: recurrence_pair(
        recurrence(EMPTY, [EMPTY]), [EMPTY], t, sides=Sides(1.0), band=float("inf"), dimension=2
    ),
    "landscapes": lambda t: landscape_band(
        GRID,
        landscape(BASE, GRID),
        np.array([landscape(d, GRID) for d in DRAWS]),
        t,
        sides=Sides(1.0),
    ),
}
EVERY = pytest.mark.parametrize("name", FIGURES)


@EVERY
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_figures_are_valid_and_coloured_by_the_theme(name: str, theme: Theme) -> None:
    figure = FIGURES[name](theme)
    go.Figure(figure)
    text = plotly.io.to_json(figure, validate=True)
    assert json.loads(text)["layout"]["height"] > 200
    own = {theme.background, theme.surface, theme.text, theme.muted, theme.grid, theme.accent}
    own |= {theme.baseline, theme.opposite, *theme.categorical}
    assert set(re.findall(r"#[0-9a-fA-F]{6}\b", text)) <= own
    sizes = re.findall(r'font": ?\{[^{}]*"size": ?(\d+)', text)
    assert sizes
    assert min(map(int, sizes)) >= 12


def test_features_that_stay_are_filled_and_crossed() -> None:
    named = {trace.get("name"): trace for trace in FIGURES["recurrence"](LIGHT)["data"]}
    np.testing.assert_allclose(numbers(named["in 90% of the draws or more"]["x"]), [0.1], rtol=1e-6)
    np.testing.assert_allclose(numbers(named["in fewer draws"]["x"]), [0.2], rtol=1e-6)
    assert named["in fewer draws"]["marker"]["symbol"] == "triangle-up-open"
    cross = named["a feature in nine of ten draws"]
    low, middle, high = np.quantile([0.11, 0.12, 0.15], [0.05, 0.5, 0.95])
    np.testing.assert_allclose(numbers(cross["x"]), [middle], rtol=1e-6)
    np.testing.assert_allclose(numbers(cross["error_x"]["array"]), [high - middle], rtol=1e-6)
    np.testing.assert_allclose(numbers(cross["error_x"]["arrayminus"]), [middle - low], rtol=1e-6)
    assert len(numbers(named["H1 of all draws"]["x"])) == 6
