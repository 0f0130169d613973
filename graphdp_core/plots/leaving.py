"""What stays in the house and what leaves it: a small picture for every kind of release."""

from __future__ import annotations

from collections.abc import Callable

from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.term_strokes import (
    EDGES,
    HEIGHT,
    INK,
    NOISE,
    OTHER,
    QUIET,
    TRUE,
    arrow,
    bar,
    dot,
    graph,
    line,
    points,
    word,
)
from graphdp_core.plots.theme import Theme
from graphdp_core.results import (
    Cost,
    Counts,
    Degrees,
    Mixing,
    Partition,
    Result,
    Scores,
    SpanningTree,
    Spectrum,
)

__all__ = ["leaving_svg"]

WIDTH = 176
HOUSE = "M4,26L36,3L68,26V61H4Z"
RIGHT = 108  # where the released thing begins


def leaving_svg(
    returns: type[Graph] | type[Result], theme: Theme, *, of_weights: bool = False
) -> str:
    """The graph in its house, and what leaves it, with the noise in its colour, as SVG.

    Parameters
    ----------
    returns : type
        What is released.
    theme : Theme
    of_weights : bool
        Whether a released graph has the true edges, and noise on their weights alone.
    """
    inks = {
        "var(--true)": theme.accent, "var(--other)": theme.opposite, "var(--noise)": theme.invented,
        "var(--lost)": theme.lost, "var(--quiet)": theme.muted, "currentColor": theme.text,
    }  # fmt: skip
    inside = graph(17, scale=0.62)
    drawn = line(HOUSE, INK, 2) + f'<g transform="translate(0 18)">{inside}</g>' + arrow(78, far=18)
    if returns is Graph:
        drawn += _weights() if of_weights else _graph()
    else:
        drawn += KINDS[returns]()
    for name, ink in inks.items():
        drawn = drawn.replace(name, ink)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="352" '
        f'height="128" font-size="11" font-family="sans-serif">{drawn}</svg>'
    )


def _graph() -> str:
    """With an edge that noise made, and one that it took."""
    return graph(RIGHT + 4, EDGES[:-1], more=[(1, 3)], less=EDGES[-1:])


def _weights() -> str:
    """The same edges, each as wide as noise has made it."""
    at = [(RIGHT + 4 + x, 6 + y) for x, y in ((8, 12), (38, 6), (24, 34), (46, 40), (6, 50))]
    wide = (1.0, 4.5, 2.0, 3.5, 1.5)
    drawn = (
        line(f"M{at[a][0]},{at[a][1]}L{at[b][0]},{at[b][1]}", NOISE, w)
        for (a, b), w in zip(EDGES, wide, strict=True)
    )
    return "".join(drawn) + points(at)


def _groups() -> str:
    """Who belongs together, without the edges."""
    first, second = ((6, 20), (22, 12), (16, 36)), ((42, 28), (58, 20), (54, 46))
    return "".join(dot(RIGHT + x, y, TRUE, 5.5) for x, y in first) + "".join(
        dot(RIGHT + x, y, OTHER, 5.5) for x, y in second
    )


def _number() -> str:
    return word(RIGHT + 28, 40, "≈ 42", NOISE, 24)


def _degrees() -> str:
    """How many nodes have how many edges."""
    heights = (40, 28, 16, 8)
    bars = "".join(bar(RIGHT + 3 + 15 * k, h, NOISE, 11) for k, h in enumerate(heights))
    return bars + line(f"M{RIGHT},54h60", QUIET, 1.5)


def _mixing() -> str:
    """A table of three groups by three, with most on its diagonal."""
    heavy = ((26, 10, 6), (10, 24, 8), (6, 8, 22))
    return "".join(
        line(f"M{RIGHT + 8 + 20 * a - w / 2},{12 + 20 * b}h{w}", NOISE, 15 * w / 26 + 2)
        for b, row in enumerate(heavy)
        for a, w in enumerate(0.6 * width for width in row)
    )


def _ranking() -> str:
    """The nodes, each with a bar of its score."""
    lengths = (44, 34, 22, 10)
    return "".join(
        dot(RIGHT + 4, 11 + 14 * k, TRUE, 4.5)
        + line(f"M{RIGHT + 12},{11 + 14 * k}h{length}", NOISE, 6)
        for k, length in enumerate(lengths)
    )


def _spectrum() -> str:
    """Eigenvalues above and below nothing."""
    heights = (26, 16, 9, -7, -13)
    bars = "".join(line(f"M{RIGHT + 6 + 12 * k},34v{-h}", NOISE, 6) for k, h in enumerate(heights))
    return bars + line(f"M{RIGHT},34h62", QUIET, 1.5)


def _tree() -> str:
    """Edges that join all nodes without a circle."""
    at = [(RIGHT + x, y) for x, y in ((4, 14), (22, 36), (40, 18), (56, 40), (30, 56))]
    joined = "".join(
        line(f"M{at[a][0]},{at[a][1]}L{at[b][0]},{at[b][1]}", NOISE)
        for a, b in ((0, 1), (1, 2), (2, 3), (1, 4))
    )
    return joined + points(at)


KINDS: dict[type[Graph] | type[Result], Callable[[], str]] = {
    Partition: _groups,
    Counts: _number,
    Cost: _number,
    Degrees: _degrees,
    Mixing: _mixing,
    Scores: _ranking,
    Spectrum: _spectrum,
    SpanningTree: _tree,
}
