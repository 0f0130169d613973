"""Parts of the view Persistence: how both diagrams are drawn, and the cloud behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.experiment.compare import Comparison
from graphdp_core.metrics.diagrams import (
    ShiftedBottleneck,
    bottleneck,
    log_diagram,
    shift_invariant_bottleneck,
)
from graphdp_core.params import Param
from graphdp_core.plots.chart.diagrams import barcode_chart, betti_chart, diagram_chart
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.kinds.diagram import diagram_nodes
from graphdp_core.plots.marks import Figure
from graphdp_core.plots.nodes import drawn_nodes, pair_figure
from graphdp_core.plots.pair.clouds import cloud_pair, widest_view
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import Theme
from graphdp_core.spectra.scree import procrustes
from graphdp_core.stage import Draw
from pages.ground.glossary import term
from pages.session import session
from pages.ui import page, widgets

Diagrams = list[NDArray[np.float64]]
VIEWS = {"Diagram": "diagram", "Up to size": "log", "Barcode": "bars", "Betti curves": "betti"}
HELP = (
    "Up to size: births and deaths on a log scale, where another size of the shape is only a "
    "shift; the matching is then drawn after the best shift. Components (H0) are born at 0, which "
    "has no logarithm."
)


def choose_view() -> str:
    """The view that the user chooses, by the slider."""
    view: str = widgets.choose("View", VIEWS, key="view", help=HELP, by_the_slider=True)
    return view


def choose_matching() -> bool:
    """Whether the matching of the two diagrams is drawn, in the drawer."""
    asked = Param(
        "matching", False, "Show the matching",
        help=f"{term('bottleneck distance')} In the views that can show it.",
    )  # fmt: skip
    with session.place("drawer"):
        return bool(widgets.widget(asked, "matching"))


def drawing(view: str, *, matched: bool) -> Draw:
    """How both diagrams are drawn in a view, with or without their matching."""
    draw = {"diagram": _diagram, "log": _up_to_size, "bars": _bars, "betti": _betti}[view]
    return partial(draw, matched=matched)


def _bars(c: Comparison, *, matched: bool) -> Chart:
    return barcode_chart(c.baseline.pairs, c.private.pairs, sides=Sides.of(c))


def _betti(c: Comparison, *, matched: bool) -> Chart:
    return betti_chart(c.baseline.pairs, c.private.pairs, sides=Sides.of(c))


def _diagram(c: Comparison, *, matched: bool) -> Chart:
    left, right = c.baseline.pairs, c.private.pairs
    near = [bottleneck(a, b) for a, b in zip(left, right, strict=False)] if matched else []
    return diagram_chart(
        left, right, sides=Sides.of(c), bound=c.metrics["stability_bound"],
        matching=_matchings(near), bottleneck=near[-1].distance if near else np.nan,
        nodes=diagram_nodes(c),
    )  # fmt: skip


def _up_to_size(c: Comparison, *, matched: bool) -> Chart:
    (left, right), best = _scaled(c)
    chart = diagram_chart(
        left, right, sides=Sides.of(c), unit="ln",
        matching=_matchings(best if matched else ()),
        shifts={k: match.shift for k, match in enumerate(best)},
        bottleneck=best[-1].distance if matched else np.nan,
    )  # fmt: skip
    true, private = chart.details
    return replace(chart, details=(f"{true}; {_scalings(best)}", private))


def _scaled(c: Comparison) -> tuple[list[Diagrams], list[ShiftedBottleneck]]:
    """Both sides on a log scale without components, which are born at 0; the best shifts."""
    sides = [
        [log_diagram(d if k else []) for k, d in enumerate(x.pairs)]
        for x in (c.baseline, c.private)
    ]
    return sides, [shift_invariant_bottleneck(a, b) for a, b in zip(*sides, strict=False)]


def _scalings(best: Sequence[ShiftedBottleneck]) -> str:
    """How near the true diagram comes to the private one, by dimension, and after which scaling."""
    return ", ".join(
        f"H{k} times {np.exp(match.shift):.3f} comes within {match.distance:.4f}"
        f"{f' (certified to {match.gap:.0e})' if match.gap > 0 else ''}"
        for k, match in enumerate(best[1:], start=1)
    )


def cloud(c: Comparison) -> None:
    """The embedded nodes of both sides, where all of them were filtered."""
    true, private = c.baseline.points, c.private.points
    if not len(true) == len(private) == c.graph.n:
        st.caption("The diagrams stand on landmarks, which differ on the two sides.")
        return
    alt = "The embedded nodes without privacy and private, turned to lie on each other."

    def both(theme: Theme) -> Figure:
        pair = cloud_pair(
            *widest_view(true, procrustes(private, true)), axis_word="direction",
            categories=c.graph.labels, category_names=c.graph.label_names, names=c.graph.names,
            alt=alt,
        )  # fmt: skip
        return pair_figure(pair, theme, sides=Sides.of(c))

    page.notes(words=(drawn_nodes(c.graph.n)[1],))
    page.cached_figure(c, both, key="cloud", alt=alt)


def _matchings(distances: Sequence[Any]) -> dict[int, Any]:
    """Which features belong together, by dimension."""
    return {k: d.matching for k, d in enumerate(distances) if d.matching is not None}
