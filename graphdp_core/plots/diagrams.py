"""Persistence diagrams side by side, with the matching between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.panels import Figure, axis, blank, note, pair_layout
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, see_through

__all__ = [
    "DRAWN_POINTS",
    "HOMOLOGY",
    "SYMBOLS",
    "diagram_pair",
    "drawn_links",
    "feature_counts",
    "finite_range",
]

Pairs = NDArray[np.floating]

HOMOLOGY = ("H0 components", "H1 loops", "H2 voids")
SYMBOLS = ("circle", "triangle-up", "diamond")
DRAWN_POINTS = 2000
DRAWN_MATCHES = 150


def diagram_pair(
    left: Sequence[Pairs],
    right: Sequence[Pairs],
    theme: Theme,
    *,
    sides: Sides,
    matching: Mapping[int, NDArray[np.integer]] | None = None,
    bottleneck: float | None = None,
    bound: float | None = None,
    shifts: Mapping[int, float] | None = None,
    unit: str = "",
    height: int = 460,
) -> Figure:
    """Birth and death of every feature; far above the diagonal is long-lived, on it is noise.

    Parameters
    ----------
    left, right : sequence of ndarray, shape (k, 2)
        Birth and death by homology dimension; death may be infinite. At most 2,000 points of a
        dimension are drawn: those that live longest.
    matching : dict of int to ndarray of int, shape (k, 2), optional
        By dimension, rows (index in left, index in right), -1 for the diagonal. The right panel
        then shows the left points hollow, joined to their partners.
    shifts : dict of int to float, optional
        By dimension, how far the left points are moved along the diagonal before they are joined
        to the right ones (a change of size, on a log scale).
    unit : str
        Words before "birth" and "death" on the axes.
    bottleneck : float, optional
        Shades what lies within this distance of the diagonal: it may vanish without a trace.
    bound : float, optional
        An upper bound of all bottleneck distances: a dashed line at twice this above the diagonal,
        if it is in view. Points above have a partner on the other side for certain.
    """
    low, high = finite_range(left, right)
    essential = high + 0.07 * (high - low)
    top = high + 0.14 * (high - low)
    data: list[Figure] = []
    for panel in (1, 2):
        data += _ground(
            theme, panel, low=low, high=high, essential=essential, bottleneck=bottleneck
        )
        if bound is not None and 0.0 < 2 * bound < high - low:
            data.append(_certain(theme, panel, low=low, high=high, rise=2 * bound))
    for dimension, links in (matching or {}).items():
        if dimension < min(len(left), len(right)):
            data += _links(
                np.asarray(left[dimension]) + (shifts or {}).get(dimension, 0.0),
                right[dimension],
                links,
                theme,
                dimension=dimension,
                essential=essential,
            )
    shown: set[int] = set()
    for panel, pairs in ((1, left), (2, right)):
        for dimension, points in enumerate(pairs):
            if len(points):
                data.append(
                    _points(
                        points,
                        theme,
                        panel=panel,
                        dimension=dimension,
                        essential=essential,
                        in_legend=dimension not in shown,
                    )
                )
                shown.add(dimension)
        data.append(blank(panel))
    pad = 0.03 * (high - low)
    frame = pair_layout(
        theme,
        sides=sides,
        x=axis(theme, f"{unit} birth".strip(), range=[low - pad, top], constrain="domain"),
        y=axis(theme, f"{unit} death".strip(), range=[low - pad, top]),
        details=(feature_counts(left), feature_counts(right)),
        gap=0.09,
        height=height,
    )
    for suffix in ("", "2"):
        frame["annotations"].append(
            note(
                theme,
                "∞",
                1,
                essential,
                xref=f"x{suffix} domain",
                yref=f"y{suffix}",
                xanchor="left",
                font={"size": 16, "color": theme.muted},
                xshift=3,
            )
        )
    frame["margin"]["r"] = 24
    return {"data": data, "layout": frame}


def finite_range(*several: Sequence[Pairs]) -> tuple[float, float]:
    """The first birth and the last death of all features that die; 0 and 1 without any."""
    found = [np.asarray(pairs, dtype=float).ravel() for side in several for pairs in side]
    values = np.concatenate(found) if found else np.empty(0)
    values = values[np.isfinite(values)]
    if not len(values):
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    return low, high if high > low else low + 1.0


def _ground(
    theme: Theme,
    panel: int,
    *,
    low: float,
    high: float,
    essential: float,
    bottleneck: float | None,
) -> list[Figure]:
    """The band around the diagonal, the diagonal, and the line of what never dies."""
    suffix = "" if panel == 1 else "2"
    place = {"xaxis": f"x{suffix}", "yaxis": f"y{suffix}", "hoverinfo": "skip", "mode": "lines"}
    span, wide = np.array([low, high]), np.array([low, 2 * essential - high])
    traces: list[Figure] = []
    if bottleneck is not None and bottleneck > 0:
        # Distance to the diagonal in the maximum norm is half the lifetime.
        rise = min(2 * bottleneck, high - low)
        corner = np.array([[low, low], [high, high], [high - rise, high], [low, low + rise]])
        traces.append(
            place
            | {
                "type": "scatter",
                "x": encode_array(corner[:, 0]),
                "y": encode_array(corner[:, 1]),
                "fill": "toself",
                "fillcolor": see_through(theme.baseline, 0.18),
                "line": {"width": 0},
                "name": "within the bottleneck distance of the diagonal",
                "showlegend": panel == 1,
                "legendrank": 2000,
            }
        )
    for x, y, dash in ((span, span, "solid"), (wide, [essential, essential], "dot")):
        traces.append(
            place
            | {
                "type": "scatter",
                "x": encode_array(x),
                "y": encode_array(np.asarray(y, dtype=float)),
                "line": {"color": theme.baseline, "width": 1, "dash": dash},
                "showlegend": False,
            }
        )
    return traces


def _certain(theme: Theme, panel: int, *, low: float, high: float, rise: float) -> Figure:
    """The line above which every point has a partner on the other side."""
    suffix = "" if panel == 1 else "2"
    return {
        "type": "scatter",
        "mode": "lines",
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "x": encode_array(np.array([low, high - rise])),
        "y": encode_array(np.array([low + rise, high])),
        "line": {"color": theme.kept, "width": 1.5, "dash": "dash"},
        "name": "certain to have a partner above",
        "showlegend": panel == 1,
        "legendrank": 1900,
        "hoverinfo": "skip",
    }


def _points(
    pairs: Pairs, theme: Theme, *, panel: int, dimension: int, essential: float, in_legend: bool
) -> Figure:
    pairs = np.asarray(pairs, dtype=float)
    life = pairs[:, 1] - pairs[:, 0]
    drawn = np.sort(np.argsort(-life, kind="stable")[:DRAWN_POINTS])
    births, deaths = pairs[drawn].T
    suffix = "" if panel == 1 else "2"
    style = min(dimension, 2)
    return {
        "type": "scatter",
        "mode": "markers",
        "x": encode_array(births),
        "y": encode_array(np.where(np.isfinite(deaths), deaths, essential)),
        "customdata": encode_array(np.where(np.isfinite(life[drawn]), life[drawn], np.nan)),
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "name": HOMOLOGY[dimension] if dimension < 3 else f"H{dimension}",
        "legendgroup": f"H{dimension}",
        "legendrank": 10 + dimension,
        "showlegend": in_legend,
        "cliponaxis": False,
        "marker": {
            "symbol": SYMBOLS[style],
            "size": (7, 9, 9)[style],
            "opacity": 0.85,
            "color": theme.of_dimension(dimension),
        },
        "hovertemplate": f"<b>H{dimension}</b><br>born %{{x:.3g}}<br>lives %{{customdata:.3g}}"
        "<extra></extra>",
    }


def _links(
    left: Pairs,
    right: Pairs,
    links: NDArray[np.integer],
    theme: Theme,
    *,
    dimension: int,
    essential: float,
) -> list[Figure]:
    """Hollow left points in the right panel and the lines to their partners, longest first."""
    start, end, from_left = drawn_links(left, right, links, essential)
    if not len(start):
        return []
    line = np.full((len(start), 3, 2), np.nan)
    line[:, 0], line[:, 1] = start, end
    flat = line.reshape(-1, 2)
    common: Figure = {"type": "scatter", "xaxis": "x2", "yaxis": "y2", "hoverinfo": "skip"}
    colour = theme.of_dimension(dimension)
    return [
        common
        | {
            "mode": "lines",
            "x": encode_array(flat[:, 0]),
            "y": encode_array(flat[:, 1]),
            "line": {"color": colour, "width": 1},
            "opacity": 0.55,
            "showlegend": False,
        },
        common
        | {
            "mode": "markers",
            "x": encode_array(start[from_left, 0]),
            "y": encode_array(start[from_left, 1]),
            "marker": {
                "symbol": SYMBOLS[min(dimension, 2)] + "-open",
                "size": (7, 9, 9)[min(dimension, 2)],
                "color": colour,
                "opacity": 0.7,
            },
            "name": f"H{dimension} without privacy",
            "legendrank": 100 + dimension,
            "showlegend": True,
        },
    ]


def drawn_links(
    left: Pairs, right: Pairs, links: NDArray[np.integer], essential: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Both ends of the 150 longest links of a matching, and which of them begin at a left point.

    Parameters
    ----------
    left, right : ndarray, shape (k, 2)
    links : ndarray of int, shape (k, 2)
        Rows (index in left, index in right), -1 for the diagonal.
    essential : float
        Where deaths that never come are drawn.

    Returns
    -------
    start, end : ndarray, shape (k, 2)
    from_left : ndarray of bool, shape (k,)
    """
    pairs = np.asarray(links).reshape(-1, 2)
    start, end = _ends(left, right, pairs)
    start[~np.isfinite(start)] = essential
    end[~np.isfinite(end)] = essential
    length = np.abs(start - end).max(axis=1, initial=0)
    longest = np.argsort(-length, kind="stable")[:DRAWN_MATCHES]
    longest = longest[length[longest] > 0]
    return start[longest], end[longest], pairs[longest, 0] >= 0


def _ends(
    left: Pairs, right: Pairs, links: NDArray[np.integer]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both ends of every matched pair; a partner of -1 is the nearest point of the diagonal."""
    start = np.empty((len(links), 2))
    end = np.empty((len(links), 2))
    for row, (i, j) in enumerate(links):
        if i >= 0:
            start[row] = left[i]
        if j >= 0:
            end[row] = right[j]
        if i < 0:
            start[row] = end[row].mean()
        if j < 0:
            end[row] = start[row].mean()
    return start, end


def feature_counts(pairs: Sequence[Pairs]) -> str:
    """How many features each dimension has, in words; those without any are left out."""
    return " · ".join(f"H{k} {len(points):,}" for k, points in enumerate(pairs) if len(points))
