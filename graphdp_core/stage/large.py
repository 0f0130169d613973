"""Graphs of too many nodes to draw each: matrices and clouds as shades, the same on all hosts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.graph_summary import nodes_by_community, rough_communities
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.chart.matrices import matrix_chart
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.density import cloud_density, matrix_density
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.sides import Sides

__all__ = ["LARGE", "cloud_of", "matrix_of"]

LARGE = 50_000
"""Nodes beyond which a picture of all of them is a blot."""

_ORDERS: GraphCache[tuple[NDArray[np.int64], NDArray[np.int64]]] = GraphCache(4)


def matrix_of(c: Comparison) -> Chart | None:
    """Both adjacency matrices as shades, nodes by true community; None without released edges.

    Notes
    -----
    *Privacy*: the order of the nodes reads the true graph.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> c = gdp.compare(gdp.load_graph("karate"), gdp.mechanism("edge_flip"),
    ...                 gdp.analysis("overview"), epsilon=3.0)
    >>> matrix_of(c).details[0]
    '78 edges'
    """
    if not isinstance(c.release, Graph):
        return None
    order, true = _ORDERS.get(c.graph, "matrix", lambda: _ordered(c.graph))
    return matrix_chart(
        true, matrix_density(c.release.edges, order), sides=Sides.of(c),
        details=(f"{c.graph.m:,} edges", f"{c.release.m:,} edges"),
    )  # fmt: skip


def _ordered(graph: Graph) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    order = nodes_by_community(rough_communities(graph), graph.degrees)
    return order, matrix_density(graph.edges, order)


def cloud_of(pair: Pair, sides: Sides) -> Chart:
    """The points of a pair as shades, in the pair's frame or around the left side."""
    left, right = (np.asarray(picture.positions)[:, :2] for picture in pair.pictures)
    if pair.frame is not None:
        half = len(pair.frame) // 2
        low, high = np.array(pair.frame[:2]), np.array(pair.frame[half : half + 2])
    else:
        low, high = left.min(axis=0, initial=0.0), left.max(axis=0, initial=1.0)
    frame = (float(low[0]), float(high[0]), float(low[1]), float(high[1]))
    grids = [cloud_density(points, frame)[::-1] for points in (left, right)]
    outside = [len(left) - int(grid.sum()) for grid in grids]
    details = [f"{count:,} nodes outside" if count else "" for count in outside]
    return matrix_chart(
        grids[0], grids[1], sides=sides, details=(details[0], details[1]), unit="node",
        alt=f"{pair.alt} Shades say how many of {len(left):,} nodes lie there.",
    )  # fmt: skip
