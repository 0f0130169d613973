"""Quantile dots: the draws at one epsilon as twenty dots, each as likely as any other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array, escape
from graphdp_core.plots.panels import Figure, axis, blank
from graphdp_core.plots.theme import Theme, layout

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["quantile_dots"]

DOTS = 20
COLUMNS = 40  # that the range is cut into; dots of one column are stacked


def quantile_dots(
    table: pd.DataFrame,
    metric: str,
    theme: Theme,
    *,
    label: str = "",
    percent: bool = False,
    titles: Mapping[str, str] | None = None,
    target: float | None = None,
) -> Figure:
    """Twenty quantiles of a metric over the draws, a row for each mechanism.

    Each dot stands for one draw of twenty: count those beyond the target.

    Parameters
    ----------
    table : pandas.DataFrame
        As made by ``sweep``, of one epsilon: columns mechanism, metric, value.
    metric : str
    theme : Theme
    label : str
        Title of the axis; the metric's id if empty.
    percent : bool
    titles : mapping, optional
        Mechanism id to the name shown.
    target : float, optional
        A value of the metric to reach: a line.

    References
    ----------
    Kay M., Kola T., Hullman J. R., Munson S. A. (2016). When (ish) is my bus? CHI 2016.
    """
    rows = table[table["metric"] == metric].dropna(subset="value")
    ids = rows["mechanism"].unique().tolist()
    values = rows["value"].to_numpy(dtype=float)
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    width = (high - low or 1.0) / COLUMNS
    data: list[Figure] = [blank()]
    for number, id in enumerate(ids):
        x, stacked = _dots(rows[rows["mechanism"] == id]["value"].to_numpy(dtype=float), low, width)
        data.append({
            "type": "scatter",
            "mode": "markers",
            "name": escape((titles or {}).get(id, id)),
            "x": encode_array(x),
            "y": encode_array(number + 0.07 * stacked),
            "marker": {
                "size": 8,
                "color": theme.categorical[number % len(theme.categorical)],
                "symbol": theme.symbols[number % len(theme.symbols)],
            },
            "hovertemplate": "%{x:.3g}<extra></extra>",
        })  # fmt: skip
    frame = layout(theme, height=130 + 74 * max(len(ids), 1), left=150, top=10, legend=False)
    ticks = {"tickvals": list(range(len(ids))),
             "ticktext": [escape((titles or {}).get(id, id)) for id in ids]}  # fmt: skip
    frame |= {
        "xaxis": axis(theme, escape(label or metric), **({"tickformat": ".0%"} if percent else {})),
        "yaxis": axis(theme, "", tickmode="array", showgrid=False, range=[-0.2, len(ids) - 0.05],
                      **ticks),
        "shapes": [] if target is None else [_line(target, theme)],
    }  # fmt: skip
    return {"data": data, "layout": frame}


def _dots(
    values: NDArray[np.float64], low: float, width: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where the dots stand, and on how many others each of them stands."""
    quantiles = np.quantile(values, (np.arange(DOTS) + 0.5) / DOTS)
    columns = np.floor((quantiles - low) / width)
    stacked = np.arange(DOTS) - np.searchsorted(columns, columns)
    return low + (columns + 0.5) * width, stacked.astype(float)


def _line(value: float, theme: Theme) -> Figure:
    return {
        "type": "line", "xref": "x", "yref": "y domain", "x0": value, "x1": value, "y0": 0, "y1": 1,
        "line": {"color": theme.text, "width": 1.4, "dash": "dash"},
    }  # fmt: skip
