"""How much of each property survives over epsilon: one panel for each graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from graphdp_core.digits import percent
from graphdp_core.plots.encode import escape
from graphdp_core.plots.marks import Figure, axis, line, panel_title, share_axis
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
    data: list[Figure] = [line([], [], theme.text)]
    titles, told = [], set[str]()
    width = (1.0 - GAP * (len(panels) - 1)) / max(len(panels), 1)
    for panel, (title, detail, epsilons, curves) in enumerate(panels, start=1):
        for place, (id, name) in enumerate(names.items()):
            known = np.array([(e, *p) for e, p in zip(epsilons, curves.get(id, ()), strict=False)])
            known = known.reshape(-1, 4)
            x, low, middle, high = known[~np.isnan(known[:, 2])].T
            if id in curves:
                ends = zip(low, high, strict=True)
                ink, symbol = (
                    looks[place % len(looks)] for looks in (theme.categorical, theme.symbols)
                )
                data.append(
                    line(
                        x, middle, ink, name=name, symbol=symbol, panel=panel,
                        legendgroup=escape(name), showlegend=id not in told,
                        text=[" to ".join(percent(e, whole=True) for e in pair) for pair in ends],
                        tip=f"{escape(name)} at ε = %{{x:g}}: %{{y:.0%}}, nine of ten draws "
                        "%{text}",
                    )
                )  # fmt: skip
                told.add(id)
        span = [min(epsilons), max(epsilons)]
        data.append(line(span, [survives] * 2, theme.text, width=1.2, dash="dash", panel=panel))
        start = (panel - 1) * (width + GAP)
        ticks = {"tickvals": list(epsilons), "ticktext": [f"{e:g}" for e in epsilons]}
        suffix, is_first = "" if panel == 1 else str(panel), panel == 1
        frame[f"xaxis{suffix}"] = axis(
            theme, "ε", type="log", showgrid=False, domain=[start, start + width],
            anchor=f"y{suffix}", **ticks,
        )  # fmt: skip
        frame[f"yaxis{suffix}"] = share_axis(
            theme, "share that survives" if is_first else "", room=0.05, anchor=f"x{suffix}",
            showticklabels=is_first,
        )  # fmt: skip
        titles.append(panel_title(theme, escape(title), panel=panel, detail=escape(detail)))
    return {"data": data, "layout": frame | {"annotations": titles}}
