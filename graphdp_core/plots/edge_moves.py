"""How far each edge moves the scores: a histogram, and the worst edge on the graph."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats, Floats
from graphdp_core.markup import safe_text
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.theme import Theme

__all__ = ["edge_moves_svg"]

WIDTH, HEIGHT, FOOT = 920, 280, 236  # pixels; the line on which the bars stand
BINS, BARS, LEFT = 30, 480, 46  # bars, the width of their field, and where it begins
MOST_EDGES = 4000  # that are drawn behind the worst one


def edge_moves_svg(
    moves: AnyFloats,
    edges: NDArray[np.integer],
    positions: Floats,
    worst: tuple[int, int],
    theme: Theme,
    *,
    alt: str,
) -> str:
    """The moves as a histogram with logarithmic bars, and where the worst edge lies.

    Parameters
    ----------
    moves : ndarray, shape (k,)
        Not empty.
    edges : ndarray of int, shape (m, 2)
    positions : ndarray, shape (n, 2)
    worst : (int, int)
        The nodes of the edge with the largest move.
    theme : Theme
    alt : str
        What it shows, for a screen reader.
    """
    top = float(moves.max()) or 1.0
    counts = np.histogram(moves, bins=BINS, range=(0.0, top))[0]
    tall = np.log1p(counts) / np.log1p(counts.max()) * (FOOT - 24)
    wide = BARS / BINS
    out = [
        f'<rect x="{LEFT + k * wide + 1:.1f}" y="{FOOT - high:.1f}" width="{wide - 2:.1f}" '
        f'height="{high:.1f}" fill="{theme.accent}"/>'
        for k, high in enumerate(tall) if high
    ]  # fmt: skip
    for share, words in ((0.0, "0"), (1.0, format_number(top))):
        out.append(_text(LEFT + share * BARS, FOOT + 18, words, theme.muted))
    mean = float(np.mean(moves))
    x = LEFT + BARS * mean / top
    out.append(
        f'<path d="M{x:.1f},16V{FOOT}" stroke="{theme.opposite}" stroke-width="2"/>'
        + _text(x, 12, f"mean {format_number(mean)}", theme.text)
    )
    out.append(_text(LEFT + BARS / 2, FOOT + 36, "move of all scores by one edge", theme.text))
    low, high = positions.min(axis=0), positions.max(axis=0)
    scale = (HEIGHT - 40) / max(float((high - low).max()), 1e-12)
    places = (positions - (low + high) / 2) * (scale, -scale) + (740, HEIGHT / 2)
    shown = edges[:: max(1, -(-len(edges) // MOST_EDGES))]
    lines = "".join("M{:.0f},{:.0f}L{:.0f},{:.0f}".format(*places[pair].ravel()) for pair in shown)
    out.append(f'<path d="{lines}" stroke="{theme.grid}" stroke-width="0.6" fill="none"/>')
    out += [f'<circle cx="{x:.0f}" cy="{y:.0f}" r="2" fill="{theme.kept}"/>' for x, y in places]
    (a, b), (c, d) = places[worst[0]], places[worst[1]]
    out.append(
        f'<path d="M{a:.0f},{b:.0f}L{c:.0f},{d:.0f}" stroke="{theme.opposite}" stroke-width="4"/>'
        f'<circle cx="{a:.0f}" cy="{b:.0f}" r="6" fill="{theme.opposite}"/>'
        f'<circle cx="{c:.0f}" cy="{d:.0f}" r="6" fill="{theme.opposite}"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" aria-label="{safe_text(alt)}" font-size="12" '
        f'font-family="Helvetica, Arial, sans-serif">{"".join(out)}</svg>'
    )


def _text(x: float, y: float, words: str, ink: str) -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" fill="{ink}" text-anchor="middle">{safe_text(words)}</text>'
    )
