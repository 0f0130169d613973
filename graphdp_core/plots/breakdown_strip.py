"""A strip below the epsilon slider: where each eigen-direction sinks below the noise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.theme import Theme

__all__ = ["breakdown_strip"]

WIDTH, HEIGHT = 480, 28  # units of a slider of usual width, pixels
ROOM = 6  # before and after the slider's track
CLOSE = 9  # units between two numbers that can both be read
LETTERS, LETTER = 13, 5.6  # height of the type, and about how wide a letter is


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
    order = np.argsort(places, kind="stable")
    parts = [_mark(inside[i], places[i], breakdown_epsilons, epsilon, theme) for i in order]
    names = _names([inside[i] + 1 for i in order], places[order])
    if names:
        names += _reading(names[0][0], names[-1][0])
    parts += [
        f'<text x="{_share(x)}" y="25" font-size="{LETTERS}" fill="{theme.muted}" '
        f'text-anchor="{anchor}">{words}</text>'
        for x, words, anchor in names
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'width="100%" height="{HEIGHT}" font-family="Source Sans, sans-serif">'
        f"{''.join(parts)}</svg>"
    )


def _share(x: float) -> str:
    """A place by its share of the width: letters keep their size on a wide slider."""
    return f"{100.0 * x / WIDTH:.2f}%"


def _mark(
    k: int, x: float, breakdown_epsilons: NDArray[np.floating], epsilon: float, theme: Theme
) -> str:
    """The mark of direction k, with its epsilon for the pointer."""
    is_below = breakdown_epsilons[k] > epsilon
    colour = theme.opposite if is_below else theme.accent
    dash = ' stroke-dasharray="3 2"' if is_below else ""
    place = "below the noise" if is_below else "above the noise"
    words = f"direction {k + 1} {place}: ε* = {breakdown_epsilons[k]:.3g}"
    return (
        f'<line x1="{_share(x)}" x2="{_share(x)}" y1="1" y2="11" stroke="{colour}" '
        f'stroke-width="2"{dash}><title>{words}</title></line>'
    )


def _names(directions: Sequence[int], places: NDArray[np.floating]) -> list[tuple[float, str, str]]:
    """Numbers under their marks; those that would touch stand together, by the first mark."""
    groups: list[tuple[float, list[int]]] = []
    end = -np.inf
    for direction, x in zip(directions, places.tolist(), strict=True):
        if x < end:
            groups[-1][1].append(direction)
        else:
            groups.append((x, [direction]))
        place, members = groups[-1]
        end = place + LETTER * len(_together(members)) + CLOSE
    return [(x, _together(members), "start" if x < CLOSE else "middle") for x, members in groups]


def _together(directions: Sequence[int]) -> str:
    low, high = min(directions), max(directions)
    if 1 < len(directions) == high - low + 1:
        return f"{low}–{high}"
    return ", ".join(map(str, directions))


def _reading(first: float, last: float) -> list[tuple[float, str, str]]:
    """How the marks are read, where there is room for it; nothing elsewhere."""
    words = "each direction is lost left of its mark"
    room = LETTER * len(words)
    if first > room + 2 * CLOSE:
        return [(ROOM, words, "start")]
    return [(WIDTH - ROOM, words, "end")] if WIDTH - last > room + 4 * CLOSE else []
