"""The error of private spanning trees over epsilon with its bound, and two bounds over density."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.metrics.trees import (
    DENSITY_THAT_SUFFICES,
    bounds_cross_at,
    cut_log_sizes,
    exponential_error_bound,
    laplace_error_bound,
)
from graphdp_core.plots.marks import (
    EPSILON_TITLE,
    Figure,
    axis,
    band,
    figure,
    line,
    log_ticks,
    reach,
    rule,
)
from graphdp_core.plots.numbers import epsilon_label, format_number
from graphdp_core.plots.theme import Theme

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
    proved = _above_zero(bounds)
    ink, other, third = theme.categorical[:3]
    seen = np.isfinite(low) & np.isfinite(high)
    data = [
        band(x[seen], low[seen], high[seen], ink),
        line(x, middle, ink, name=f"{name}: median and range of {errors.shape[1]} draws",
             width=2.4, symbol="circle", size=7, tip="%{y:.3g}"),
        line(x, proved, other, name="Proved bound (holds in 95% of draws)", dash="dash",
             tip="%{y:.3g}"),
    ]  # fmt: skip
    if random > 0:
        data.append(
            line(x, np.full(len(x), random), third, name="A random tree", width=1.6, dash="dot",
                 tip="%{y:.3g}")
        )  # fmt: skip
    across = axis(theme, EPSILON_TITLE, type="log", **log_ticks(x.min(), x.max()))
    ticks = log_ticks(*reach(low, high, proved, room=0.0))
    up = axis(theme, "Approximation error, in weight units", type="log", **ticks)
    here = rule(theme, x=epsilon, words=epsilon_label(epsilon), dash="dot", log=True, yshift=3)
    return _unified(theme, data, x=across, y=up, rules=[here], height=height)


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
    marked = [
        (here := bounds_cross_at(n, gamma=gamma), f"cross at {format_number(here)}"),
        (DENSITY_THAT_SUFFICES, "3 suffices"),
        (m / steps, f"this graph: {format_number(m / steps)}"),
    ]
    rules = [
        rule(theme, x=x, words=words, dash="dot", log=True, yshift=3 - 18 * lift,
             xanchor="left" if lift else "center", xshift=4 if lift else 0)
        for lift, (x, words) in enumerate(marked)
        if lift < 2 or 1.0 <= x <= DENSITIES[-1]
    ]  # fmt: skip
    data = [
        line(DENSITIES, values, ink, name=name, width=2.4, dash=dash, tip="%{y:.3g}")
        for name, values, ink, dash in (
            ("Laplace, theorem 3.2.1", laplace, theme.categorical[0], "solid"),
            ("PAMST, corollary 3.4.1", pamst, theme.categorical[1], "dash"),
        )
    ]
    across = axis(theme, "Density |E| / (|V| − 1)", type="log", **log_ticks(1.0, 12.0))
    ticks = log_ticks(*reach(laplace, pamst, room=0.0))
    up = axis(theme, "Bound on the error at ε = 1", type="log", **ticks)
    return _unified(theme, data, x=across, y=up, rules=rules, height=height)


def _unified(theme: Theme, data: list[Figure], **more: Any) -> Figure:
    """One box under the pointer for all lines, with their whole names."""
    made = figure(theme, data, top=32, left=72, **more)
    made["layout"]["hovermode"] = "x unified"
    made["layout"]["hoverlabel"]["namelength"] = -1
    return made


def _above_zero(values: ArrayLike) -> NDArray[np.float64]:
    known = np.asarray(values, dtype=np.float64)
    return np.where(np.isfinite(known) & (known > 0.0), known, np.nan)
