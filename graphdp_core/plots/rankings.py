"""Rankings: precision at the top, rank against rank.

Rankings over many draws.

How the degrees are distributed, without privacy, with it, and after debiasing.

Counts: both sides as bars, and what each way of releasing one is expected to be off.

One graph by itself: a small picture, its degrees, components, and communities as blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.digits import epsilon_label
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.encode import encode_array, escape, escaped, segments, truncate
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
    rule,
)
from graphdp_core.plots.nodes import node_traces, scatter_type
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.pair.drawings import node_sizes
from graphdp_core.plots.pair.picture import thin_edges
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme, see_through

Ranks = NDArray[np.integer]


def ranks(values: NDArray[np.floating]) -> NDArray[np.int64]:
    """Rank 1 for the largest value; ties by node number."""
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
        y=axis(theme, "share of the true top kept", range=[0, 1.09], tickformat=".0%", dtick=0.25),
    )  # fmt: skip


def rank_scatter(
    true_rank: Ranks,
    private_rank: Ranks,
    theme: Theme,
    *,
    sides: Sides,
    names: Sequence[str] | None = None,
    selected: NDArray[np.integer] | None = None,
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
        theme, [same, ranked], x=across, y=up, more={"dragmode": "lasso"}, height=320, top=16,
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


MOST_EDGES = 4_000  # that are drawn of one graph
TIP = "%{y:.3p} of nodes have degree ≥ %{x:,.4~g}"


def degree_distribution(
    left: NDArray[np.floating],
    right: NDArray[np.floating],
    theme: Theme,
    *,
    sides: Sides,
    debiased: NDArray[np.floating] | None = None,
) -> Figure:
    """Share of nodes with at least this degree, all graphs in one panel.

    Cumulative shares need no bins and stay readable under noise. Both axes are logarithmic where
    the true degrees have a heavy tail (largest over 8 times the mean), whatever the noise does.

    Parameters
    ----------
    left, right : ndarray, shape (n,)
        Degrees of the true and of the released graph.
    debiased : ndarray, shape (n,), optional
        Unbiased estimates from the released graph; may be negative, which a log axis cuts off.
    """
    before, after = sides.colours(theme)
    curves = [(right, sides.titles[1], after, "solid")]
    if debiased is not None:
        curves.append((debiased, "debiased estimate", theme.opposite, "dashdot"))
    is_heavy = _is_heavy(left)
    ground = {"fill": "tozeroy", "fillcolor": see_through(before, 0.25)}
    data = [_curve(left, before, is_heavy, name=sides.titles[0], width=1, **ground)]
    data += [
        _curve(degrees, ink, is_heavy, name=name, dash=dash, width=2.2)
        for degrees, name, ink, dash in curves
    ]
    high = max(float(np.max(side, initial=1.0)) for side in (left, right))
    x, y = _axes(theme, is_heavy, high, len(left))
    return figure(theme, data, x=x, y=y, height=340, top=16, left=64)


def degree_curve(degrees: NDArray[np.integer], theme: Theme, *, height: int = 380) -> Figure:
    """Share of nodes with at least this degree; both axes logarithmic if the tail is heavy.

    Parameters
    ----------
    degrees : ndarray, shape (n,)
    """
    is_heavy, high = _is_heavy(degrees), float(np.max(degrees, initial=1))
    ground = {"fill": "tozeroy", "fillcolor": see_through(theme.accent, 0.12)}
    curve = _curve(degrees, theme.accent, is_heavy, width=1.8, symbol="circle", size=5, **ground)
    x, y = _axes(theme, is_heavy, high, len(degrees))
    return figure(theme, [curve], x=x, y=y, height=height, top=8, left=64, legend=False)


def true_share_curve(half: float, theme: Theme, *, height: int = 240) -> Figure:
    """The share of true ties that flips would leave, by epsilon; one half at `half`."""
    epsilons = np.linspace(0.0, 20.0, 201)
    curve = line(epsilons, 1.0 / (1.0 + np.exp(half - epsilons)), theme.accent)
    x = axis(theme, "ε of a release by flips", range=[0, 20])
    y = axis(theme, "true among shown ties", range=[0, 1.04], tickformat=".0%")
    return figure(theme, [curve], x=x, y=y, height=height, top=8, left=64, legend=False)


def _is_heavy(degrees: NDArray[np.number]) -> bool:
    return len(degrees) > 0 and bool(np.max(degrees) > 8 * max(float(np.mean(degrees)), 1e-9))


def _curve(degrees: NDArray[np.number], ink: str, is_heavy: bool, **look: Any) -> Figure:
    x, share = tail_shares(np.asarray(degrees, dtype=np.float64), positive=is_heavy)
    return line(x, share, ink, shape="vh", tip=TIP, **look)


def _axes(theme: Theme, is_heavy: bool, high: float, n: int) -> tuple[Figure, Figure]:
    titles = "degree", "nodes with at least this degree"
    if not is_heavy:
        up = axis(theme, titles[1], range=[0, 1.04], tickformat=".0%")
        return axis(theme, titles[0], rangemode="tozero"), up
    decades = {"tickmode": "linear", "dtick": 1, "tickformat": "~p"}
    up = axis(theme, titles[1], type="log", range=[-np.log10(n) - 0.1, 0.08], **decades)
    return log_axis(theme, titles[0], 1.0, max(high, 1.1)), up


def tail_shares(
    degrees: NDArray[np.float64], *, positive: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Distinct degrees and the share of nodes at or above each; at most 1,000 of them."""
    x, counts = np.unique(degrees, return_counts=True)
    share = counts[::-1].cumsum()[::-1] / max(len(degrees), 1)
    if positive:
        x, share = x[x >= 1], share[x >= 1]
    if len(x) > 1000:
        keep = np.unique(np.linspace(0, len(x) - 1, 1000).astype(int))
        x, share = x[keep], share[keep]
    return x, share


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
            epsilons, values, theme.ink(i), name=name,
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


