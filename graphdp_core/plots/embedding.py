"""Embeddings: the two clouds of points, and the eigenvalues behind them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import typed
from graphdp_core.plots.nodes import node_traces
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.panels import Figure, axis, note, pair_layout, panel_title, titles
from graphdp_core.plots.theme import Theme, layout

__all__ = ["scatter_pair", "scree_pair", "widest_view"]

Floats = NDArray[np.floating]


def scatter_pair(
    left: Floats,
    right: Floats,
    theme: Theme,
    *,
    epsilon: float,
    dimensions: Sequence[int] = (0, 1),
    axis_word: str = "dimension",
    categories: NDArray[np.integer] | None = None,
    category_names: Sequence[str] = (),
    symbols: NDArray[np.integer] | None = None,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
    height: int = 440,
) -> Figure:
    """Two embeddings of the same nodes on the same axes, in two or three dimensions.

    Points carry their node number as customdata, so that a selection in one panel can light up
    the same nodes in both.

    Parameters
    ----------
    left, right : ndarray, shape (n, d)
        The right one already aligned to the left one. Missing dimensions count as 0.
    dimensions : two or three int
        Which coordinates to show; three make turnable 3-D panels.
    axis_word : str
        What an axis is called, before its number.
    categories, symbols : ndarray of int, shape (n,), optional
    selected : ndarray of int, optional
        Node numbers to light up in both panels (3-D panels show only these in colour).

    Raises
    ------
    ValueError
        If `dimensions` does not name two or three.
    """
    if len(dimensions) not in (2, 3):
        raise ValueError(f"dimensions must name 2 or 3 coordinates, got {list(dimensions)}.")
    solid = len(dimensions) == 3
    size = float(np.clip(110 / np.sqrt(max(len(left), 1)), 3, 8)) * (0.6 if solid else 1)
    legend: set[int] = set()
    data: list[Figure] = []
    clouds = [_columns(points, dimensions) for points in (left, right)]
    for panel, points in enumerate(clouds, start=1):
        data += node_traces(
            points,
            theme,
            panel=panel,
            categories=_faded(categories, selected, len(points)) if solid else categories,
            category_names=category_names,
            symbols=symbols,
            sizes=size,
            names=names,
            selected=None if solid else selected,
            in_legend=legend,
        )
    words = [f"{axis_word} {k + 1}" for k in dimensions]
    if solid:
        return {"data": data, "layout": _solid_layout(theme, clouds, words, epsilon, height)}
    frame = pair_layout(
        theme,
        epsilon=epsilon,
        x=axis(theme, words[0]),
        y=axis(theme, words[1]),
        square=True,
        height=height,
    )
    return {"data": data, "layout": frame | {"dragmode": "lasso"}}


def widest_view(baseline: Floats, private: Floats) -> tuple[Floats, Floats]:
    """Turn both clouds alike so that the first two axes show where the baseline spreads most.

    The principal axes of the centred baseline; both sides get the same rotation, so distances and
    the alignment stay what they were.

    Parameters
    ----------
    baseline, private : ndarray, shape (n, d1) and (n, d2)
        The narrower one is filled with zeros.

    Examples
    --------
    >>> flat = np.array([[0.0, 0.0, 5.0], [0.0, 1.0, -5.0], [0.0, 2.0, 5.0]])
    >>> turned, _ = widest_view(flat, flat)
    >>> np.ptp(turned, axis=0).round(2).tolist()
    [10.0, 2.0, 0.0]
    """
    d = max(baseline.shape[1], private.shape[1])
    wide = [np.pad(x, ((0, 0), (0, d - x.shape[1]))) for x in (baseline, private)]
    axes = np.linalg.svd(wide[0] - wide[0].mean(axis=0), full_matrices=False)[2]
    axes *= np.where(axes.sum(axis=1, keepdims=True) < 0, -1, 1)
    return wide[0] @ axes.T, wide[1] @ axes.T


def scree_pair(
    left: Floats,
    right: Floats,
    theme: Theme,
    *,
    epsilon: float,
    d_left: int,
    d_right: int,
    edges: tuple[float, float] | None = None,
    drowns: float | None = None,
    height: int = 300,
) -> Figure:
    """Eigenvalues by falling magnitude; the chosen ones stand left of the dashed line.

    Positive values are filled discs, negative ones open diamonds.

    Parameters
    ----------
    left, right : ndarray, shape (s,)
        Signed eigenvalues.
    d_left, d_right : int
        How many are used.
    edges : pair of float, optional
        Magnitude up to which noise alone reaches, on either side: a dotted line.
    drowns : float, optional
        Magnitude below which the noise of this epsilon is louder than a true direction: a dashed
        line on the left.
    """
    data: list[Figure] = []
    for panel, values in ((1, np.asarray(left)), (2, np.asarray(right))):
        suffix = "" if panel == 1 else "2"
        order = np.argsort(-np.abs(values), kind="stable")
        for positive in (True, False):
            place = np.flatnonzero((values[order] >= 0) == positive)
            data.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "x": typed(place + 1) if len(place) else [None],
                    "y": typed(np.abs(values[order][place])) if len(place) else [None],
                    "xaxis": f"x{suffix}",
                    "yaxis": f"y{suffix}",
                    "name": "positive" if positive else "negative",
                    "legendgroup": str(positive),
                    "showlegend": panel == 1,
                    "marker": {
                        "size": 8,
                        "symbol": "circle" if positive else "diamond-open",
                        "color": theme.accent if positive else theme.invented,
                        "line": {
                            "width": 1.5,
                            "color": theme.accent if positive else theme.invented,
                        },
                    },
                    "hovertemplate": "eigenvalue %{x}: "
                    + ("" if positive else "−")
                    + "%{y:.4g}<extra></extra>",
                }
            )
    highest = max(float(np.abs(v).max(initial=0)) for v in (np.asarray(left), np.asarray(right)))
    highest = highest or 1.0
    frame = pair_layout(
        theme,
        epsilon=epsilon,
        x=axis(
            theme,
            "eigenvalue, by magnitude",
            showgrid=False,
            range=[0.2, max(len(left), len(right), 1) + 0.8],
        ),
        y=axis(theme, "magnitude", range=[0, 1.08 * highest]),
        height=height,
    )
    frame["shapes"] = [_cut(theme, panel, d) for panel, d in ((1, d_left), (2, d_right))]
    frame["annotations"] += [
        _cut_label(theme, panel, d) for panel, d in ((1, d_left), (2, d_right))
    ]
    for panel, edge in enumerate(edges or (), start=1):
        if edge < highest:
            frame["shapes"].append(_level(theme, panel, edge, "dot"))
            frame["annotations"].append(
                _level_label(theme, panel, edge, "noise reaches up to here", at="right")
            )
    if drowns is not None and 0.0 < drowns < highest:
        frame["shapes"].append(_level(theme, 1, drowns, "dash"))
        words = f"drowns at {epsilon_label(epsilon)}"
        frame["annotations"].append(_level_label(theme, 1, drowns, words, at="center"))
    return {"data": data, "layout": frame}


def _columns(points: Floats, dimensions: Sequence[int]) -> Floats:
    points = np.asarray(points, dtype=np.float32)
    wide = np.zeros((len(points), max(max(dimensions) + 1, points.shape[1])), dtype=np.float32)
    wide[:, : points.shape[1]] = points
    return wide[:, list(dimensions)]


def _faded(
    categories: NDArray[np.integer] | None, selected: NDArray[np.integer] | None, n: int
) -> NDArray[np.integer] | None:
    """3-D traces know no selection: everything else loses its colour instead."""
    if selected is None:
        return categories
    base = np.zeros(n, dtype=np.int64) if categories is None else categories
    return np.where(np.isin(np.arange(n), selected), base, 99)


def _solid_layout(
    theme: Theme, clouds: list[Floats], words: list[str], epsilon: float, height: int
) -> Figure:
    frame = layout(theme, height=height, bottom=4, left=4, right=4)
    both = np.concatenate(clouds)
    low = both.min(axis=0) if len(both) else np.zeros(3)
    high = both.max(axis=0) if len(both) else np.ones(3)
    pad = 0.05 * np.maximum(high - low, 1e-6)
    for panel, domain in ((1, [0, 0.49]), (2, [0.51, 1])):
        scene: Figure = {
            f"{name}axis": {
                **axis(theme, word),
                "range": [float(low[i] - pad[i]), float(high[i] + pad[i])],
                "backgroundcolor": "rgba(0,0,0,0)",
                "showbackground": False,
                "showspikes": False,
                "nticks": 4,
            }
            for i, (name, word) in enumerate(zip("xyz", words, strict=True))
        }
        for part in ("xaxis", "yaxis", "zaxis"):
            scene[part].pop("automargin")
            scene[part]["title"].pop("standoff")
        scene |= {
            "domain": {"x": domain, "y": [0, 1]},
            "aspectmode": "cube",
            "dragmode": "orbit",
            "camera": {
                "eye": {"x": 1.65, "y": 1.65, "z": 1.0},
                "center": {"x": 0, "y": 0, "z": -0.12},
            },
        }
        frame["scene" if panel == 1 else "scene2"] = scene
    frame["annotations"] = [
        panel_title(theme, text) | {"xref": "paper", "yref": "paper", "x": x, "yshift": 8}
        for text, x in zip(titles(epsilon), (0, 0.51), strict=True)
    ]
    return frame


def _cut(theme: Theme, panel: int, d: int) -> Figure:
    suffix = "" if panel == 1 else "2"
    return {
        "type": "line",
        "xref": f"x{suffix}",
        "yref": f"y{suffix} domain",
        "x0": d + 0.5,
        "x1": d + 0.5,
        "y0": 0,
        "y1": 1,
        "line": {"color": theme.muted, "width": 1.2, "dash": "dash"},
    }


def _cut_label(theme: Theme, panel: int, d: int) -> Figure:
    suffix = "" if panel == 1 else "2"
    return note(
        theme,
        f"d = {d}",
        d + 0.5,
        1,
        xref=f"x{suffix}",
        yref=f"y{suffix} domain",
        xanchor="left",
        yanchor="top",
        xshift=5,
    )


def _level(theme: Theme, panel: int, height: float, dash: str) -> Figure:
    suffix = "" if panel == 1 else "2"
    return {
        "type": "line",
        "xref": f"x{suffix} domain",
        "yref": f"y{suffix}",
        "x0": 0,
        "x1": 1,
        "y0": height,
        "y1": height,
        "line": {"color": theme.muted, "width": 1.2, "dash": dash},
    }


def _level_label(theme: Theme, panel: int, height: float, words: str, *, at: str) -> Figure:
    suffix = "" if panel == 1 else "2"
    return note(
        theme,
        words,
        1 if at == "right" else 0.45,
        height,
        xref=f"x{suffix} domain",
        yref=f"y{suffix}",
        xanchor=at,
        yanchor="bottom",
    )
