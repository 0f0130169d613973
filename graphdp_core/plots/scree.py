"""Scree plots: eigenvalues by magnitude, how many are used, and what noise reaches."""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.marks import Figure, axis, dots, rule, two_panels
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme

__all__ = ["scree_pair"]


def scree_pair(
    left: AnyFloats,
    right: AnyFloats,
    theme: Theme,
    *,
    sides: Sides,
    d_left: int,
    d_right: int,
    edges: tuple[float, float] | None = None,
    noise_edge: float | None = None,
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
    noise_edge : float, optional
        Magnitude below which the noise of this epsilon is louder than a true direction: a dashed
        line on the left.
    """
    both = [np.asarray(side, dtype=np.float64) for side in (left, right)]
    highest = max(float(np.abs(side).max(initial=0.0)) for side in both) or 1.0
    data, rules = [], []
    for panel, side, d in zip((1, 2), both, (d_left, d_right), strict=True):
        values = side[np.argsort(-np.abs(side), kind="stable")]
        data += [
            dots(
                rows + 1, np.abs(values[rows]), ink, name=name, symbol=symbol, size=8, panel=panel,
                legendgroup=name, showlegend=panel == 1, tip=f"eigenvalue %{{x}}: {sign}%{{y:.4g}}",
            )
            for rows, name, symbol, ink, sign in (
                (np.flatnonzero(values >= 0), "positive", "circle", theme.accent, ""),
                (np.flatnonzero(values < 0), "negative", "diamond-open", theme.opposite, "−"),
            )
        ]  # fmt: skip
        rules.append(
            rule(
                theme, x=d + 0.5, words=f"d = {d}", ink=theme.muted, panel=panel, xanchor="left",
                yanchor="top", xshift=5, font={"size": 12, "color": theme.muted},
            )
        )  # fmt: skip
    levels = [
        (panel, edge, "dot", "noise reaches up to here", 1.0, "right")
        for panel, edge in enumerate(edges or (), start=1)
    ]
    if noise_edge is not None and noise_edge > 0.0:
        words = f"below the noise at {epsilon_label(sides.epsilon)}"
        levels.append((1, noise_edge, "dash", words, 0.45, "center"))
    for panel, level, dash, words, at, anchor in levels:
        if level < highest:
            lowest = np.min(np.abs(both[panel - 1]), initial=highest)
            # Words stand on the side of the line that the points leave free.
            free = "bottom" if lowest < level else "top"
            rules.append(
                rule(
                    theme, y=level, words=words, dash=dash, ink=theme.muted, panel=panel, at=at,
                    xanchor=anchor, yanchor=free, font={"size": 12, "color": theme.muted},
                )
            )  # fmt: skip
    span = [0.2, max(*map(len, both), 1) + 0.8]
    return two_panels(
        theme, data, sides=sides, rules=rules, height=height,
        x=axis(theme, "eigenvalue, by magnitude", showgrid=False, range=span),
        y=axis(theme, "magnitude", range=[0, 1.08 * highest]),
    )  # fmt: skip
