"""One graph by itself: a small picture, its degrees, components, and communities as blocks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.degrees import tail_shares
from graphdp_core.plots.edges import edge_trace
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.nodes import node_traces
from graphdp_core.plots.pair.drawings import node_sizes
from graphdp_core.plots.pair.edges import thin_edges
from graphdp_core.plots.panels import Figure, axis, blank, hidden_axis, log_ticks
from graphdp_core.plots.partitions import share_cells
from graphdp_core.plots.theme import Theme, layout, see_through

__all__ = ["block_heatmap", "component_bars", "degree_curve", "graph_picture"]


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
    data = [edge_trace(positions, kinds["kept"], theme, kind="kept", crowd=len(kinds["kept"]))]
    data += node_traces(
        np.asarray(positions, dtype=np.float32),
        theme,
        categories=graph.labels,
        category_names=graph.label_names,
        sizes=node_sizes(graph),
        names=graph.names,
    )
    frame = layout(
        theme, height=height, top=8, bottom=4, left=8, right=8, legend=graph.labels is not None
    )
    frame |= {
        "xaxis": hidden_axis(),
        "yaxis": hidden_axis(scaleanchor="x"),
        "dragmode": "pan",
    }
    return {"data": data, "layout": frame}, words.replace(", each kind in proportion", "")


def degree_curve(degrees: NDArray[np.integer], theme: Theme, *, height: int = 380) -> Figure:
    """Share of nodes with at least this degree; both axes logarithmic if the tail is heavy.

    Parameters
    ----------
    degrees : ndarray, shape (n,)
    """
    values = np.asarray(degrees, dtype=np.float64)
    largest = float(values.max(initial=0))
    heavy = len(values) > 0 and largest > 8 * max(float(values.mean()), 1e-9)
    x, share = tail_shares(values, positive=heavy)
    data: list[Figure] = [blank()]
    if len(x):
        data.append(
            {
                "type": "scatter",
                "mode": "lines+markers" if len(x) <= 60 else "lines",
                "x": encode_array(x),
                "y": encode_array(share),
                "line": {"shape": "vh", "color": theme.accent, "width": 1.8},
                "marker": {"size": 5, "color": theme.accent},
                "fill": "tozeroy",
                "fillcolor": see_through(theme.accent, 0.12),
                "showlegend": False,
                "hovertemplate": "%{y:.3p} of nodes have degree ≥ %{x:,.4~g}<extra></extra>",
            }
        )
    across: Figure = {"rangemode": "tozero"}
    up: Figure = {"range": [0, 1.04], "tickformat": ".0%"}
    if heavy:
        across = {"type": "log", "range": [0, np.log10(largest) + 0.03]} | log_ticks(1, largest)
        up = {"type": "log", "range": [-np.log10(len(values)) - 0.1, 0.08], "tickformat": "~p"}
        up["dtick"] = 1
    frame = layout(theme, height=height, top=8, left=64, legend=False)
    frame |= {
        "xaxis": axis(theme, "degree", **across),
        "yaxis": axis(theme, "nodes with at least this degree", **up),
    }
    return {"data": data, "layout": frame}


def component_bars(sizes: NDArray[np.integer], theme: Theme, *, height: int = 300) -> Figure:
    """How many components there are of each size, sizes in classes that double.

    Parameters
    ----------
    sizes : ndarray of int, shape (components,)
    """
    values = np.asarray(sizes, dtype=np.int64)
    classes = np.floor(np.log2(np.maximum(values, 1))).astype(np.int64)
    counts = np.bincount(classes, minlength=1) if len(values) else np.zeros(1, dtype=np.int64)
    present = np.flatnonzero(counts)
    words = ["1" if k == 0 else f"{2**k:,}–{2 ** (k + 1) - 1:,}" for k in present.tolist()]
    shown = counts[present]
    many = len(shown) > 0 and shown.max() > 50 * max(int(shown.min()), 1)
    data: list[Figure] = [
        {
            "type": "bar",
            "x": words or [None],
            "y": encode_array(shown) if len(shown) else [None],
            "text": [f"{count:,}" for count in shown.tolist()],
            "textposition": "outside",
            "cliponaxis": False,
            "marker": {"color": theme.accent, "line": {"width": 0}, "cornerradius": 3},
            "showlegend": False,
            "hovertemplate": "%{y:,} components of %{x} nodes<extra></extra>",
        }
    ]
    frame = layout(theme, height=height, top=24, left=64, legend=False)
    up: Figure = {"rangemode": "tozero"}
    if many:
        top = float(np.log10(shown.max()))
        up = {"type": "log", "range": [-0.3, top + 0.2]} | log_ticks(1, 10**top)
    frame |= {
        "xaxis": axis(theme, "nodes in the component", type="category", showgrid=False),
        "yaxis": axis(theme, "components", **up),
    }
    frame["xaxis"].pop("nticks")
    return {"data": data, "layout": frame}


def block_heatmap(
    edges: NDArray[np.integer], sizes: NDArray[np.integer], theme: Theme, *, height: int = 420
) -> Figure:
    """Where the edges of each community go; shades are shares of its edge ends counted here.

    Parameters
    ----------
    edges : ndarray of int, shape (k, k)
        Symmetric; edges inside on the diagonal.
    sizes : ndarray of int, shape (k,)
    """
    counts = np.asarray(edges)
    ends = counts + np.diag(np.diag(counts))
    share = ends / np.maximum(ends.sum(axis=1, keepdims=True), 1)
    names = [f"{k + 1}: {size:,} nodes" for k, size in enumerate(np.asarray(sizes).tolist())]
    places = {"tickmode": "array", "tickvals": list(range(len(names))), "showgrid": False}
    hover = "%{customdata:,} edges (%{z:.0%} of the row's ends)<extra></extra>"
    cells = share_cells(counts, share, theme, hover)
    frame = layout(theme, height=height, bottom=44, left=120, top=8, legend=False)
    columns = [str(k + 1) for k in range(len(names))]
    frame |= {
        "xaxis": axis(theme, "community", ticktext=columns, **places),
        "yaxis": axis(theme, "", ticktext=names, autorange="reversed", **places),
    }
    for side in ("xaxis", "yaxis"):
        frame[side].pop("nticks")
    return {"data": [cells], "layout": frame}
