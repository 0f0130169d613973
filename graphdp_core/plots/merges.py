"""How density peaks merge: the persistence diagram that decides the number of clusters."""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.marks import Figure, axis, dots, line, reach, two_panels
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme

__all__ = ["merge_pair"]


def merge_pair(
    left: AnyFloats,
    right: AnyFloats,
    theme: Theme,
    *,
    thresholds: tuple[float, float],
    sides: Sides,
    height: int = 380,
) -> Figure:
    """Every density peak by its height and the height of the saddle at which it merges.

    Far below the diagonal are clusters, near it are bumps; the dashed line is the threshold.

    Parameters
    ----------
    left, right : ndarray, shape (peaks, 2)
        Log-density at the peak and at the saddle, -inf for a peak that never merges: it is drawn
        on the dotted line.
    thresholds : pair of float
        Least prominence of a cluster in each panel.
    """
    low, high = reach(left, right, room=0.0)
    span = max(high - low, *(2.0 * t for t in thresholds), 1e-9)
    never, top = low - 0.15 * span, high + 0.05 * span
    ends = np.array([never, top])
    data: list[Figure] = []
    details = []
    for panel, merges, threshold in zip((1, 2), (left, right), thresholds, strict=True):
        peaks, saddles = np.asarray(merges, dtype=np.float64).reshape(-1, 2).T
        is_kept = peaks - saddles > threshold
        details.append(f"{int(is_kept.sum()):,} of {len(peaks):,} peaks")
        data += [
            line(ends, y, theme.baseline, name=name, width=1.2, dash=dash, panel=panel,
                 showlegend=bool(name) and panel == 1, legendrank=2000)
            for name, y, dash in (
                ("", ends, "solid"), ("threshold", ends - threshold, "dash"),
                ("never merges", [never, never], "dot"),
            )
        ]  # fmt: skip
        drawn = np.maximum(saddles, never)
        data += [
            dots(peaks[rows], drawn[rows], ink, name=name, symbol=symbol, size=size, panel=panel,
                 legendgroup=name, showlegend=panel == 1,
                 tip=f"{name}<br>peak %{{x:.3g}}<br>saddle %{{y:.3g}}")
            for rows, name, symbol, ink, size in (
                (is_kept, "cluster", "circle", theme.accent, 10),
                (~is_kept, "merged away", "circle-open", theme.opposite, 7),
            )
        ]  # fmt: skip
    return two_panels(
        theme, data, sides=sides, details=(details[0], details[1]), gap=0.09, height=height,
        x=axis(theme, "log-density at the peak", range=[low - 0.05 * span, top]),
        y=axis(theme, "at the saddle", range=[never - 0.08 * span, top]),
    )  # fmt: skip
