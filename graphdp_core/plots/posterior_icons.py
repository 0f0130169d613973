"""What a release tells about one edge, as two squares of a hundred releases each."""

from __future__ import annotations

import math

import numpy as np

from graphdp_core.plots.chart.record import Chart, Marks, Panel
from graphdp_core.plots.chart.svg import chart_svg
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.theme import Theme

__all__ = ["posterior_icons"]

SIZE = (620, 220)  # pixels


def posterior_icons(epsilon: float, theme: Theme) -> str:
    """Randomised response on one pair of nodes, as an SVG: filled squares show the edge.

    With an edge, e^epsilon / (1 + e^epsilon) of all releases show it; without one, the rest.

    Raises
    ------
    ValueError
        If epsilon is negative or not a number.

    Examples
    --------
    >>> from graphdp_core.plots.theme import LIGHT
    >>> "73 of 100" in posterior_icons(1.0, LIGHT)
    True
    """
    if not epsilon >= 0:
        raise ValueError(f"epsilon must be at least 0, got {epsilon}.")
    shown = 1 / (1 + math.exp(-epsilon))
    yes = round(100 * shown)
    words = (f"{_words(yes, shown)} of 100", f"{_words(100 - yes, 1 - shown)} of 100")
    alt = (
        f"At {epsilon_label(epsilon)}, an edge that exists is shown in {words[0]} releases, "
        f"one that does not exist in {words[1]}."
    )
    chart = Chart(
        (_square(yes, "accent"), _square(100 - yes, "invented")),
        ("If the edge exists", "If it does not"), tuple(f"shown in {word}" for word in words),
        alt=alt,
    )  # fmt: skip
    return chart_svg(chart, theme, size=SIZE, foot="")


def _words(count: int, share: float) -> str:
    if count == 100 and share < 1:
        return "over 99"
    return "under 1" if count == 0 and share > 0 else str(count)


def _square(filled: int, ink: str) -> Panel:
    """A hundred small squares, row by row, the first of them filled."""
    down, across = np.divmod(np.arange(100), 10)
    corners = np.column_stack((across, 10.0 - down, across + 0.8, 9.2 - down))
    marks = Marks.areas(corners[:filled], ink), Marks.areas(corners[filled:], "grid")
    return Panel((0.0, 10.0), (0.0, 10.0), marks=marks, even=True)
