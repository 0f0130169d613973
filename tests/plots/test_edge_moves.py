"""The histogram counts every move, and the worst edge is drawn where it lies."""

import xml.etree.ElementTree as ElementTree

import numpy as np

from graphdp_core.plots.edge_moves import FOOT, edge_moves_svg
from graphdp_core.plots.theme import LIGHT

EDGES = np.array([[0, 1], [1, 2]])
PLACES = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])


def test_bars_stand_for_the_moves_and_the_worst_edge_stands_out():
    svg = edge_moves_svg(np.array([0.1, 0.1, 1.0]), EDGES, PLACES, (1, 2), LIGHT, alt="a<b")
    root = ElementTree.fromstring(svg)
    bars = [e for e in root.iter() if e.tag.endswith("rect")]
    assert len(bars) == 2
    heights = [float(bar.get("height")) for bar in bars]
    assert heights[0] > heights[1]
    assert all(float(b.get("y")) + float(b.get("height")) <= FOOT + 0.1 for b in bars)
    large = [e for e in root.iter() if e.tag.endswith("circle") and e.get("r") == "6"]
    assert len({e.get("cx") for e in large}) == 1, "both ends of the edge that stands upright"
    assert root.get("aria-label") == "a<b"
