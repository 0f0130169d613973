"""Barcodes: another view of a persistence diagram."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphdp_core.plots.diagrams import HOMOLOGY, Pairs
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.panels import (
    Figure,
    axis,
    blank,
    note,
    pair_layout,
)
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme

__all__ = ["barcode_pair"]


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
    colour = theme.of_dimension(dimension)
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
