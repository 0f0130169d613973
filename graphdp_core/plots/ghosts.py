"""Graphs that a release may have come from, one after another: markup without script."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_numbers
from graphdp_core.markup import safe_text
from graphdp_core.plots.board.pictures import fitted

MOST_DRAWN = 1_500
"""Edges of each truth that are drawn: a public choice among all pairs, the same for every one."""
SIZE = 1_000


def ghosts(release: Graph, truths: Sequence[Graph], places: NDArray[np.floating]) -> Markup:
    """The release and its possible truths, side by side; a page may move them over each other.

    An edge of a truth is solid where it was released too, dashed and red where it was not. How
    they stand is in assets/given/ghosts.css.

    Parameters
    ----------
    places : ndarray of float, shape (n, 2)
        Of the nodes: from the release, as everything here.
    """
    at = np.round(fitted(places) * SIZE).astype(np.int64)
    most = max(graph.m for graph in (release, *truths))
    shown = 1.0 if most <= MOST_DRAWN else MOST_DRAWN / most  # of all pairs
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="9"/>' for x, y in at.tolist()[:2_000])
    nodes = f'<g class="nodes">{dots}</g>'
    known = pair_numbers(release.n, *release.edges.T)
    drawn = [_svg("released", "The release", f'<path d="{_path(release, at, shown)}"/>{nodes}')]
    for k, truth in enumerate(truths):
        there = np.isin(pair_numbers(truth.n, *truth.edges.T), known)
        parts = "".join(
            f'<path class="{name}" d="{_path(truth, at, shown, mask)}"/>'
            for name, mask in (("kept", there), ("hidden", ~there))
        )
        title = f"Possible truth {k + 1} of {len(truths)}: {truth.m:,} ties"
        label = f'<text x="12" y="50">{k + 1}</text>'
        drawn.append(_svg("truth", title, parts + nodes + label))
    return Markup(f'<div class="ghosts">{"".join(drawn)}</div>')


def _svg(name: str, title: str, inside: str) -> str:
    return (
        f'<svg class="{name}" viewBox="-20 -20 {SIZE + 40} {SIZE + 40}" role="img" '
        f'aria-label="{safe_text(title)}" stroke-width="4">{inside}</svg>'
    )


def _path(
    graph: Graph, at: NDArray[np.int64], shown: float, mask: NDArray[np.bool_] | None = None
) -> str:
    edges = graph.edges if mask is None else graph.edges[mask]
    if shown < 1.0:  # by the pair alone: what is drawn of one graph is drawn of all that have it
        numbers = pair_numbers(graph.n, *edges.T).astype(np.uint64)
        mixed = (numbers * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(11)
        edges = edges[mixed.astype(np.float64) / 2.0**53 < shown]
    ends = np.concatenate([at[edges[:, 0]], at[edges[:, 1]]], axis=1).tolist()
    return "".join(f"M{x},{y}L{u},{v}" for x, y, u, v in ends)
