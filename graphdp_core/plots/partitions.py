"""Communities: the confusion matrix, the sizes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.digits import percent
from graphdp_core.plots.cell_words import cell_words
from graphdp_core.plots.encode import encode_array, truncate
from graphdp_core.plots.marks import Figure, axis, bars, cells, figure, named_axis, note
from graphdp_core.plots.sides import WITHOUT, Sides
from graphdp_core.plots.theme import Theme

__all__ = ["block_heatmap", "community_sizes", "confusion_heatmap"]

MOST_WRITTEN = 200  # cells with numbers in them


def confusion_heatmap(
    matrix: NDArray[np.integer],
    row_names: Sequence[str],
    column_names: Sequence[str],
    theme: Theme,
    *,
    row_title: str = WITHOUT,
    column_title: str = "With privacy",
    unit: str = "nodes",
    shares: bool = False,
    height: int = 420,
    title: str = "",
) -> Figure:
    """How many nodes (or another unit) each pair of communities shares, shaded by share of row.

    Parameters
    ----------
    matrix : ndarray of int, shape (r, c)
    shares : bool
        Write shares of the row in the cells, where counts would be too long.
    title : str
        Written above; "" for none.
    """
    counts = np.asarray(matrix).reshape(len(row_names), len(column_names))
    share = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    tip = f"%{{customdata:,}} {unit} (%{{z:.0%}} of the row)<br>%{{y}} → %{{x}}"
    data = [_shaded(counts, share, theme, tip)]
    if 0 < counts.size <= MOST_WRITTEN:
        words = [
            [(percent(part, whole=True) if shares else f"{n:,}") if n else "" for n, part in row]
            for row in (zip(*both, strict=True) for both in zip(counts, share, strict=True))
        ]
        data.append(cell_words(share, words, theme, low=0.0, high=1.0))
    above = [] if not title else [
        note(theme, title, 0, 1, xref="paper", yref="paper", xanchor="left", yanchor="bottom",
             font={"size": 15, "color": theme.text, "weight": 600})
    ]  # fmt: skip
    rows, columns = ([truncate(name, 16) for name in names] for names in (row_names, column_names))
    return figure(
        theme, data, x=named_axis(theme, columns, column_title, automargin=True), notes=above,
        y=named_axis(theme, rows, row_title, autorange="reversed", range=None, automargin=True),
        height=height, bottom=44, left=110, top=34 if title else 16, legend=False,
    )  # fmt: skip


def block_heatmap(
    edges: NDArray[np.integer], sizes: NDArray[np.integer], theme: Theme, *, height: int = 420
) -> Figure:
    """Where the edges of each community go; shades are shares of its edge ends counted here.

    Parameters
    ----------
    edges : ndarray of int, shape (k, k)
        Symmetric; edges inside on the diagonal.
    sizes : ndarray of int, shape (k,)
    """
    counts = np.asarray(edges)
    ends = counts + np.diag(np.diag(counts))
    share = ends / np.maximum(ends.sum(axis=1, keepdims=True), 1)
    names = [f"{k + 1}: {size:,} nodes" for k, size in enumerate(np.asarray(sizes).tolist())]
    tip = "%{customdata:,} edges (%{z:.0%} of the row's ends)"
    return figure(
        theme, [_shaded(counts, share, theme, tip)],
        x=named_axis(theme, [str(k + 1) for k in range(len(names))], "community"),
        y=named_axis(theme, names, autorange="reversed", range=None),
        height=height, bottom=44, left=120, top=8, legend=False,
    )  # fmt: skip


def _shaded(
    counts: NDArray[np.integer], share: NDArray[np.floating], theme: Theme, tip: str
) -> Figure:
    """Cells shaded by their share of the row, with the counts under the pointer."""
    under = encode_array(counts) if counts.size else [[]]
    return cells(share, theme, tip=tip, title="share of row", gap=2, customdata=under)


def community_sizes(
    left: NDArray[np.integer],
    right: NDArray[np.integer],
    theme: Theme,
    *,
    sides: Sides,
    limit: int = 24,
    height: int = 300,
) -> Figure:
    """Nodes per community, matched communities side by side; beyond `limit` one bar for the rest.

    Parameters
    ----------
    left, right : ndarray of int, shape (k,)
        Sizes by (matched) community number.
    """
    count = max(len(left), len(right))
    shown = min(count, limit)
    words = [str(k + 1) for k in range(shown)] + ["rest"] * (count > limit)
    hatched = {"shape": "/", "fillmode": "overlay", "fgcolor": theme.background, "size": 6,
               "solidity": 0.25}  # fmt: skip
    data = []
    for sizes, name, ink, pattern in zip(
        (left, right), sides.titles, sides.colours(theme), (hatched, {}), strict=True
    ):
        every = np.pad(np.asarray(sizes), (0, count - len(sizes)))
        heights = np.append(every[:shown], every[limit:].sum() if count > limit else [])
        bar = bars(words, heights.astype(np.int64), ink, name=name,
                   tip="community %{x}: %{y:,} nodes")  # fmt: skip
        bar["marker"]["pattern"] = pattern
        data.append(bar)
    return figure(
        theme, data, x=axis(theme, "community", type="category", showgrid=False, dtick=1),
        y=axis(theme, "nodes", rangemode="tozero"), more={"bargap": 0.25, "bargroupgap": 0.08},
        height=height, top=16,
    )  # fmt: skip
