"""What is drawn of a persistence diagram: its range, its links to another, its counts in words.

Persistence diagrams over repeated draws: what stays, and where it lies.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.digits import percent
from graphdp_core.metrics.diagrams import Recurrence, longest_bars
from graphdp_core.plots.encode import encode_array
from graphdp_core.plots.marks import (
    Figure,
    area,
    axis,
    dots,
    line,
    reach,
    spread,
    two_panels,
)
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, dimension_ink, see_through

Pairs = NDArray[np.floating]

HOMOLOGY = ("parts (H0)", "loops (H1)", "voids (H2)")
SYMBOLS = ("circle", "triangle-up", "diamond")
DRAWN_POINTS = 2000
DRAWN_MATCHES = 150


def finite_range(*several: Sequence[Pairs]) -> tuple[float, float]:
    """The first birth and the last death of all features that die; 0 and 1 without any."""
    low, high = reach([], *(pairs for side in several for pairs in side), room=0.0)
    return low, high if high > low else low + 1.0


def drawn_links(
    left: Pairs, right: Pairs, links: NDArray[np.integer], essential: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Both ends of the 150 longest links of a matching, and which of them begin at a left point.

    Parameters
    ----------
    left, right : ndarray, shape (k, 2)
    links : ndarray of int, shape (k, 2)
        Rows (index in left, index in right), -1 for the diagonal.
    essential : float
        Where deaths that never come are drawn.

    Returns
    -------
    start, end : ndarray, shape (k, 2)
    from_left : ndarray of bool, shape (k,)
    """
    pairs = np.asarray(links).reshape(-1, 2)
    (i, j), (left, right) = pairs.T, (np.asarray(side, dtype=float) for side in (left, right))
    start, end = left[i] if len(left) else right[j], right[j] if len(right) else left[i]
    start[i < 0] = end[i < 0].mean(axis=1, keepdims=True)  # the nearest point of the diagonal
    end[j < 0] = start[j < 0].mean(axis=1, keepdims=True)
    start[~np.isfinite(start)] = essential
    end[~np.isfinite(end)] = essential
    length = np.abs(start - end).max(axis=1, initial=0)
    longest = np.argsort(-length, kind="stable")[:DRAWN_MATCHES]
    longest = longest[length[longest] > 0]
    return start[longest], end[longest], pairs[longest, 0] >= 0


def feature_counts(pairs: Sequence[Pairs]) -> str:
    """How many features each dimension has, in words; those without any are left out."""
    return ", ".join(
        f"{len(points):,} {word if len(points) > 1 else word.replace('s ', ' ', 1)}"
        for points, word in zip(pairs, HOMOLOGY, strict=False) if len(points)
    )  # fmt: skip


DRAWN_BARS = 100  # of each draw, the longest
LIFE = "born %{x:.3g}, dies %{y:.3g}"


def recurrence_pair(
    seen: Recurrence,
    draws: Sequence[AnyFloats],
    theme: Theme,
    *,
    sides: Sides,
    band: float,
    dimension: int,
    share: float = 0.9,
) -> Figure:
    """Which features are found again: their share of the draws, and where the draws have them.

    Left the features, filled where at least `share` of the draws have them; right the bars of
    all draws, and for each filled feature a cross from the 5% to the 95% quantile of birth and
    of death.

    Parameters
    ----------
    draws : sequence of ndarray, shapes (m, 2)
        The 100 longest finite bars of each are drawn.
    band : float
        Bottleneck distance within which `share` of the draws lies: twice that above the diagonal
        is shaded.
    dimension : int
        Of the homology.
    """
    bars = [longest_bars(pairs, count=DRAWN_BARS) for pairs in draws]
    low, high = finite_range([seen.features, *bars])
    is_sure = seen.shares >= share
    symbol, ink = SYMBOLS[min(dimension, 2)], theme.ink(dimension_ink(dimension))
    rise = min(2 * band, high - low)
    data: list[Figure] = []
    for panel in (1, 2):
        data += [
            area([low, high, high - rise, low], [low, high, high, low + rise],
                 see_through(theme.baseline, 0.18), name=f"within the {percent(share)} band",
                 panel=panel, showlegend=panel == 1, legendrank=2000),
            line([low, high], [low, high], theme.baseline, width=1, panel=panel),
        ]  # fmt: skip
    data += [
        dots(seen.features[rows, 0], seen.features[rows, 1], ink, name=words, symbol=look,
             size=10, customdata=encode_array(100 * seen.shares[rows]),
             tip=f"<b>H{dimension}</b>, in %{{customdata:.0f}}% of the draws<br>{LIFE}")
        for rows, look, words in (
            (is_sure, symbol, f"in {percent(share)} of the draws or more"),
            (~is_sure, f"{symbol}-open", "in fewer draws"),
        )
    ]  # fmt: skip
    every = np.concatenate(bars)
    of_draw = np.repeat(np.arange(1, len(draws) + 1), [len(one) for one in bars])
    data.append(
        dots(every[:, 0], every[:, 1], ink, name=f"H{dimension} of all draws", symbol=symbol,
             size=6, opacity=0.35, panel=2, customdata=encode_array(of_draw),
             tip=f"draw %{{customdata}}<br>{LIFE}")
    )  # fmt: skip
    if is_sure.any():
        of_sure = seen.partners[:, is_sure]
        low_end, middle, high_end = np.nanquantile(of_sure, [0.05, 0.5, 0.95], axis=0)
        across, up = (
            spread(low_end[:, k], middle[:, k], high_end[:, k], theme.text, width=4) for k in (0, 1)
        )
        data.append(
            dots(middle[:, 0], middle[:, 1], theme.text, name="a feature in nine of ten draws",
                 size=5, panel=2, error_x=across, error_y=up, tip=f"median draw<br>{LIFE}")
        )  # fmt: skip
    pad = 0.03 * (high - low)
    return two_panels(
        theme, data, sides=sides, gap=0.09, height=460,
        details=(f"{int(is_sure.sum())} of {len(is_sure)} stay", f"{len(draws)} draws"),
        x=axis(theme, "birth", range=[low - pad, high + pad], constrain="domain"),
        y=axis(theme, "death", range=[low - pad, high + 3 * pad]),
    )  # fmt: skip
