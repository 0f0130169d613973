"""One rung of the ladder of units in small: the graph that is released for it.

What a release tells about one edge, as two squares of a hundred releases each.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.board.pictures import (
    HIDDEN,
    Ink,
    TilePicture,
    edge_picture,
    fitted,
    node_sketch,
)
from graphdp_core.plots.board.svg import picture_svg
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.edges import edge_kinds, thin_edges
from graphdp_core.plots.theme import Theme

__all__ = ["posterior_icons", "unit_picture"]

WIDTH, HEIGHT = 176, 160  # pixels
MOST_NODES = 600
TRUE_LINES, MOST_LINES = 400, 1200


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
    limit = int(np.clip(TRUE_LINES * shown.m / max(graph.m, 1), 1, MOST_LINES))
    lines, _ = thin_edges({kind: kinds[kind] for kind in ("kept", "invented")}, limit=limit)
    is_drawn = np.arange(graph.n) % max(1, -(-graph.n // MOST_NODES)) == 0
    inks = np.where(is_drawn, Ink.QUIET, HIDDEN).astype(np.uint8)
    frame = [end(positions, axis=0) for end in (np.min, np.max)] if graph.n else np.zeros((2, 2))
    sketch = node_sketch(fitted(positions, frame), inks, lines, share=0.5)
    return picture_svg(TilePicture(None, sketch, alt), theme, size=(WIDTH, HEIGHT))


SIZE, HEAD = (620, 220), 30  # pixels


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
    captions = f"If the edge exists: in {words[0]}", f"If it does not: in {words[1]}"
    alt = (
        f"At {epsilon_label(epsilon)}, an edge that exists is shown in {words[0]} releases, "
        f"one that does not exist in {words[1]}."
    )
    picture = replace(edge_picture(epsilon), captions=captions, alt=alt)
    return picture_svg(picture, theme, size=SIZE, head=HEAD)


def _words(count: int, share: float) -> str:
    if count == 100 and share < 1:
        return "over 99"
    return "under 1" if count == 0 and share > 0 else str(count)
