"""The neutral chart refuses what no browser could draw."""

import numpy as np
import pytest

from graphdp_core.plots.chart.record import Marks


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
