"""Rankings over many draws, and the noise a ranking bears against the noise it gets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import escaped, truncate
from graphdp_core.plots.marks import Figure, dots, figure, line, log_axis, named_axis, note
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.theme import Theme

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
    rows = np.arange(len(names))
    words = [truncate(name, 20) for name in names]
    gaps = np.full(len(names), np.nan)
    data = [
        line(
            np.column_stack((low, high, gaps)).ravel(), np.repeat(rows, 3), theme.accent,
            name="9 of 10 draws", width=6, opacity=0.45,
        ),
        dots(
            middle, rows, theme.accent, name="median private rank", customdata=words,
            tip="<b>%{customdata}</b><br>median rank %{x:.0f}",
        ),
        dots(
            rows + 1, rows, theme.baseline, name="true rank", symbol="line-ns-open", size=13,
            customdata=words, tip="<b>%{customdata}</b><br>true rank %{x}",
        ),
    ]  # fmt: skip
    return figure(
        theme, data, x=log_axis(theme, "private rank", 1, max(n, 2), room=0.08),
        y=named_axis(theme, words, range=[len(names) - 0.4, -0.6]),
        height=ROW * max(len(names), 1) + 110, top=40, left=110, bottom=48,
    )  # fmt: skip


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
    is_proved = np.array([private[key] for key in scales], dtype=bool)
    data = [
        dots(
            values[rows], rows, ink, name=name, symbol=symbol, size=12, tip="scale %{x:.3g}",
            words=[format_number(value) for value in values[rows]], text_ink=theme.text,
        )
        for rows, name, symbol, ink in (
            (np.flatnonzero(is_proved), "proved private", "circle", theme.accent),
            (np.flatnonzero(~is_proved), "as published, not private", "x", theme.unproved),
        )
        if len(rows)
    ]  # fmt: skip
    low, high = min(tolerable, *values) / 2, 5 * max(tolerable, *values)
    borne = {
        "type": "rect", "x0": low, "x1": tolerable, "y0": 0, "y1": 1, "yref": "y domain",
        "fillcolor": theme.accent, "opacity": 0.1, "line": {"width": 0}, "layer": "below",
    }  # fmt: skip
    told = note(
        theme, f"the ranking bears up to {format_number(tolerable)}", math.log10(tolerable), -0.6,
        xanchor="right", yanchor="bottom",
    )  # fmt: skip
    return figure(
        theme, data, x=log_axis(theme, "scale of the noise", low, high), notes=[told],
        y=named_axis(theme, words, range=[len(words) - 0.4, -0.6]), rules=[{"shapes": [borne]}],
        height=34 * max(len(words), 1) + 130, top=48, left=210, bottom=48,
    )  # fmt: skip
