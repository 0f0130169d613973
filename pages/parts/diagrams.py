"""Parts of the persistence page: the views of both diagrams, and the cloud behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st

from graphdp_core import plots
from graphdp_core.experiment.compare import Comparison
from graphdp_core.metrics.diagrams import bottleneck
from graphdp_core.metrics.shifted_diagrams import log_diagram, shift_invariant_bottleneck
from graphdp_core.params import Param
from graphdp_core.plots.chart.diagrams import barcode_chart, diagram_chart
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.nodes import drawn_nodes
from graphdp_core.spectra.alignment import procrustes
from pages.parts import live_chart
from pages.shared import page, scenario_cache, session, widgets
from pages.shared.glossary import term

__all__ = ["choose_matching", "choose_view", "cloud", "show"]

VIEWS = {"Diagram": "diagram", "Up to size": "log", "Barcode": "bars", "Betti curves": "betti"}
HELP = (
    "Up to size: births and deaths on a log scale, where another size of the shape is only a "
    "shift; the matching is then drawn after the best shift."
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


def show(c: Comparison, view: str, *, matched: bool) -> list[str]:
    """Both diagrams in a view, with or without their matching; sentences on how to read it."""
    if view == "diagram":
        return _diagram(c, matched=matched)
    if view == "log":
        return _up_to_size(c, matched=matched)
    if view == "bars":
        live_chart.show(c, _bars, id="barcode")
        return []
    sides = plots.Sides.of(c)
    _show(c, plots.betti_curves(c.baseline.pairs, c.private.pairs, page.theme(), sides=sides), view)
    return []


def _bars(c: Comparison) -> Chart:
    return barcode_chart(c.baseline.pairs, c.private.pairs, sides=plots.Sides.of(c))


def _points(c: Comparison) -> Chart:
    return diagram_chart(
        c.baseline.pairs,
        c.private.pairs,
        sides=plots.Sides.of(c),
        bound=c.metrics["stability_bound"],
    )


def _diagram(c: Comparison, *, matched: bool) -> list[str]:
    if matched:
        _matched_diagram(c)
    else:
        live_chart.show(c, _points, id="diagram")
    if not np.isfinite(c.metrics["stability_bound"]):
        return []
    return [
        "Above the dashed line, twice the stability bound over the diagonal, every feature has a "
        "partner on the other side for certain; where there is no line, the nodes move too far."
    ]


def _matched_diagram(c: Comparison) -> None:
    left, right = c.baseline.pairs, c.private.pairs
    near = scenario_cache.get(
        scenario_cache.key(c, "matching"),
        lambda: [bottleneck(a, b) for a, b in zip(left, right, strict=False)],
    )
    figure = plots.diagram_pair(
        left, right, page.theme(), sides=plots.Sides.of(c), matching=_matchings(near),
        bottleneck=near[-1].distance, bound=c.metrics["stability_bound"],
    )  # fmt: skip
    _show(c, figure, "diagram")


def _up_to_size(c: Comparison, *, matched: bool) -> list[str]:
    left, right = (
        [log_diagram(d if k else []) for k, d in enumerate(x.pairs)]
        for x in (c.baseline, c.private)
    )
    best = [shift_invariant_bottleneck(a, b) for a, b in zip(left, right, strict=False)]
    figure = plots.diagram_pair(
        left, right, page.theme(), sides=plots.Sides.of(c), unit="ln",
        matching=_matchings(best) if matched else None,
        shifts={k: d.shift for k, d in enumerate(best)},
        bottleneck=best[-1].distance if matched else None,
    )  # fmt: skip
    _show(c, figure, "log")
    return [
        f"H{k}: scaled by {np.exp(found.shift):.3f}, the baseline's diagram comes within "
        f"{found.distance:.4f}{f', certified to {found.gap:.0e}' if found.gap > 0 else ''}. "
        "Components (H0) are born at 0, which has no logarithm."
        for k, found in enumerate(best[1:], start=1)
    ]


def _show(c: Comparison, figure: plots.Figure, view: str) -> None:
    alt = f"Persistence of the embedding without privacy and {plots.Sides.of(c).phrase}."
    page.figure(figure, key=f"persistence-{view}", alt=alt, leads=True)


def cloud(c: Comparison) -> None:
    """The embedded nodes of both sides, where all of them were filtered."""
    true, private = c.baseline.points, c.private.points
    if not len(true) == len(private) == c.graph.n:
        st.caption("The diagrams stand on landmarks, which differ on the two sides.")
        return
    alt = "The embedded nodes without privacy and private, turned to lie on each other."

    def both(theme: plots.Theme) -> plots.Figure:
        pair = plots.cloud_pair(
            *plots.widest_view(true, procrustes(private, true)), axis_word="direction",
            categories=c.graph.labels, category_names=c.graph.label_names, names=c.graph.names,
            alt=alt,
        )  # fmt: skip
        return plots.pair_figure(pair, theme, sides=plots.Sides.of(c))

    page.notes(words=(drawn_nodes(c.graph.n)[1],))
    page.cached_figure(c, both, key="cloud", alt=alt)


def _matchings(distances: Sequence[Any]) -> dict[int, Any]:
    """Which features belong together, by dimension."""
    return {k: d.matching for k, d in enumerate(distances) if d.matching is not None}
