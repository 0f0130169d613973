"""Studies of the view Centrality: ranks over many repeats, noise against the gap, all methods."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from graphdp_core import plots
from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.centrality_methods import EDGE, LEVELS, Method, measured_methods
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.repeated_ranks import private_ranks
from graphdp_core.experiment.scenario import Scenario, key_of
from graphdp_core.mechanisms.calibration import Asked
from graphdp_core.mechanisms.centrality_calibrations import CALIBRATIONS, needed_scales
from graphdp_core.mechanisms.noisy_centrality import NoisyCentrality
from graphdp_core.metrics.gaps import importance_gap, tolerable_scale
from graphdp_core.metrics.rankings import random_baseline
from graphdp_core.params import schema
from graphdp_core.progress import Progress, Report
from pages.engine import progress, scenario_cache
from pages.explore.sections import repeats
from pages.explore.sections.repeats import REPEATS
from pages.ui import page, widgets

__all__ = ["bears_noise", "feasibility", "has_methods", "intervals", "methods"]

STUDIED = ("laplacian", "eigenvector", "closeness")
METHOD_REPEATS = 5
T = TypeVar("T")


def bears_noise(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whether it is studied how much noise this ranking bears."""
    is_own = isinstance(scenario.mechanism, NoisyCentrality)
    return _is_studied(analysis) and (scenario.graph.weights is None or is_own)


