"""Spectra: eigenvalues with their gaps, eigenvectors as signed bars or on the layout, angles.

Scree plots: eigenvalues by magnitude, how many are used, and what noise reaches.

Theory beside observation: the predicted private shape, its diameter, and what can survive.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.digits import epsilon_label
from graphdp_core.plots.encode import escaped
from graphdp_core.plots.marks import (
    Figure,
    axis,
    bars,
    dots,
    figure,
    hidden_axis,
    line,
    log_axis,
    named_axis,
    note,
    reach,
    rule,
    two_panels,
)
from graphdp_core.plots.nodes import largest_entries, node_traces
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, see_through

SHOWN = (0.05, 20.0)  # epsilon
TICKS = [0.1, 0.3, 1.0, 3.0, 10.0]


def vector_pair(
    left: AnyFloats,
    right: AnyFloats | None,
    theme: Theme,
    *,
    sides: Sides,
    names: Sequence[str] | None = None,
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
        theme, data, sides=sides, notes=_missing(theme, right), height=320, legend=False,
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
        notes=_missing(theme, right), height=440, bottom=8, left=8, right=8,
    )  # fmt: skip
    made["layout"]["dragmode"] = "pan" if selected is None else "lasso"
    return made


def angle_bars(angles: ArrayLike, theme: Theme) -> Figure:
    """Principal angles between the true and the private space, from 0 to 90 degrees."""
    values = np.asarray(angles, dtype=float)
    turned = bars(
        range(len(values)), values, theme.accent, width=0.5, tip="angle %{x}: %{y:.2f}°",
        words=[f"{value:.0f}°" for value in values], text_ink=theme.text,
    )  # fmt: skip
    return figure(
        theme, [turned], height=300, top=24, bottom=40, legend=False,
        x=named_axis(theme, [str(k + 1) for k in range(len(values))], "principal angle"),
        y=axis(theme, "degrees", range=[0, 99], tickvals=[0, 30, 60, 90]),
    )  # fmt: skip


def paired_breakdown_plot(breakdown_epsilons: ArrayLike, theme: Theme, *, epsilon: float) -> Figure:
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
        more={"barmode": "overlay"}, height=300, top=30, left=104,
    )  # fmt: skip


def _missing(theme: Theme, right: AnyFloats | None) -> list[Figure]:
    words = "This release holds no eigenvectors."
    said = note(theme, words, 0.5, 0.5, xref="x2 domain", yref="y2 domain")
    return [said] if right is None else []


def scree_pair(
    left: AnyFloats,
    right: AnyFloats,
    theme: Theme,
    *,
    sides: Sides,
    d_left: int,
    d_right: int,
    edges: tuple[float, float] | None = None,
    noise_edge: float | None = None,
) -> Figure:
    """Eigenvalues by falling magnitude; the chosen ones stand left of the dashed line.

    Positive values are filled discs, negative ones open diamonds.

    Parameters
    ----------
    left, right : ndarray, shape (s,)
        Signed eigenvalues.
    d_left, d_right : int
        How many are used.
    edges : pair of float, optional
        Magnitude up to which noise alone reaches, on either side: a dotted line.
    noise_edge : float, optional
        Magnitude below which the noise of this epsilon is louder than a true direction: a dashed
        line on the left.
    """
    both = [np.asarray(side, dtype=np.float64) for side in (left, right)]
    highest = max(float(np.abs(side).max(initial=0.0)) for side in both) or 1.0
    data, rules = [], []
    for panel, side, d in zip((1, 2), both, (d_left, d_right), strict=True):
        values = side[np.argsort(-np.abs(side), kind="stable")]
        data += [
            dots(
                rows + 1, np.abs(values[rows]), ink, name=name, symbol=symbol, size=8, panel=panel,
                legendgroup=name, showlegend=panel == 1, tip=f"eigenvalue %{{x}}: {sign}%{{y:.4g}}",
            )
            for rows, name, symbol, ink, sign in (
                (np.flatnonzero(values >= 0), "positive", "circle", theme.accent, ""),
                (np.flatnonzero(values < 0), "negative", "diamond-open", theme.opposite, "−"),
            )
        ]  # fmt: skip
        rules.append(
            rule(
                theme, x=d + 0.5, words=f"d = {d}", ink=theme.muted, panel=panel, xanchor="left",
                yanchor="top", xshift=5, font={"size": 12, "color": theme.muted},
            )
        )  # fmt: skip
    levels = [
        (panel, edge, "dot", "noise reaches up to here", 1.0, "right")
        for panel, edge in enumerate(edges or (), start=1)
    ]
    if noise_edge is not None and noise_edge > 0.0:
        words = f"below the noise at {epsilon_label(sides.epsilon)}"
        levels.append((1, noise_edge, "dash", words, 0.45, "center"))
    for panel, level, dash, words, at, anchor in levels:
        if level < highest:
            lowest = np.min(np.abs(both[panel - 1]), initial=highest)
            # Words stand on the side of the line that the points leave free.
            free = "bottom" if lowest < level else "top"
            rules.append(
                rule(
                    theme, y=level, words=words, dash=dash, ink=theme.muted, panel=panel, at=at,
                    xanchor=anchor, yanchor=free, font={"size": 12, "color": theme.muted},
                )
            )  # fmt: skip
    span = [0.2, max(*map(len, both), 1) + 0.8]
    return two_panels(
        theme, data, sides=sides, rules=rules, height=300,
        x=axis(theme, "eigenvalue, by magnitude", showgrid=False, range=span),
        y=axis(theme, "magnitude", range=[0, 1.08 * highest]),
    )  # fmt: skip


def cosine_lines(predicted: AnyFloats, observed: AnyFloats, theme: Theme) -> Figure:
    """Cosines of true and private directions, as theory predicts them and as this draw has them.

    Parameters
    ----------
    predicted, observed : ndarray, shape (k,) and at most (k,)
        Length of the true direction's projection on the private ones, 0 to 1.
    """
    places = np.arange(1, len(predicted) + 1)
    data = [
        line(places, predicted, theme.accent, name="predicted", width=1.5, dash="dot", size=10,
             symbol="circle-open", tip="direction %{x}<br>predicted %{y:.3f}"),
        dots(places[: len(observed)], observed, theme.opposite, name="observed in this draw",
             symbol="diamond", size=10, tip="direction %{x}<br>observed %{y:.3f}"),
    ]  # fmt: skip
    return figure(
        theme, data, x=axis(theme, "direction", tickvals=places.tolist()), height=300, top=16,
        y=axis(theme, "cosine of true and private", range=[-0.03, 1.05]),
    )  # fmt: skip
