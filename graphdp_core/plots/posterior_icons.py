"""What a release tells about one edge, as two squares of a hundred releases each."""

from __future__ import annotations

import math

from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.theme import Theme

__all__ = ["posterior_icons"]

CELL = 17
SIDE = 10 * CELL - 3


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
    panels = _square(
        theme,
        left=0,
        filled=yes,
        colour=theme.accent,
        head="If the edge exists",
        foot=f"shown in {words[0]} releases",
    ) + _square(
        theme,
        left=SIDE + 70,
        filled=100 - yes,
        colour=theme.invented,
        head="If it does not",
        foot=f"shown in {words[1]} releases",
    )
    width, height = 2 * SIDE + 70 + 24, SIDE + 58
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        f'font-family="Source Sans, sans-serif"><title>{alt}</title>{panels}</svg>'
    )


def _words(count: int, share: float) -> str:
    if count == 100 and share < 1:
        return "over 99"
    return "under 1" if count == 0 and share > 0 else str(count)


def _square(theme: Theme, *, left: int, filled: int, colour: str, head: str, foot: str) -> str:
    cells = "".join(
        f'<rect x="{left + CELL * (k % 10)}" y="{26 + CELL * (k // 10)}" width="{CELL - 3}" '
        f'height="{CELL - 3}" rx="3" fill="{colour if k < filled else theme.grid}"/>'
        for k in range(100)
    )
    return (
        f'<text x="{left}" y="14" font-size="14" font-weight="600" fill="{theme.text}">{head}'
        f"</text>{cells}"
        f'<text x="{left}" y="{SIDE + 48}" font-size="14" fill="{theme.muted}">{foot}</text>'
    )
