"""Persistence diagrams over repeated draws: what stays, and where it lies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.digits import percent
from graphdp_core.metrics.diagrams import longest_bars
from graphdp_core.metrics.repeated_diagrams import Recurrence
from graphdp_core.plots.diagrams import SYMBOLS, finite_range
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.panels import Figure, axis, blank, pair_layout
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout, see_through

__all__ = ["diagonal", "landscape_band", "recurrence_pair"]


DRAWN_BARS = 100  # of each draw, the longest


def recurrence_pair(
    found: Recurrence,
    draws: Sequence[AnyFloats],
    theme: Theme,
    *,
    sides: Sides,
    band: float,
    dimension: int,
    share: float = 0.9,
    height: int = 460,
) -> Figure:
    """Which features are found again: their share of the draws, and where the draws have them.

    Left the features, filled where at least `share` of the draws have them; right the bars of
    all draws, and for each filled feature a cross from the 5% to the 95% quantile of birth and
    of death.

    Parameters
    ----------
    found : Survival
    draws : sequence of ndarray, shapes (m, 2)
        The 100 longest finite bars of each are drawn.
    band : float
        Bottleneck distance within which `share` of the draws lies: twice that above the diagonal
        is shaded.
    dimension : int
        Of the homology.
    """
    bars = [longest_bars(pairs, count=DRAWN_BARS) for pairs in draws]
    low, high = finite_range([found.features, *bars])
    sure = found.shares >= share
    data: list[Figure] = [blank(1), blank(2)]
    for panel in (1, 2):
        data += _ground(theme, panel, low=low, high=high, band=band, share=share)
    data += _features(found, sure, theme, dimension=dimension, share=share)
    data += _cloud(bars, theme, dimension=dimension, draws=len(draws))
    data += _crosses(found.partners[:, sure], theme)
    pad = 0.03 * (high - low)
    frame = pair_layout(
        theme,
        sides=sides,
        x=axis(theme, "birth", range=[low - pad, high + pad], constrain="domain"),
        y=axis(theme, "death", range=[low - pad, high + 3 * pad]),
        details=(f"{int(sure.sum())} of {len(sure)} stay", f"{len(draws)} draws"),
        gap=0.09,
        height=height,
    )
    return {"data": data, "layout": frame}


def landscape_band(
    grid: AnyFloats,
    baseline: AnyFloats,
    draws: AnyFloats,
    theme: Theme,
    *,
    sides: Sides,
    height: int = 300,
) -> Figure:
    """The landscape without privacy, the mean over the draws, and nine of ten draws.

    Parameters
    ----------
    grid, baseline : ndarray, shape (g,)
        Values of the filtration, and the landscape there.
    draws : ndarray, shape (draws, g)
    """
    low, high = np.quantile(draws, [0.05, 0.95], axis=0)
    before, after = sides.colours(theme)
    line: Figure = {"type": "scatter", "mode": "lines", "x": encode_array(grid)}
    edge = {"width": 0, "color": after}
    hover = "%{y:.3g} at distance %{x:.3g}<extra></extra>"
    data = [
        line
        | {"y": encode_array(baseline), "name": sides.baseline, "hovertemplate": hover}
        | {"line": {"color": before, "width": 1}, "fill": "tozeroy"}
        | {"fillcolor": see_through(before, 0.25)},
        line | {"y": encode_array(low), "line": edge, "showlegend": False, "hoverinfo": "skip"},
        line
        | {"y": encode_array(high), "line": edge, "fill": "tonexty", "hoverinfo": "skip"}
        | {"fillcolor": see_through(after, 0.25), "name": "nine of ten draws"},
        line
        | {
            "y": encode_array(draws.mean(axis=0)),
            "name": f"{sides.private}, mean",
            "hovertemplate": hover,
        }
        | {"line": {"color": after, "width": 2.2}},
    ]
    frame = layout(theme, height=height, top=16) | {
        "xaxis": axis(theme, "distance"),
        "yaxis": axis(theme, "landscape", rangemode="tozero"),
    }
    return {"data": data, "layout": frame}


def diagonal(theme: Theme, low: float, high: float) -> Figure:
    """The line of features that die at birth."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [low, high],
        "y": [low, high],
        "line": {"color": theme.baseline, "width": 1},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _ground(
    theme: Theme, panel: int, *, low: float, high: float, band: float, share: float
) -> list[Figure]:
    """The diagonal, and what lies within the band."""
    suffix = "" if panel == 1 else "2"
    place = {"xaxis": f"x{suffix}", "yaxis": f"y{suffix}"}
    rise = min(2 * band, high - low)
    shade = diagonal(theme, low, high) | {
        "x": [low, high, high - rise, low, low],
        "y": [low, high, high, low + rise, low],
        "fill": "toself",
        "fillcolor": see_through(theme.baseline, 0.18),
        "line": {"width": 0, "color": theme.baseline},
        "name": f"within the {percent(share)} band",
        "showlegend": panel == 1,
        "legendrank": 2000,
    }
    return [shade | place, diagonal(theme, low, high) | place]


