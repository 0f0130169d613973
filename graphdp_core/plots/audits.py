"""An audit: the bound that climbs towards the claim, and what each outcome tells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.digits import percent
from graphdp_core.plots.encode import escape
from graphdp_core.plots.marks import (
    Figure,
    axis,
    bars,
    dots,
    figure,
    hidden_axis,
    line,
    log_axis,
    named_axis,
    note,
    rule,
    spread,
)
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.theme import Theme

__all__ = ["budget_bar", "climb_curve", "outcome_losses"]

LEAST_NAMED = 0.12  # of epsilon: narrower steps say their names when pointed at


def climb_curve(
    runs: Sequence[int],
    certified: Sequence[float],
    claimed: float,
    theme: Theme,
    *,
    most: int,
    height: int = 400,
) -> Figure:
    """Certified epsilon against fresh releases, below (or above) the line that is claimed.

    Parameters
    ----------
    runs : sequence of int
        Releases at each look.
    certified : sequence of float
        What each look certifies.
    claimed : float
    most : int
        Releases at the last look to come: the end of the axis.
    """
    best = np.maximum.accumulate([0.0, *certified])[1:]
    low = min(runs, default=max(most // 128, 1))
    ink = theme.unproved if best.max(initial=0.0) > claimed else theme.accent
    curve = line(
        runs, best, ink, width=2.5, shape="hv", symbol="circle",
        tip="%{x:,} releases: at least ε = %{y:.3g}",
    )  # fmt: skip
    words = f"claimed: ε = {format_number(claimed)}"
    return figure(
        theme, [curve], height=height, top=24, bottom=56, legend=False,
        x=log_axis(theme, "fresh releases of each neighbour", low, max(most, low + 1), room=0.02),
        y=axis(theme, "certified ε", range=[0, 1.15 * max(claimed, best.max(initial=0.0))]),
        rules=[rule(theme, y=claimed, words=words, at=0, xanchor="left")],
    )  # fmt: skip


def outcome_losses(
    outcomes: Sequence[str],
    low: Floats,
    high: Floats,
    claimed: float,
    theme: Theme,
    *,
    chances: Floats,
    height: int = 340,
) -> Figure:
    """ln P/P' of every outcome between the lines at +-epsilon, exactly or with its bounds.

    Parameters
    ----------
    outcomes : sequence of str
        Of one release; the likelier ones first.
    low, high : ndarrays, shape (k,)
        Bounds of the loss, the same where it is known; -inf or inf reach the edge.
    claimed : float
        Epsilon.
    chances : ndarray, shape (k,)
        Of the outcomes.
    """
    ends = np.concatenate((low[np.isfinite(low)], high[np.isfinite(high)], [claimed]))
    top = float(min(max(1.25 * np.abs(ends).max(), 1.4 * claimed), 4.0 * claimed + 1.0))
    first, last = np.clip(low, -top, top), np.clip(high, -top, top)
    middle = (first + last) / 2.0
    is_beyond = np.maximum(low, -high) > claimed * (1.0 + 1e-9)
    said = [
        f"{escape(name)}: {percent(chance)} of releases"
        for name, chance in zip(outcomes, chances, strict=True)
    ]
    data = [
        dots(
            here, middle[here], ink, symbol=symbol, size=7, tip="%{text}<br>loss %{y:.3g}",
            text=[said[i] for i in here],
            error_y=spread(first[here], middle[here], last[here], ink, width=3) | {"thickness": 2},
        )
        for here, ink, symbol in (
            (np.flatnonzero(~is_beyond), theme.accent, "circle"),
            (np.flatnonzero(is_beyond), theme.unproved, "square"),
        )
    ]  # fmt: skip
    rules = [
        rule(
            theme, y=sign * claimed, words=f"{word}ε = {word}{format_number(claimed)}",
            xanchor="right", yanchor="bottom" if sign > 0 else "top",
        )
        for sign, word in ((1, ""), (-1, "−"))
    ]  # fmt: skip
    places = named_axis(
        theme, outcomes, "outcomes, the likelier ones first", showticklabels=False, ticktext=[]
    )
    return figure(
        theme, data, x=places, y=axis(theme, "ln P/P′", range=[-1.02 * top, 1.02 * top]),
        rules=rules, height=height, top=24, bottom=40, legend=False,
    )  # fmt: skip


def budget_bar(
    steps: Sequence[tuple[str, float, float]], claimed: float, theme: Theme, *, height: int = 210
) -> Figure:
    """All of epsilon as one bar: a step for each draw, filled as far as it was seen to lose.

    Parameters
    ----------
    steps : sequence of (str, float, float)
        What is drawn, its share of epsilon, and the most that it lost.
    claimed : float
    """
    data: list[Figure] = []
    named, at = [], 0.0
    for name, share, spent in steps:
        full, tip = min(spent, share), f"{escape(name)}: lost {spent:.4g} of {share:.4g}"
        data += [
            bars([0], [full], theme.accent, across=True, edge=theme.background, tip=tip),
            bars([0], [share - full], theme.surface, across=True, edge=theme.muted, tip=tip),
        ]
        if share >= LEAST_NAMED * claimed:
            words = "<br>".join(escape(part) for part in name.split(" ", 1))
            named.append(
                note(theme, words, at + share / 2, 0.5, yanchor="bottom",
                     font={"size": 12, "color": theme.text})
            )  # fmt: skip
        at += share
    return figure(
        theme, data, x=axis(theme, "share of ε", range=[0, max(claimed, at) * 1.001]),
        y=hidden_axis(range=[-0.5, 0.5]), notes=named, more={"barmode": "stack", "bargap": 0.0},
        height=height, left=8, top=44, bottom=36, legend=False,
    )  # fmt: skip
