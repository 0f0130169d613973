"""A strip below the epsilon slider: where each eigen-direction sinks below the noise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.theme import Theme

__all__ = ["breakdown_strip"]

WIDTH, HEIGHT = 480, 26
ROOM = 6  # before and after the slider's track
CLOSE = 9  # units between two numbers that can both be read


def breakdown_strip(
    breakdown_epsilons: NDArray[np.floating], stops: Sequence[float], epsilon: float, theme: Theme
) -> str:
    """Breakdown epsilons as marks along a slider with evenly spaced stops, as an SVG.

    Parameters
    ----------
    breakdown_epsilons : ndarray, shape (k,)
        Breakdown epsilon of every direction, the strongest first; others than those between the
        first and the last stop are left out.
    stops : sequence of float
        The slider's values, rising, in the same unit as `breakdown_epsilons`.
    epsilon : float
        The present value: directions with a larger breakdown epsilon are drawn as below the noise.

    Examples
    --------
    >>> from graphdp_core.plots.theme import LIGHT
    >>> strip = breakdown_strip(np.array([0.5, 2.0]), (0.1, 1.0, 10.0), 1.0, LIGHT)
    >>> strip.count("<line"), "direction 2 below the noise" in strip
    (2, True)
    """
    inside = [k for k, value in enumerate(breakdown_epsilons) if stops[0] <= value <= stops[-1]]
    track = np.linspace(ROOM, WIDTH - ROOM, len(stops))
    places = np.interp(np.log(breakdown_epsilons[inside]), np.log(stops), track)
    parts, last = [], -np.inf
    for k, x in sorted(zip(inside, places.tolist(), strict=True), key=lambda pair: pair[1]):
        is_below = breakdown_epsilons[k] > epsilon
        colour = theme.opposite if is_below else theme.accent
        dash = ' stroke-dasharray="3 2"' if is_below else ""
        place = "below the noise" if is_below else "above the noise"
        words = f"direction {k + 1} {place}: ε* = {breakdown_epsilons[k]:.3g}"
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="1" y2="11" stroke="{colour}" '
            f'stroke-width="2"{dash}><title>{words}</title></line>'
        )
        if x - last >= CLOSE:
            name = f"direction {k + 1}" if last < 0 else f"{k + 1}"
            anchor = "start" if x < CLOSE else "end" if x > WIDTH - CLOSE else "middle"
            parts.append(
                f'<text x="{x:.1f}" y="23" font-size="11" fill="{theme.muted}" '
                f'text-anchor="{anchor}">{name}</text>'
            )
            last = x + 4 * len(name) - 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="Source Sans, sans-serif">'
        f"{''.join(parts)}</svg>"
    )
