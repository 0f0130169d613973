"""An audit: the bound that climbs towards the claim, and what each outcome tells.

An attack: the bound as a line, what was counted beside it.

Two neighbouring inputs of an audit, and below each how its releases fall into bins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.digits import percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.encode import escape, segments
from graphdp_core.plots.marks import (
    Figure,
    axis,
    bars,
    dots,
    figure,
    hidden_axis,
    line,
    log_axis,
    note,
    panel_title,
    rule,
    share_axis,
)
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.theme import Theme, layout

LEAST_NAMED = 0.12  # of epsilon: narrower steps say their names when pointed at


def climb_curve(
    runs: Sequence[int],
    certified: Sequence[float],
    claimed: float,
    theme: Theme,
    *,
    most: int,
    height: int = 400,
) -> Figure:
    """Certified epsilon against fresh releases, below (or above) the line that is claimed.

    Parameters
    ----------
    runs : sequence of int
        Releases at each look.
    certified : sequence of float
        What each look certifies.
    most : int
        Releases at the last look to come: the end of the axis.
    """
    best = np.maximum.accumulate([0.0, *certified])[1:]
    low = min(runs, default=max(most // 128, 1))
    ink = theme.unproved if best.max(initial=0.0) > claimed else theme.accent
    curve = line(
        runs, best, ink, width=2.5, shape="hv", symbol="circle",
        tip="%{x:,} releases: at least ε = %{y:.3g}",
    )  # fmt: skip
    words = f"claimed: ε = {format_number(claimed)}"
    return figure(
        theme, [curve], height=height, top=24, bottom=56, legend=False,
        x=log_axis(theme, "fresh releases of each neighbour", low, max(most, low + 1), room=0.02),
        y=axis(theme, "leak shown, as ε", range=[0, 1.15 * max(claimed, best.max(initial=0.0))]),
        rules=[rule(theme, y=claimed, words=words, at=0, xanchor="left")],
    )  # fmt: skip


def budget_bar(steps: Sequence[tuple[str, float, float]], claimed: float, theme: Theme) -> Figure:
    """All of epsilon as one bar: a step for each draw, filled as far as it was seen to lose.

    Parameters
    ----------
    steps : sequence of (str, float, float)
        What is drawn, its share of epsilon, and the most that it lost.
    """
    data: list[Figure] = []
    named, at = [], 0.0
    for name, share, spent in steps:
        full, tip = min(spent, share), f"{escape(name)}: lost {spent:.4g} of {share:.4g}"
        data += [
            bars([0], [full], theme.accent, across=True, edge=theme.background, tip=tip),
            bars([0], [share - full], theme.surface, across=True, edge=theme.muted, tip=tip),
        ]
        if share >= LEAST_NAMED * claimed:
            words = "<br>".join(escape(part) for part in name.split(" ", 1))
            named.append(
                note(theme, words, at + share / 2, 0.5, yanchor="bottom",
                     font={"size": 12, "color": theme.text})
            )  # fmt: skip
        at += share
    return figure(
        theme, data, x=axis(theme, "share of ε", range=[0, max(claimed, at) * 1.001]),
        y=hidden_axis(range=[-0.5, 0.5]), notes=named, more={"barmode": "stack", "bargap": 0.0},
        height=210, left=8, top=44, bottom=36, legend=False,
    )  # fmt: skip


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
    mark : float, optional
        The present setting: a vertical line.
    """
    seen: dict[str, int] = {}
    data = []
    for role, name, x, y in lines:
        number = seen[role] = seen.get(role, -1) + 1
        ink, tip = theme.ink(INKS[role]), f"{escape(name)}: %{{y:.1%}}"
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
    """
    frame = layout(theme, height=height, left=8, right=8, top=40, bottom=48, legend=False)
    data: list[Figure] = []
    notes = [note(theme, "No node to draw.", 0.0, 0.0)] if left.n == 0 else []
    rows = None if bins is None or not any(bins.counts[0]) else bins
    for number, (world, name) in enumerate(((left, "One input"), (right, "Its neighbour")), 1):
        suffix, domain = ("", [0.0, 0.47]) if number == 1 else ("2", [0.53, 1.0])
        data += _world(world, theme, number, changed=_changes(left, right, changed, number == 2))
        seen = ""
        if rows is not None:
            counts = np.array(rows.counts[number - 1])
            share = float(counts[np.array(rows.inside)].sum() / counts.sum())
            seen = f"sign: {percent(share)}"
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
    is_number, shown = bool(bins.edges), range(first, last + 1)
    if not is_number and any(len(bins.names[i]) > SHORT_NAME for i in shown):
        return {"showticklabels": False}
    places = [i for i in shown if not is_number or first < i < len(bins.edges) - 1]
    step = 1 if len(places) <= FEW_NAMES and not is_number else max(1, -(-len(places) // TICKS))
    some = places[step // 2 :: step]
    words = [f"{bins.edges[i]:.2g}" if is_number else escape(bins.names[i]) for i in some]
    return {"tickvals": [i - 0.5 * is_number for i in some], "ticktext": words}


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
