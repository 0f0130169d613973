"""How much of the top every method finds again, beside chance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphdp_core.digits import percent
from graphdp_core.plots.encode import encode_array, escape
from graphdp_core.plots.panels import Figure, axis, note
from graphdp_core.plots.theme import Theme, layout

__all__ = ["ranking_methods"]

ROW = 48  # pixels
KINDS = ("protects what is written under it", "protects nothing")


def ranking_methods(
    methods: Sequence[tuple[str, str, bool]],
    shares: Sequence[tuple[float, float, float]],
    theme: Theme,
    *,
    chance: float,
) -> Figure:
    """One row a method: mean share of the true top found again, its interval, and chance.

    Parameters
    ----------
    methods : sequence of (str, str, bool)
        Name, what it protects in words, and whether it protects anything.
    shares : sequence of (mean, low, high)
        From 0 to 1; nan where there was no ranking.
    chance : float
        Share that a random ranking finds.
    """
    rows = np.arange(len(methods), dtype=float)
    kind = np.array([private for _, _, private in methods], dtype=bool)
    mean, low, high = np.array(shares, dtype=float).reshape(-1, 3).T
    known = np.isfinite(mean)
    words = [
        f"{escape(name)}<br><span style='font-size:11px'>{escape(guarantee)}</span>"
        for name, guarantee, _ in methods
    ]
    data: list[Figure] = []
    for some, name, symbol, colour in (
        (kind & known, KINDS[0], "circle", theme.accent),
        (~kind & known, KINDS[1], "x", theme.unproved),
    ):
        if not some.any():
            continue
        data.append({
            "type": "scatter", "mode": "markers+text", "x": encode_array(mean[some]),
            "y": encode_array(rows[some]), "name": name, "cliponaxis": False,
            "text": [percent(value, whole=True) for value in mean[some]],
            "textposition": "top center", "textfont": {"size": 13, "color": theme.text},
            "marker": {"size": 12, "symbol": symbol, "color": colour},
            "error_x": {
                "type": "data", "symmetric": False, "array": encode_array((high - mean)[some]),
                "arrayminus": encode_array((mean - low)[some]), "thickness": 1.5, "width": 0,
                "color": colour,
            },
            "hovertemplate": "%{x:.1%}<extra></extra>",
        })  # fmt: skip
    frame = layout(theme, height=ROW * max(len(words), 1) + 130, top=48, left=222, bottom=48)
    frame |= {
        "xaxis": axis(
            theme, "share of the true top found again", range=[-0.05, 1.05], tickformat=".0%"
        ),
        "yaxis": axis(
            theme, showgrid=False, tickmode="array", tickvals=rows.tolist(), ticktext=words,
            range=[len(words) - 0.4, -0.6],
        ),
        "shapes": [{
            "type": "line", "x0": chance, "x1": chance, "y0": 0, "y1": 1, "yref": "y domain",
            "line": {"color": theme.baseline, "width": 2, "dash": "dot"}, "layer": "below",
        }],
        "annotations": [
            note(theme, f"random ranking {percent(chance, whole=True)}", chance, -0.6,
                 xanchor="left", yanchor="bottom"),
            *(note(theme, "no ranking", chance + 0.02, row, xanchor="left")
              for row in rows[~known].tolist()),
        ],
    }  # fmt: skip
    frame["yaxis"].pop("nticks", None)
    return {"data": data, "layout": frame}
