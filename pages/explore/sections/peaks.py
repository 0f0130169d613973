"""Part of the view Clusters: which density peaks count, with a threshold to drag."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.tomato import ToMATo
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.communities import merge_pair
from graphdp_core.plots.sides import Sides
from graphdp_core.results import ModePartition
from pages.ground.glossary import term
from pages.session import session
from pages.ui import page

PARAMETER = "tomato.threshold"
MIRROR = "threshold-slider"
STEPS = 200


def have_heights(scenario: Scenario, analysis: Analysis[Any]) -> bool:
    """Whether both sides have density peaks."""
    return isinstance(analysis, ToMATo) and scenario.mechanism.returns is Graph


def merges(c: Comparison) -> None:
    """The peaks of both sides and their threshold."""
    left, right = c.baseline, c.private
    _threshold(right)
    page.figure(
        merge_pair(
            left.merges, right.merges, page.theme(), sides=Sides.of(c),
            thresholds=(left.threshold, right.threshold),
        ),
        key="merges",
        alt="Density peaks by their height and the saddle at which they merge.",
    )  # fmt: skip


def _threshold(private: ModePartition) -> None:
    """Drag the threshold within the released diagram, or leave it to the largest gap."""
    heights = private.merges[:, 0] - private.merges[:, 1]
    top = float(heights[np.isfinite(heights)].max(initial=0.0))
    if top <= 0.0:
        return
    top = float(f"{1.2 * max(top, private.threshold):.2g}")
    session.set_widget(MIRROR, min(float(private.threshold), top))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.slider(
            "Prominence threshold",
            0.0,
            top,
            step=top / STEPS,
            format="%.3g",
            key=MIRROR,
            help=f"{term('prominence')} The least of a cluster, for both sides; it goes before the "
            "number of clusters.",
            on_change=session.sync_widget,
            args=(MIRROR, PARAMETER),
        )
        st.button(
            "Largest gap", icon=":material/expand:", key="largest-gap",
            help="Leave the threshold to the largest gap of each side's own diagram.",
            on_click=session.set_standing, args=({PARAMETER: 0.0},),
        )  # fmt: skip
