"""Scree plots: eigenvalues by magnitude, how many are used, and what noise reaches."""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.panels import Figure, axis, note, pair_layout
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme

__all__ = ["scree_pair"]


def scree_pair(
    left: AnyFloats,
    right: AnyFloats,
    theme: Theme,
    *,
    sides: Sides,
    d_left: int,
    d_right: int,
    edges: tuple[float, float] | None = None,
    noise_edge: float | None = None,
    height: int = 300,
) -> Figure:
    """Eigenvalues by falling magnitude; the chosen ones stand left of the dashed line.

    Positive values are filled discs, negative ones open diamonds.

    Parameters
    ----------
    left, right : ndarray, shape (s,)
        Signed eigenvalues.
    d_left, d_right : int
        How many are used.
    edges : pair of float, optional
        Magnitude up to which noise alone reaches, on either side: a dotted line.
    noise_edge : float, optional
        Magnitude below which the noise of this epsilon is louder than a true direction: a dashed
        line on the left.
    """
    data: list[Figure] = []
    for panel, values in ((1, np.asarray(left)), (2, np.asarray(right))):
        suffix = "" if panel == 1 else "2"
        order = np.argsort(-np.abs(values), kind="stable")
        for positive in (True, False):
            place = np.flatnonzero((values[order] >= 0) == positive)
            data.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "x": encode_array(place + 1) if len(place) else [None],
                    "y": encode_array(np.abs(values[order][place])) if len(place) else [None],
                    "xaxis": f"x{suffix}",
                    "yaxis": f"y{suffix}",
                    "name": "positive" if positive else "negative",
                    "legendgroup": str(positive),
                    "showlegend": panel == 1,
                    "marker": {
                        "size": 8,
                        "symbol": "circle" if positive else "diamond-open",
                        "color": theme.accent if positive else theme.opposite,
                        "line": {
                            "width": 1.5,
                            "color": theme.accent if positive else theme.opposite,
                        },
                    },
                    "hovertemplate": "eigenvalue %{x}: "
                    + ("" if positive else "−")
                    + "%{y:.4g}<extra></extra>",
                }
            )
    highest = max(float(np.abs(v).max(initial=0)) for v in (np.asarray(left), np.asarray(right)))
    highest = highest or 1.0
    frame = pair_layout(
        theme,
        sides=sides,
        x=axis(
            theme,
            "eigenvalue, by magnitude",
            showgrid=False,
            range=[0.2, max(len(left), len(right), 1) + 0.8],
        ),
        y=axis(theme, "magnitude", range=[0, 1.08 * highest]),
        height=height,
    )
    frame["shapes"] = [_cut(theme, panel, d) for panel, d in ((1, d_left), (2, d_right))]
    frame["annotations"] += [
        _cut_label(theme, panel, d) for panel, d in ((1, d_left), (2, d_right))
    ]
    lines = [
        (panel, edge, "dot", "noise reaches up to here", "right")
        for panel, edge in enumerate(edges or (), start=1)
    ]
    if noise_edge is not None and noise_edge > 0.0:
        words = f"below the noise at {epsilon_label(sides.epsilon)}"
        lines.append((1, noise_edge, "dash", words, "center"))
    for panel, level, dash, words, at in lines:
        if level < highest:
            lowest = np.min(np.abs(left if panel == 1 else right), initial=highest)
            frame["shapes"].append(_level(theme, panel, level, dash))
            # Words stand on the side of the line that the points leave free.
            side = "bottom" if lowest < level else "top"
            frame["annotations"].append(_level_label(theme, panel, level, words, at=at, side=side))
    return {"data": data, "layout": frame}


def _cut(theme: Theme, panel: int, d: int) -> Figure:
    suffix = "" if panel == 1 else "2"
    return {
        "type": "line",
        "xref": f"x{suffix}",
        "yref": f"y{suffix} domain",
        "x0": d + 0.5,
        "x1": d + 0.5,
        "y0": 0,
        "y1": 1,
        "line": {"color": theme.muted, "width": 1.2, "dash": "dash"},
    }


def _cut_label(theme: Theme, panel: int, d: int) -> Figure:
    suffix = "" if panel == 1 else "2"
    return note(
        theme,
        f"d = {d}",
        d + 0.5,
        1,
        xref=f"x{suffix}",
        yref=f"y{suffix} domain",
        xanchor="left",
        yanchor="top",
        xshift=5,
    )


def _level(theme: Theme, panel: int, height: float, dash: str) -> Figure:
    suffix = "" if panel == 1 else "2"
    return {
        "type": "line",
        "xref": f"x{suffix} domain",
        "yref": f"y{suffix}",
        "x0": 0,
        "x1": 1,
        "y0": height,
        "y1": height,
        "line": {"color": theme.muted, "width": 1.2, "dash": dash},
    }


def _level_label(
    theme: Theme, panel: int, height: float, words: str, *, at: str, side: str
) -> Figure:
    suffix = "" if panel == 1 else "2"
    return note(
        theme,
        words,
        1 if at == "right" else 0.45,
        height,
        xref=f"x{suffix} domain",
        yref=f"y{suffix}",
        xanchor=at,
        yanchor=side,
    )
