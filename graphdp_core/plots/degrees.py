"""How the degrees are distributed, without privacy, with it, and after debiasing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.panels import Figure, axis, blank, log_ticks
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout, see_through

__all__ = ["degree_distribution", "tail_shares"]


def degree_distribution(
    left: NDArray[np.floating],
    right: NDArray[np.floating],
    theme: Theme,
    *,
    sides: Sides,
    debiased: NDArray[np.floating] | None = None,
    height: int = 340,
) -> Figure:
    """Share of nodes with at least this degree, all graphs in one panel.

    Cumulative shares need no bins and stay readable under noise. Both axes are logarithmic where
    the true degrees have a heavy tail (largest over 8 times the mean), whatever the noise does.

    Parameters
    ----------
    left, right : ndarray, shape (n,)
        Degrees of the true and of the released graph.
    debiased : ndarray, shape (n,), optional
        Unbiased estimates from the released graph; may be negative, which a log axis cuts off.
    """
    left = np.asarray(left, dtype=np.float64)
    heavy = len(left) > 0 and left.max() > 8 * max(float(left.mean()), 1e-9)
    (without, private), (before, after) = sides.titles, sides.colours(theme)
    curves = [(np.asarray(left, dtype=np.float64), without, before, "solid", 1.0)]
    curves.append((np.asarray(right, dtype=float), private, after, "solid", 2.2))
    if debiased is not None:
        curves.append(
            (np.asarray(debiased, dtype=float), "debiased estimate", theme.opposite, "dashdot", 2.2)
        )
    data: list[Figure] = [blank()]
    for degrees, name, colour, dash, width in curves:
        x, share = tail_shares(degrees, positive=heavy)
        if len(x):
            data.append(
                {
                    "type": "scatter",
                    "mode": "lines",
                    "x": encode_array(x),
                    "y": encode_array(share),
                    "line": {"shape": "vh", "color": colour, "dash": dash, "width": width},
                    "name": name,
                    "fill": "none" if data[1:] else "tozeroy",
                    "fillcolor": see_through(before, 0.25),
                    "hovertemplate": "%{y:.3p} of nodes have degree ≥ %{x:,.4~g}<extra></extra>",
                }
            )
    frame = layout(theme, height=height, top=16, left=64)
    across: Figure = {"rangemode": "tozero"}
    up: Figure = {"range": [0, 1.04], "tickformat": ".0%"}
    if heavy:
        high = max(float(left.max()), float(np.max(right, initial=1)))
        across = {"type": "log", "range": [0, np.log10(high) + 0.03]} | log_ticks(1, high)
        up = {"type": "log", "range": [-np.log10(len(left)) - 0.1, 0.08], "tickformat": "~p"}
        up["dtick"] = 1
    frame |= {
        "xaxis": axis(theme, "degree", **across),
        "yaxis": axis(theme, "nodes with at least this degree", **up),
    }
    return {"data": data, "layout": frame}


def tail_shares(
    degrees: NDArray[np.float64], *, positive: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Distinct degrees and the share of nodes at or above each; at most 1,000 of them."""
    x, counts = np.unique(degrees, return_counts=True)
    share = counts[::-1].cumsum()[::-1] / max(len(degrees), 1)
    if positive:
        x, share = x[x >= 1], share[x >= 1]
    if len(x) > 1000:
        keep = np.unique(np.linspace(0, len(x) - 1, 1000).astype(int))
        x, share = x[keep], share[keep]
    return x, share
