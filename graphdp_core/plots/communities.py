"""The flow of nodes between two partitions: two stacks of communities and ribbons between.

How often two nodes share a private community, over repeated draws, as a matrix of shades.

Sizes of all communities by rank, on log axes: what a drawing of a large graph cannot show.

Communities: the confusion matrix, the sizes.

How density peaks merge: the persistence diagram that decides the number of clusters.

The flow of nodes between two partitions as a chart that moves, for graphs too large to draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats, Floats
from graphdp_core.digits import percent
from graphdp_core.plots.chart.record import Chart, Marks, Panel, Word
from graphdp_core.plots.encode import encode_array, escape, escaped, truncate
from graphdp_core.plots.marks import (
    Figure,
    axis,
    bars,
    cells,
    dots,
    figure,
    hidden_axis,
    line,
    log_axis,
    named_axis,
    note,
    panel_title,
    reach,
    rule,
    two_panels,
)
from graphdp_core.plots.sides import WITHOUT, Sides
from graphdp_core.plots.theme import Theme, see_through
from graphdp_core.plots.trade_off import cell_words

THREADS = 200  # lines for all nodes together
GAP = 0.014  # of the height, between two communities
BAR = 0.03  # of the width
SIDE = 0.55  # room for names beside the flow, whose own width is 1
LEAST_NAMED = 0.028  # of the height: smaller communities carry no name
LETTER = 0.045  # of the height, from name to name
OTHERS = "muted"


def stacked(nodes: NDArray[np.integer]) -> tuple[Floats, Floats, Floats, Floats, Floats, float]:
    """Two centred stacks from the top of the unit square down, and what flows between them.

    Of so many nodes, shape (r, c): the upper ends of what flows on either side and its thickness,
    the tops of the left and the right communities, and the thickness of one node.
    """
    unit = (1.0 - GAP * max(*nodes.shape, 1) + GAP) / max(int(nodes.sum()), 1)
    thick = nodes * unit
    left, right = (_tops(thick.sum(axis=side)) for side in (1, 0))
    start = left[:, None] - np.cumsum(thick, axis=1) + thick
    end = right[None, :] - np.cumsum(thick, axis=0) + thick
    return start, end, thick, left, right, unit


def _tops(shares: Floats) -> Floats:
    """Where each block of a stack begins, from the top down."""
    gaps = GAP * np.arange(len(shares))
    free = 1.0 - float(shares.sum()) - float(gaps.max(initial=0.0))
    return np.asarray(1.0 - free / 2 - np.cumsum(shares) + shares - gaps)


def flow_chart(
    counts: NDArray[np.integer], rows: Sequence[int], columns: Sequence[int], *, sides: Sides
) -> Chart:
    """Which nodes go where: stacks of communities, and between them a line for each 200th part.

    Parameters
    ----------
    counts : ndarray of int, shape (r, c)
        Nodes by community without privacy and private community, see
        :func:`graphdp_core.metrics.partitions.confusion_matrix`.
    rows, columns : sequence of int
        The communities' numbers, matched ones alike; -1 stands for all others together.
    """
    nodes = np.asarray(counts).reshape(len(rows), len(columns))
    total, (start, end, thick, left, right, unit) = int(nodes.sum()), stacked(nodes)
    marks = [
        Marks.lines(_threads(*each), _ink(row), size=2.0, opacity=0.45)
        for row, *each in zip(rows, start, end, thick, strict=True)
    ]
    words: list[Word] = []
    stacks = (
        (0.0, -BAR, "end", rows, left, nodes.sum(axis=1)),
        (1.0, 1.0 + BAR, "start", columns, right, nodes.sum(axis=0)),
    )
    for inner, outer, anchor, numbers, tops, sums in stacks:
        free = 1.0  # below the last name
        for number, top, size in zip(numbers, tops.tolist(), sums.tolist(), strict=True):
            low = top - size * unit
            name = f"{community(number)}: {size:,}"
            corners = np.array([[inner, low, outer, top]])
            marks.append(Marks.areas(corners, _ink(number), tip=name))
            if top - low >= LEAST_NAMED and (top + low) / 2 <= free:
                free = (top + low) / 2 - LETTER
                beside = outer + (BAR if inner else -BAR) / 2
                words.append(Word(beside, (top + low) / 2, name, anchor=anchor))
    is_match = np.equal.outer(rows, columns) & (np.asarray(rows)[:, None] >= 0)
    stay = int(nodes[is_match].sum())
    return Chart(
        (Panel((-SIDE, 1 + SIDE), (-0.02, 1.02), (), tuple(marks), tuple(words)),),
        sides.titles,
        unproved=sides.unproved,
        alt=f"Of {total:,} nodes {stay:,} are in the matching one of the largest communities "
        f"{sides.phrase}.",
    )


def _threads(start: Floats, end: Floats, thick: Floats) -> Floats:
    """The lines of one community to all others, evenly within each band; none for no nodes."""
    counts = np.where(thick > 0, np.maximum(np.round(THREADS * thick), 1), 0).astype(int)
    band = np.repeat(np.arange(len(thick)), counts)
    within = np.concatenate([(np.arange(k) + 0.5) / k for k in counts if k] or [np.empty(0)])
    down = within * thick[band]
    x = np.zeros(len(band))
    return np.column_stack((x, start[band] - down, x + 1.0, end[band] - down))


def _ink(number: int) -> str | int:
    return number if number >= 0 else OTHERS


def community(number: int) -> str:
    """What a community is called; -1 are all others together."""
    return f"community {number + 1}" if number >= 0 else "others"


RIBBON = 0.35  # how opaque
MOST_SIZES = 24  # of communities, each by itself


def alluvial(
    counts: NDArray[np.integer],
    rows: Sequence[int],
    columns: Sequence[int],
    theme: Theme,
    *,
    sides: Sides,
) -> Figure:
    """Which nodes go where: the thickness of a ribbon is its number of nodes.

    Parameters
    ----------
    counts : ndarray of int, shape (r, c)
        Nodes by community without privacy and private community.
    rows, columns : sequence of int
        The communities' numbers, matched ones alike; -1 stands for all others together. Colour
        and name follow the number.
    """
    nodes = np.asarray(counts).reshape(len(rows), len(columns))
    numbers, sums = [*rows, *columns], [*nodes.sum(axis=1), *nodes.sum(axis=0)]
    inks = [theme.ink(_ink(k)) for k in numbers]
    start, end = np.nonzero(nodes)
    thick = nodes[start, end]
    share = thick / max(int(nodes.sum()), 1)
    flow = {
        "type": "sankey", "arrangement": "fixed",
        "textfont": {"size": 12, "color": theme.text}, "node": {
            "label": [f"{community(k)}: {n:,}" for k, n in zip(numbers, sums, strict=True)],
            "color": inks, "thickness": 16, "pad": 6, "line": {"width": 0},
            "hovertemplate": "%{label} nodes<extra></extra>",
        },
        "link": {
            "source": start.tolist(), "target": (end + len(rows)).tolist(),
            "value": thick.tolist(), "color": [see_through(inks[k], RIBBON) for k in start],
            "customdata": [
                f"{n:,} nodes ({percent(s)})" for n, s in zip(thick, share, strict=True)
            ],
            "hovertemplate": "%{customdata}<br>%{source.label} → %{target.label}<extra></extra>",
        },
    }  # fmt: skip
    notes = [
        panel_title(theme, escape(text), colour=colour, xref="paper", x=x, xanchor=anchor)
        for x, anchor, text, colour in zip(
            (0, 1), ("left", "right"), sides.titles, sides.title_colours(theme), strict=True
        )
    ]
    return figure(
        theme, [flow], notes=notes, x=hidden_axis(), y=hidden_axis(), height=460, left=16, right=16,
        top=36, bottom=8, legend=False,
    )  # fmt: skip


def coassignment(
    share: NDArray[np.floating],
    communities: NDArray[np.integer],
    theme: Theme,
    *,
    names: Sequence[str],
    draws: int,
) -> Figure:
    """A square of nodes by nodes; lines part the communities found without privacy.

    Parameters
    ----------
    share : ndarray, shape (k, k)
        Share of the draws in which two nodes share a community.
    communities : ndarray of int, shape (k,)
        Each node's community without privacy; nodes of one community stand together.
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
        height=460, left=110, top=16, bottom=8, legend=False,
    )  # fmt: skip


