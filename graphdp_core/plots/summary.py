"""One graph by itself: a small picture, its degrees, components, and communities as blocks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.encode import segments
from graphdp_core.plots.marks import (
    Figure,
    axis,
    bars,
    figure,
    hidden_axis,
    line,
    log_axis,
    named_axis,
)
from graphdp_core.plots.nodes import node_traces
from graphdp_core.plots.pair.drawings import node_sizes
from graphdp_core.plots.pair.edges import thin_edges
from graphdp_core.plots.theme import Theme

__all__ = ["component_bars", "graph_picture"]


def graph_picture(
    graph: Graph,
    positions: NDArray[np.floating],
    theme: Theme,
    *,
    limit: int = 4_000,
    height: int = 380,
) -> tuple[Figure, str]:
    """A graph drawn once, its classes by colour and symbol; and a sentence on edges left out.

    Parameters
    ----------
    positions : ndarray, shape (n, 2)
    limit : int
        Most edges drawn.
    """
    kinds, words = thin_edges({"kept": graph.edges}, limit=limit)
    x, y = segments(np.asarray(positions), kinds["kept"]).T
    crowd = max(len(kinds["kept"]), 1)
    edges = line(
        x, y, theme.kept, width=1.2 if crowd < 400 else 0.8,
        opacity=0.8 * float(np.clip(14 / np.sqrt(crowd), 0.25, 1.0)),
    )  # fmt: skip
    nodes = node_traces(
        np.asarray(positions, dtype=np.float32), theme, categories=graph.labels,
        category_names=graph.label_names, sizes=node_sizes(graph), names=graph.names,
    )  # fmt: skip
    made = figure(
        theme, [edges, *nodes], x=hidden_axis(), y=hidden_axis(scaleanchor="x"),
        more={"dragmode": "pan"}, height=height, top=8, bottom=4, left=8, right=8,
        legend=graph.labels is not None,
    )  # fmt: skip
    return made, words.replace(", each kind in proportion", "")


def component_bars(sizes: NDArray[np.integer], theme: Theme, *, height: int = 300) -> Figure:
    """How many components there are of each size, sizes in classes that double.

    Parameters
    ----------
    sizes : ndarray of int, shape (components,)
    """
    classes = np.floor(np.log2(np.maximum(np.asarray(sizes, dtype=np.int64), 1))).astype(np.int64)
    counts = np.bincount(classes, minlength=1)
    present = np.flatnonzero(counts)
    words = ["1" if k == 0 else f"{2**k:,}–{2 ** (k + 1) - 1:,}" for k in present.tolist()]
    shown = counts[present]
    tall = bars(
        np.arange(len(shown)), shown, theme.accent, tip="%{y:,} components of %{customdata} nodes",
        words=[f"{count:,}" for count in shown.tolist()], text_ink=theme.text, customdata=words,
    )  # fmt: skip
    up = axis(theme, "components", rangemode="tozero")
    if len(shown) and shown.max() > 50 * max(int(shown.min()), 1):
        up = log_axis(theme, "components", 0.5, 1.6 * float(shown.max()))
    across = named_axis(theme, words, "nodes in the component")
    return figure(theme, [tall], x=across, y=up, height=height, top=24, left=64, legend=False)
