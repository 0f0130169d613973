"""Part of the embeddings and persistence pages: what the same model gives with more nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.spectral import LARGEST_DIMENSION, SpectralEmbedding
from graphdp_core.experiment.compare import Comparison, measure_once, run_baseline
from graphdp_core.experiment.scenario import GraphChoice
from graphdp_core.reproduce.intervals import fitted_power
from pages.shared import page, progress, scenario_cache, session, widgets

__all__ = ["growth"]

SIZES = (100, 200, 400, 800, 1600)
DRAWS = 10


def growth(c: Comparison, metrics: Sequence[str]) -> None:
    """Metrics against the number of nodes, over new graphs and draws; made when asked for."""
    choice = session.current().choice
    if choice is None or not choice.can_grow:
        return
    st.header("Do more nodes help?", anchor=False)
    if not progress.asked(
        "growth", f"Grow the graph, {DRAWS} draws each", "open_in_full",
        "Makes new graphs of the same model with 100 to 1,600 nodes, releases each at the same ε "
        "and measures again.",
    ):  # fmt: skip
        return
    by_id = {metric.id: metric for metric in c.analysis.metrics}
    metric = widgets.choose("Measure", {by_id[id].label: by_id[id] for id in metrics}, key="growth")
    analysis, bar = _fixed(c.analysis, choice), st.empty()
    rows: list[dict[str, Any]] = []
    refused: dict[str, None] = {}
    jobs = [(n, repeat) for n in SIZES for repeat in range(DRAWS)]
    for done, (n, repeat) in enumerate(jobs):
        progress.step(bar, done / len(jobs), f"{n:,} nodes, draw {repeat + 1} of {DRAWS}")
        try:
            values = _measured(c, analysis, choice, n, repeat)
        except ValueError as error:
            refused[f"{n:,} nodes: {error}"] = None
            continue
        rows += [
            {"n": n, "repeat": repeat, "metric": name, "value": value}
            for name, value in values.items()
        ]
    bar.empty()
    page.notes(words=list(refused))
    if not rows:
        return
    table = pd.DataFrame(rows)
    page.figure(
        plots.growth_curve(
            table, metric.id, page.theme(), label=metric.label, low=metric.low,
            high=metric.high, percent=metric.percent,
        ),
        key="growth-curve",
        alt=f"{metric.label} against the number of nodes.",
    )  # fmt: skip
    medians = table[table["metric"] == metric.id].groupby("n")["value"].median().dropna()
    power = fitted_power(medians.index.to_numpy(), medians.to_numpy())
    told = (
        "" if power is None else f" Fitted to the medians it goes like n to the power {power:.2f}."
    )
    told = told.replace("-", "−")
    st.caption(
        f"New graphs of the same model at ε = {c.epsilon:g}: line the median, bands half and nine "
        f"of ten of the draws.{told} The error of single positions falls like n to the power −0.5 "
        "in theory, up to logarithms, where the density stays the same. Reads true graphs: not "
        "private."
    )
    page.table("All sizes and draws", lambda: table, key="growth")


def _fixed(
    analysis: SpectralEmbedding | Persistence, choice: GraphChoice
) -> SpectralEmbedding | Persistence:
    """With the model's own number of dimensions where the page would look for an elbow."""
    if analysis.dimension or not choice.latent_dimension:
        return analysis
    return replace(analysis, dimension=min(choice.latent_dimension, LARGEST_DIMENSION))


def _measured(
    c: Comparison, analysis: Any, choice: GraphChoice, n: int, repeat: int
) -> Mapping[str, float]:
    grown = choice.grown(n, repeat=repeat)

    def make() -> Mapping[str, float]:
        graph = grown.load()
        return measure_once(
            graph, c.mechanism, analysis, epsilon=c.epsilon, seed=c.seed, repeat=repeat,
            baseline=run_baseline(graph, analysis, progress=session.checkpoint),
            progress=session.checkpoint,
        )  # fmt: skip

    key = f"growth/{analysis!r}/{grown.key}/{c.epsilon}/{c.seed}/{repeat}"
    made: Mapping[str, float] = scenario_cache.kept(key, make)
    return made
