"""The error of private spanning trees over epsilon with its bound.

How much of each property survives over epsilon: one panel for each graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.digits import epsilon_label, percent
from graphdp_core.plots.encode import escape
from graphdp_core.plots.marks import (
    EPSILON_TITLE,
    Figure,
    axis,
    band,
    grid,
    line,
    log_ticks,
    panel_title,
    reach,
    rule,
    share_axis,
    unified,
)
from graphdp_core.plots.theme import Theme


def tree_error_curve(
    epsilons: Sequence[float],
    errors: NDArray[np.float64],
    bounds: Sequence[float],
    theme: Theme,
    *,
    epsilon: float,
    name: str,
    random: float = float("nan"),
) -> Figure:
    """w(T) - w(MST) over epsilon: median and range of the draws, the proved bound, a random tree.

    Parameters
    ----------
    errors : ndarray, shape (k, draws)
        In weight units; errors of 0 have no place on the log axis and leave a gap.
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
    return unified(theme, data, x=across, y=up, rules=[here], height=400, top=32, left=72)


def _above_zero(values: ArrayLike) -> NDArray[np.float64]:
    known = np.asarray(values, dtype=np.float64)
    return np.where(np.isfinite(known) & (known > 0.0), known, np.nan)


LEGEND = 28  # pixels

Points = Sequence[tuple[float, float, float]]


def survival_curves(
    panels: Sequence[tuple[str, str, Sequence[float], Mapping[str, Points]]],
    names: Mapping[str, str],
    theme: Theme,
    *,
    survives: float,
) -> Figure:
    """Scores of properties, the middle of the draws, above or below the line of surviving.

    Parameters
    ----------
    panels : sequence of tuple
        Title, a muted detail, the epsilons, and by property its low, middle and high score at
        each; nan where nothing is known.
    names : mapping of str to str
        What the properties are called, in the order of colours.
    survives : float
        From this score on a property survives.
    """
    data: list[Figure] = []
    axes, told = list[tuple[Figure, Figure]](), set[str]()
    for panel, (_, _, epsilons, curves) in enumerate(panels, start=1):
        for place, (id, name) in enumerate(names.items()):
            if id not in curves:
                continue
            known = np.array([(e, *p) for e, p in zip(epsilons, curves[id], strict=False)])
            x, low, middle, high = known[~np.isnan(known[:, 2])].T
            ends = zip(low, high, strict=True)
            data.append(
                line(
                    x, middle, theme.ink(place), name=name, panel=panel,
                    symbol=theme.symbols[place % len(theme.symbols)],
                    legendgroup=escape(name), showlegend=id not in told,
                    text=[" to ".join(percent(e, whole=True) for e in pair) for pair in ends],
                    tip=f"{escape(name)} at ε = %{{x:g}}: %{{y:.0%}}, nine of ten draws %{{text}}",
                )
            )  # fmt: skip
            told.add(id)
        span = [min(epsilons), max(epsilons)]
        data.append(line(span, [survives] * 2, theme.text, width=1.2, dash="dash", panel=panel))
        ticks = {"tickvals": list(epsilons), "ticktext": [f"{e:g}" for e in epsilons]}
        title = "" if axes else "share that survives"
        up = share_axis(theme, title, room=0.05, showticklabels=not axes)
        axes.append((axis(theme, "ε", type="log", showgrid=False, **ticks), up))
    titles = [
        panel_title(theme, escape(title), panel=panel, detail=escape(detail))
        for panel, (title, detail, *_) in enumerate(panels, start=1)
    ]
    return grid(theme, data, axes, titles=titles, height=360 + LEGEND, left=56, bottom=56 + LEGEND)
