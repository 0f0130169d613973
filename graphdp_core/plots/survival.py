"""How much of each property survives over epsilon: one panel for each graph."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from graphdp_core.digits import percent
from graphdp_core.plots.encode import escape
from graphdp_core.plots.panels import Figure, axis, blank, panel_title
from graphdp_core.plots.theme import Theme, layout

__all__ = ["survival_curves"]

GAP = 0.04  # share of the width between two panels
LEGEND = 28  # pixels

Points = Sequence[tuple[float, float, float]]


def survival_curves(
    panels: Sequence[tuple[str, str, Sequence[float], Mapping[str, Points]]],
    names: Mapping[str, str],
    theme: Theme,
    *,
    survives: float,
    height: int = 360,
) -> Figure:
    """Scores of properties, the middle of the draws, above or below the line of surviving.

    Parameters
    ----------
    panels : sequence of tuple
        Title, a muted detail, the epsilons, and by property its low, middle and high score at
        each; nan where nothing is known.
    names : mapping of str to str
        What the properties are called, in the order of colours.
    survives : float
        From this score on a property survives.

    Examples
    --------
    >>> from graphdp_core.plots.theme import LIGHT
    >>> panel = ("A graph", "", (1.0, 2.0), {"tree": [(0.0, 0.1, 0.2), (0.8, 0.9, 1.0)]})
    >>> figure = survival_curves([panel], {"tree": "Spanning tree"}, LIGHT, survives=0.8)
    >>> [trace["name"] for trace in figure["data"] if trace.get("showlegend")]
    ['Spanning tree']
    """
    frame = layout(theme, height=height + LEGEND, left=56, bottom=56 + LEGEND)
    frame["annotations"] = []
    data: list[Figure] = [blank()]
    told: set[str] = set()
    width = (1.0 - GAP * (len(panels) - 1)) / max(len(panels), 1)
    for number, (title, detail, epsilons, curves) in enumerate(panels, start=1):
        suffix = "" if number == 1 else str(number)
        for place, (id, name) in enumerate(names.items()):
            if id in curves:
                trace = _curve(epsilons, curves[id], theme, name=name, place=place, suffix=suffix)
                data.append(trace | {"showlegend": id not in told})
                told.add(id)
        data.append(_line(epsilons, survives, theme, suffix))
        start = (number - 1) * (width + GAP)
        frame[f"xaxis{suffix}"] = {
            **axis(theme, "ε", type="log", tickmode="array", tickvals=list(epsilons),
                   ticktext=[f"{e:g}" for e in epsilons], showgrid=False),
            "domain": [start, start + width], "anchor": f"y{suffix}",
        }  # fmt: skip
        frame[f"yaxis{suffix}"] = {
            **axis(theme, "share that survives" if number == 1 else "", range=[-0.04, 1.06],
                   tickformat=".0%", showticklabels=number == 1),
            "anchor": f"x{suffix}",
        }  # fmt: skip
        frame["annotations"].append(
            panel_title(theme, escape(title), number=number, detail=escape(detail))
        )
    return {"data": data, "layout": frame}


def _curve(
    epsilons: Sequence[float], points: Points, theme: Theme, *, name: str, place: int, suffix: str
) -> Figure:
    known = [(e, *p) for e, p in zip(epsilons, points, strict=True) if not math.isnan(p[1])]
    colour = theme.categorical[place % len(theme.categorical)]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": [e for e, *_ in known],
        "y": [middle for _, _, middle, _ in known],
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "name": escape(name),
        "legendgroup": escape(name),
        "line": {"color": colour, "width": 2},
        "marker": {
            "color": colour, "size": 8, "symbol": theme.symbols[place % len(theme.symbols)],
        },
        "text": [" to ".join(percent(end, whole=True) for end in (low, high))
                 for _, low, _, high in known],
        "hovertemplate": f"{escape(name)} at ε = %{{x:g}}: %{{y:.0%}}, nine of ten draws "
        "%{text}<extra></extra>",
    }  # fmt: skip


def _line(epsilons: Sequence[float], level: float, theme: Theme, suffix: str) -> Figure:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [min(epsilons), max(epsilons)],
        "y": [level, level],
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "line": {"color": theme.text, "width": 1.2, "dash": "dash"},
        "hoverinfo": "skip",
        "showlegend": False,
    }
