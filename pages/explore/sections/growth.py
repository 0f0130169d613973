"""Part of the views Embedding and Persistence: what the same model gives with more nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.analyses.spectral import LARGEST_DIMENSION, SpectralEmbedding
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison, run_baseline, run_repeat
from graphdp_core.experiment.fitted_power import fitted_power
from graphdp_core.experiment.scenario import GraphChoice, Scenario, key_of
from graphdp_core.plots.trade_off import growth_curve
from graphdp_core.progress import Report
from pages.engine import progress
from pages.explore.sections import repeats
from pages.session import session
from pages.ui import page, protection, widgets

TITLE = "Do more nodes help?"

SIZES = (100, 200, 400, 800, 1600)
REPEATS = 10


def can_grow(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whether the graph's model has a size."""
    return scenario.choice is not None and scenario.choice.can_grow


def growth(c: Comparison, metrics: Sequence[str]) -> None:
    """Metrics against the number of nodes, over new graphs and repeats, when asked for."""
    choice = session.current().choice
    if choice is None or not progress.asked(
        "growth", f"Grow the graph, {REPEATS} repeats each", "open_in_full",
        "Makes new graphs of the same model with 100 to 1,600 nodes, releases each at the same ε "
        "and measures again.",
    ):  # fmt: skip
        return
    by_id = {metric.id: metric for metric in c.analysis.metrics}
    metric = widgets.choose("Measure", {by_id[id].label: by_id[id] for id in metrics}, key="growth")
    analysis = _fixed(c.analysis, choice)
    cells = [(n, repeat) for n in SIZES for repeat in range(REPEATS)]
    jobs = [_job(c, analysis, choice, n, repeat) for n, repeat in cells]
    outcome = repeats.run(jobs, label="growth", graph=c.graph)
    if outcome is None:
        return
    page.notes(words=outcome.refused)
    rows = [
        {"n": n, "repeat": repeat, "metric": name, "value": value}
        for (n, repeat), values in zip(cells, outcome.results, strict=True)
        if values is not None
        for name, value in values.items()
    ]
    if not rows:
        return
    table = pd.DataFrame(rows)
    page.figure(
        growth_curve(
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
        f"New graphs of the same model at {epsilon_label(c.epsilon)}: line the median, bands "
        "half and nine "
        f"of ten of the repeats.{told} The error of single positions falls like n to the power "
        "−0.5 in theory, up to logarithms, where the density stays the same. "
        f"{protection.NOT_PRIVATE}"
    )
    page.table("All sizes and repeats", lambda: table, key="growth")


def _fixed(analysis: Analysis[Any], choice: GraphChoice) -> Analysis[Any]:
    """With the model's own number of dimensions where the page would look for an elbow."""
    if not isinstance(analysis, SpectralEmbedding | Persistence):
        return analysis
    if analysis.dimension or not choice.latent_dimension:
        return analysis
    return replace(analysis, dimension=min(choice.latent_dimension, LARGEST_DIMENSION))


def _job(
    c: Comparison, analysis: Any, choice: GraphChoice, n: int, repeat: int
) -> repeats.Job[Mapping[str, float]]:
    grown = choice.grown(n, repeat=repeat)

    def make(report: Report) -> Mapping[str, float]:
        graph = grown.load()
        return run_repeat(
            graph, c.mechanism, analysis, epsilon=c.epsilon, seed=c.seed, repeat=repeat,
            baseline=run_baseline(graph, analysis, progress=report), progress=report,
        ).metrics  # fmt: skip

    key = key_of(
        c.graph, c.mechanism, analysis, epsilon=c.epsilon, seed=c.seed, repeat=repeat,
        part=f"growth/{grown.key}",
    )  # fmt: skip
    words = f"{n:,} nodes, repeat {repeat + 1} of {REPEATS}"
    return repeats.Job(words, make, key=key, of=f"{n:,} nodes")
