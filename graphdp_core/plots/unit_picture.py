"""One rung of the ladder of units in small: the graph that is released for it.

What a release tells about one edge, as two squares of a hundred releases each.
"""

from __future__ import annotations

import math

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.graphs.graph import Graph
from graphdp_core.markup import safe_text
from graphdp_core.plots.board.pictures import fitted
from graphdp_core.plots.chart.record import Chart, Marks, Panel
from graphdp_core.plots.chart.svg import chart_svg
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.edges import edge_kinds, thin_edges
from graphdp_core.plots.theme import Theme

__all__ = ["posterior_icons", "unit_picture"]

WIDTH, HEIGHT, MARGIN = 176, 160, 6  # pixels
MOST_NODES = 600
TRUE_LINES, MOST_LINES = 400, 1200
STROKES = {"kept": "", "invented": ' stroke-dasharray="5 3"'}


def unit_picture(
    graph: Graph, released: Graph | None, positions: AnyFloats, theme: Theme, *, alt: str
) -> str:
    """A released graph on the places of the true one, as SVG; the true one if nothing is released.

    Edges are thinned in proportion to their number: a release with ten times the edges looks full.

    Parameters
    ----------
    graph : Graph
    released : Graph or None
    positions : ndarray, shape (n, 2)
    theme : Theme
    alt : str
        What it shows, for a screen reader.

    Notes
    -----
    *Privacy*: places, and what is kept or invented, read the true graph.
    """
    shown = graph if released is None else released
    kinds = edge_kinds(graph, shown)
    growth = shown.m / max(graph.m, 1)
    limit = int(np.clip(TRUE_LINES * growth, 1, MOST_LINES))
    lines, _ = thin_edges({kind: kinds[kind] for kind in STROKES}, limit=limit)
    places = _placed(positions)
    inks = {"kept": theme.kept, "invented": theme.invented}
    drawn = "".join(
        f'<path d="{_strokes(places, lines[kind])}" stroke="{inks[kind]}" stroke-width="0.8" '
        f'fill="none"{dash}/>'
        for kind, dash in STROKES.items()
    )
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="1.8" fill="{theme.text}"/>'
        for x, y in places[:: max(1, -(-graph.n // MOST_NODES))]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img"><title>{safe_text(alt)}</title>'
        f"{drawn}{dots}</svg>"
    )


def _placed(positions: AnyFloats) -> AnyFloats:
    """In pixels, as large as they fit."""
    if not len(positions):
        return np.empty((0, 2))
    frame = np.array([positions.min(axis=0), positions.max(axis=0)])
    side = min(WIDTH, HEIGHT) - 2 * MARGIN
    corner = ((WIDTH - side) / 2, (HEIGHT - side) / 2)
    placed: AnyFloats = fitted(positions, frame) * side + corner
    return placed


def _strokes(places: AnyFloats, pairs: np.ndarray) -> str:
    ends = places[pairs].reshape(-1, 4)
    return "".join(f"M{a:.0f},{b:.0f}L{c:.0f},{d:.0f}" for a, b, c, d in ends)


SIZE = (620, 220)  # pixels


def posterior_icons(epsilon: float, theme: Theme) -> str:
    """Randomised response on one pair of nodes, as an SVG: filled squares show the edge.

    With an edge, e^epsilon / (1 + e^epsilon) of all releases show it; without one, the rest.

    Raises
    ------
    ValueError
        If epsilon is negative or not a number.

    Examples
    --------
    >>> from graphdp_core.plots.theme import LIGHT
    >>> "73 of 100" in posterior_icons(1.0, LIGHT)
    True
    """
    if not epsilon >= 0:
        raise ValueError(f"epsilon must be at least 0, got {epsilon}.")
    shown = 1 / (1 + math.exp(-epsilon))
    yes = round(100 * shown)
    words = (f"{_words(yes, shown)} of 100", f"{_words(100 - yes, 1 - shown)} of 100")
    alt = (
        f"At {epsilon_label(epsilon)}, an edge that exists is shown in {words[0]} releases, "
        f"one that does not exist in {words[1]}."
    )
    chart = Chart(
        (_square(yes, "accent"), _square(100 - yes, "invented")),
        ("If the edge exists", "If it does not"), tuple(f"shown in {word}" for word in words),
        alt=alt,
    )  # fmt: skip
    return chart_svg(chart, theme, size=SIZE, foot="")


def _words(count: int, share: float) -> str:
    if count == 100 and share < 1:
        return "over 99"
    return "under 1" if count == 0 and share > 0 else str(count)


def _square(filled: int, ink: str) -> Panel:
    """A hundred small squares, row by row, the first of them filled."""
    down, across = np.divmod(np.arange(100), 10)
    corners = np.column_stack((across, 10.0 - down, across + 0.8, 9.2 - down))
    marks = Marks.areas(corners[:filled], ink), Marks.areas(corners[filled:], "grid")
    return Panel((0.0, 10.0), (0.0, 10.0), marks=marks, even=True)
