"""Parts of the view Centrality: both rankings beside each other, and how much is found again.

Studies of the view Centrality: ranks over many repeats, and noise against the gap.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.mechanisms.centrality_calibrations import CALIBRATIONS, Asked, needed_scales
from graphdp_core.mechanisms.noisy_centrality import NoisyCentrality
from graphdp_core.metrics.rankings import importance_gap, random_baseline, ranking, tolerable_scale
from graphdp_core.params import schema
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.rankings import precision_bars, rank_intervals, rank_scatter, ranks
from graphdp_core.plots.sides import Sides
from graphdp_core.progress import Progress, Report
from pages.engine import progress
from pages.explore.sections import repeats
from pages.explore.sections.repeats import REPEATS
from pages.ui import marked, page, widgets

WIDTH = 430  # pixels: two charts fit beside each other on a wide screen


def choose_top() -> int:
    """How many ranks the user wants to see, in the drawer."""
    with widgets.drawer():
        top: int = widgets.choose("Top", {"10": 10, "20": 20}, key="top")
    return top


def found_again(c: Comparison) -> None:
    """The share of the true top that the release finds, and every node's two ranks."""
    true_rank, private_rank = ranks(c.baseline.values), ranks(c.private.values)
    levels = {f"top {p}%": c.metrics[f"precision_{p}"] for p in (5, 10, 15)}
    chance = {f"top {p}%": random_baseline(c.graph.n, p / 100) for p in (5, 10, 15)}
    page.cached_figure(
        c,
        lambda theme: precision_bars(levels, chance, theme),
        key="precision",
        alt="Share of the true top found again: "
        + ", ".join(f"{k} {format_number(v, percent=True)}" for k, v in levels.items()),
        width=WIDTH,
    )
    page.figure(
        rank_scatter(
            true_rank, private_rank, page.theme(), sides=Sides.of(c), names=c.graph.names,
            selected=marked.nodes(),
        ),
        key="ranks",
        marks_nodes=True,
        alt="Private against true rank of every node.",
        width=WIDTH,
    )  # fmt: skip


STUDIED = ("laplacian", "eigenvector", "closeness")
TOP = 10


def bears_noise(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whether it is studied how much noise this ranking bears."""
    is_own = isinstance(scenario.mechanism, NoisyCentrality)
    return _is_studied(analysis) and (scenario.graph.weights is None or is_own)


def _is_studied(analysis: Analysis[Any]) -> bool:
    return isinstance(analysis, Centrality) and analysis.score in STUDIED


def intervals(c: Comparison) -> None:
    """Where the truly highest nodes end up over twenty repeats."""
    nodes = ranking(c.baseline.values)[:TOP]
    draws = repeats.of_releases(
        c, "ranks", lambda other: ranks(other.private.values)[nodes],
        why="looks where the most central nodes end up.",
    )  # fmt: skip
    if not draws or not len(nodes):
        return
    ranked = np.array(draws)
    names = [c.graph.name(int(node)) for node in nodes]
    page.figure(
        rank_intervals(names, ranked, c.graph.n, page.theme()),
        key="rank-intervals",
        alt=f"Range of the private rank of the {len(nodes)} most central nodes over {REPEATS} "
        "repeats.",
    )
    shift = np.abs(ranked - np.arange(1, len(nodes) + 1)).mean()
    st.markdown(
        f"**At {epsilon_label(c.epsilon)}, the {len(nodes)} most central nodes move by "
        f"{format_number(float(shift))} places on average over {REPEATS} repeats.**"
    )
    st.caption("Every repeat would spend its own ε. The true ranks are not private.")


def feasibility(c: Comparison) -> None:
    """Noise of every calibration on this centrality against what its ranking bears."""
    score = getattr(c.analysis, "score", "")
    own = c.mechanism if isinstance(c.mechanism, NoisyCentrality) else NoisyCentrality()

    def make(report: Report) -> tuple[NDArray[np.float64], dict[str, float]]:
        own.neighbours.check(c.graph)
        asked = Asked(score, own.neighbours, c.epsilon, own.delta)
        scales = needed_scales(c.graph, asked, progress=Progress.of(report))
        return NoisyCentrality(score=score).exact(c.graph), scales

    part = f"scales/{own.neighbours!r}/{score}/{own.delta}"
    key = key_of(c.graph, epsilon=c.epsilon, part=part)
    label, button = f"scales-run/{c.graph.fingerprint}", "Measure the noise"
    if not progress.asked(label, button, "play_arrow", key="scales-run"):
        return
    outcome = repeats.run([repeats.Job(button, make, key=key)], label=label, graph=c.graph)
    if outcome is None:
        return
    page.notes(words=outcome.refused)
    if not outcome.made:
        return
    truth, scales = outcome.made[0]
    tolerable = tolerable_scale(importance_gap(truth), c.graph.n)
    scales = {name: scale for name, scale in scales.items() if scale > 0}
    if not scales or math.isnan(tolerable) or tolerable <= 0:
        st.caption("The important nodes do not stand out here: there is no gap to measure.")
        return
    _say_scales(c, scales, tolerable)


def _say_scales(c: Comparison, scales: dict[str, float], tolerable: float) -> None:
    parameter = next(k for k in schema(NoisyCentrality) if k.name == "calibration")
    labels = dict(zip(parameter.choices, parameter.choice_labels, strict=True))
    told = [
        {
            "Calibration": labels[name],
            "Scale of its noise": format_number(scale),
            "Times what the ranking bears": format_number(scale / tolerable),
            "Its guarantee": "proved"
            if CALIBRATIONS[name].is_proved
            else "as published, not private",
        }
        for name, scale in scales.items()
    ]
    st.table(told, border="horizontal")
    best = min((s for name, s in scales.items() if CALIBRATIONS[name].is_proved), default=math.inf)
    verdict = (
        "a proved calibration stays below it."
        if best <= tolerable
        else f"the least proved noise is {format_number(best / tolerable)} times that."
    )
    st.markdown(
        f"**At {epsilon_label(c.epsilon)} the ranking bears noise of scale "
        f"{format_number(tolerable)}; {verdict}**"
    )
    st.caption(
        "With noise of that scale, at most one node is expected to jump the gap from the crowd to "
        "the top: from the median of all others to the median of the top 10%. The paper argues "
        "in this way that private centralities are impractical; it speaks of noise on the scores, "
        "not of noisy degrees, noisy graphs or noisy weights, which the sidebar offers. "
        "Gap and scales are read from the true graph."
    )
