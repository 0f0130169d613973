"""How density peaks merge: the persistence diagram that decides the number of clusters."""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.panels import Figure, axis, blank, pair_layout
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme

__all__ = ["merge_pair"]


def merge_pair(
    left: AnyFloats,
    right: AnyFloats,
    theme: Theme,
    *,
    thresholds: tuple[float, float],
    sides: Sides,
    height: int = 380,
) -> Figure:
    """Every density peak by its height and the height of the saddle at which it merges.

    Far below the diagonal are clusters, near it are bumps; the dashed line is the threshold.

    Parameters
    ----------
    left, right : ndarray, shape (peaks, 2)
        Log-density at the peak and at the saddle, -inf for a peak that never merges: it is drawn
        on the dotted line.
    thresholds : pair of float
        Least prominence of a cluster in each panel.
    """
    values = np.concatenate([np.ravel(left), np.ravel(right), [0.0, 1.0][: 2 * (not len(left))]])
    values = values[np.isfinite(values)]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    span = max(high - low, *(2.0 * t for t in thresholds), 1e-9)
    never, top = low - 0.15 * span, high + 0.05 * span
    data: list[Figure] = [blank(1), blank(2)]
    for panel, merges, threshold in ((1, left, thresholds[0]), (2, right, thresholds[1])):
        data += _ground(theme, panel, low=never, high=top, never=never, threshold=threshold)
        data += _peaks(np.asarray(merges), theme, panel, never=never, threshold=threshold)
    details = tuple(
        f"{int(np.sum(m[:, 0] - m[:, 1] > t)):,} of {len(m):,} peaks"
        for m, t in zip((np.asarray(left), np.asarray(right)), thresholds, strict=True)
    )
    frame = pair_layout(
        theme,
        sides=sides,
        x=axis(theme, "log-density at the peak", range=[low - 0.05 * span, top]),
        y=axis(theme, "at the saddle", range=[never - 0.08 * span, top]),
        details=(details[0], details[1]),
        gap=0.09,
        height=height,
    )
    return {"data": data, "layout": frame}


def _ground(
    theme: Theme, panel: int, *, low: float, high: float, never: float, threshold: float
) -> list[Figure]:
    """The diagonal, the threshold below it, and the line of what never merges."""
    suffix = "" if panel == 1 else "2"
    lines = (
        ("diagonal", [low, high], [low, high], "solid", False),
        ("threshold", [low, high], [low - threshold, high - threshold], "dash", panel == 1),
        ("never merges", [low, high], [never, never], "dot", panel == 1),
    )
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": x,
            "y": y,
            "xaxis": f"x{suffix}",
            "yaxis": f"y{suffix}",
            "name": name,
            "showlegend": shown,
            "legendrank": 2000,
            "hoverinfo": "skip",
            "line": {"color": theme.baseline, "width": 1.2, "dash": dash},
        }
        for name, x, y, dash, shown in lines
    ]


def _peaks(
    merges: AnyFloats, theme: Theme, panel: int, *, never: float, threshold: float
) -> list[Figure]:
    suffix = "" if panel == 1 else "2"
    kept = merges[:, 0] - merges[:, 1] > threshold
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": encode_array(merges[rows, 0]),
            "y": encode_array(np.where(np.isfinite(merges[rows, 1]), merges[rows, 1], never)),
            "xaxis": f"x{suffix}",
            "yaxis": f"y{suffix}",
            "name": name,
            "legendgroup": name,
            "showlegend": panel == 1,
            "marker": {"size": size, "symbol": symbol, "color": colour},
            "hovertemplate": f"{name}<br>peak %{{x:.3g}}<br>saddle %{{y:.3g}}<extra></extra>",
        }
        for rows, name, symbol, colour, size in (
            (kept, "cluster", "circle", theme.accent, 10),
            (~kept, "merged away", "circle-open", theme.opposite, 7),
        )
    ]
