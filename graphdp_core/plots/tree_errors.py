"""The error of private spanning trees over epsilon with its bound, and two bounds over density."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.metrics.tree_bounds import (
    DENSITY_THAT_SUFFICES,
    bounds_cross_at,
    cut_log_sizes,
    exponential_error_bound,
    laplace_error_bound,
)
from graphdp_core.plots.encode import encode_array, escape
from graphdp_core.plots.numbers import epsilon_label, format_number
from graphdp_core.plots.panels import Figure, axis, log_ticks, note
from graphdp_core.plots.theme import Theme, layout, see_through

__all__ = ["bound_crossing", "tree_error_curve"]

DENSITIES = np.geomspace(1.0, 12.0, 60)


def tree_error_curve(
    epsilons: Sequence[float],
    errors: NDArray[np.float64],
    bounds: Sequence[float],
    theme: Theme,
    *,
    epsilon: float,
    name: str,
    random: float = float("nan"),
    height: int = 400,
) -> Figure:
    """w(T) - w(MST) over epsilon: median and range of the draws, the proved bound, a random tree.

    Parameters
    ----------
    epsilons : sequence of float, length k
    errors : ndarray, shape (k, draws)
        In weight units; errors of 0 have no place on the log axis and leave a gap.
    bounds : sequence of float, length k
    epsilon : float
        The current setting: a labelled vertical line.
    name : str
        Of the mechanism.
    random : float
        Error of a random tree; nan draws no line.
    """
    x = np.asarray(epsilons, dtype=np.float64)
    low, middle, high = (_above_zero(f(errors, axis=1)) for f in (np.min, np.median, np.max))
    colour, other, third = theme.categorical[:3]
    seen = np.isfinite(low) & np.isfinite(high)
    data: list[Figure] = [
        _line(
            np.concatenate((x[seen], x[seen][::-1])), np.concatenate((low[seen], high[seen][::-1]))
        )
        | {
            "fill": "toself",
            "fillcolor": see_through(colour, 0.18),
            "line": {"width": 0},
            "hoverinfo": "skip",
            "showlegend": False,
        },
        _line(x, middle)
        | {
            "mode": "lines+markers",
            "name": f"{escape(name)}: median and range of {errors.shape[1]} draws",
            "line": {"color": colour, "width": 2.4},
            "marker": {"size": 7, "color": colour},
            "hovertemplate": "%{y:.3g}",
        },
        _line(x, _above_zero(np.asarray(bounds, dtype=np.float64)))
        | {
            "name": "Proved bound (holds in 95% of draws)",
            "line": {"color": other, "width": 2, "dash": "dash"},
            "hovertemplate": "%{y:.3g}",
        },
    ]
    if random > 0:
        data.append(
            _line(x, np.full(len(x), random))
            | {
                "name": "A random tree",
                "line": {"color": third, "width": 1.6, "dash": "dot"},
                "hovertemplate": "%{y:.3g}",
            }
        )
    frame = layout(theme, height=height, top=32, left=72)
    frame |= {
        "xaxis": axis(
            theme, "ε  (more privacy ← → less privacy)", type="log", **log_ticks(x.min(), x.max())
        ),
        "yaxis": axis(
            theme, "Approximation error, in weight units", type="log", **_decades(low, high, bounds)
        ),
        "hovermode": "x unified",
    }
    frame["hoverlabel"]["namelength"] = -1
    _mark(frame, theme, epsilon, epsilon_label(epsilon))
    return {"data": data, "layout": frame}


def bound_crossing(
    n: int, m: int, theme: Theme, *, gamma: float = 0.05, height: int = 380
) -> Figure:
    """The printed bounds of Laplace and PAMST over the density |E|/(|V| - 1), at epsilon = 1.

    They cross where theorem 3.5.1 says; by theorem 3.5.2 PAMST's is the smaller one from 3 on.

    Parameters
    ----------
    n, m : int
        Nodes and edges of the graph shown: its density is marked.
    """
    steps = n - 1
    sizes = np.round(DENSITIES * steps)
    laplace = [laplace_error_bound(steps, int(s), scale=1.0, gamma=gamma) for s in sizes]
    full = cut_log_sizes(steps, n * n)  # as printed: without the bound by |E|
    pamst = [
        exponential_error_bound(steps, full, rate=s / (2.0 * steps), gamma=gamma) for s in sizes
    ]
    frame = layout(theme, height=height, top=32, left=72)
    frame |= {
        "xaxis": axis(theme, "Density |E| / (|V| − 1)", type="log", **log_ticks(1.0, 12.0)),
        "yaxis": axis(theme, "Bound on the error at ε = 1", type="log", **_decades(laplace, pamst)),
        "hovermode": "x unified",
    }
    frame["hoverlabel"]["namelength"] = -1
    here = bounds_cross_at(n, gamma=gamma)
    _mark(frame, theme, here, f"cross at {format_number(here)}")
    _mark(frame, theme, DENSITY_THAT_SUFFICES, "3 suffices", lift=1)
    if 1.0 <= m / steps <= DENSITIES[-1]:
        _mark(frame, theme, m / steps, f"this graph: {format_number(m / steps)}", lift=2)
    data = [
        _line(DENSITIES, np.array(values))
        | {
            "name": name,
            "line": {"color": theme.categorical[k], "width": 2.4, "dash": dash},
            "hovertemplate": "%{y:.3g}",
        }
        for k, (name, values, dash) in enumerate(
            (
                ("Laplace, theorem 3.2.1", laplace, "solid"),
                ("PAMST, corollary 3.4.1", pamst, "dash"),
            )
        )
    ]
    return {"data": data, "layout": frame}


def _line(x: NDArray[np.float64], y: NDArray[np.float64]) -> Figure:
    return {"type": "scatter", "mode": "lines", "x": encode_array(x), "y": encode_array(y)}


def _decades(*curves: Sequence[float] | NDArray[np.float64]) -> Figure:
    """Round ticks for a log axis that holds all these values."""
    values = _above_zero(np.concatenate([np.asarray(c, dtype=np.float64) for c in curves]))
    seen = values[np.isfinite(values)]
    return log_ticks(float(seen.min()), float(seen.max())) if len(seen) else {}


def _above_zero(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(np.isfinite(values) & (values > 0.0), values, np.nan)


def _mark(frame: Figure, theme: Theme, x: float, words: str, *, lift: int = 0) -> None:
    """A labelled vertical line; on a log axis a note stands at log10."""
    frame.setdefault("shapes", []).append(
        {
            "type": "line", "xref": "x", "yref": "y domain", "x0": x, "x1": x, "y0": 0, "y1": 1,
            "line": {"color": theme.text, "width": 1.3, "dash": "dot"},
        }
    )  # fmt: skip
    frame.setdefault("annotations", []).append(
        note(
            theme, words, float(np.log10(x)), 1, xref="x", yref="y domain", yanchor="bottom",
            yshift=3 - 18 * lift, xanchor="left" if lift else "center", xshift=4 if lift else 0,
            font={"size": 13, "color": theme.text},
        )
    )  # fmt: skip
