"""The flow picture: heights are numbers of nodes, nothing is lost, colours follow numbers."""

import numpy as np
import pytest

from graphdp_core.plots.communities import alluvial
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import LIGHT
from tests.plots.packed import numbers

COUNTS = np.array([[30, 10, 0], [0, 20, 5], [1, 0, 34]])


def height_of(trace):
    """How thick an area is at its left end."""
    x, y = numbers(trace["x"]), numbers(trace["y"])
    first = y[np.isclose(x, x.min())]
    return first.max() - first.min()


@pytest.fixture
def figure():
    return alluvial(COUNTS, (0, 1, -1), (0, 1, -1), LIGHT, sides=Sides(2.0))


def test_ribbons_are_as_thick_as_their_numbers_of_nodes(figure):
    ribbons = [trace for trace in figure["data"] if "→" in trace["text"]]
    assert len(ribbons) == np.count_nonzero(COUNTS)
    shares = [height_of(trace) for trace in ribbons]
    assert np.allclose(np.array(shares) / sum(shares), COUNTS[COUNTS > 0] / COUNTS.sum(), atol=1e-5)


def test_a_bar_is_as_high_as_its_ribbons(figure):
    ribbons = [trace for trace in figure["data"] if "→" in trace["text"]]
    bars = [trace for trace in figure["data"] if "→" not in trace["text"]]
    total = sum(map(height_of, ribbons))
    expected = np.concatenate((COUNTS.sum(axis=1), COUNTS.sum(axis=0))) / COUNTS.sum()
    assert np.allclose(np.array(list(map(height_of, bars))) / total, expected, atol=1e-5)


def test_everything_stays_inside_the_frame(figure):
    for trace in figure["data"]:
        assert numbers(trace["y"]).min() >= -1e-6
        assert numbers(trace["y"]).max() <= 1 + 1e-6


def test_others_are_grey_and_communities_coloured(figure):
    bars = [trace for trace in figure["data"] if "→" not in trace["text"]]
    assert bars[2]["fillcolor"] == LIGHT.muted
    assert bars[0]["fillcolor"] == bars[3]["fillcolor"] == LIGHT.categorical[0]
