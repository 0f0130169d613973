"""Barcodes and Betti curves: two other views of a persistence diagram."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.diagrams import HOMOLOGY, Pairs
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.panels import (
    Figure,
    axis,
    blank,
    note,
    pair_layout,
    panel_title,
)
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout, see_through

__all__ = ["barcode_pair", "betti_curves"]


def barcode_pair(
    left: Sequence[Pairs],
    right: Sequence[Pairs],
    theme: Theme,
    *,
    sides: Sides,
    limit: int = 30,
    height: int = 460,
) -> Figure:
    """One bar per feature, from birth to death; the longest `limit` of each dimension.

    Bars that never end carry an arrow. Both panels give each dimension the same rows.
    """
    rows = [
        min(limit, max(_length(left, k), _length(right, k)))
        for k in range(max(len(left), len(right)))
    ]
    gap = max(1.5, 0.08 * sum(rows))  # room for the name of a dimension
    tops = np.cumsum([0.0, *(count + gap for count in rows)])
    finite = np.concatenate([np.zeros(1), *(np.ravel(pairs) for pairs in (*left, *right))])
    finite = finite[np.isfinite(finite)]
    low, high = float(finite.min()), max(float(finite.max()), float(finite.min()) + 1e-9)
    end = high + 0.06 * (high - low)
    data: list[Figure] = [blank(1), blank(2)]
    for panel, pairs in ((1, left), (2, right)):
        for dimension, points in enumerate(pairs):
            if len(points):
                data += _bars(
                    points,
                    theme,
                    panel=panel,
                    dimension=dimension,
                    top=float(tops[dimension]),
                    limit=limit,
                    end=end,
                )
    frame = pair_layout(
        theme,
        sides=sides,
        x=axis(theme, "distance", range=[low - 0.02 * (high - low), end * 1.02]),
        y=axis(
            theme, range=[float(tops[-1]) - gap + 1, -gap], showgrid=False, showticklabels=False
        ),
        height=height,
        left=20,
        legend=False,
    )
    for suffix in ("", "2"):
        frame["annotations"] += [
            note(
                theme,
                HOMOLOGY[k] if k < 3 else f"H{k}",
                1,
                float(tops[k]) - 0.7,
                xref=f"x{suffix} domain",
                yref=f"y{suffix}",
                xanchor="right",
                yanchor="bottom",
            )
            for k, count in enumerate(rows)
            if count
        ]
    return {"data": data, "layout": frame}


def betti_curves(
    left: Sequence[Pairs],
    right: Sequence[Pairs],
    theme: Theme,
    *,
    sides: Sides,
    height: int = 320,
) -> Figure:
    """How many components, loops and voids there are at each distance, both graphs in one panel.

    The number of components is drawn on a log axis: it falls from n to 1.
    """
    present = [
        k for k in range(max(len(left), len(right))) if _length(left, k) + _length(right, k)
    ] or [0]
    frame = layout(theme, height=height)
    frame["annotations"] = []
    data: list[Figure] = []
    gap = 0.09
    width = (1 - gap * (len(present) - 1)) / len(present)
    for place, k in enumerate(present, start=1):
        suffix = "" if place == 1 else str(place)
        start = (place - 1) * (width + gap)
        frame[f"xaxis{suffix}"] = axis(
            theme, "distance", domain=[start, min(start + width, 1)], anchor=f"y{suffix}"
        )
        frame[f"yaxis{suffix}"] = axis(
            theme,
            anchor=f"x{suffix}",
            type="log" if k == 0 else "linear",
            rangemode="tozero",
            dtick=1 if k == 0 else None,
        )
        frame["annotations"].append(
            panel_title(theme, HOMOLOGY[k] if k < 3 else f"H{k}", number=place)
        )
        stop = _last_change((left, right), k)
        for private, pairs in ((False, left), (True, right)):
            curve = _curve(pairs, k, stop, theme, private=private)
            curve["name"] = sides.titles[private]
            curve["line"]["color"] = sides.colours(theme)[private]
            data.append(
                curve | {"xaxis": f"x{suffix}", "yaxis": f"y{suffix}", "showlegend": place == 1}
            )
    return {"data": data, "layout": frame}


def _length(pairs: Sequence[Pairs], dimension: int) -> int:
    return len(pairs[dimension]) if dimension < len(pairs) else 0


def _bars(
    points: Pairs,
    theme: Theme,
    *,
    panel: int,
    dimension: int,
    top: float,
    limit: int,
    end: float,
) -> list[Figure]:
    points = np.asarray(points, dtype=float)
    life = points[:, 1] - points[:, 0]
    kept = points[np.argsort(-life, kind="stable")[:limit]]
    kept = kept[np.lexsort((-kept[:, 1], kept[:, 0]))]
    row = top + np.arange(len(kept), dtype=float)
    endless = ~np.isfinite(kept[:, 1])
    line = np.full((len(kept), 3, 2), np.nan)
    line[:, 0] = np.column_stack((kept[:, 0], row))
    line[:, 1] = np.column_stack((np.where(endless, end, kept[:, 1]), row))
    flat = line.reshape(-1, 2)
    suffix = "" if panel == 1 else "2"
    colour = theme.categorical[min(dimension, 2)]
    common: Figure = {
        "type": "scatter",
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "showlegend": False,
        "hovertemplate": f"<b>H{dimension}</b> at %{{x:.3g}}<extra></extra>",
    }
    bars = common | {
        "mode": "lines",
        "x": encode_array(flat[:, 0]),
        "y": encode_array(flat[:, 1]),
        "line": {"color": colour, "width": 3, "simplify": False},
    }
    if not endless.any():
        return [bars]
    arrows = common | {
        "mode": "markers",
        "x": encode_array(np.full(int(endless.sum()), end)),
        "y": encode_array(row[endless]),
        "hoverinfo": "skip",
        "marker": {"symbol": "triangle-right", "size": 10, "color": colour},
        "cliponaxis": False,
    }
    return [bars, arrows]


def _last_change(diagrams: Sequence[Sequence[Pairs]], dimension: int) -> float:
    values = [np.ravel(pairs[dimension]) for pairs in diagrams if dimension < len(pairs)]
    every = np.concatenate(values) if values else np.zeros(1)
    every = every[np.isfinite(every)]
    return float(every.max()) * 1.05 if len(every) and every.max() > 0 else 1.0


def _curve(
    pairs: Sequence[Pairs],
    dimension: int,
    stop: float,
    theme: Theme,
    *,
    private: bool,
) -> Figure:
    points = np.asarray(pairs[dimension], float) if dimension < len(pairs) else np.empty((0, 2))
    x, count = _betti(points, stop)
    if dimension == 0:
        count = np.where(count > 0, count, np.nan)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": encode_array(x),
        "y": encode_array(count),
        "line": {
            "shape": "hv",
            "width": 2.2 if private else 1,
        },
        "fill": "none" if private else "tozeroy",
        "fillcolor": see_through(theme.baseline, 0.25),
        "legendgroup": str(private),
        "hovertemplate": "%{y:,.0f} at distance %{x:.3g}<extra></extra>",
    }


def _betti(points: Pairs, stop: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Breakpoints and the number of features alive from there on."""
    births = np.sort(points[:, 0])
    deaths = np.sort(points[:, 1][np.isfinite(points[:, 1])])
    x = np.unique(np.concatenate(([0.0], births, deaths, [stop])))
    alive = np.searchsorted(births, x, "right") - np.searchsorted(deaths, x, "right")
    if len(x) > 2000:  # a step curve of 2,000 points is as fine as any screen
        keep = np.unique(np.linspace(0, len(x) - 1, 2000).astype(int))
        x, alive = x[keep], alive[keep]
    return x, alive.astype(np.float64)
