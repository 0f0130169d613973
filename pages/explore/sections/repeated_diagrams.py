"""Parts of the view Persistence: repeated draws, and the ways of features with epsilon."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core import plots
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.metrics.diagrams import longest_bars
from graphdp_core.metrics.repeated_diagrams import (
    Recurrence,
    bottleneck_band,
    landscape,
    recurrence,
    vines,
)
from graphdp_core.plots.numbers import format_number
from graphdp_core.progress import Report
from graphdp_core.results import Diagram
from pages.engine import progress, scenario_cache
from pages.explore.sections import repeats
from pages.explore.sections.repeats import REPEATS
from pages.ui import beyond, page, protection, widgets

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["animation", "repeated_draws"]

COUNT = 12  # features looked for, of each dimension
SHARE = 0.9
GRID = 400
PLURAL = ("components", "loops", "voids")

Pairs = tuple[NDArray[np.float64], ...]


def repeated_draws(c: Comparison) -> None:
    """Which features are found again in nine of ten repeats."""
    if not progress.asked(
        "diagram draws", f"Repeat {REPEATS} times", "repeat",
        "One release is luck. Repeats it with other noise at the same ε and looks for every "
        "feature again.",
    ):  # fmt: skip
        return
    jobs = [
        _job(c, f"Repeat {k + 1} of {REPEATS}", epsilon=c.epsilon, seed=c.seed + 1 + k)
        for k in range(REPEATS)
    ]
    outcome = repeats.run(jobs, label="diagram draws", graph=c.graph)
    if outcome is None:
        return
    page.notes(words=outcome.refused)
    draws = outcome.made
    if not draws:
        return
    dimensions = {PLURAL[k].capitalize(): k for k in range(len(_of(c).pairs))}
    names = list(dimensions)
    names.sort(key=lambda name: dimensions[name] != 1)  # loops first
    k = widgets.choose(
        "Features", {name: dimensions[name] for name in names}, key="feature",
        ids=[f"h{dimensions[name]}" for name in names],
    )  # fmt: skip
    _one_dimension(c, k, [draw[k] for draw in draws])


def animation(c: Comparison) -> None:
    """The private diagram at every stop of the slider, with the same noise."""
    if not progress.asked(
        "diagram animation", "Prepare all stops", "animation",
        "Computes the private diagram at every stop of the ε slider, with the same noise. On a "
        "large graph that takes a while.",
    ):  # fmt: skip
        return
    stops = beyond.stops()
    jobs = [
        _job(c, f"Stop {done} of {len(stops)}", epsilon=epsilon, seed=c.seed)
        for done, epsilon in enumerate(stops, start=1)
    ]
    outcome = repeats.run(jobs, label="diagram animation", graph=c.graph)
    if outcome is None:
        return
    page.notes(words=outcome.refused[-1:])
    found = zip(stops, outcome.results, strict=True)
    drawn = {epsilon: pairs for epsilon, pairs in found if pairs is not None}
    if not drawn:
        return
    epsilons = list(drawn)
    baseline = _of(c).pairs
    page.figure(
        plots.moving_diagram(
            epsilons,
            [vines([pairs[k] for pairs in drawn.values()]) for k in range(len(baseline))],
            baseline,
            page.theme(),
            sides=plots.Sides.of(c),
            at=min(range(len(epsilons)), key=lambda i: abs(epsilons[i] - c.epsilon)),
        ),
        key="diagram-animation",
        alt="The private persistence diagram moving with epsilon, each feature along its way.",
    )
    st.caption(
        "Lines are the ways of the 30 longest features of each kind, from stop to stop matched "
        "at the smallest sum of distances; hollow: without privacy. Features that never die are "
        "left out, and what wanders far at the smallest ε is out of view. The same noise at two "
        "ε gives the data away: for teaching only."
    )


def _one_dimension(c: Comparison, k: int, draws: list[NDArray[np.float64]]) -> None:
    baseline = _of(c).pairs[k]
    found = recurrence(baseline, draws, count=COUNT)
    if not len(found.features):
        st.caption(f"{plots.Sides.of(c).baseline} there are no {PLURAL[k]} to look for.")
        return
    sure = int((found.shares >= SHARE).sum())
    st.markdown(
        f"**At {epsilon_label(c.epsilon)}, {sure} of the {len(found.features)} longest "
        f"{PLURAL[k]} are "
        f"found again in at least {SHARE:.0%} of {REPEATS} repeats; the longest in "
        f"{format_number(float(found.shares[0]), percent=True)}.**"
    )
    band = bottleneck_band(baseline, draws, share=SHARE)
    page.figure(
        plots.recurrence_pair(
            found, draws, page.theme(), sides=plots.Sides.of(c), band=band, dimension=k, share=SHARE
        ),
        key="survival",
        alt=f"Which {PLURAL[k]} are found again over {REPEATS} repeats, and where.",
    )
    st.caption(
        "Found again: a bar of the repeat is its own, nearer than the diagonal, at least half as "
        "long, and longer than all that noise invents. Shaded: twice the bottleneck distance "
        f"{format_number(band)} within which {SHARE:.0%} of the repeats lie. What is above it has "
        "a partner in each of these repeats however bars are best matched, though maybe a shorter "
        f"one (Fasy et al., 2014). {protection.NOT_PRIVATE} "
        f"To release all {REPEATS} would cost {REPEATS} times ε."
    )
    _landscapes(c, baseline, draws)
    page.table("How often each feature is found", lambda: _rows(found, k), key="survival", of=c)


def _landscapes(
    c: Comparison, baseline: NDArray[np.float64], draws: list[NDArray[np.float64]]
) -> None:
    bars = np.concatenate([longest_bars(d, count=len(d)) for d in (baseline, *draws)])
    grid = np.linspace(float(bars.min()), float(bars.max()), GRID)
    page.figure(
        plots.landscape_band(
            grid,
            landscape(baseline, grid),
            np.array([landscape(draw, grid) for draw in draws]),
            page.theme(),
            sides=plots.Sides.of(c),
        ),
        key="landscape",
        alt="Persistence landscape without privacy, and its mean and band over the repeats.",
    )
    st.caption(
        "Diagrams have no mean; their landscapes have (Bubenik, 2015). At each distance: of what a "
        "feature has lived and has left, the lower; the highest over all features. A feature's "
        "tent is half as high as its life is long."
    )


def _job(c: Comparison, words: str, *, epsilon: float, seed: int) -> repeats.Job[Pairs]:
    def make(report: Report) -> Pairs:
        other = scenario_cache.compare_at(c, epsilon=epsilon, seed=seed, progress=report)
        return _diagram(other.private).pairs

    key = scenario_cache.key(c, "diagram", epsilon=epsilon, seed=seed)
    return repeats.Job(words, make, key=key)


def _of(c: Comparison) -> Diagram:
    return _diagram(c.baseline)


def _diagram(result: object) -> Diagram:
    if not isinstance(result, Diagram):
        raise TypeError(f"a diagram was expected, got {type(result).__name__}")
    return result


def _rows(found: Recurrence, k: int) -> pd.DataFrame:
    import pandas as pd

    births, deaths = (found.partners[:, :, i] for i in (0, 1))
    return pd.DataFrame(
        {
            "dimension": f"H{k}",
            "birth": found.features[:, 0],
            "death": found.features[:, 1],
            "share of repeats": found.shares,
            "mean private birth": pd.DataFrame(births).mean().to_numpy(),
            "mean private death": pd.DataFrame(deaths).mean().to_numpy(),
        }
    )
