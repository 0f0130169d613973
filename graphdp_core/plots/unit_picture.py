"""One rung of the ladder of units in small: the graph that is released for it."""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.graphs.graph import Graph
from graphdp_core.markup import safe_text
from graphdp_core.plots.board.pictures import fitted
from graphdp_core.plots.pair.edges import edge_kinds, thin_edges
from graphdp_core.plots.theme import Theme

__all__ = ["unit_picture"]

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
