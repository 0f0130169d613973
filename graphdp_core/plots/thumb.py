"""A graph in small for a gallery: some of its nodes and ties, where its layout puts them.

The pictures are made once: ``python -m graphdp_core.plots.thumb`` writes those of all graphs that
are here. They ship with the app, so that a gallery loads no graph.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from graphdp_core.data import DATASETS, GENERATORS, generate
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.plots.theme import Theme
from graphdp_core.stored import keep, kept

STORED = Path(__file__).with_name("thumbs.json")
SIDE, MARGIN = 100, 6
NODES, TIES = 90, 70
"""At most so many are drawn: all pictures together take less than 120 kB."""


def paths(graph: Graph) -> list[str]:
    """What is drawn of ties and of nodes, as paths in a square of 100.

    Examples
    --------
    >>> paths(Graph.from_edges(2, [(0, 1)]))
    ['M6 50L94 50', 'M6 50h0M94 50h0']
    """
    rng = np.random.default_rng(0)
    seats = layout_positions(graph)
    seats = np.rint(SIDE / 2 + seats * (SIDE / 2 - MARGIN)).astype(int)
    nodes = rng.choice(graph.n, min(graph.n, NODES), replace=False)
    ties = graph.edges[rng.choice(graph.m, min(graph.m, TIES), replace=False)]
    places = [f"{x} {y}" for x, y in seats.tolist()]
    return [
        "".join(f"M{places[u]}L{places[v]}" for u, v in ties.tolist()),
        "".join(f"M{places[node]}h0" for node in sorted(nodes.tolist())),
    ]


def thumb(id: str, theme: Theme) -> str:
    """The picture of a data set or generator as SVG text; an empty frame where none was made."""
    ties, nodes = _stored().get(id, ("", ""))
    frame = f'<rect x="1" y="1" width="98" height="98" rx="8" fill="none" stroke="{theme.grid}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" fill="none">'
        f'{"" if nodes else frame}<path d="{ties}" stroke="{theme.kept}" stroke-opacity="0.6"/>'
        f'<path d="{nodes}" stroke="{theme.accent}" stroke-width="5" stroke-linecap="round"/></svg>'
    )


@cache
def _stored() -> dict[str, list[str]]:
    return kept(STORED, absent="the gallery's pictures are not there: install graphdp anew.")


def make() -> Path:
    """Draw all graphs that are here, and say where their pictures are."""
    made = {info.id: paths(info.load()) for info in DATASETS if info.available()}
    return keep(STORED, made | {kind.id: paths(generate(kind.id)) for kind in GENERATORS})


if __name__ == "__main__":
    make()
