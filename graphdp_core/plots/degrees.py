"""How the degrees are distributed, without privacy, with it, and after debiasing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.marks import Figure, axis, figure, line, log_axis
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, see_through

__all__ = ["degree_curve", "degree_distribution", "tail_shares"]

TIP = "%{y:.3p} of nodes have degree ≥ %{x:,.4~g}"


def degree_distribution(
    left: NDArray[np.floating],
    right: NDArray[np.floating],
    theme: Theme,
    *,
    sides: Sides,
    debiased: NDArray[np.floating] | None = None,
    height: int = 340,
) -> Figure:
    """Share of nodes with at least this degree, all graphs in one panel.

    Cumulative shares need no bins and stay readable under noise. Both axes are logarithmic where
    the true degrees have a heavy tail (largest over 8 times the mean), whatever the noise does.

    Parameters
    ----------
    left, right : ndarray, shape (n,)
        Degrees of the true and of the released graph.
    debiased : ndarray, shape (n,), optional
        Unbiased estimates from the released graph; may be negative, which a log axis cuts off.
    """
    before, after = sides.colours(theme)
    curves = [(right, sides.titles[1], after, "solid")]
    if debiased is not None:
        curves.append((debiased, "debiased estimate", theme.opposite, "dashdot"))
    is_heavy = _is_heavy(left)
    ground = {"fill": "tozeroy", "fillcolor": see_through(before, 0.25)}
    data = [_curve(left, before, is_heavy, name=sides.titles[0], width=1, **ground)]
    data += [
        _curve(degrees, ink, is_heavy, name=name, dash=dash, width=2.2)
        for degrees, name, ink, dash in curves
    ]
    high = max(float(np.max(side, initial=1.0)) for side in (left, right))
    x, y = _axes(theme, is_heavy, high, len(left))
    return figure(theme, data, x=x, y=y, height=height, top=16, left=64)


def degree_curve(degrees: NDArray[np.integer], theme: Theme, *, height: int = 380) -> Figure:
    """Share of nodes with at least this degree; both axes logarithmic if the tail is heavy.

    Parameters
    ----------
    degrees : ndarray, shape (n,)
    """
    is_heavy, high = _is_heavy(degrees), float(np.max(degrees, initial=1))
    ground = {"fill": "tozeroy", "fillcolor": see_through(theme.accent, 0.12)}
    curve = _curve(degrees, theme.accent, is_heavy, width=1.8, symbol="circle", size=5, **ground)
    x, y = _axes(theme, is_heavy, high, len(degrees))
    return figure(theme, [curve], x=x, y=y, height=height, top=8, left=64, legend=False)


def _is_heavy(degrees: NDArray[np.number]) -> bool:
    return len(degrees) > 0 and bool(np.max(degrees) > 8 * max(float(np.mean(degrees)), 1e-9))


def _curve(degrees: NDArray[np.number], ink: str, is_heavy: bool, **look: Any) -> Figure:
    x, share = tail_shares(np.asarray(degrees, dtype=np.float64), positive=is_heavy)
    return line(x, share, ink, shape="vh", tip=TIP, **look)


def _axes(theme: Theme, is_heavy: bool, high: float, n: int) -> tuple[Figure, Figure]:
    titles = "degree", "nodes with at least this degree"
    if not is_heavy:
        up = axis(theme, titles[1], range=[0, 1.04], tickformat=".0%")
        return axis(theme, titles[0], rangemode="tozero"), up
    decades = {"tickmode": "linear", "dtick": 1, "tickformat": "~p"}
    up = axis(theme, titles[1], type="log", range=[-np.log10(n) - 0.1, 0.08], **decades)
    return log_axis(theme, titles[0], 1.0, max(high, 1.1)), up


def tail_shares(
    degrees: NDArray[np.float64], *, positive: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Distinct degrees and the share of nodes at or above each; at most 1,000 of them."""
    x, counts = np.unique(degrees, return_counts=True)
    share = counts[::-1].cumsum()[::-1] / max(len(degrees), 1)
    if positive:
        x, share = x[x >= 1], share[x >= 1]
    if len(x) > 1000:
        keep = np.unique(np.linspace(0, len(x) - 1, 1000).astype(int))
        x, share = x[keep], share[keep]
    return x, share
