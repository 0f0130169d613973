"""Spectra: eigenvalues with their gaps, eigenvectors as signed bars or on the layout, angles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.plots.encode import escaped
from graphdp_core.plots.marks import (
    Figure,
    axis,
    bars,
    figure,
    hidden_axis,
    log_axis,
    named_axis,
    note,
    reach,
    rule,
    two_panels,
)
from graphdp_core.plots.nodes import largest_entries, node_traces
from graphdp_core.plots.numbers import epsilon_label, format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, see_through

__all__ = ["angle_bars", "paired_breakdown_plot", "vector_map_pair", "vector_pair"]

SHOWN = (0.05, 20.0)  # epsilon
TICKS = [0.1, 0.3, 1.0, 3.0, 10.0]


def vector_pair(
    left: AnyFloats,
    right: AnyFloats | None,
    theme: Theme,
    *,
    sides: Sides,
    names: Sequence[str] | None = None,
    height: int = 320,
) -> Figure:
    """One eigenvector on either side as signed bars, nodes in the order of the baseline's entries.

    Of many nodes, those with the largest entries on either side are drawn, and the axis says so.

    Parameters
    ----------
    left : ndarray, shape (n,)
    right : ndarray, shape (n,), or None
        None where the release holds no vector.
    """
    sides_there = [np.asarray(side) for side in (left, right) if side is not None]
    drawn = largest_entries(*sides_there)
    order = drawn[np.argsort(-sides_there[0][drawn], kind="stable")]
    which = f"{len(order):,} of {len(left):,} nodes, those with large entries"
    title = f"{'nodes' if len(order) == len(left) else which}, by their true entry"
    named = escaped([str(i) if names is None else names[i] for i in order])
    data = [
        bars(
            np.arange(len(order)), entries[order], customdata=named, panel=panel,
            ink=np.where(entries[order] < 0, theme.opposite, theme.accent).tolist(),
            tip="<b>%{customdata}</b><br>%{y:.3f}",
        )
        for panel, entries in enumerate(sides_there, start=1)
    ]  # fmt: skip
    made = two_panels(
        theme, data, sides=sides, notes=_missing(theme, right), height=height, legend=False,
        x=axis(theme, title, showgrid=False, showticklabels=False, range=[-1, len(order)]),
        y=axis(
            theme, "entry", range=list(reach([0.0], *sides_there, room=0.06)), zeroline=True,
            zerolinecolor=theme.baseline,
        ),
    )  # fmt: skip
    made["layout"]["bargap"] = 0.0 if len(order) > 150 else 0.15
    return made


def vector_map_pair(
    positions: AnyFloats,
    left: AnyFloats,
    right: AnyFloats | None,
    theme: Theme,
    *,
    sides: Sides,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
    height: int = 440,
) -> Figure:
    """One eigenvector on the layout: the sign is colour and symbol, the size of an entry is area.

    Parameters
    ----------
    positions : ndarray, shape (n, 2)
        From the true graph.
    left, right
        As in :func:`vector_pair`.
    """
    data: list[Figure] = []
    seen: set[int] = set()
    for panel, entries in enumerate((left, right), start=1):
        if entries is not None:
            sizes = np.sqrt(np.abs(entries) / (float(np.abs(entries).max(initial=0.0)) or 1.0))
            data += node_traces(
                positions, theme, panel=panel, sizes=3.0 + 15.0 * sizes, names=names,
                categories=(np.asarray(entries) < 0).astype(int), selected=selected,
                category_names=("positive entry", "negative entry"), in_legend=seen,
            )  # fmt: skip
    made = two_panels(
        theme, data, sides=sides, x=hidden_axis(), y=hidden_axis(), square=True, gap=0.04,
        notes=_missing(theme, right), height=height, bottom=8, left=8, right=8,
    )  # fmt: skip
    made["layout"]["dragmode"] = "pan" if selected is None else "lasso"
    return made


def angle_bars(angles: ArrayLike, theme: Theme, *, height: int = 300) -> Figure:
    """Principal angles between the true and the private space, from 0 to 90 degrees."""
    values = np.asarray(angles, dtype=float)
    turned = bars(
        range(len(values)), values, theme.accent, width=0.5, tip="angle %{x}: %{y:.2f}°",
        words=[f"{value:.0f}°" for value in values], text_ink=theme.text,
    )  # fmt: skip
    return figure(
        theme, [turned], height=height, top=24, bottom=40, legend=False,
        x=named_axis(theme, [str(k + 1) for k in range(len(values))], "principal angle"),
        y=axis(theme, "degrees", range=[0, 99], tickvals=[0, 30, 60, 90]),
    )  # fmt: skip


def paired_breakdown_plot(
    breakdown_epsilons: ArrayLike, theme: Theme, *, epsilon: float, height: int = 300
) -> Figure:
    """From which epsilon on each eigen-direction is above the flip noise, and where we are.

    Parameters
    ----------
    breakdown_epsilons : array_like, shape (k,)
        The breakdown epsilon of each direction; inf where it never is above the noise.
    epsilon : float
        The current one, drawn as a line.
    """
    low, high = SHOWN
    known = np.asarray(breakdown_epsilons, dtype=float)
    values = np.clip(np.nan_to_num(known, posinf=high), low, high)
    labels = [f"λ{i + 1}: ε* = {format_number(value)}" for i, value in enumerate(known.tolist())]
    data = [
        bars(
            rows, high - values[rows], fill, name=name, across=True, base=values[rows], width=0.5,
            edge=ink, tip="%{text}", text=[labels[i] for i in rows], textposition="none",
        )
        for rows, name, ink, fill in (
            (np.flatnonzero(values < epsilon), "above the noise here", theme.accent, theme.accent),
            (np.flatnonzero(values >= epsilon), "below the noise here", theme.opposite,
             see_through(theme.opposite, 0.35)),
        )
    ]  # fmt: skip
    seen = min(max(epsilon, low), high)
    here = rule(theme, x=seen, words=epsilon_label(epsilon), log=True, over=True)
    words = [format_number(tick) for tick in TICKS]
    return figure(
        theme, data, x=log_axis(theme, "ε", low, high, tickvals=TICKS, ticktext=words),
        rules=[here], y=named_axis(theme, labels, autorange="reversed", range=None),
        more={"barmode": "overlay"}, height=height, top=30, left=104,
    )  # fmt: skip


def _missing(theme: Theme, right: AnyFloats | None) -> list[Figure]:
    if right is not None:
        return []
    words = "This release holds no eigenvectors."
    return [note(theme, words, 0.5, 0.5, xref="x2 domain", yref="y2 domain")]
