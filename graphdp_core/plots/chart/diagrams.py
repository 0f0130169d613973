"""Persistence as charts that move: diagrams as points, barcodes as bars.

Betti curves as a chart that moves: how many features of each kind live at each distance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.chart.record import Chart, Marks, Panel, Word, place_of_count
from graphdp_core.plots.diagrams import (
    DRAWN_POINTS,
    HOMOLOGY,
    SYMBOLS,
    Pairs,
    drawn_links,
    feature_counts,
    finite_range,
)
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import dimension_ink

Members = Sequence[Sequence[NDArray[np.int64]]]
"""Nodes of each feature, by homology dimension."""


@dataclass(frozen=True, eq=False)
class Cloud:
    """Where nodes lie in the plane.

    Parameters
    ----------
    places : ndarray of float, shape (k, 2)
    nodes : ndarray of int, shape (k,)
        Which they are.
    """

    places: NDArray[np.floating]
    nodes: NDArray[np.int64]


SIZES = (6.0, 8.0, 8.0)
WIDER = 1.3  # times its height is a diagram with a cloud in its corner
CORNER = 0.6  # of the height, both ways
DOT = 3.0  # pixels of a node in the corner
LONGEST_BARS = 30  # of each dimension


def diagram_chart(
    left: Sequence[Pairs],
    right: Sequence[Pairs],
    *,
    sides: Sides,
    bound: float = np.nan,
    matching: Mapping[int, NDArray[np.integer]] | None = None,
    bottleneck: float = np.nan,
    shifts: Mapping[int, float] | None = None,
    unit: str = "",
    nodes: tuple[Members, Members] = ((), ()),
    clouds: tuple[Cloud, Cloud] | None = None,
) -> Chart:
    """Birth and death of every feature; far above the diagonal is long-lived, on it is noise.

    Parameters
    ----------
    left, right : sequence of ndarray, shape (k, 2)
        Birth and death by homology dimension; death may be infinite. At most 2,000 points of a
        dimension are drawn: those that live longest.
    bound : float
        Above twice this over the diagonal every feature has a partner on the other side for
        certain: a dashed line, if it is in view.
    matching : dict of int to ndarray of int, shape (k, 2)
        By dimension, rows (index in left, index in right), -1 for the diagonal. The right panel
        then shows the left points hollow, joined to their partners.
    shifts : dict of int to float
        By dimension, how far the left points are moved along the diagonal before they are joined
        to the right ones (a change of size, on a log scale).
    unit : str
        Words before "birth" and "death" on the axes.
    bottleneck : float
        What lies within this distance of the diagonal may vanish without a trace: a dotted line.
    nodes : pair of sequences
        Of each side by homology dimension, the nodes of each feature, see
        :func:`graphdp_core.analyses.point_clouds.feature_nodes`; () for none.
    clouds : pair of Cloud, optional
        Where the nodes lie on either side. They are drawn in the corner that a diagram leaves
        empty, with the longest loop; the others come with a mark.
    """
    field = _Field.of((left, right), unit)
    low, high, span = field.low, field.high, field.high - field.low
    lines = []
    for rise, dash, word in (
        (2 * bound, (6.0, 4.0), "certain to have a partner above"),
        (2 * bottleneck, (2.0, 3.0), "may vanish below: the bottleneck distance"),
    ):
        if 0.0 < rise < span:
            line = np.array([[low, low + rise, high - rise, high]])
            lines.append(Marks.lines(line, "kept", size=1.5, dash=dash, word=word))
    links = _links(left, right, matching or {}, shifts or {}, field.never)
    panels: tuple[Panel, ...] = (
        field.panel(left, lines, nodes=nodes[0]),
        field.panel(right, (*lines, *links), nodes=nodes[1]),
    )
    if clouds:
        corners = zip(panels, clouds, (left, right), nodes, strict=True)
        panels = tuple(field.with_cloud(*corner) for corner in corners)
    return _pair(panels, (left, right), sides, "Persistence diagrams")


def diagram_panels(*several: Sequence[Pairs]) -> tuple[Panel, ...]:
    """Diagrams on common axes, a panel each."""
    field = _Field.of(several)
    return tuple(field.panel(pairs) for pairs in several)


@dataclass(frozen=True)
class _Field:
    """The common axes of several diagrams: what dies in range, what never does on a line."""

    low: float
    high: float
    unit: str = ""

    @classmethod
    def of(cls, several: Sequence[Sequence[Pairs]], unit: str = "") -> _Field:
        return cls(*finite_range(*several), unit)

    @property
    def never(self) -> float:
        return self.high + 0.07 * (self.high - self.low)

    def panel(
        self, pairs: Sequence[Pairs], more: Sequence[Marks] = (), *, nodes: Members = ()
    ) -> Panel:
        """One diagram, above the lines of the field and `more`."""
        low, high, never = self.low, self.high, self.never
        top, ends = never + 0.07 * (high - low), low - 0.03 * (high - low)
        ground = (
            Marks.lines(np.array([[low, low, high, high]]), "baseline", size=1.0),
            Marks.lines(
                np.array([[low, never, top, never]]), "baseline", size=1.0, dash=(2.0, 3.0)
            ),
        )
        points = [
            m
            for k, given in enumerate(pairs)
            for m in _points(given, k, never, nodes[k] if k < len(nodes) else ())
        ]
        infinity = Word(top, never, "∞", anchor="end", ink="muted")
        axes = f"{self.unit} birth".strip(), f"{self.unit} death".strip()
        return Panel((ends, top), (ends, top), axes, (*ground, *more, *points), (infinity,))

    def with_cloud(
        self, panel: Panel, cloud: Cloud, pairs: Sequence[Pairs], nodes: Members
    ) -> Panel:
        """The nodes in the corner below the diagonal, and the loops among them."""
        ends, high = panel.y[0], panel.y[1] - panel.y[0]
        side, right = CORNER * high, ends + WIDER * high
        low, top = np.quantile(cloud.places, (0.01, 0.99), axis=0)
        scale = 0.9 * side / max(float((top - low).max()), 1e-12)
        middle = np.array([right - 0.53 * side, ends + 0.53 * side])
        spread = (cloud.places - (low + top) / 2) * scale
        places = middle + np.clip(spread, -side / 2, side / 2)
        dots = Marks.dots(
            places[:, 0], places[:, 1], "baseline", size=DOT, word="nodes on the map",
            members=[[node] for node in cloud.nodes.tolist()],
        )  # fmt: skip
        loops = nodes[1] if len(nodes) > 1 else ()
        order = _by_life(pairs[1]) if len(loops) else ()
        rows = {node: row for row, node in enumerate(cloud.nodes.tolist())}
        lines = []
        for rank, feature in enumerate(i for i in order if len(loops[i])):
            way = places[[rows[node] for node in loops[feature].tolist()]]
            lines.append(Marks.lines(
                np.hstack((way, np.roll(way, -1, axis=0))), dimension_ink(1), size=1.5,
                word="" if rank else "the longest loop",
                opacity=0.0 if rank else 1.0, members=[loops[feature].tolist()] * len(way),
            ))  # fmt: skip
        infinity = tuple(replace(word, x=right) for word in panel.words)
        return replace(
            panel, x=(ends, right), marks=(*panel.marks, *lines[:1], dots, *lines[1:]),
            words=infinity, even=True,
        )  # fmt: skip


def barcode_chart(left: Sequence[Pairs], right: Sequence[Pairs], *, sides: Sides) -> Chart:
    """One bar a feature, from birth to death: the 30 longest of each dimension, by birth.

    Bars that never end carry an arrow. Both panels give each dimension the same rows.
    """
    both = zip_longest(left, right, fillvalue=())
    rows = [min(max(map(len, dimension)), LONGEST_BARS) for dimension in both]
    gap = max(1.5, 0.08 * sum(rows))  # room for the name of a dimension
    tops = np.cumsum([0.0, *(count + gap for count in rows)])
    low, high = finite_range(left, right)
    low = min(low, 0.0)
    end = high + 0.06 * (high - low)
    across = (low - 0.02 * (high - low), end + 0.02 * (high - low))

    def panel(pairs: Sequence[Pairs]) -> Panel:
        bars = [m for k, given in enumerate(pairs) for m in _bars(given, k, float(tops[k]), end)]
        names = tuple(
            Word(across[1], float(tops[k]) - 0.5 - gap / 2, _name(k), anchor="end", ink="muted")
            for k, count in enumerate(rows)
            if count
        )
        return Panel(across, (float(tops[-1]) - gap + 1, -gap), ("distance", ""), (*bars,), names)

    return _pair((panel(left), panel(right)), (left, right), sides, "Barcodes")


def _pair(
    panels: tuple[Panel, ...], both: Sequence[Sequence[Pairs]], sides: Sides, what: str
) -> Chart:
    counts = tuple(map(feature_counts, both))
    alt = f"{what} without privacy ({counts[0]}) and {sides.phrase} ({counts[1]})."
    return Chart(panels, sides.titles, counts, sides.unproved, alt=alt)


def _points(
    pairs: Pairs, dimension: int, never: float, nodes: Sequence[NDArray[np.int64]]
) -> list[Marks]:
    """The features of one dimension; those that never die on a line of their own."""
    order = _by_life(pairs)[:DRAWN_POINTS]
    drawn = _as_pairs(pairs)[order]
    style, name, ink = min(dimension, 2), _name(dimension), dimension_ink(dimension)
    dies = np.isfinite(drawn[:, 1])
    births, deaths = drawn.T
    lives = "born {x}, lives {life}"
    return [
        Marks.dots(
            births[part], deaths[part] if ends else np.full(int(part.sum()), never), ink,
            size=SIZES[style], symbol=SYMBOLS[style], word=name,
            tip=f"H{dimension}: {lives if ends else 'born {x}, never dies'}",
            members=[nodes[i].tolist() for i in order[part]] if nodes else (),
        )
        for part, ends in ((dies, True), (~dies, False))
    ]  # fmt: skip


def _links(
    left: Sequence[Pairs],
    right: Sequence[Pairs],
    matching: Mapping[int, NDArray[np.integer]],
    shifts: Mapping[int, float],
    never: float,
) -> list[Marks]:
    """Lines from where features were to where they are, and rings where they were."""
    links = []
    for k, pairs in matching.items():
        if k >= min(len(left), len(right)):
            continue
        start, end, from_left = drawn_links(
            np.asarray(left[k]) + shifts.get(k, 0.0), right[k], pairs, never
        )
        style, ink = min(k, 2), dimension_ink(k)
        rings = start[from_left].astype(np.float32)
        links += [
            Marks.lines(np.hstack((start, end)), ink, size=1.0, opacity=0.55),
            Marks(
                "rings", rings, ink, SIZES[style], SYMBOLS[style],
                word=f"H{k} without privacy", opacity=0.7,
            ),
        ]  # fmt: skip
    return links


def _bars(pairs: Pairs, dimension: int, top: float, end: float) -> list[Marks]:
    kept = _as_pairs(pairs)[_by_life(pairs)[:LONGEST_BARS]]
    kept = kept[np.lexsort((-kept[:, 1], kept[:, 0]))]
    rows = top + np.arange(len(kept), dtype=float)
    endless = ~np.isfinite(kept[:, 1])
    stops = np.where(endless, end, kept[:, 1])
    ink = dimension_ink(dimension)
    return [
        Marks.lines(np.column_stack((kept[:, 0], rows, stops, rows)), ink, size=3.0),
        Marks.dots(stops[endless], rows[endless], ink, size=9.0, symbol="triangle-right"),
    ]


def _by_life(pairs: Pairs) -> NDArray[np.intp]:
    """Places of the features, the longest-lived first."""
    points = _as_pairs(pairs)
    return np.argsort(points[:, 0] - points[:, 1], kind="stable")


def _as_pairs(pairs: Pairs) -> NDArray[np.float64]:
    return np.asarray(pairs, dtype=np.float64).reshape(-1, 2)


def _name(dimension: int) -> str:
    return HOMOLOGY[dimension] if dimension < len(HOMOLOGY) else f"H{dimension}"


Curves = Sequence[NDArray[np.float64]]
STEPS = 1000  # as fine as any screen
COUNTS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)


def betti_chart(left: Sequence[Pairs], right: Sequence[Pairs], *, sides: Sides) -> Chart:
    """Components, loops and voids alive at each distance, on a scale from 0 to the most there are.

    The right panel shows the curves of the left one thin and dotted.

    Parameters
    ----------
    left, right : sequence of ndarray, shape (k, 2)
        Birth and death by homology dimension; death may be infinite.
    """
    low, high = finite_range(left, right)
    low, high = min(low, 0.0), high * 1.05
    before = [_curve(pairs, low, high) for pairs in left]
    after = [_curve(pairs, low, high) for pairs in right]
    most = max((float(c[:, [1, 3]].max()) for c in (*before, *after) if len(c)), default=0.0)
    top = max(round(1.05 * most, 1), 0.5)
    ticks = tuple((place_of_count(k), f"{k:,}") for k in COUNTS if place_of_count(k) <= top)

    def panel(curves: Curves, ghosts: Curves) -> Panel:
        thin: dict[str, Any] = {"size": 1.0, "dash": (2.0, 3.0), "opacity": 0.9}
        drawn = [
            Marks.lines(curve, dimension_ink(k), word=_name(k) + words, **look)
            for some, words, look in ((ghosts, " without privacy", thin), (curves, "", {}))
            for k, curve in enumerate(some)
        ]
        axes = ("distance", "features alive")
        return Panel((low, high), (0.0, top), axes, tuple(drawn), ticks=((), ticks))

    panels = panel(before, ()), panel(after, before)
    return _pair(panels, (left, right), sides, "Betti curves")


def _curve(pairs: Pairs, low: float, high: float) -> NDArray[np.float64]:
    """The steps of the number of features alive as lines, shape (k, 4)."""
    points = _as_pairs(pairs)
    if not len(points):
        return np.empty((0, 4))
    births = np.sort(points[:, 0])
    deaths = np.sort(points[:, 1][np.isfinite(points[:, 1])])
    x = np.unique(np.concatenate(([low], births, deaths, [high])))
    if len(x) > STEPS:
        x = x[np.unique(np.linspace(0, len(x) - 1, STEPS).astype(int))]
    alive = np.searchsorted(births, x, "right") - np.searchsorted(deaths, x, "right")
    y = np.log10(1.0 + alive)
    flat = np.column_stack((x[:-1], y[:-1], x[1:], y[:-1]))
    steep = np.column_stack((x[1:], y[:-1], x[1:], y[1:]))
    return np.vstack((flat, steep[y[:-1] != y[1:]]))
