"""Two neighbouring inputs of an audit, and below each how its releases fall into bins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from graphdp_core.digits import percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.encode import escape, segments
from graphdp_core.plots.marks import (
    Figure,
    axis,
    bars,
    dots,
    hidden_axis,
    line,
    note,
    panel_title,
)
from graphdp_core.plots.theme import Theme, layout

__all__ = ["EventBins", "two_worlds"]

DENSE = 60  # edges from which lines are thin
WORLD_ENDS = 0.46  # share of the height below which the releases are
RELEASES_END = 0.33
FEW_NAMES, SHORT_NAME = 6, 9  # bins up to which their names stand below them, and letters
TICKS = 3
SPAN = [-1.25, 1.25]  # around the circle of nodes


class EventBins(NamedTuple):
    """How many releases of two neighbours fell into each bin.

    `inside` says which bins make up the event; `edges` are the ends of the bins of a number, () for
    others; counts are of either neighbour, by bin.
    """

    of: str
    names: Sequence[str]
    inside: Sequence[bool]
    edges: Sequence[float]
    counts: tuple[Sequence[int], Sequence[int]]


def two_worlds(
    left: Graph,
    right: Graph,
    changed: Sequence[tuple[int, int]],
    theme: Theme,
    *,
    bins: EventBins | None = None,
    height: int = 400,
) -> Figure:
    """Two small neighbouring inputs on a circle, and below each what its releases show.

    What differs has a colour. Where weights differ, those that are larger in the neighbour have
    one colour and those that are smaller the other. Bins of the event are filled, others are open;
    a dashed line lies at the cut.

    Parameters
    ----------
    left, right : Graph
        Of equally many nodes.
    changed : sequence of (int, int)
        The node pairs that differ.
    bins : EventBins, optional
    """
    frame = layout(theme, height=height, left=8, right=8, top=40, bottom=48, legend=False)
    data: list[Figure] = []
    notes = [note(theme, "No node to draw.", 0.0, 0.0)] if left.n == 0 else []
    rows = None if bins is None or not any(bins.counts[0]) else bins
    for number, (world, name) in enumerate(((left, "One input"), (right, "Its neighbour")), 1):
        suffix, domain = ("", [0.0, 0.47]) if number == 1 else ("2", [0.53, 1.0])
        data += _world(world, theme, number, changed=_changes(left, right, changed, number == 2))
        seen = "" if rows is None else f"event: {percent(_share(rows, number - 1))}"
        notes.append(panel_title(theme, name, panel=number, detail=seen))
        frame[f"xaxis{suffix}"] = hidden_axis(domain=domain, range=SPAN, anchor=f"y{suffix}")
        frame[f"yaxis{suffix}"] = hidden_axis(
            anchor=f"x{suffix}", range=SPAN, scaleanchor=f"x{suffix}",
            domain=[0.0 if rows is None else WORLD_ENDS, 1.0],
        )  # fmt: skip
        if rows is not None:
            drawn, axes = _releases(rows, theme, number, domain)
            data += drawn
            frame |= axes
    return {"data": data, "layout": frame | {"annotations": notes, "bargap": 0.08}}


def _share(bins: EventBins, world: int) -> float:
    """Of the releases of one neighbour that show the event."""
    counts = bins.counts[world]
    return sum(n for n, inside in zip(counts, bins.inside, strict=True) if inside) / sum(counts)


def _releases(
    bins: EventBins, theme: Theme, number: int, domain: list[float]
) -> tuple[list[Figure], Figure]:
    """The bars of one neighbour with the cut, and their axes; empty bins at the ends are left."""
    both = np.array(bins.counts, dtype=np.float64)
    both /= both.sum(axis=1, keepdims=True)
    used = np.flatnonzero(both.any(axis=0))
    first, last = int(used[0]), int(used[-1])
    inside = np.array(bins.inside)
    shares = both[number - 1]
    panel, top = number + 2, float(both.max()) * 1.08
    used = np.arange(first, last + 1)
    data = [
        bars(here, shares[here], ink, edge=edge, panel=panel, tip="%{text}: %{y:.1%} of releases",
             text=[escape(bins.names[i]) for i in here], textposition="none")
        for here, ink, edge in (
            (used[~inside[used]], theme.background, theme.baseline),
            (used[inside[used]], theme.accent, theme.accent),
        )
    ]  # fmt: skip
    ends = inside[:-1] if bins.edges else inside
    cuts = np.flatnonzero(ends[1:] != ends[:-1])
    data += [
        line([cut + 0.5] * 2, [0.0, top], theme.text, width=1.5, dash="dash", panel=panel)
        for cut in cuts[(first <= cuts) & (cuts < last)]
    ]
    ticks = {"showgrid": False, **_ticks(bins, first, last)}
    across = axis(
        theme, bins.of, domain=domain, anchor=f"y{panel}", range=[first - 0.6, last + 0.6], **ticks
    )
    up = hidden_axis(domain=[0.0, RELEASES_END], anchor=f"x{panel}", range=[0.0, top])
    return data, {f"xaxis{panel}": across, f"yaxis{panel}": up}


def _ticks(bins: EventBins, first: int, last: int) -> Figure:
    """Some ends of bins of a number, names where they are short; else nothing but hovering says."""
    shown = range(first, last + 1)
    names = [bins.names[i] for i in shown]
    if bins.edges:
        at = _some([i for i in shown if first < i < len(bins.edges) - 1])
        places, words = [i - 0.5 for i in at], [f"{bins.edges[i]:.2g}" for i in at]
    elif any(len(name) > SHORT_NAME for name in names):
        return {"showticklabels": False}
    else:
        few = list(shown) if len(names) <= FEW_NAMES else _some(list(shown))
        places, words = list(map(float, few)), [escape(bins.names[i]) for i in few]
    return {"tickvals": places, "ticktext": words}


def _some(places: list[int]) -> list[int]:
    """A few of them, evenly."""
    step = -(-len(places) // TICKS)
    return places[step // 2 :: step] if places else []


def _changes(
    left: Graph, right: Graph, changed: Sequence[tuple[int, int]], is_neighbour: bool
) -> dict[frozenset[int], int]:
    """By node pair, whether it is up (1) or down (-1) in the neighbour; not what is alike."""
    if left.weights is None or right.weights is None or left.m != right.m:
        return {frozenset(pair): 1 for pair in changed}
    if not is_neighbour:
        return {}
    change = np.sign(right.weights - left.weights).astype(int)
    return {
        frozenset(edge): int(sign)
        for edge, sign in zip(left.edges.tolist(), change, strict=True)
        if sign
    }


def _world(
    graph: Graph, theme: Theme, panel: int, *, changed: dict[frozenset[int], int]
) -> list[Figure]:
    """Edges that both share, edges of this one alone or of another weight, nodes."""
    turn = 2 * np.pi * np.arange(graph.n) / max(graph.n, 1) + np.pi / 2
    x, y = np.cos(turn), np.sin(turn)
    kinds = np.array([changed.get(frozenset(edge), 0) for edge in graph.edges.tolist()], dtype=int)
    thin = 1.0 if graph.m <= DENSE else 1 / 3
    traces = []
    for kind, ink, wide in (
        (0, theme.baseline, 1.5), (-1, theme.opposite, 3.0), (1, theme.accent, 4.0)
    ):  # fmt: skip
        joined = segments(np.column_stack((x, y)), graph.edges[kinds == kind])
        traces.append(line(joined[:, 0], joined[:, 1], ink, width=thin * wide, panel=panel))
    return [*traces, dots(x, y, theme.text, tip="node %{pointNumber}", panel=panel)]