def has_methods(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whether all methods are compared for these scores and this graph."""
    graph = scenario.graph
    return _is_studied(analysis) and graph.weights is None and graph.m > 0


def _is_studied(analysis: Analysis[Any]) -> bool:
    return isinstance(analysis, Centrality) and analysis.score in STUDIED


def intervals(c: Comparison) -> None:
    """Where the truly highest nodes end up over twenty repeats."""
    found = _measured(
        c, "ranks-run", f"Run {REPEATS} repeats", scenario_cache.key(c, "ranks"),
        lambda report: private_ranks(
            c.graph, c.mechanism, c.analysis, epsilon=c.epsilon, seed=c.seed, repeats=REPEATS,
            progress=report,
        ),
    )  # fmt: skip
    if found is None:
        return
    nodes, ranks = found
    if not len(nodes):
        st.caption("There is no node to rank.")
        return
    names = [c.graph.name(int(node)) for node in nodes]
    page.figure(
        plots.rank_intervals(names, ranks, c.graph.n, page.theme()),
        key="rank-intervals",
        alt=f"Range of the private rank of the {len(nodes)} most central nodes over {REPEATS} "
        "repeats.",
    )
    shift = np.abs(ranks - np.arange(1, len(nodes) + 1)).mean()
    st.markdown(
        f"**At {epsilon_label(c.epsilon)}, the {len(nodes)} most central nodes move by "
        f"{plots.format_number(float(shift))} places on average over {REPEATS} repeats.**"
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
    found = _measured(c, "scales-run", "Measure the noise", key, make)
    if found is None:
        return
    truth, scales = found
    tolerable = tolerable_scale(importance_gap(truth), c.graph.n)
    scales = {name: scale for name, scale in scales.items() if scale > 0}
    if not scales or math.isnan(tolerable) or tolerable <= 0:
        st.caption("The important nodes do not stand out here: there is no gap to measure.")
        return
    _picture(c, scales, tolerable)


def _picture(c: Comparison, scales: dict[str, float], tolerable: float) -> None:
    parameter = next(k for k in schema(NoisyCentrality) if k.name == "calibration")
    labels = dict(zip(parameter.choices, parameter.choice_labels, strict=True))
    page.figure(
        plots.noise_against_gap(
            {labels[name]: scale for name, scale in scales.items()},
            {labels[name]: CALIBRATIONS[name].is_proved for name in scales},
            tolerable,
            page.theme(),
        ),
        key="feasibility",
        alt="Scale of the noise of each calibration, and the largest scale the ranking bears: "
        + ", ".join(
            f"{labels[name]} {plots.format_number(scale)}" for name, scale in scales.items()
        ),
    )
    best = min((s for name, s in scales.items() if CALIBRATIONS[name].is_proved), default=math.inf)
    verdict = (
        "a proved calibration stays below it."
        if best <= tolerable
        else f"the least proved noise is {plots.format_number(best / tolerable)} times that."
    )
    st.markdown(
        f"**At {epsilon_label(c.epsilon)} the ranking bears noise of scale "
        f"{plots.format_number(tolerable)}; {verdict}**"
    )
    st.caption(
        "Shaded: at most one node is expected to jump from the crowd to the top, if the gap is "
        "that between the median of the top 10% and the median of all others. The paper argues "
        "in this way that private centralities are impractical; it speaks of noise on the scores, "
        "not of noisy degrees, noisy graphs or noisy weights, which the sidebar offers. Crosses "
        "guarantee nothing. Gap and scales are read from the true graph."
    )


def methods(c: Comparison) -> None:
    """Share of the top that the paper's noise keeps, and every method that is private."""
    score = getattr(c.analysis, "score", "")
    found = _measured(
        c, "methods-run", "Compare all methods",
        key_of(c.graph, epsilon=c.epsilon, seed=c.seed, part=f"methods/{score}"),
        lambda report: measured_methods(
            score, c.graph, epsilon=c.epsilon, seed=c.seed, repeats=METHOD_REPEATS,
            slow_repeats=2, readings=False, progress=report,
        ),
    )  # fmt: skip
    if found is None:
        return
    levels = {f"{level}%": i for i, level in enumerate(LEVELS)}
    at = widgets.choose("Top", levels, key="method-top", ids=[str(level) for level in LEVELS])
    _methods_picture(c, found, at)


def _methods_picture(c: Comparison, found: list[tuple[Method, Any]], at: int) -> None:
    level, rows = LEVELS[at], [(m, values[:, at] / 100) for m, values in found]
    shares = [(float(v.mean()), float(v.min()), float(v.max())) for _, v in rows]
    page.figure(
        plots.ranking_methods(
            [(_label(m), m.guarantee, m.private) for m, _ in rows], shares, page.theme(),
            chance=random_baseline(c.graph.n, level / 100),
        ),
        key="methods",
        alt=f"Share of the true top {level}% that each method finds again: "
        + ", ".join(
            f"{_label(m)} {plots.format_number(share[0], percent=True)}"
            for (m, _), share in zip(rows, shares, strict=True)
        ),
    )  # fmt: skip
    if verdict := _verdict(c, rows, level):
        st.markdown(f"**{verdict}**")
    st.caption(
        f"Mean, least and largest share of {METHOD_REPEATS} repeats (2 of edgeFlip). Compare "
        "methods with the same guarantee: to protect one edge, with or without δ, is more than to "
        "protect the weights of edges that everybody knows. The paper's noise protects nothing, "
        "because its size follows this very graph; its first line is the least, the paper argues, "
        "that private noise on the scores would need. True degrees are the ceiling of noisy ones; "
        "the measure itself, without noise, finds 100%. θ = 1, the weight of an edge."
    )


def _label(method: Method) -> str:
    if method.published is not None:
        return f"paper: {method.title or method.name}"
    return method.name


def _verdict(c: Comparison, rows: list[tuple[Method, Any]], level: int) -> str:
    """The best method that protects one edge, and the proved noise on the scores."""
    edge = {m.name: float(v.mean()) for m, v in rows if m.protects == EDGE and np.isfinite(v).all()}
    on_scores = {m.name for m, _ in rows if m.on_scores}
    if not edge:
        return ""
    name = max(edge, key=lambda key: edge[key])
    words = (
        f"At {epsilon_label(c.epsilon)}, of the methods that protect one edge, {name} finds the "
        f"largest share of the true top {level}%: {plots.format_number(edge[name], percent=True)}"
    )
    proved = [key for key in edge if key in on_scores]
    if proved and name not in on_scores:
        share = plots.format_number(edge[proved[0]], percent=True)
        words += f"; proved noise on the scores finds {share}"
    return words + "."


def _measured(
    c: Comparison, name: str, button: str, key: str, make: Callable[[Report], T]
) -> T | None:
    """What many repeats give, asked for once a graph; None until it is there or where refused."""
    label = f"{name}/{c.graph.fingerprint}"
    if not progress.asked(label, button, "play_arrow", key=name):
        return None
    outcome = repeats.run([repeats.Job(button, make, key=key)], label=label, graph=c.graph)
    if outcome is None:
        return None
    for message in outcome.refused:
        st.info(message, icon=":material/info:")
    return outcome.results[0]