def _features(
    found: Recurrence, sure: NDArray[np.bool_], theme: Theme, *, dimension: int, share: float
) -> list[Figure]:
    style = min(dimension, 2)
    traces = []
    for rows, symbol, words in (
        (sure, SYMBOLS[style], f"in {percent(share)} of the draws or more"),
        (~sure, f"{SYMBOLS[style]}-open", "in fewer draws"),
    ):
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": encode_array(found.features[rows, 0]),
                "y": encode_array(found.features[rows, 1]),
                "customdata": encode_array(100 * found.shares[rows]),
                "name": words,
                "cliponaxis": False,
                "marker": {"symbol": symbol, "size": 10, "color": theme.of_dimension(dimension)},
                "hovertemplate": f"<b>H{dimension}</b>, in %{{customdata:.0f}}% of the draws<br>"
                "born %{x:.3g}, dies %{y:.3g}<extra></extra>",
            }
        )
    return traces


def _cloud(bars: Sequence[AnyFloats], theme: Theme, *, dimension: int, draws: int) -> list[Figure]:
    every = np.concatenate(bars)
    style = min(dimension, 2)
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": encode_array(every[:, 0]),
            "y": encode_array(every[:, 1]),
            "customdata": encode_array(np.repeat(np.arange(1, draws + 1), [len(b) for b in bars])),
            "xaxis": "x2",
            "yaxis": "y2",
            "name": f"H{dimension} of all draws",
            "marker": {
                "symbol": SYMBOLS[style],
                "size": 6,
                "opacity": 0.35,
                "color": theme.of_dimension(dimension),
            },
            "hovertemplate": "draw %{customdata}<br>born %{x:.3g}, dies %{y:.3g}<extra></extra>",
        }
    ]


def _crosses(partners: AnyFloats, theme: Theme) -> list[Figure]:
    """Nine of ten births and deaths of each feature, through their medians."""
    if not partners.shape[1]:
        return []
    low, middle, high = np.nanquantile(partners, [0.05, 0.5, 0.95], axis=0)
    arms = [
        {
            "type": "data",
            "symmetric": False,
            "array": encode_array((high - middle)[:, k]),
            "arrayminus": encode_array((middle - low)[:, k]),
            "color": theme.text,
            "thickness": 1.5,
            "width": 4,
        }
        for k in (0, 1)
    ]
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": encode_array(middle[:, 0]),
            "y": encode_array(middle[:, 1]),
            "error_x": arms[0],
            "error_y": arms[1],
            "xaxis": "x2",
            "yaxis": "y2",
            "name": "a feature in nine of ten draws",
            "marker": {"size": 5, "color": theme.text},
            "hovertemplate": "median over the draws<br>born %{x:.3g}, dies %{y:.3g}<extra></extra>",
        }
    ]
