"""Figures of repeated diagrams: valid in both themes and true to what they show."""

import numpy as np

from graphdp_core.metrics.repeated_diagrams import recurrence
from graphdp_core.plots.repeated_diagrams import recurrence_pair
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import LIGHT
from tests.plots.packed import numbers

BASE = np.array([(0.1, 0.9), (0.2, 0.3)])
DRAWS = [np.array([(0.1 + s, 0.9 - s), (0.4, 0.4 + s)]) for s in (0.01, 0.02, 0.05)]
EMPTY = np.empty((0, 2))
GRID = np.linspace(0.0, 1.0, 11)

FIGURE = recurrence_pair(
    recurrence(BASE, DRAWS), DRAWS, LIGHT, sides=Sides(1.0), band=0.05, dimension=1
)


def test_features_that_stay_are_filled_and_crossed() -> None:
    named = {trace.get("name"): trace for trace in FIGURE["data"]}
    np.testing.assert_allclose(numbers(named["in 90% of the draws or more"]["x"]), [0.1], rtol=1e-6)
    np.testing.assert_allclose(numbers(named["in fewer draws"]["x"]), [0.2], rtol=1e-6)
    assert named["in fewer draws"]["marker"]["symbol"] == "triangle-up-open"
    cross = named["a feature in nine of ten draws"]
    low, middle, high = np.quantile([0.11, 0.12, 0.15], [0.05, 0.5, 0.95])
    np.testing.assert_allclose(numbers(cross["x"]), [middle], rtol=1e-6)
    np.testing.assert_allclose(numbers(cross["error_x"]["array"]), [high - middle], rtol=1e-6)
    np.testing.assert_allclose(numbers(cross["error_x"]["arrayminus"]), [middle - low], rtol=1e-6)
    assert len(numbers(named["H1 of all draws"]["x"])) == 6
