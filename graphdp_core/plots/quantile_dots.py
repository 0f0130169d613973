"""Quantile dots: the draws at one epsilon as twenty dots, each as likely as any other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from graphdp_core.plots.encode import escaped
from graphdp_core.plots.marks import Figure, axis, dots, figure, named_axis, reach, rule
from graphdp_core.plots.theme import Theme

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
    names = [(titles or {}).get(id, id) for id in ids]
    low, high = reach(rows["value"], room=0.0)
    width = (high - low or 1.0) / COLUMNS
    data = []
    for number, (id, name) in enumerate(zip(ids, names, strict=True)):
        values = rows[rows["mechanism"] == id]["value"].to_numpy(dtype=float)
        columns = np.floor((np.quantile(values, (np.arange(DOTS) + 0.5) / DOTS) - low) / width)
        stacked = np.arange(DOTS) - np.searchsorted(columns, columns)
        data.append(
            dots(
                low + (columns + 0.5) * width, number + 0.07 * stacked,
                theme.categorical[number % len(theme.categorical)], name=name, size=8,
                symbol=theme.symbols[number % len(theme.symbols)], tip="%{x:.3g}",
            )
        )  # fmt: skip
    return figure(
        theme, data, x=axis(theme, label or metric, **({"tickformat": ".0%"} if percent else {})),
        y=named_axis(theme, escaped(names), range=[-0.2, len(ids) - 0.05]),
        rules=[] if target is None else [rule(theme, x=target)], more={"showlegend": False},
        height=130 + 74 * max(len(ids), 1), left=150, top=10, legend=False,
    )  # fmt: skip
