"""An audit: the bound that climbs towards the claim, and the two worlds that it compares."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.encode import escape
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.panels import Figure, axis, hidden_axis, log_ticks, note, panel_title
from graphdp_core.plots.theme import Theme, layout

__all__ = ["climb_curve", "outcome_losses", "two_worlds"]

DENSE = 60  # edges from which lines are thin
BAR = -1.45  # height of the bar below a world whose nodes lie on the unit circle


def climb_curve(
    runs: Sequence[int],
    certified: Sequence[float],
    claimed: float,
    theme: Theme,
    *,
    most: int,
    height: int = 340,
) -> Figure:
    """Certified epsilon against fresh releases, below (or above) the line that is claimed.

    Parameters
    ----------
    runs : sequence of int
        Releases at each look.
    certified : sequence of float
        What each look certifies.
    claimed : float
    most : int
        Releases at the last look to come: the end of the axis.
    """
    best = np.maximum.accumulate(certified) if len(certified) else np.empty(0)
    broken = bool(len(best) and best[-1] > claimed)
    colour = theme.unproved if broken else theme.accent
    low = min(runs, default=max(most // 128, 1))
    curve: Figure = {
        "type": "scatter",
        "mode": "lines+markers",
        "x": list(runs),
        "y": [float(value) for value in best],
        "line": {"color": colour, "width": 2.5, "shape": "hv"},
        "marker": {"color": colour, "size": 8},
        "hovertemplate": "%{x:,} releases: at least ε = %{y:.3g}<extra></extra>",
        "showlegend": False,
    }
    line: Figure = {
        "type": "scatter",
        "mode": "lines",
        "x": [low, most],
        "y": [claimed, claimed],
        "line": {"color": theme.text, "width": 1.5, "dash": "dash"},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    frame = layout(theme, height=height, left=56, top=24, bottom=56, legend=False)
    top = max([claimed, *map(float, best)]) * 1.15
    frame |= {
        "xaxis": axis(theme, "fresh releases of each neighbour", type="log",
                      range=[math.log10(low) - 0.02, math.log10(most) + 0.02],
                      **log_ticks(low, most)),
        "yaxis": axis(theme, "certified ε", range=[0, top]),
        "annotations": [{
            "x": 0, "xref": "paper", "xanchor": "left", "y": claimed, "yanchor": "bottom",
            "text": f"claimed: ε = {format_number(claimed)}", "showarrow": False,
            "font": {"size": 13, "color": theme.text},
        }],
    }  # fmt: skip
    return {"data": [line, curve], "layout": frame}


def two_worlds(
    left: Graph,
    right: Graph,
    changed: Sequence[tuple[int, int]],
    theme: Theme,
    *,
    shares: tuple[float, float] | None = None,
    height: int = 340,
) -> Figure:
    """Two small neighbouring inputs on a circle, what differs in colour, and how often the event.

    Where weights differ, those that are larger in the neighbour have one colour and those that
    are smaller the other.

    Parameters
    ----------
    left, right : Graph
        Of equally many nodes.
    changed : sequence of (int, int)
        The node pairs that differ.
    shares : (float, float), optional
        Of the releases of either that show the event.
    """
    frame = layout(theme, height=height, left=8, right=8, top=40, bottom=16, legend=False)
    data: list[Figure] = []
    annotations = []
    for number, (world, name) in enumerate(((left, "One input"), (right, "Its neighbour")), 1):
        suffix = "" if number == 1 else "2"
        data += _world(world, theme, suffix, changed=_changes(left, right, changed, number == 2))
        seen = "" if shares is None else f"event: {_percent(shares[number - 1])}"
        annotations.append(panel_title(theme, name, number=number, detail=seen))
        domain = [0.0, 0.47] if number == 1 else [0.53, 1.0]
        bottom = -1.25 if shares is None else BAR - 0.2
        frame[f"xaxis{suffix}"] = hidden_axis(domain=domain, range=[-1.25, 1.25])
        frame[f"yaxis{suffix}"] = hidden_axis(
            anchor=f"x{suffix}", range=[bottom, 1.25], scaleanchor=f"x{suffix}"
        )
        if shares is not None:
            data += _bar(shares[number - 1], theme, suffix)
    if left.n == 0:
        annotations.append(note(theme, "No node to draw.", 0.0, 0.0))
    return {"data": data, "layout": frame | {"annotations": annotations}}


def outcome_losses(
    outcomes: Sequence[str],
    low: Floats,
    high: Floats,
    claimed: float,
    theme: Theme,
    *,
    chances: Floats,
    height: int = 340,
) -> Figure:
    """ln P/P' of every outcome between the lines at +-epsilon, exactly or with its bounds.

    Parameters
    ----------
    outcomes : sequence of str
        Of one release; the likelier ones first.
    low, high : ndarrays, shape (k,)
        Bounds of the loss, the same where it is known; -inf or inf reach the edge.
    claimed : float
        Epsilon.
    chances : ndarray, shape (k,)
        Of the outcomes.
    """
    ends = np.concatenate((low[np.isfinite(low)], high[np.isfinite(high)], [claimed]))
    top = float(min(max(1.25 * np.abs(ends).max(), 1.4 * claimed), 4.0 * claimed + 1.0))
    bottom_end, top_end = np.clip(low, -top, top), np.clip(high, -top, top)
    middle = (bottom_end + top_end) / 2.0
    beyond = np.maximum(low, -high) > claimed * (1.0 + 1e-9)
    places = np.arange(len(outcomes), dtype=np.float64)
    data: list[Figure] = [
        {
            "type": "scatter", "mode": "lines", "x": [-0.6, len(outcomes) - 0.4],
            "y": [level, level], "hoverinfo": "skip", "showlegend": False,
            "line": {"color": theme.text, "width": 1.5, "dash": "dash"},
        }
        for level in (-claimed, claimed)
    ]  # fmt: skip
    for is_beyond, colour in ((False, theme.accent), (True, theme.unproved)):
        here = beyond == is_beyond
        data.append({
            "type": "scatter", "mode": "markers", "showlegend": False,
            "x": places[here].tolist(), "y": middle[here].tolist(),
            "error_y": {
                "type": "data", "array": (top_end - middle)[here].tolist(), "width": 3,
                "color": colour, "thickness": 2,
            },
            "marker": {"color": colour, "size": 7, "symbol": "square" if is_beyond else "circle"},
            "text": [
                f"{escape(name)}: {chance:.2%} of releases"
                for name, chance, shown in zip(outcomes, chances, here, strict=True) if shown
            ],
            "hovertemplate": "%{text}<br>loss %{y:.3g}<extra></extra>",
        })  # fmt: skip
    frame = layout(theme, height=height, left=56, top=24, bottom=40, legend=False)
    frame |= {
        "xaxis": axis(theme, "outcomes, the likelier ones first", showticklabels=False,
                      range=[-0.6, len(outcomes) - 0.4], showgrid=False),
        "yaxis": axis(theme, "ln P/P′", range=[-top * 1.02, top * 1.02]),
        "annotations": [
            note(theme, f"{sign}ε = {sign}{format_number(claimed)}", 1, y, xref="paper",
                 xanchor="right", yanchor=anchor, font={"size": 13, "color": theme.text})
            for sign, y, anchor in (("", claimed, "bottom"), ("−", -claimed, "top"))
        ],
    }  # fmt: skip
    return {"data": data, "layout": frame}


def _percent(share: float) -> str:
    """A share of releases; none and all are said as such only where they are."""
    return f"{share:.1%}" if share in (0.0, 1.0) or 0.001 <= share < 0.9995 else f"{share:.2%}"


def _bar(share: float, theme: Theme, suffix: str) -> list[Figure]:
    """A bar that fills with the share of releases that show the event."""
    return [
        {
            "type": "scatter", "mode": "lines", "x": [-1.0, 2.0 * end - 1.0], "y": [BAR, BAR],
            "xaxis": f"x{suffix}", "yaxis": f"y{suffix}", "showlegend": False,
            "line": {"color": colour, "width": 16}, "hoverinfo": "skip",
        }
        for end, colour in ((1.0, theme.grid), (share, theme.accent))
    ]  # fmt: skip


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
    graph: Graph, theme: Theme, suffix: str, *, changed: dict[frozenset[int], int]
) -> list[Figure]:
    """Edges that both share, edges of this one alone or of another weight, nodes."""
    turn = 2 * np.pi * np.arange(graph.n) / max(graph.n, 1) + np.pi / 2
    x, y = np.cos(turn), np.sin(turn)
    kinds: dict[int, tuple[list[float | None], list[float | None]]] = {
        0: ([], []), -1: ([], []), 1: ([], []),
    }  # fmt: skip
    for u, v in graph.edges.tolist():
        across, up = kinds[changed.get(frozenset((u, v)), 0)]
        across += [float(x[u]), float(x[v]), None]
        up += [float(y[u]), float(y[v]), None]
    colours = {0: theme.baseline, -1: theme.opposite, 1: theme.accent}
    widths = {0: 0.5, -1: 0.5, 1: 1.5} if graph.m > DENSE else {0: 1.5, -1: 3, 1: 4}
    traces: list[Figure] = [
        {
            "type": "scatter", "mode": "lines", "x": across, "y": up, "xaxis": f"x{suffix}",
            "yaxis": f"y{suffix}", "hoverinfo": "skip", "showlegend": False,
            "line": {"color": colours[kind], "width": widths[kind]},
        }
        for kind, (across, up) in kinds.items()
    ]  # fmt: skip
    traces.append({
        "type": "scatter", "mode": "markers", "x": x.tolist(), "y": y.tolist(),
        "xaxis": f"x{suffix}", "yaxis": f"y{suffix}", "showlegend": False,
        "marker": {"color": theme.text, "size": 9},
        "text": [f"node {i}" for i in range(graph.n)], "hovertemplate": "%{text}<extra></extra>",
    })  # fmt: skip
    return traces