def graph_picture(
    graph: Graph, positions: NDArray[np.floating], theme: Theme, *, height: int = 380
) -> tuple[Figure, str]:
    """A graph drawn once, its classes by colour and symbol; and a sentence on edges left out.

    Parameters
    ----------
    positions : ndarray, shape (n, 2)
    """
    kinds, words = thin_edges({"kept": graph.edges}, limit=MOST_EDGES)
    x, y = segments(np.asarray(positions), kinds["kept"]).T
    crowd = max(len(kinds["kept"]), 1)
    edges = line(
        x, y, theme.kept, width=1.2 if crowd < 400 else 0.8,
        opacity=0.8 * float(np.clip(14 / np.sqrt(crowd), 0.25, 1.0)),
    )  # fmt: skip
    nodes = node_traces(
        np.asarray(positions, dtype=np.float32), theme, categories=graph.labels,
        category_names=graph.label_names, sizes=node_sizes(graph), names=graph.names,
    )  # fmt: skip
    made = figure(
        theme, [edges, *nodes], x=hidden_axis(), y=hidden_axis(scaleanchor="x"),
        more={"dragmode": "pan"}, height=height, top=8, bottom=4, left=8, right=8,
        legend=graph.labels is not None,
    )  # fmt: skip
    return made, words.replace(", each kind in proportion", "")


def component_bars(sizes: NDArray[np.integer], theme: Theme, *, height: int = 300) -> Figure:
    """How many components there are of each size, sizes in classes that double.

    Parameters
    ----------
    sizes : ndarray of int, shape (components,)
    """
    classes = np.floor(np.log2(np.maximum(np.asarray(sizes, dtype=np.int64), 1))).astype(np.int64)
    counts = np.bincount(classes, minlength=1)
    present = np.flatnonzero(counts)
    words = ["1" if k == 0 else f"{2**k:,}–{2 ** (k + 1) - 1:,}" for k in present.tolist()]
    shown = counts[present]
    tall = bars(
        np.arange(len(shown)), shown, theme.accent, tip="%{y:,} components of %{customdata} nodes",
        words=[f"{count:,}" for count in shown.tolist()], text_ink=theme.text, customdata=words,
    )  # fmt: skip
    up = axis(theme, "components", rangemode="tozero")
    if len(shown) and shown.max() > 50 * max(int(shown.min()), 1):
        up = log_axis(theme, "components", 0.5, 1.6 * float(shown.max()))
    across = named_axis(theme, words, "nodes in the component")
    return figure(theme, [tall], x=across, y=up, height=height, top=24, left=64, legend=False)
