"""Rankings over many draws, and the noise a ranking bears against the noise it gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array, escaped, truncate
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.panels import Figure, axis, log_ticks, note
from graphdp_core.plots.theme import Theme, layout

__all__ = ["noise_against_gap", "rank_intervals"]

ROW = 30  # pixels


def rank_intervals(
    names: Sequence[str], ranks: NDArray[np.integer], n: int, theme: Theme
) -> Figure:
    """Range of the private rank of the top nodes over repeated draws, on a log axis.

    Parameters
    ----------
    names : sequence of str
        The top nodes of the true ranking, most central first.
    ranks : ndarray of int, shape (draws, len(names))
        Private ranks, 1 is the most central.
    n : int
        Number of nodes.
    """
    low, middle, high = np.quantile(ranks, [0.05, 0.5, 0.95], axis=0) if ranks.size else [[]] * 3
    rows = np.arange(len(names), dtype=float)
    words = [truncate(name, 20) for name in names]
    lines = np.full((len(names), 3), np.nan)
    lines[:, 0], lines[:, 1] = low, high
    data: list[Figure] = [
        {
            "type": "scatter", "mode": "lines", "x": encode_array(lines.ravel()),
            "y": encode_array(np.repeat(rows, 3)), "name": "9 of 10 draws",
            "line": {"width": 6, "color": theme.accent}, "opacity": 0.45, "hoverinfo": "skip",
        },
        {
            "type": "scatter", "mode": "markers",
            "x": encode_array(np.asarray(middle, dtype=float)), "y": encode_array(rows),
            "name": "median private rank", "customdata": words,
            "marker": {"size": 9, "color": theme.accent},
            "hovertemplate": "<b>%{customdata}</b><br>median rank %{x:.0f}<extra></extra>",
        },
        {
            "type": "scatter", "mode": "markers",
            "x": encode_array(rows + 1), "y": encode_array(rows),
            "name": "true rank", "customdata": words,
            "marker": {"size": 13, "symbol": "line-ns-open", "color": theme.baseline,
                       "line": {"width": 2, "color": theme.baseline}},
            "hovertemplate": "<b>%{customdata}</b><br>true rank %{x}<extra></extra>",
        },
    ]  # fmt: skip
    frame = layout(theme, height=ROW * max(len(names), 1) + 110, top=40, left=110, bottom=48)
    frame |= {
        "xaxis": axis(
            theme, "private rank", type="log",
            range=[-0.08, float(np.log10(max(n, 2))) + 0.08],
        ),
        "yaxis": axis(
            theme, showgrid=False, tickmode="array", tickvals=rows.tolist(), ticktext=words,
            range=[len(names) - 0.4, -0.6],
        ),
    }  # fmt: skip
    frame["xaxis"] |= log_ticks(1, n)
    frame["yaxis"].pop("nticks", None)
    return {"data": data, "layout": frame}


def noise_against_gap(
    scales: Mapping[str, float], private: Mapping[str, bool], tolerable: float, theme: Theme
) -> Figure:
    """Scale of the noise of every calibration beside the largest one that the ranking bears.

    Parameters
    ----------
    scales : dict of str to float
        Above 0, by name of the calibration.
    private : dict of str to bool
        Whether its guarantee is proved.
    tolerable : float
        Above 0.
    """
    words = escaped(list(scales))
    values = np.array(list(scales.values()), dtype=float)
    rows = np.arange(len(words), dtype=float)
    data: list[Figure] = []
    for proved, name, symbol in (
        (True, "proved private", "circle"),
        (False, "as published, not private", "x"),
    ):
        some = np.array([private[key] == proved for key in scales], dtype=bool)
        if some.any():
            data.append({
                "type": "scatter", "mode": "markers+text", "x": encode_array(values[some]),
                "y": encode_array(rows[some]), "name": name,
                "text": [format_number(v) for v in values[some]], "textposition": "middle right",
                "textfont": {"size": 13, "color": theme.text}, "cliponaxis": False,
                "marker": {"size": 12, "symbol": symbol,
                           "color": theme.accent if proved else theme.unproved},
                "hovertemplate": "scale %{x:.3g}<extra></extra>",
            })  # fmt: skip
    both = np.append(values, tolerable)
    low, high = float(np.log10(both.min())) - 0.3, float(np.log10(both.max())) + 0.7
    frame = layout(theme, height=34 * max(len(words), 1) + 130, top=48, left=210, bottom=48)
    frame |= {
        "xaxis": axis(theme, "scale of the noise", type="log", range=[low, high]),
        "yaxis": axis(
            theme, showgrid=False, tickmode="array", tickvals=rows.tolist(), ticktext=words,
            range=[len(words) - 0.4, -0.6],
        ),
        "shapes": [{
            "type": "rect", "x0": 10**low, "x1": tolerable, "y0": 0, "y1": 1, "yref": "y domain",
            "fillcolor": theme.accent, "opacity": 0.1, "line": {"width": 0}, "layer": "below",
        }],
        "annotations": [note(
            theme, f"the ranking bears up to {format_number(tolerable)}",
            float(np.log10(tolerable)), -0.6, xanchor="right", yanchor="bottom",
        )],
    }  # fmt: skip
    frame["xaxis"] |= log_ticks(10**low, 10**high)
    frame["yaxis"].pop("nticks", None)
    return {"data": data, "layout": frame}
