"""Part of the view Centrality: core numbers beside ways that never look at the edges' pattern."""

from __future__ import annotations

from typing import Any

import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.core_rivals import REPEATS, core_rivals
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.plots.core_factors import core_factors
from pages.engine import scenario_cache
from pages.ui import page, protection

__all__ = ["HELP", "TITLE", "fits", "show"]

TITLE = "Is “three times off” good? A guess beside private core numbers"

HELP = (
    "A publication reports core numbers that are at most three times off on average. So little is "
    "asked by this that one number for everybody may pass, and noisy degrees do: they never look "
    "at who is joined with whom. Ask for the mean error, and for what a guess gives."
)


def fits(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whether nodes are ranked by their core numbers."""
    is_core = isinstance(analysis, Centrality) and analysis.score == "core"
    return is_core and 0 < scenario.graph.n <= page.LARGE


def show(c: Comparison) -> None:
    """A bar for each way, and the same in words."""
    part = f"core rivals {c.graph.place} {c.epsilon:g} {c.seed}"
    rivals = scenario_cache.get(part, lambda: core_rivals(c.graph, c.epsilon, seed=c.seed))
    if not rivals:
        st.caption("No node has an edge here: all core numbers are 0.")
        return
    names = [rival.name for rival in rivals]
    words = ", ".join(f"{rival.name} {rival.factor:.2f} times" for rival in rivals)
    page.cached_figure(
        c, lambda theme: core_factors(
            names, [rival.factor for rival in rivals], [rival.error for rival in rivals], theme
        ),
        key="core-factors", alt=f"Core numbers at {epsilon_label(c.epsilon)} are off by: {words}.",
    )  # fmt: skip
    st.caption(
        f"{protection.NOT_PRIVATE} Means over nodes and {REPEATS} draws at "
        f"{epsilon_label(c.epsilon)}."
    )
