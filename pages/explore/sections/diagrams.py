"""Parts of the view Persistence: how both diagrams are drawn, and the cloud behind them.

Part of the view Persistence: which features every repeat of the release shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.metrics.diagrams import (
    Recurrence,
    ShiftedBottleneck,
    bottleneck,
    bottleneck_band,
    log_diagram,
    recurrence,
    shift_invariant_bottleneck,
)
from graphdp_core.params import Param
from graphdp_core.plots.chart.diagrams import barcode_chart, betti_chart, diagram_chart
from graphdp_core.plots.chart.record import Chart
from graphdp_core.plots.diagrams import recurrence_pair
from graphdp_core.plots.kinds.diagram import diagram_clouds, diagram_nodes
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.stage import Draw
from pages.explore.sections import repeats
from pages.explore.sections.repeats import REPEATS
from pages.ground.glossary import term
from pages.ui import page, protection, widgets

if TYPE_CHECKING:
    import pandas as pd

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
    with widgets.drawer():
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
        nodes=diagram_nodes(c), clouds=diagram_clouds(c),
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


def _matchings(distances: Sequence[Any]) -> dict[int, Any]:
    """Which features belong together, by dimension."""
    return {k: d.matching for k, d in enumerate(distances) if d.matching is not None}


COUNT = 12  # features looked for, of each dimension
SHARE = 0.9
PLURAL = ("components", "loops", "voids")


def repeated_draws(c: Comparison) -> None:
    """Which features are found again in nine of ten repeats."""
    draws = repeats.of_releases(
        c, "diagram draws", lambda other: other.private.pairs, why="looks for every feature again."
    )
    if not draws:
        return
    dimensions = {PLURAL[k].capitalize(): k for k in range(len(c.baseline.pairs))}
    names = list(dimensions)
    names.sort(key=lambda name: dimensions[name] != 1)  # loops first
    k = widgets.choose(
        "Features", {name: dimensions[name] for name in names}, key="feature",
        ids=[f"h{dimensions[name]}" for name in names],
    )  # fmt: skip
    _one_dimension(c, k, [draw[k] for draw in draws])


def _one_dimension(c: Comparison, k: int, draws: list[NDArray[np.float64]]) -> None:
    baseline = c.baseline.pairs[k]
    again = recurrence(baseline, draws, count=COUNT)
    if not len(again.features):
        st.caption(f"{Sides.of(c).baseline} there are no {PLURAL[k]} to look for.")
        return
    sure = int((again.shares >= SHARE).sum())
    st.markdown(
        f"**At {epsilon_label(c.epsilon)}, {sure} of the {len(again.features)} longest "
        f"{PLURAL[k]} are "
        f"found again in at least {SHARE:.0%} of {REPEATS} repeats; the longest in "
        f"{format_number(float(again.shares[0]), percent=True)}.**"
    )
    band = bottleneck_band(baseline, draws, share=SHARE)
    page.figure(
        recurrence_pair(
            again, draws, page.theme(), sides=Sides.of(c), band=band, dimension=k, share=SHARE
        ),
        key="survival",
        alt=f"Which {PLURAL[k]} are found again over {REPEATS} repeats, and where.",
    )
    st.caption(
        "Found again: a bar of the repeat is its own, nearer than the diagonal, at least half as "
        "long, and longer than all that noise invents. Shaded: twice the bottleneck distance "
        f"{format_number(band)} within which {SHARE:.0%} of the repeats lie. A bar above it "
        "has a partner in each of these repeats under any best matching, though maybe a shorter "
        f"one (Fasy et al., 2014). {protection.NOT_PRIVATE} "
        f"To release all {REPEATS} would cost {REPEATS} times ε."
    )
    page.table("How often each feature is found", lambda: _rows(again, k), key="survival", of=c)


def _rows(again: Recurrence, k: int) -> pd.DataFrame:
    import pandas as pd

    births, deaths = (again.partners[:, :, i] for i in (0, 1))
    return pd.DataFrame(
        {
            "dimension": f"H{k}",
            "birth": again.features[:, 0],
            "death": again.features[:, 1],
            "share of repeats": again.shares,
            "mean private birth": pd.DataFrame(births).mean().to_numpy(),
            "mean private death": pd.DataFrame(deaths).mean().to_numpy(),
        }
    )
