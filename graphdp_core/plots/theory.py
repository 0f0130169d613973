"""Theory beside observation: the predicted private shape, its diameter, and what can survive."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.marks import (
    EPSILON_TITLE,
    Figure,
    axis,
    bars,
    dots,
    figure,
    line,
    log_axis,
    panel_title,
    rule,
)
from graphdp_core.plots.numbers import epsilon_label, format_number
from graphdp_core.plots.pair.clouds import cloud_pair, widest_view
from graphdp_core.plots.pair.plotly import pair_figure
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme

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
    made = pair_figure(pair, theme, sides=Sides(epsilon), height=height)
    words = (f"{word} at {epsilon_label(epsilon)}" for word in ("Predicted", "Observed"))
    for title, text in zip(made["layout"]["annotations"], words, strict=False):
        title["text"] = text
    return made


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
    predicted, observed_in = "predicted, without sampling error", "observed in this draw"
    data = [
        line(grid, largest * np.sqrt(np.tanh(grid / 2)), theme.accent, name=predicted,
             tip="ε %{x:.3g}<br>diameter %{y:.3g}"),
        dots([max(epsilon, LOWEST)], [observed], theme.opposite, name=observed_in, size=11,
             symbol="diamond", tip="observed %{y:.3g}"),
    ]  # fmt: skip
    across = log_axis(theme, EPSILON_TITLE, LOWEST, HIGHEST)
    up = axis(theme, "diameter", rangemode="tozero")
    return figure(theme, data, x=across, y=up, height=height, top=24)


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
    known = np.asarray(breakdown_epsilons, dtype=float)
    places, shown = (
        np.arange(1, len(known) + 1), np.clip(np.nan_to_num(known, posinf=HIGHEST), LOWEST, HIGHEST)
    )  # fmt: skip
    inks = [theme.accent if alive else theme.opposite for alive in known < epsilon]
    data = [
        bars(places, HIGHEST - shown, inks, across=True, base=shown, width=0.25,
             customdata=encode_array(known),
             tip="direction %{y}<br>above the noise from ε* = %{customdata:.2f}"),
        dots(shown, places, inks, size=10),
        line(places, predicted, theme.accent, name="predicted", width=1.5, dash="dot", size=10,
             symbol="circle-open", panel=2, tip="direction %{x}<br>predicted %{y:.3f}"),
        dots(places[: len(observed)], observed, theme.opposite, name="observed in this draw",
             symbol="diamond", size=10, panel=2, tip="direction %{x}<br>observed %{y:.3f}"),
    ]  # fmt: skip
    here = max(epsilon, LOWEST)
    words = rule(
        theme, x=here, words=f"ε = {format_number(epsilon)}", log=True, at=0.0, xanchor="left",
        xshift=4, bgcolor=theme.background, font={"size": 12, "color": theme.muted},
    )  # fmt: skip
    whole = {"tickvals": places.tolist()}
    return figure(
        theme, data, rules=[words], height=height, top=44,
        x=log_axis(theme, EPSILON_TITLE, LOWEST, HIGHEST, domain=[0, 0.46], anchor="y"),
        y=axis(theme, "direction", autorange="reversed", anchor="x", **whole),
        notes=[
            panel_title(theme, "A direction is above the noise from its ε* on"),
            panel_title(theme, "Cosine of true and private", panel=2),
        ],
        more={
            "xaxis2": axis(theme, "direction", domain=[0.56, 1], anchor="y2", **whole),
            "yaxis2": axis(theme, "cosine", range=[-0.03, 1.05], anchor="x2"),
        },
    )  # fmt: skip
