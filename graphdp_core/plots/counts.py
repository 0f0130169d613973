"""Counts: both sides as bars, and what each way of releasing one is expected to be off."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.panels import Figure, axis, log_ticks, note
from graphdp_core.plots.theme import Theme, layout

__all__ = [
    "count_error_curves",
]

LOWEST = 1e-6  # of a relative error on the axis


def count_error_curves(
    epsilons: Floats, errors: Mapping[str, Floats], theme: Theme, *, epsilon: float
) -> Figure:
    """Expected relative error of several ways against epsilon, both axes logarithmic.

    Parameters
    ----------
    epsilons : ndarray of float64, shape (e,)
    errors : mapping of str to ndarray, shape (e,)
        By the name of the way.
    epsilon : float
        The current one, drawn as a line.
    """
    every = np.clip(np.concatenate(list(errors.values())), LOWEST, None)
    low, high = float(every.min()) / 1.5, float(every.max()) * 1.5
    data = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": name,
            "x": encode_array(epsilons),
            "y": encode_array(np.clip(values, LOWEST, None)),
            "line": {"color": theme.categorical[i % len(theme.categorical)], "width": 2,
                     "dash": ("solid", "dash", "dot", "dashdot")[i % 4]},
            "hovertemplate": f"{name}<br>ε = %{{x:.3g}}: off by %{{y:.3~p}}<extra></extra>",
        }
        for i, (name, values) in enumerate(errors.items())
    ]  # fmt: skip
    ends = [float(np.log10(value)) for value in (epsilons[0], epsilons[-1])]
    frame = layout(theme, height=320, top=30, left=72)
    frame |= {
        "xaxis": axis(theme, "ε", type="log", range=ends)
        | log_ticks(float(epsilons[0]), float(epsilons[-1])),
        "yaxis": axis(theme, "expected error of the count", type="log", tickformat="~p", dtick=1,
                      range=[float(np.log10(low)), float(np.log10(high))]),
        "shapes": [
            {"type": "line", "x0": epsilon, "x1": epsilon, "y0": 0, "y1": 1, "yref": "paper",
             "line": {"color": theme.text, "width": 1.6, "dash": "dash"}}
        ],
        "annotations": [
            note(theme, epsilon_label(epsilon), min(max(np.log10(epsilon), ends[0]), ends[1]), 1,
                 yref="paper", yanchor="bottom")
        ],
    }  # fmt: skip
    return {"data": data, "layout": frame}
