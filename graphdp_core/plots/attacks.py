"""An attack: the bound as a line, what was counted beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.plots.encode import escape
from graphdp_core.plots.marks import Figure, axis, dots, figure, line, log_axis, rule, share_axis
from graphdp_core.plots.theme import Theme

__all__ = ["attack_figure"]

FEW = 28  # points that are drawn as marks
INKS = {
    "bound": "text", "exact": "accent", "measured": "accent", "beyond": "unproved",
    "chance": "muted", "one": "opposite",
}  # fmt: skip
SYMBOLS = {"beyond": "square", "one": "diamond"}
DASHES = {"bound": "dash", "chance": "dot"}


def attack_figure(
    lines: Sequence[tuple[str, str, Floats, Floats]],
    theme: Theme,
    *,
    x_title: str,
    y_title: str,
    log_x: bool = False,
    percent_x: bool = False,
    mark: float | None = None,
    height: int = 430,
) -> Figure:
    """Lines by their role: a bound is dashed, theory thin, what was counted has marks.

    What no guarantee limits has the colour of what is not private.

    Parameters
    ----------
    lines : sequence of (role, name, x, y)
        Role is "bound", "exact", "measured", "beyond", "chance" or "one"; y is a share.
    x_title, y_title : str
    log_x, percent_x : bool
    mark : float, optional
        The present setting: a vertical line.
    """
    seen: dict[str, int] = {}
    data = []
    for role, name, x, y in lines:
        number = seen[role] = seen.get(role, -1) + 1
        ink, tip = getattr(theme, INKS[role]), f"{escape(name)}: %{{y:.1%}}"
        symbol = SYMBOLS.get(role, "circle") + "-open" * (number % 2)
        has_marks = role in ("measured", "beyond") and len(x) <= FEW
        if role == "one" or (role == "measured" and has_marks):
            size = 12 if role == "one" else 8
            data.append(dots(x, y, ink, name=name, tip=tip, symbol=symbol, size=size))
            continue
        data.append(
            line(
                x, y, ink, name=name, tip=tip, symbol=symbol * has_marks,
                width=1.6 if role in ("exact", "chance") else 2.4,
                dash=DASHES.get(role, "dashdot" if number else "solid"),
            )
        )  # fmt: skip
    across = axis(theme, x_title)
    if log_x:
        places = np.concatenate([x for _, _, x, _ in lines])
        across = log_axis(theme, x_title, float(places.min()), float(places.max()), room=0.03)
    elif percent_x:
        across = share_axis(theme, x_title, room=0.01)
    rules = [] if mark is None else [rule(theme, x=mark, dash="dot")]
    return figure(
        theme, data, x=across, y=share_axis(theme, y_title, room=0.03), rules=rules,
        height=height, top=16, left=64, bottom=56,
    )  # fmt: skip
