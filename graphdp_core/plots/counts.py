"""Counts: both sides as bars, and what each way of releasing one is expected to be off."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.plots.encode import escape
from graphdp_core.plots.marks import Figure, axis, figure, line, log_axis, rule
from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.theme import Theme

__all__ = ["count_error_curves"]

LOWEST = 1e-6  # of a relative error on the axis
DASHES = ("solid", "dash", "dot", "dashdot")


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
    seen = {name: np.clip(values, LOWEST, None) for name, values in errors.items()}
    every = np.concatenate(list(seen.values()))
    data = [
        line(
            epsilons, values, theme.categorical[i % len(theme.categorical)], name=name,
            dash=DASHES[i % 4], tip=f"{escape(name)}<br>ε = %{{x:.3g}}: off by %{{y:.3~p}}",
        )
        for i, (name, values) in enumerate(seen.items())
    ]  # fmt: skip
    ends = float(epsilons[0]), float(epsilons[-1])
    here = rule(theme, x=epsilon, words=epsilon_label(epsilon), log=True)
    low, high = np.log10(every.min() / 1.5), np.log10(every.max() * 1.5)
    return figure(
        theme, data, x=log_axis(theme, "ε", *ends), rules=[here], height=320, top=30, left=72,
        y=axis(
            theme, "expected error of the count", type="log", tickformat="~p", dtick=1,
            range=[float(low), float(high)],
        ),
    )  # fmt: skip