def community_ranks(
    left: NDArray[np.integer], right: NDArray[np.integer], theme: Theme, *, sides: Sides
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
        y=log_axis(theme, "nodes", 1, largest, room=0.08), height=320, top=16,
    )  # fmt: skip


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
    above = [panel_title(theme, title)] if title else []
    rows, columns = ([truncate(name, 16) for name in names] for names in (row_names, column_names))
    return figure(
        theme, data, x=named_axis(theme, columns, column_title, automargin=True), notes=above,
        y=named_axis(theme, rows, row_title, autorange="reversed", range=None, automargin=True),
        height=height, bottom=44, left=110, top=34 if title else 16, legend=False,
    )  # fmt: skip


def block_heatmap(edges: NDArray[np.integer], sizes: NDArray[np.integer], theme: Theme) -> Figure:
    """Where the edges of each community go; shades are shares of its edge ends counted here.

    Parameters
    ----------
    edges : ndarray of int, shape (k, k)
        Symmetric; edges inside on the diagonal.
    sizes : ndarray of int, shape (k,)
    """
    ends = edges + np.diag(np.diag(edges))
    share = ends / np.maximum(ends.sum(axis=1, keepdims=True), 1)
    names = [f"{k + 1}: {size:,} nodes" for k, size in enumerate(np.asarray(sizes).tolist())]
    tip = "%{customdata:,} ties (%{z:.0%} of the row's ends)"
    return figure(
        theme, [_shaded(np.asarray(edges), share, theme, tip)],
        x=named_axis(theme, [str(k + 1) for k in range(len(names))], "community"),
        y=named_axis(theme, names, autorange="reversed", range=None),
        height=420, bottom=44, left=120, top=8, legend=False,
    )  # fmt: skip


