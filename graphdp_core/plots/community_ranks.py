"""Sizes of all communities by rank, on log axes: what a drawing of a large graph cannot show."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.marks import Figure, figure, line, log_axis
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme

__all__ = ["community_ranks"]


def community_ranks(
    left: NDArray[np.integer],
    right: NDArray[np.integer],
    theme: Theme,
    *,
    sides: Sides,
    height: int = 320,
) -> Figure:
    """Nodes in the r-th largest community against r, with and without privacy.

    Parameters
    ----------
    left, right : ndarray of int, shape (k,)
        Sizes of the communities, in any order.
    """
    ranked = [np.sort(sizes[sizes > 0])[::-1] for sizes in (left, right)]
    data = []
    for sizes, name, ink, dash, symbol in zip(
        ranked, sides.titles, sides.colours(theme), ("dash", "solid"), ("diamond", "circle"),
        strict=True,
    ):  # fmt: skip
        steps = np.flatnonzero(np.diff(sizes))
        corners = np.unique(np.concatenate(([0], steps, steps + 1, [len(sizes) - 1])))
        shown = corners[: len(sizes)].astype(np.int64) if len(sizes) else steps
        data.append(
            line(
                shown + 1, sizes[shown], ink, name=name, dash=dash, symbol=symbol, size=5,
                tip="community of rank %{x:,}: %{y:,} nodes",
            )
        )  # fmt: skip
    longest = max(2, *map(len, ranked))
    largest = max(2, *(int(sizes.max(initial=1)) for sizes in ranked))
    return figure(
        theme, data, x=log_axis(theme, "rank by size", 1, longest, room=0.05),
        y=log_axis(theme, "nodes", 1, largest, room=0.08), height=height, top=16,
    )  # fmt: skip
