"""Parts of the counts page: both numbers, and what each way of releasing one is off."""

from __future__ import annotations

import numpy as np
import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.subgraph_counts import SubgraphCounts
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.count_errors import expected_errors
from graphdp_core.experiment.feasible import COUNTERS, counter_of
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.params import Refused
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.rankings import count_error_curves
from pages.engine import scenario_cache
from pages.session import session
from pages.ui import far_epsilon_switch, page, widgets

WAYS = (
    "Errors expected from the distribution of the noise, all with ε for one tie. A count released "
    "by itself needs far less noise than a graph to count everything in. This reads the true "
    "graph: for exploring, never for a release."
)
TITLES = {"number": "One number", "degrees": "All degrees"}  # others as their analysis
LEAST = 0.1  # epsilon; below, ladders grow long


def choose_kind(scenario: Scenario) -> type[Analysis]:
    """A count, degrees, groups or a cost: what is released, or what is wanted of a graph."""
    if (own := counter_of(scenario.mechanism)) is not None:
        return own
    offered = dict(COUNTERS)
    if scenario.graph.labels is None:
        del offered["groups"]
    titles = {id: TITLES.get(id, kind.title) for id, kind in offered.items()}
    with session.place("choices"):
        kind: type[Analysis] = widgets.choose(
            "What", dict(zip(titles.values(), offered.values(), strict=True)), key="counted",
            ids=tuple(offered), as_list=True,
        )  # fmt: skip
    return kind


def ways(c: Comparison) -> None:
    """The expected error of every way against epsilon."""
    analysis = c.analysis
    if not isinstance(analysis, SubgraphCounts):
        raise TypeError(f"the page counts subgraphs, not {analysis.id}")
    epsilons = np.array([epsilon for epsilon in far_epsilon_switch.stops() if epsilon >= LEAST])
    name = f"count errors/{analysis.count}/{analysis.k}/{c.graph.place}/{epsilons[-1]:g}"
    try:
        errors = scenario_cache.get(
            name, lambda: expected_errors(c.graph, analysis.count, analysis.k, epsilons)
        )
    except Refused as refused:
        st.caption(str(refused))
        return
    if not errors:
        st.caption("This graph has nothing to count, so no relative error exists.")
        return
    page.cached_figure(
        c, lambda theme: count_error_curves(epsilons, errors, theme, epsilon=c.epsilon),
        key=f"count-ways-{analysis.count}-{analysis.k}",
        alt=f"Expected error of the count at {epsilon_label(c.epsilon)}: "
        + ", ".join(
            f"{way} {format_number(_at(epsilons, error, c.epsilon), percent=True)}"
            for way, error in errors.items()
        ),
    )  # fmt: skip


def _at(epsilons: np.ndarray, errors: np.ndarray, epsilon: float) -> float:
    return float(errors[int(np.argmin(np.abs(epsilons - epsilon)))])
