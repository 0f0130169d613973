"""How many times core numbers are off, by the way they are told, beside a published claim."""

from __future__ import annotations

from collections.abc import Sequence

from graphdp_core.plots.encode import escape
from graphdp_core.plots.panels import Figure, axis, note
from graphdp_core.plots.theme import Theme, layout

__all__ = ["CLAIM", "core_factors"]

ROW = 46  # pixels
CLAIM = 3.0
"""Times off on average: what a publication offers as a sign of quality."""


def core_factors(
    names: Sequence[str], factors: Sequence[float], errors: Sequence[float], theme: Theme
) -> Figure:
    """One bar a way: its mean factor, from 1 on, and its mean error in words.

    Parameters
    ----------
    names : sequence of str
    factors : sequence of float
        At least 1.
    errors : sequence of float
        Mean absolute errors.
    theme : Theme
    """
    rows = list(range(len(names)))
    named = [
        f"{escape(name)}<br><span style='font-size:11px'>mean error {error:.1f}</span>"
        for name, error in zip(names, errors, strict=True)
    ]
    bars: Figure = {
        "type": "bar", "orientation": "h", "base": 1.0, "y": rows,
        "x": [factor - 1.0 for factor in factors], "width": 0.55,
        "marker": {"color": theme.accent},
        "text": [f"{factor:.2f} times" for factor in factors], "textposition": "outside",
        "textfont": {"size": 13, "color": theme.text}, "cliponaxis": False,
        "hovertemplate": "%{text}<extra></extra>",
    }  # fmt: skip
    most = max([*factors, CLAIM])
    frame = layout(theme, height=ROW * max(len(rows), 1) + 96, top=34, left=128, legend=False)
    frame |= {
        "xaxis": axis(theme, "times off, mean over nodes", range=[1.0, 1.0 + 1.6 * (most - 1.0)]),
        "yaxis": axis(
            theme, showgrid=False, tickmode="array", tickvals=rows,
            ticktext=named, range=[len(rows) - 0.4, -0.6],
        ),
        "shapes": [{
            "type": "line", "x0": CLAIM, "x1": CLAIM, "y0": 0, "y1": 1, "yref": "y domain",
            "line": {"color": theme.baseline, "width": 2, "dash": "dot"}, "layer": "below",
        }],
        "annotations": [
            note(theme, f"claimed: {CLAIM:g} times", CLAIM, -0.6, xanchor="right", yanchor="bottom")
        ],
    }  # fmt: skip
    frame["yaxis"].pop("nticks", None)
    return {"data": [bars], "layout": frame}
