"""A stop's picture as it stands still, for browsers that cannot draw the live one."""

from __future__ import annotations

import re

from graphdp_core.plots.board.pictures import Tiles
from graphdp_core.plots.board.svg import tiles_svg
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.chart.svg import chart_svg
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.pair.svg import pair_svg
from graphdp_core.plots.svg import svg_page
from graphdp_core.plots.theme import LIGHT, Theme
from graphdp_core.stage.stop import Stop

SIZE = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')
HIGH = 385  # pixels of a panel: about the shape that it has in a window of 1280 by 720
NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


def still(stop: Stop, theme: Theme = LIGHT) -> str:
    """Both sides as an SVG text; what has depth is seen from above, a refusal has no marks."""
    drawn = stop.drawing
    if isinstance(drawn, Chart):
        return chart_svg(drawn, theme)
    if isinstance(drawn, Tiles):
        return tiles_svg(drawn, theme)
    if isinstance(drawn, Pair):
        pair = pair_svg(drawn.flat, theme, sides=stop.sides, high=HIGH)
        if stop.beside is None:
            return pair
        others = stop.beside_sides or stop.sides
        third = pair_svg(stop.beside.flat, theme, sides=others, high=HIGH)
        return _beside(pair, third)
    return NOTHING


def _beside(left: str, right: str) -> str:
    """Two pictures in one, as they are."""
    (width, height), (more, other) = (map(int, SIZE.findall(text)[0]) for text in (left, right))
    moved = right.replace("<svg", f'<svg x="{width}"', 1)
    return svg_page(width + more, max(height, other), [left, moved])
