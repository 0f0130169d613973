"""Rankings: precision at the top, rank against rank.

Rankings over many draws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.encode import encode_array, escaped, truncate
from graphdp_core.plots.marks import (
    Figure,
    axis,
    bars,
    dots,
    figure,
    line,
    log_axis,
    named_axis,
)
from graphdp_core.plots.nodes import scatter_type
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme

__all__ = ["precision_bars", "rank_intervals", "rank_scatter", "ranks"]

Ranks = NDArray[np.integer]


def ranks(values: NDArray[np.floating]) -> NDArray[np.int64]:
    """Rank 1 for the largest value; ties by node number.

    Examples
    --------
    >>> ranks(np.array([0.2, 0.9, 0.2])).tolist()
    [2, 1, 3]
    """
    order = np.argsort(-np.asarray(values), kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(1, len(order) + 1)
    return rank


def precision_bars(
    precision: Mapping[str, float], random: Mapping[str, float], theme: Theme
) -> Figure:
    """Precision at the top as bars, with a mark where a random ranking would stand.

    Parameters
    ----------
    precision, random : dict of str to float
        By level, such as "top 5%"; values in 0..1.
    """
    levels = list(precision)
    places = np.arange(len(levels))
    values = np.array([precision[level] for level in levels], dtype=float)
    chance = [random.get(level, np.nan) for level in levels]
    data = [
        bars(
            places, values, theme.accent, name="private ranking", width=0.4, tip="%{text}",
            words=[format_number(value, percent=True) for value in np.round(values, 3)],
            text_ink=theme.text,
        ),
        line(
            np.add.outer(places, [-0.3, 0.3, np.nan]).ravel(), np.repeat(chance, 3),
            theme.opposite, name="random ranking", width=3, tip="at random: %{y:.1%}",
        ),
    ]  # fmt: skip
    return figure(
        theme, data, x=named_axis(theme, escaped(levels)), height=320, top=24, bottom=28,
        y=axis(theme, "share of the true top found", range=[0, 1.09], tickformat=".0%", dtick=0.25),
    )  # fmt: skip


def rank_scatter(
    true_rank: Ranks,
    private_rank: Ranks,
    theme: Theme,
    *,
    sides: Sides,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
    height: int = 420,
) -> Figure:
    """Private against true rank of every node, on log axes: the top stands lower left."""
    n = len(true_rank)
    node = "node %{customdata}" if names is None else "%{text}"
    ranked = dots(
        true_rank, private_rank, theme.accent, opacity=0.75,
        size=float(np.clip(110 / np.sqrt(max(n, 1)), 3, 8)), customdata=encode_array(np.arange(n)),
        tip=f"<b>{node}</b><br>rank %{{x:,}} → %{{y:,}}", type=scatter_type(n),
        text=None if names is None else escaped(names),
    )  # fmt: skip
    if selected is not None:
        ranked |= {
            "selectedpoints": np.asarray(selected).tolist(),
            "unselected": {"marker": {"opacity": 0.15}},
        }
    ends = [1, max(n, 2)]
    same = line(ends, ends, theme.baseline, width=1)
    across, up = (
        log_axis(theme, f"rank {words}", 1, max(n, 2), room=0.08)
        for words in (sides.baseline.lower(), sides.phrase)
    )
    return figure(
        theme, [same, ranked], x=across, y=up, more={"dragmode": "lasso"}, height=height, top=16,
        left=64, legend=False,
    )  # fmt: skip


ROW = 30  # pixels


def rank_intervals(
    names: Sequence[str], ranks: NDArray[np.integer], n: int, theme: Theme
) -> Figure:
    """Range of the private rank of the top nodes over repeated draws, on a log axis.

    Parameters
    ----------
    names : sequence of str
        The top nodes of the true ranking, most central first.
    ranks : ndarray of int, shape (draws, len(names))
        Private ranks, 1 is the most central.
    n : int
        Number of nodes.
    """
    low, middle, high = np.quantile(ranks, [0.05, 0.5, 0.95], axis=0) if ranks.size else [[]] * 3
    rows = np.arange(len(names))
    words = [truncate(name, 20) for name in names]
    gaps = np.full(len(names), np.nan)
    data = [
        line(
            np.column_stack((low, high, gaps)).ravel(), np.repeat(rows, 3), theme.accent,
            name="9 of 10 draws", width=6, opacity=0.45,
        ),
        dots(
            middle, rows, theme.accent, name="median private rank", customdata=words,
            tip="<b>%{customdata}</b><br>median rank %{x:.0f}",
        ),
        dots(
            rows + 1, rows, theme.baseline, name="true rank", symbol="line-ns-open", size=13,
            customdata=words, tip="<b>%{customdata}</b><br>true rank %{x}",
        ),
    ]  # fmt: skip
    return figure(
        theme, data, x=log_axis(theme, "private rank", 1, max(n, 2), room=0.08),
        y=named_axis(theme, words, range=[len(names) - 0.4, -0.6]),
        height=ROW * max(len(names), 1) + 110, top=40, left=110, bottom=48,
    )  # fmt: skip
