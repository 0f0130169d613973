"""The flow picture: ribbons are numbers of nodes, nothing is lost, colours follow numbers."""

import numpy as np

from graphdp_core.plots.communities import alluvial
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import LIGHT

COUNTS = np.array([[30, 10, 0], [0, 20, 5], [1, 0, 34]])
(FLOW,) = alluvial(COUNTS, (0, 1, -1), (0, 1, -1), LIGHT, sides=Sides(2.0))["data"]


def test_every_ribbon_joins_its_two_communities_and_is_as_thick_as_its_number_of_nodes():
    drawn = np.zeros_like(COUNTS)
    link = FLOW["link"]
    for start, end, nodes in zip(link["source"], link["target"], link["value"], strict=True):
        drawn[start, end - 3] = nodes
    assert (drawn == COUNTS).all()
    assert 0 not in link["value"]
    assert FLOW["node"]["label"] == [
        "community 1: 40", "community 2: 25", "others: 35",
        "community 1: 31", "community 2: 30", "others: 39",
    ]  # fmt: skip


def test_others_are_grey_and_communities_coloured():
    inks = FLOW["node"]["color"]
    assert inks[2] == inks[5] == LIGHT.muted
    assert inks[0] == inks[3] == LIGHT.categorical[0]
