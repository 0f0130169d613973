"""Part of the view Persistence: which features every repeat of the release shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.metrics.diagrams import (
    Recurrence,
    bottleneck_band,
    recurrence,
)
from graphdp_core.plots.diagrams import recurrence_pair
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from pages.explore.sections import repeats
from pages.explore.sections.repeats import REPEATS
from pages.ui import page, protection, widgets

if TYPE_CHECKING:
    import pandas as pd

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
        f"{format_number(band)} within which {SHARE:.0%} of the repeats lie. What is above it has "
        "a partner in each of these repeats however bars are best matched, though maybe a shorter "
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
