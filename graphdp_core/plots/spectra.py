"""Spectra: eigenvalues with their gaps, eigenvectors as signed bars or on the layout, angles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.encode import encode_array, escaped
from graphdp_core.plots.nodes import largest_entries, node_traces
from graphdp_core.plots.numbers import epsilon_label, format_number
from graphdp_core.plots.panels import (
    Figure,
    axis,
    blank,
    hidden_axis,
    note,
    pair_layout,
)
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout, see_through

__all__ = [
    "angle_bars",
    "paired_breakdown_plot",
    "vector_map_pair",
    "vector_pair",
]


SHOWN = (0.05, 20.0)  # epsilon
TICKS = (0.1, 0.3, 1.0, 3.0, 10.0)


def vector_pair(
    left: AnyFloats,
    right: AnyFloats | None,
    theme: Theme,
    *,
    sides: Sides,
    names: Sequence[str] | None = None,
    height: int = 320,
) -> Figure:
    """One eigenvector on either side as signed bars, nodes in the order of the baseline's entries.

    Of many nodes, those with the largest entries on either side are drawn, and the axis says so.

    Parameters
    ----------
    left : ndarray, shape (n,)
    right : ndarray, shape (n,), or None
        None where the release holds no vector.
    """
    drawn = largest_entries(*(side for side in (left, right) if side is not None))
    order = drawn[np.argsort(-np.asarray(left)[drawn], kind="stable")]
    which = f"{len(order):,} of {len(left):,} nodes, those with large entries"
    title = f"{'nodes' if len(order) == len(left) else which}, by their true entry"
    data: list[Figure] = []
    for panel, entries in enumerate((left, right), start=1):
        if entries is None:
            data.append(blank(panel))
            continue
        bars = _bars(np.arange(len(order)), np.asarray(entries)[order], theme, panel)
        bars["customdata"] = escaped([str(i) if names is None else names[i] for i in order])
        bars["hovertemplate"] = "<b>%{customdata}</b><br>%{y:.3f}<extra></extra>"
        data.append(bars)
    frame = pair_layout(
        theme,
        sides=sides,
        x=axis(theme, title, showgrid=False, showticklabels=False, range=[-1, len(order)]),
        y=axis(theme, "entry", range=_reach(left, right), zeroline=True,
               zerolinecolor=theme.baseline),
        height=height, legend=False,
    )  # fmt: skip
    frame["bargap"] = 0.0 if len(order) > 150 else 0.15
    if right is None:
        frame["annotations"].append(_missing(theme))
    return {"data": data, "layout": frame}


def vector_map_pair(
    positions: AnyFloats,
    left: AnyFloats,
    right: AnyFloats | None,
    theme: Theme,
    *,
    sides: Sides,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
    height: int = 440,
) -> Figure:
    """One eigenvector on the layout: the sign is colour and symbol, the size of an entry is area.

    Parameters
    ----------
    positions : ndarray, shape (n, 2)
        From the true graph.
    left, right
        As in :func:`vector_pair`.
    """
    data: list[Figure] = []
    seen: set[int] = set()
    for panel, entries in enumerate((left, right), start=1):
        if entries is None:
            data.append(blank(panel))
            continue
        sizes = np.sqrt(np.abs(entries) / (float(np.abs(entries).max(initial=0.0)) or 1.0))
        data += node_traces(
            positions,
            theme,
            panel=panel,
            categories=np.where(np.asarray(entries) < 0, 1, 0),
            category_names=("positive entry", "negative entry"),
            sizes=3.0 + 15.0 * sizes,
            names=names,
            selected=selected,
            in_legend=seen,
        )
    frame = pair_layout(
        theme, sides=sides, x=hidden_axis(), y=hidden_axis(), square=True, gap=0.04,
        height=height, bottom=8, left=8, right=8,
    )  # fmt: skip
    if right is None:
        frame["annotations"].append(_missing(theme))
    return {"data": data, "layout": frame | {"dragmode": "pan" if selected is None else "lasso"}}


def angle_bars(angles: ArrayLike, theme: Theme, *, height: int = 300) -> Figure:
    """Principal angles between the true and the private space, from 0 to 90 degrees."""
    values = np.asarray(angles, dtype=float)
    places = np.arange(1.0, len(values) + 1)
    bars: Figure = {
        "type": "bar",
        "x": encode_array(places) if len(values) else [None],
        "y": encode_array(values) if len(values) else [None],
        "width": 0.5,
        "marker": {"color": theme.accent, "cornerradius": 3},
        "text": [f"{value:.0f}°" for value in values],
        "textposition": "outside",
        "textfont": {"size": 13, "color": theme.text},
        "cliponaxis": False,
        "showlegend": False,
        "hovertemplate": "angle %{x}: %{y:.2f}°<extra></extra>",
    }
    frame = layout(theme, height=height, top=24, bottom=40, legend=False)
    frame |= {
        "xaxis": axis(theme, "principal angle", showgrid=False, tickmode="array",
                      tickvals=places.tolist(), ticktext=[f"{i:.0f}" for i in places],
                      range=[0.4, max(len(values), 1) + 0.6]),
        "yaxis": axis(theme, "degrees", range=[0, 99], tickmode="array", tickvals=[0, 30, 60, 90]),
    }  # fmt: skip
    for part in ("xaxis", "yaxis"):
        frame[part].pop("nticks")
    return {"data": [bars], "layout": frame}


def paired_breakdown_plot(
    breakdown_epsilons: ArrayLike, theme: Theme, *, epsilon: float, height: int = 300
) -> Figure:
    """From which epsilon on each eigen-direction is above the flip noise, and where we are.

    Parameters
    ----------
    breakdown_epsilons : array_like, shape (k,)
        The breakdown epsilon of each direction; inf where it never is above the noise.
    epsilon : float
        The current one, drawn as a line.
    """
    low, high = SHOWN
    values = np.clip(
        np.nan_to_num(np.asarray(breakdown_epsilons, dtype=float), posinf=high), low, high
    )
    rows = np.arange(1.0, len(values) + 1)
    labels = [
        f"λ{i + 1}: ε* = {format_number(float(value))}"
        for i, value in enumerate(np.asarray(breakdown_epsilons))
    ]
    data: list[Figure] = []
    for survives in (True, False):
        mine = np.flatnonzero((values < epsilon) == survives)
        word = "above the noise here" if survives else "below the noise here"
        data.append(
            {
                "type": "bar",
                "orientation": "h",
                "y": encode_array(rows[mine]) if len(mine) else [None],
                "x": encode_array(np.full(len(mine), high) - values[mine]) if len(mine) else [None],
                "base": values[mine].tolist(),
                "width": 0.5,
                "name": word,
                "marker": {
                    "color": theme.accent if survives else see_through(theme.opposite, 0.35),
                    "line": {"width": 1.2, "color": theme.accent if survives else theme.opposite},
                },
                "text": [labels[i] for i in mine],
                "textposition": "none",
                "hovertemplate": "%{text}<extra></extra>",
            }
        )
    frame = layout(theme, height=height, top=30, left=104)
    frame |= {
        "barmode": "overlay",
        "xaxis": axis(theme, "ε", type="log", range=np.log10(SHOWN).tolist(), tickmode="array",
                      tickvals=list(TICKS), ticktext=[format_number(tick) for tick in TICKS]),
        "yaxis": axis(theme, "", showgrid=False, autorange="reversed", tickmode="array",
                      tickvals=rows.tolist(), ticktext=labels),
        "shapes": [
            {"type": "line", "x0": epsilon, "x1": epsilon, "y0": 0, "y1": 1, "yref": "paper",
             "line": {"color": theme.text, "width": 1.6, "dash": "dash"}}
        ],
        "annotations": [
            note(theme, epsilon_label(epsilon), float(np.log10(np.clip(epsilon, low, high))), 1,
                 yref="paper", yanchor="bottom")
        ],
    }  # fmt: skip
    return {"data": data, "layout": frame}


def _bars(x: ArrayLike, y: AnyFloats, theme: Theme, panel: int) -> Figure:
    suffix = "" if panel == 1 else "2"
    colours = np.where(np.asarray(y) < 0, theme.opposite, theme.accent)
    return {
        "type": "bar",
        "x": encode_array(x),
        "y": encode_array(y),
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "marker": {"color": colours.tolist(), "line": {"width": 0}},
        "showlegend": False,
    }


def _reach(left: AnyFloats, right: AnyFloats | None) -> list[float]:
    """From the smallest entry, or 0, to the largest, and a little more."""
    both = np.concatenate([[0.0], *(np.asarray(v) for v in (left, right) if v is not None)])
    low, high = float(both.min()), float(both.max())
    room = 0.06 * ((high - low) or 1.0)
    return [low - room, high + room]


def _missing(theme: Theme) -> Figure:
    return note(
        theme, "This release holds no eigenvectors.", 0.5, 0.5, xref="x2 domain", yref="y2 domain"
    )