def _shaded(
    counts: NDArray[np.integer], share: NDArray[np.floating], theme: Theme, tip: str
) -> Figure:
    """Cells shaded by their share of the row, with the counts under the pointer."""
    under = encode_array(counts) if counts.size else [[]]
    return cells(share, theme, tip=tip, title="share of row", gap=2, customdata=under)


def community_sizes(
    left: NDArray[np.integer], right: NDArray[np.integer], theme: Theme, *, sides: Sides
) -> Figure:
    """Nodes per community, matched communities side by side; beyond a number one bar for the rest.

    Parameters
    ----------
    left, right : ndarray of int, shape (k,)
        Sizes by (matched) community number.
    """
    count = max(len(left), len(right))
    shown = min(count, MOST_SIZES)
    words = [str(k + 1) for k in range(shown)] + ["rest"] * (count > MOST_SIZES)
    hatched = {"shape": "/", "fillmode": "overlay", "fgcolor": theme.background, "size": 6,
               "solidity": 0.25}  # fmt: skip
    data = []
    for sizes, name, ink, pattern in zip(
        (left, right), sides.titles, sides.colours(theme), (hatched, {}), strict=True
    ):
        every = np.pad(np.asarray(sizes), (0, count - len(sizes)))
        heights = np.append(every[:shown], every[MOST_SIZES:].sum() if count > MOST_SIZES else [])
        bar = bars(words, heights.astype(np.int64), ink, name=name,
                   tip="community %{x}: %{y:,} nodes")  # fmt: skip
        bar["marker"]["pattern"] = pattern
        data.append(bar)
    return figure(
        theme, data, x=axis(theme, "community", type="category", showgrid=False, dtick=1),
        y=axis(theme, "nodes", rangemode="tozero"), more={"bargap": 0.25, "bargroupgap": 0.08},
        height=300, top=16,
    )  # fmt: skip


def merge_pair(
    left: AnyFloats,
    right: AnyFloats,
    theme: Theme,
    *,
    thresholds: tuple[float, float],
    sides: Sides,
) -> Figure:
    """Every density peak by its height and the height of the saddle at which it merges.

    Far below the diagonal are clusters, near it are bumps; the dashed line is the threshold.

    Parameters
    ----------
    left, right : ndarray, shape (peaks, 2)
        Log-density at the peak and at the saddle, -inf for a peak that never merges: it is drawn
        on the dotted line.
    thresholds : pair of float
        Least prominence of a cluster in each panel.
    """
    low, high = reach(left, right, room=0.0)
    span = max(high - low, *(2.0 * t for t in thresholds), 1e-9)
    never, top = low - 0.15 * span, high + 0.05 * span
    ends = np.array([never, top])
    data: list[Figure] = []
    details = []
    for panel, merges, threshold in zip((1, 2), (left, right), thresholds, strict=True):
        peaks, saddles = np.asarray(merges, dtype=np.float64).reshape(-1, 2).T
        is_kept = peaks - saddles > threshold
        details.append(f"{int(is_kept.sum()):,} of {len(peaks):,} peaks")
        data += [
            line(ends, y, theme.baseline, name=name, width=1.2, dash=dash, panel=panel,
                 showlegend=bool(name) and panel == 1, legendrank=2000)
            for name, y, dash in (
                ("", ends, "solid"), ("threshold", ends - threshold, "dash"),
                ("never merges", [never, never], "dot"),
            )
        ]  # fmt: skip
        drawn = np.maximum(saddles, never)
        data += [
            dots(peaks[rows], drawn[rows], ink, name=name, symbol=symbol, size=size, panel=panel,
                 legendgroup=name, showlegend=panel == 1,
                 tip=f"{name}<br>peak %{{x:.3g}}<br>saddle %{{y:.3g}}")
            for rows, name, symbol, ink, size in (
                (is_kept, "cluster", "circle", theme.accent, 10),
                (~is_kept, "merged away", "circle-open", theme.opposite, 7),
            )
        ]  # fmt: skip
    return two_panels(
        theme, data, sides=sides, details=(details[0], details[1]), gap=0.09, height=380,
        x=axis(theme, "log-density at the peak", range=[low - 0.05 * span, top]),
        y=axis(theme, "at the saddle", range=[never - 0.08 * span, top]),
    )  # fmt: skip
