"""Rankings: precision at the top, rank against rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array, escaped
from graphdp_core.plots.nodes import scatter_type
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.panels import Figure, axis, log_ticks
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout

__all__ = ["Ranks", "precision_bars", "rank_scatter", "ranks"]

Ranks = NDArray[np.integer]


def ranks(values: NDArray[np.floating]) -> NDArray[np.int64]:
    """Rank 1 for the largest value; ties by node number.

    Examples
    --------
    >>> ranks(np.array([0.2, 0.9, 0.2])).tolist()
    [2, 1, 3]
    """
    order = np.argsort(-np.asarray(values), kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(1, len(order) + 1)
    return rank


def precision_bars(
    precision: Mapping[str, float],
    random: Mapping[str, float],
    theme: Theme,
    *,
    title: str = "share of the true top found",
    height: int = 320,
) -> Figure:
    """Precision at the top as bars, with a mark where a random ranking would stand.

    Parameters
    ----------
    precision, random : dict of str to float
        By level, such as "top 5%"; values in 0..1.
    """
    words = escaped(list(precision))
    values = np.array([precision[level] for level in precision], dtype=float)
    chance = np.array([random.get(level, np.nan) for level in precision], dtype=float)
    places = np.arange(len(words), dtype=float)
    data: list[Figure] = [
        {
            "type": "bar",
            "x": encode_array(places) if len(values) else [None],
            "y": encode_array(values) if len(values) else [None],
            "width": 0.4,
            "customdata": words,
            "name": "private ranking",
            "marker": {"color": theme.accent, "cornerradius": 3, "line": {"width": 0}},
            "text": [format_number(value, percent=True) for value in np.round(values, 3)],
            "textposition": "outside",
            "textfont": {"size": 13, "color": theme.text},
            "cliponaxis": False,
            "hovertemplate": "%{customdata}: %{y:.1%}<extra></extra>",
        },
        {
            "type": "scatter",
            "mode": "lines",
            "x": encode_array(np.add.outer(places, [-0.3, 0.3, np.nan]).ravel()),
            "y": encode_array(np.repeat(chance, 3)),
            "name": "random ranking",
            "line": {"width": 3, "color": theme.opposite},
            "hovertemplate": "at random: %{y:.1%}<extra></extra>",
        },
    ]
    frame = layout(theme, height=height, top=24, bottom=28)
    frame |= {
        "xaxis": axis(
            theme,
            showgrid=False,
            tickmode="array",
            tickvals=places.tolist(),
            ticktext=words,
            range=[-0.5, max(len(words), 1) - 0.5],
        ),
        "yaxis": axis(theme, title, range=[0, 1.09], tickformat=".0%", dtick=0.25),
    }
    for part in ("xaxis", "yaxis"):
        frame[part].pop("nticks")
    return {"data": data, "layout": frame}


def rank_scatter(
    true_rank: Ranks,
    private_rank: Ranks,
    theme: Theme,
    *,
    sides: Sides,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
    height: int = 420,
) -> Figure:
    """Private against true rank of every node, on log axes: the top stands lower left."""
    n = len(true_rank)
    trace: Figure = {
        "type": scatter_type(n),
        "mode": "markers",
        "x": encode_array(np.asarray(true_rank)) if n else [None],
        "y": encode_array(np.asarray(private_rank)) if n else [None],
        "customdata": encode_array(np.arange(n)) if n else [None],
        "showlegend": False,
        "marker": {
            "color": theme.accent,
            "size": float(np.clip(110 / np.sqrt(max(n, 1)), 3, 8)),
            "opacity": 0.75,
        },
        "hovertemplate": ("<b>node %{customdata}</b>" if names is None else "<b>%{text}</b>")
        + "<br>rank %{x:,} → %{y:,}<extra></extra>",
    }
    if names is not None:
        trace["text"] = escaped(names)
    if selected is not None:
        trace |= {
            "selectedpoints": np.asarray(selected).tolist(),
            "unselected": {"marker": {"opacity": 0.15}},
        }
    line: Figure = {
        "type": "scatter",
        "mode": "lines",
        "x": [1, max(n, 2)],
        "y": [1, max(n, 2)],
        "line": {"color": theme.baseline, "width": 1},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    reach = [-0.08, float(np.log10(max(n, 2))) + 0.08]
    frame = layout(theme, height=height, top=16, left=64, legend=False)
    frame |= {
        "xaxis": axis(theme, f"rank {sides.baseline.lower()}", type="log", range=reach),
        "yaxis": axis(theme, f"rank {sides.phrase}", type="log", range=reach),
        "dragmode": "lasso",
    }
    for part in ("xaxis", "yaxis"):
        frame[part] |= log_ticks(1, n)
    return {"data": [line, trace], "layout": frame}
