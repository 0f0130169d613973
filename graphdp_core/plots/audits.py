"""An audit: the bound that climbs towards the claim, and what each outcome tells."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.digits import percent
from graphdp_core.plots.encode import escape
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.panels import Figure, axis, log_ticks, note
from graphdp_core.plots.theme import Theme, layout

__all__ = ["budget_bar", "climb_curve", "outcome_losses"]

LEAST_NAMED = 0.12  # of epsilon: narrower steps say their names when pointed at


def climb_curve(
    runs: Sequence[int],
    certified: Sequence[float],
    claimed: float,
    theme: Theme,
    *,
    most: int,
    height: int = 400,
) -> Figure:
    """Certified epsilon against fresh releases, below (or above) the line that is claimed.

    Parameters
    ----------
    runs : sequence of int
        Releases at each look.
    certified : sequence of float
        What each look certifies.
    claimed : float
    most : int
        Releases at the last look to come: the end of the axis.
    """
    best = np.maximum.accumulate(certified) if len(certified) else np.empty(0)
    broken = bool(len(best) and best[-1] > claimed)
    colour = theme.unproved if broken else theme.accent
    low = min(runs, default=max(most // 128, 1))
    curve: Figure = {
        "type": "scatter",
        "mode": "lines+markers",
        "x": list(runs),
        "y": [float(value) for value in best],
        "line": {"color": colour, "width": 2.5, "shape": "hv"},
        "marker": {"color": colour, "size": 8},
        "hovertemplate": "%{x:,} releases: at least ε = %{y:.3g}<extra></extra>",
        "showlegend": False,
    }
    line: Figure = {
        "type": "scatter",
        "mode": "lines",
        "x": [low, most],
        "y": [claimed, claimed],
        "line": {"color": theme.text, "width": 1.5, "dash": "dash"},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    frame = layout(theme, height=height, left=56, top=24, bottom=56, legend=False)
    top = max([claimed, *map(float, best)]) * 1.15
    frame |= {
        "xaxis": axis(theme, "fresh releases of each neighbour", type="log",
                      range=[math.log10(low) - 0.02, math.log10(most) + 0.02],
                      **log_ticks(low, most)),
        "yaxis": axis(theme, "certified ε", range=[0, top]),
        "annotations": [{
            "x": 0, "xref": "paper", "xanchor": "left", "y": claimed, "yanchor": "bottom",
            "text": f"claimed: ε = {format_number(claimed)}", "showarrow": False,
            "font": {"size": 13, "color": theme.text},
        }],
    }  # fmt: skip
    return {"data": [line, curve], "layout": frame}


def outcome_losses(
    outcomes: Sequence[str],
    low: Floats,
    high: Floats,
    claimed: float,
    theme: Theme,
    *,
    chances: Floats,
    height: int = 340,
) -> Figure:
    """ln P/P' of every outcome between the lines at +-epsilon, exactly or with its bounds.

    Parameters
    ----------
    outcomes : sequence of str
        Of one release; the likelier ones first.
    low, high : ndarrays, shape (k,)
        Bounds of the loss, the same where it is known; -inf or inf reach the edge.
    claimed : float
        Epsilon.
    chances : ndarray, shape (k,)
        Of the outcomes.
    """
    ends = np.concatenate((low[np.isfinite(low)], high[np.isfinite(high)], [claimed]))
    top = float(min(max(1.25 * np.abs(ends).max(), 1.4 * claimed), 4.0 * claimed + 1.0))
    bottom_end, top_end = np.clip(low, -top, top), np.clip(high, -top, top)
    middle = (bottom_end + top_end) / 2.0
    beyond = np.maximum(low, -high) > claimed * (1.0 + 1e-9)
    places = np.arange(len(outcomes), dtype=np.float64)
    data: list[Figure] = [
        {
            "type": "scatter", "mode": "lines", "x": [-0.6, len(outcomes) - 0.4],
            "y": [level, level], "hoverinfo": "skip", "showlegend": False,
            "line": {"color": theme.text, "width": 1.5, "dash": "dash"},
        }
        for level in (-claimed, claimed)
    ]  # fmt: skip
    for is_beyond, colour in ((False, theme.accent), (True, theme.unproved)):
        here = beyond == is_beyond
        data.append({
            "type": "scatter", "mode": "markers", "showlegend": False,
            "x": places[here].tolist(), "y": middle[here].tolist(),
            "error_y": {
                "type": "data", "array": (top_end - middle)[here].tolist(), "width": 3,
                "color": colour, "thickness": 2,
            },
            "marker": {"color": colour, "size": 7, "symbol": "square" if is_beyond else "circle"},
            "text": [
                f"{escape(name)}: {percent(chance)} of releases"
                for name, chance, shown in zip(outcomes, chances, here, strict=True) if shown
            ],
            "hovertemplate": "%{text}<br>loss %{y:.3g}<extra></extra>",
        })  # fmt: skip
    frame = layout(theme, height=height, left=56, top=24, bottom=40, legend=False)
    frame |= {
        "xaxis": axis(theme, "outcomes, the likelier ones first", showticklabels=False,
                      range=[-0.6, len(outcomes) - 0.4], showgrid=False),
        "yaxis": axis(theme, "ln P/P′", range=[-top * 1.02, top * 1.02]),
        "annotations": [
            note(theme, f"{sign}ε = {sign}{format_number(claimed)}", 1, y, xref="paper",
                 xanchor="right", yanchor=anchor, font={"size": 13, "color": theme.text})
            for sign, y, anchor in (("", claimed, "bottom"), ("−", -claimed, "top"))
        ],
    }  # fmt: skip
    return {"data": data, "layout": frame}


def budget_bar(
    steps: Sequence[tuple[str, float, float]], claimed: float, theme: Theme, *, height: int = 210
) -> Figure:
    """All of epsilon as one bar: a step for each draw, filled as far as it was seen to lose.

    Parameters
    ----------
    steps : sequence of (str, float, float)
        What is drawn, its share of epsilon, and the most that it lost.
    claimed : float
    """
    data: list[Figure] = []
    marks, at = [], 0.0
    for name, share, spent in steps:
        full = min(spent, share)
        for width, colour, line in (
            (full, theme.accent, theme.background), (share - full, theme.surface, theme.muted)
        ):  # fmt: skip
            data.append({
                "type": "bar", "orientation": "h", "x": [width], "y": [""], "showlegend": False,
                "marker": {"color": colour, "line": {"color": line, "width": 1}},
                "hovertemplate": f"{escape(name)}: lost {spent:.4g} of {share:.4g}<extra></extra>",
            })  # fmt: skip
        if share >= LEAST_NAMED * claimed:
            marks.append(
                note(theme, _wrapped(name), at + share / 2.0, 0.5, yref="y",
                     yanchor="bottom", xanchor="center", align="center",
                     font={"size": 12, "color": theme.text})
            )  # fmt: skip
        at += share
    frame = layout(theme, height=height, left=8, top=44, bottom=36, legend=False)
    frame |= {
        "barmode": "stack", "bargap": 0.0, "annotations": marks,
        "xaxis": axis(theme, "share of ε", range=[0, max(claimed, at) * 1.001]),
        "yaxis": {"visible": False, "range": [-0.5, 0.5]},
    }  # fmt: skip
    return {"data": data, "layout": frame}


def _wrapped(name: str) -> str:
    """Two lines where there are two words or more."""
    first, _, rest = name.partition(" ")
    return f"{escape(first)}<br>{escape(rest)}" if rest else escape(first)
