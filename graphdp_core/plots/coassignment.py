"""How often two nodes share a private community, over repeated draws, as a matrix of shades."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import escaped
from graphdp_core.plots.marks import Figure, cells, figure, hidden_axis, note, rule
from graphdp_core.plots.theme import Theme

__all__ = ["coassignment"]


def coassignment(
    share: NDArray[np.floating],
    communities: NDArray[np.integer],
    theme: Theme,
    *,
    names: Sequence[str],
    draws: int,
    height: int = 460,
) -> Figure:
    """A square of nodes by nodes; lines part the communities found without privacy.

    Parameters
    ----------
    share : ndarray, shape (k, k)
        Share of the draws in which two nodes share a community.
    communities : ndarray of int, shape (k,)
        Each node's community without privacy; nodes of one community stand together.
    theme : Theme
    names : sequence of str, length k
    draws : int
        Number of draws behind the shares.
    """
    k, words = len(communities), escaped(names)
    shades = cells(
        share, theme, title=f"share of {draws} draws", x=list(range(k)), y=list(range(k)),
        text=[[f"{a} and {b}" for b in words] for a in words],
        tip="%{text}: together in %{z:.0%} of the draws",
    )  # fmt: skip
    bounds = np.flatnonzero(np.diff(communities)) + 0.5
    ends = np.concatenate(([-0.5], bounds, [k - 0.5]))
    named = [
        note(
            theme, f"community {int(communities[int(low + 0.5)]) + 1}", 0, (low + high) / 2,
            xref="x domain", xanchor="right", xshift=-6,
        )
        for low, high in pairwise(ends.tolist())
        if k and high - low >= 0.04 * k
    ]  # fmt: skip
    look: dict[str, Any] = {"dash": "solid", "ink": theme.muted, "over": True}
    parted = [rule(theme, **{along: at}, **look) for at in bounds for along in "xy"]
    span = [-0.5, max(k, 1) - 0.5]
    return figure(
        theme, [shades], rules=parted, notes=named, x=hidden_axis(range=span, constrain="domain"),
        y=hidden_axis(range=span[::-1], scaleanchor="x", constrain="domain"),
        height=height, left=110, top=16, bottom=8, legend=False,
    )  # fmt: skip
