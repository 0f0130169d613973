"""Theory beside observation: the predicted private shape, its diameter, and what can survive."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.numbers import epsilon_label, format_number
from graphdp_core.plots.pair.clouds import cloud_pair, widest_view
from graphdp_core.plots.pair.plotly import pair_figure
from graphdp_core.plots.panels import Figure, axis, log_ticks, note, panel_title
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, layout

__all__ = ["breakdown_plot", "diameter_curve", "theory_pair"]


LOWEST, HIGHEST = 0.1, 20.0  # of the epsilon axes


def theory_pair(
    predicted: AnyFloats,
    observed: AnyFloats,
    theme: Theme,
    *,
    epsilon: float,
    categories: NDArray[np.integer] | None = None,
    category_names: Sequence[str] = (),
    names: Sequence[str] | None = None,
    height: int = 380,
) -> Figure:
    """Where theory puts the released nodes, and where the raw embedding of this draw puts them.

    Parameters
    ----------
    predicted, observed : ndarray, shape (n, d)
        The observed one already aligned to the predicted one.
    """
    pair = cloud_pair(
        *widest_view(predicted, observed),
        axis_word="direction",
        categories=categories,
        category_names=category_names,
        names=names,
    )
    figure = pair_figure(pair, theme, sides=Sides(epsilon), height=height)
    words = (f"Predicted at {epsilon_label(epsilon)}", f"Observed at {epsilon_label(epsilon)}")
    for annotation, text in zip(figure["layout"]["annotations"], words, strict=False):
        annotation["text"] = text
    return figure


def diameter_curve(
    largest: float, theme: Theme, *, epsilon: float, observed: float, height: int = 300
) -> Figure:
    """Diameter of the private latent shape against epsilon: largest * sqrt(tanh(eps / 2)).

    Parameters
    ----------
    largest : float
        Diameter without privacy.
    observed : float
        Diameter of the raw private embedding at `epsilon`.
    """
    grid = np.geomspace(LOWEST, HIGHEST, 120)
    curve = {
        "type": "scatter",
        "mode": "lines",
        "x": encode_array(grid),
        "y": encode_array(largest * np.sqrt(np.tanh(grid / 2))),
        "name": "predicted, without sampling error",
        "line": {"color": theme.accent, "width": 2},
        "hovertemplate": "ε %{x:.3g}<br>diameter %{y:.3g}<extra></extra>",
    }
    dot = {
        "type": "scatter",
        "mode": "markers",
        "x": [max(epsilon, LOWEST)],
        "y": [observed],
        "name": "observed in this draw",
        "marker": {"size": 11, "symbol": "diamond", "color": theme.opposite},
        "hovertemplate": "observed %{y:.3g}<extra></extra>",
    }
    frame = layout(theme, height=height, top=24)
    frame["xaxis"] = _epsilon_axis(theme)
    frame["yaxis"] = axis(theme, "diameter", rangemode="tozero")
    return {"data": [curve, dot], "layout": frame}


def breakdown_plot(
    breakdown_epsilons: AnyFloats,
    predicted: AnyFloats,
    observed: AnyFloats,
    theme: Theme,
    *,
    epsilon: float,
    height: int = 320,
) -> Figure:
    """Which eigen-directions can survive: breakdown epsilons, and cosines of true with private.

    Parameters
    ----------
    breakdown_epsilons : ndarray, shape (k,)
        Breakdown epsilon of each direction; inf is drawn at the edge.
    predicted, observed : ndarray, shape (k,) and at most (k,)
        Length of the true direction's projection on the private ones, 0 to 1.
    epsilon : float
        The exact epsilon of the mechanism.
    """
    places = np.arange(1, len(breakdown_epsilons) + 1)
    shown = np.clip(np.nan_to_num(breakdown_epsilons, posinf=HIGHEST), LOWEST, HIGHEST)
    alive = np.asarray(breakdown_epsilons) < epsilon
    colours = [theme.accent if ok else theme.opposite for ok in alive]
    breakdown_plot = {
        "type": "bar",
        "orientation": "h",
        "base": shown.tolist(),
        "x": encode_array(HIGHEST - shown),
        "y": encode_array(places),
        "marker": {"color": colours},
        "customdata": encode_array(np.asarray(breakdown_epsilons, dtype=float)),
        "hovertemplate": "direction %{y}<br>above the noise from ε* = %{customdata:.2f}"
        "<extra></extra>",
        "showlegend": False,
        "width": 0.25,
    }
    ends = {
        "type": "scatter",
        "mode": "markers",
        "x": encode_array(shown),
        "y": encode_array(places),
        "marker": {"color": colours, "size": 10},
        "hoverinfo": "skip",
        "showlegend": False,
        "cliponaxis": False,
    }
    cosines = [
        {
            "type": "scatter",
            "mode": mode,
            "x": encode_array(places[: len(values)]),
            "y": encode_array(np.asarray(values, dtype=float)),
            "xaxis": "x2",
            "yaxis": "y2",
            "name": name,
            "line": {"color": colour, "width": 1.5, "dash": "dot"},
            "marker": {"size": 10, "color": colour, "symbol": symbol},
            "hovertemplate": f"direction %{{x}}<br>{name} %{{y:.3f}}<extra></extra>",
        }
        for name, values, mode, colour, symbol in (
            ("predicted", predicted, "lines+markers", theme.accent, "circle-open"),
            ("observed in this draw", observed, "markers", theme.opposite, "diamond"),
        )
    ]
    frame = layout(theme, height=height, top=44)
    whole = {"tickmode": "array", "tickvals": places.tolist()}
    frame |= {
        "xaxis": {**_epsilon_axis(theme), "domain": [0, 0.46], "anchor": "y"},
        "yaxis": {**axis(theme, "direction", **whole), "autorange": "reversed", "anchor": "x"},
        "xaxis2": {**axis(theme, "direction", **whole), "domain": [0.56, 1], "anchor": "y2"},
        "yaxis2": {**axis(theme, "cosine", range=[-0.03, 1.05]), "anchor": "x2"},
        "shapes": [_here(theme, epsilon)],
        "annotations": [
            panel_title(theme, "A direction is above the noise from its ε* on"),
            panel_title(theme, "Cosine of true and private", number=2),
            note(
                theme,
                f"ε = {format_number(epsilon)}",
                float(np.log10(max(epsilon, LOWEST))),
                0,
                yref="y domain",
                yanchor="bottom",
                xanchor="left",
                xshift=4,
                bgcolor=theme.background,
            ),
        ],
    }
    return {"data": [breakdown_plot, ends, *cosines], "layout": frame}


def _epsilon_axis(theme: Theme) -> Figure:
    return axis(
        theme,
        "ε  (more privacy ← → less privacy)",
        type="log",
        range=[float(np.log10(LOWEST)), float(np.log10(HIGHEST))],
        **log_ticks(LOWEST, HIGHEST),
    )


def _here(theme: Theme, epsilon: float) -> Figure:
    x = max(epsilon, LOWEST)
    return {
        "type": "line",
        "xref": "x",
        "yref": "y domain",
        "x0": x,
        "x1": x,
        "y0": 0,
        "y1": 1,
        "line": {"color": theme.text, "width": 1.5, "dash": "dash"},
    }
