"""A stop's picture as it stands still, for browsers that cannot draw the live one."""

from __future__ import annotations

from dataclasses import replace

from graphdp_core.plots.board.svg import tiles_svg
from graphdp_core.plots.board.tiles import Tiles
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.chart.svg import chart_svg
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.pair.svg import pair_svg
from graphdp_core.plots.theme import LIGHT, Theme
from graphdp_core.stage.stop import Stop

__all__ = ["still"]

NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


def still(stop: Stop, theme: Theme = LIGHT) -> str:
    """Both sides as an SVG text; what has depth is seen from above, a refusal has no marks.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> from graphdp_core.stage import Stage
    >>> stage = Stage(
    ...     gdp.load_graph("karate"), gdp.mechanism("edge_flip"), gdp.analysis("louvain")
    ... )
    >>> still(stage.stop(3.0))[:4]
    '<svg'
    """
    drawn = stop.drawing
    if isinstance(drawn, Chart):
        return chart_svg(drawn, theme)
    if isinstance(drawn, Tiles):
        return tiles_svg(drawn, theme)
    if isinstance(drawn, Pair):
        return pair_svg(_flat(drawn), theme, sides=stop.sides)
    return NOTHING


def _flat(pair: Pair) -> Pair:
    if not pair.baseline.is_solid:
        return pair

    def seen(picture: Picture) -> Picture:
        return replace(picture, positions=picture.positions[:, :2])

    frame = pair.frame
    return replace(
        pair,
        baseline=seen(pair.baseline),
        private=seen(pair.private),
        axes=pair.axes[:2],
        frame=None if frame is None else (*frame[:2], *frame[3:5]),
    )
