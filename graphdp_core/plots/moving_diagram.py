"""A persistence diagram that moves with epsilon, as an animation with a slider of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.metrics.diagrams import longest_bars
from graphdp_core.plots.diagrams import HOMOLOGY, SYMBOLS, finite_range
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.panels import Figure, axis, panel_title
from graphdp_core.plots.repeated_diagrams import diagonal
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout

__all__ = ["moving_diagram"]


DRAWN_BARS = 30  # of each dimension without privacy, the longest
IN_VIEW = 0.96  # of all features at all stops
STEP = 350  # milliseconds from stop to stop


def moving_diagram(
    stops: Sequence[float],
    vines: Sequence[AnyFloats],
    baseline: Sequence[AnyFloats],
    theme: Theme,
    *,
    sides: Sides,
    at: int,
    height: int = 560,
) -> Figure:
    """The private diagram as an animation over epsilon, with the way of every feature behind it.

    Parameters
    ----------
    stops : sequence of float
        Epsilons, rising.
    vines : sequence of ndarray, shapes (v, stops, 2)
        By dimension, birth and death of every feature at every stop; nan where it is not there.
    baseline : sequence of ndarray, shapes (m, 2)
        By dimension, the features without privacy: drawn hollow.
    sides : Sides
        Of any stop.
    at : int
        The stop shown first.
    """
    short = [longest_bars(pairs, count=DRAWN_BARS) for pairs in baseline]
    shown = [k for k, ways in enumerate(vines) if len(ways) or len(short[k])] or [0]
    low, high = _view(vines, short)
    pad = 0.03 * (high - low)
    data: list[Figure] = [diagonal(theme, low, high)]
    for k in shown:
        data += _ways(vines[k], theme, k) + _hollow(short[k], theme, k)
    first = len(data)
    data += [_now(vines[k], at, theme, k) for k in shown]
    frames = [
        {
            "name": f"{epsilon:g}",
            "data": [_now(vines[k], stop, theme, k) for k in shown],
            "traces": list(range(first, len(data))),
            "layout": {"annotations": [_title(theme, sides.at(epsilon))]},
        }
        for stop, epsilon in enumerate(stops)
    ]
    frame = layout(theme, height=height, bottom=140) | {
        "xaxis": axis(theme, "birth", range=[low - pad, high + pad]),
        "yaxis": axis(theme, "death", range=[low - pad, high + 3 * pad]),
        "annotations": [_title(theme, sides.at(stops[at]))],
        "sliders": [_slider(stops, theme, at)],
        "updatemenus": [_buttons(theme)],
    }
    return {"data": data, "layout": frame, "frames": frames}


def _view(vines: Sequence[AnyFloats], baseline: Sequence[AnyFloats]) -> tuple[float, float]:
    """Limits that hold the baseline and nearly all stops: the smallest epsilons wander far."""
    low, far = finite_range([*vines, *baseline])
    deaths = np.concatenate([np.ravel(ways[..., 1]) for ways in vines])
    deaths = deaths[np.isfinite(deaths)]
    if not len(deaths):
        return low, far
    return low, max(finite_range(baseline)[1], float(np.quantile(deaths, IN_VIEW)))


def _ways(ways: AnyFloats, theme: Theme, dimension: int) -> list[Figure]:
    """The whole way of every feature, as one broken line."""
    if not len(ways):
        return []
    gaps = np.full((len(ways), 1, 2), np.nan)
    flat = np.concatenate([ways, gaps], axis=1).reshape(-1, 2)
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": encode_array(flat[:, 0]),
            "y": encode_array(flat[:, 1]),
            "line": {"color": theme.of_dimension(dimension), "width": 1},
            "opacity": 0.3,
            "legendgroup": f"H{dimension}",
            "showlegend": False,
            "hoverinfo": "skip",
        }
    ]


def _hollow(pairs: AnyFloats, theme: Theme, dimension: int) -> list[Figure]:
    style = min(dimension, 2)
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": encode_array(pairs[:, 0]),
            "y": encode_array(pairs[:, 1]),
            "name": f"H{dimension} without privacy",
            "legendgroup": f"H{dimension}",
            "showlegend": bool(len(pairs)),
            "marker": {
                "symbol": f"{SYMBOLS[style]}-open",
                "size": 10,
                "color": theme.of_dimension(dimension),
            },
            "hovertemplate": "without privacy<br>born %{x:.3g}, dies %{y:.3g}<extra></extra>",
        }
    ]


def _now(ways: AnyFloats, stop: int, theme: Theme, dimension: int) -> Figure:
    """The features at one stop; `ids` let the browser move each along its own way."""
    here = np.flatnonzero(np.isfinite(ways[:, stop, 0])) if len(ways) else np.empty(0, dtype=int)
    points = ways[here, stop] if len(ways) else np.empty((0, 2))
    style = min(dimension, 2)
    return {
        "type": "scatter",
        "mode": "markers",
        # Plain numbers: a frame's packed arrays would not be read by every version of plotly.js.
        "x": points[:, 0].round(6).tolist(),
        "y": points[:, 1].round(6).tolist(),
        "ids": [f"{dimension}-{vine}" for vine in here],
        "name": HOMOLOGY[dimension] if dimension < 3 else f"H{dimension}",
        "legendgroup": f"H{dimension}",
        "marker": {
            "symbol": SYMBOLS[style],
            "size": (7, 9, 9)[style],
            "opacity": 0.9,
            "color": theme.of_dimension(dimension),
        },
        "hovertemplate": f"<b>H{dimension}</b><br>born %{{x:.3g}}, dies %{{y:.3g}}<extra></extra>",
    }


def _title(theme: Theme, sides: Sides) -> Figure:
    return panel_title(theme, sides.private, colour=sides.title_colours(theme)[1])


def _slider(stops: Sequence[float], theme: Theme, at: int) -> Figure:
    return {
        "active": at,
        "x": 0,
        "len": 1,
        "y": 0,
        "yanchor": "top",
        "pad": {"t": 52, "l": 84},
        "currentvalue": {"visible": False},
        "font": {"size": 12, "color": theme.muted},
        "bgcolor": theme.surface,
        "activebgcolor": theme.accent,
        "bordercolor": theme.baseline,
        "tickcolor": theme.baseline,
        "minorticklen": 3,
        "transition": {"duration": STEP},
        "steps": [
            {
                "label": format_number(e),
                "method": "animate",
                "args": [[f"{e:g}"], _motion("immediate")],
            }
            for e in stops
        ],
    }


def _buttons(theme: Theme) -> Figure:
    return {
        "type": "buttons",
        "direction": "left",
        "showactive": False,
        "x": 0,
        "y": 0,
        "xanchor": "left",
        "yanchor": "top",
        "pad": {"t": 54},
        "font": {"size": 14, "color": theme.text},
        "bgcolor": theme.surface,
        "bordercolor": theme.baseline,
        "buttons": [
            {"label": "▶", "method": "animate", "args": [None, _motion("afterall")]},
            {
                "label": "❚❚",
                "method": "animate",
                "args": [[None], _motion("immediate")],
            },
        ],
    }


def _motion(mode: str) -> Figure:
    return {
        "mode": mode,
        "fromcurrent": True,
        "frame": {"duration": STEP, "redraw": False},
        "transition": {"duration": STEP if mode == "afterall" else 0, "easing": "linear"},
    }
