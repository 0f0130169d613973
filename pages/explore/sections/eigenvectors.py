"""Parts of the view Spectrum: one eigenvector of both sides, angles and breakdown."""

from __future__ import annotations

import streamlit as st

from graphdp_core.experiment.compare import Comparison
from graphdp_core.metrics.spectra import principal_angles
from graphdp_core.plots.numbers import format_number
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.spectra import (
    angle_bars,
    paired_breakdown_plot,
    vector_map_pair,
    vector_pair,
)
from graphdp_core.spectra.scree import breakdown_epsilon
from pages.engine import scenario_cache
from pages.ui import marked, page, widgets

TURNED = (
    "A vector and its negative are the same direction: the private one is turned to agree. Order, "
    "places and this turn read the true graph."
)
BREAKDOWN = (
    "Under edgeFlip, direction k is above the noise beyond ε* = 2 asinh(√n / 2λₖ); to be of use it "
    "takes two or three times that. It reads the private spectrum: for exploring, never for a "
    "release."
)
ANGLES_WIDTH, BREAKDOWN_WIDTH = 370, 490  # pixels, beside each other on a wide screen


def one_vector(c: Comparison) -> None:
    """One eigenvector of both sides, as bars or on the layout."""
    true, private = c.baseline, c.private
    with st.container(horizontal=True, vertical_alignment="bottom"):
        number = widgets.choose(
            "Eigenvector", {str(i + 1): i for i in range(len(true.values))}, key="eigenvector"
        )
        on_layout = widgets.choose(
            "Shown as", {"Bars": False, "On the layout": True}, key="vectors",
            ids=("bars", "layout"),
        )  # fmt: skip
    left, right = true.vectors[:, number], None
    if number < private.vectors.shape[1]:
        right = private.vectors[:, number]
        right = right if left @ right >= 0 else -right
    alt = f"Entries of eigenvector {number + 1} of all nodes, without privacy and with it."
    if on_layout:
        page.figure(
            vector_map_pair(
                scenario_cache.positions(c.graph), left, right, page.theme(),
                sides=Sides.of(c), names=c.graph.names, selected=marked.nodes(),
            ),
            key="vector-map", alt=alt, marks_nodes=True, nodes=c.graph.n,
        )  # fmt: skip
    else:
        page.figure(
            vector_pair(
                left, right, page.theme(), sides=Sides.of(c), names=c.graph.names
            ),
            key="vector", alt=alt,
        )  # fmt: skip


def angles_and_breakdown(c: Comparison) -> None:
    """How far the spaces turn, and the epsilon at which each direction breaks down."""
    true, private = c.baseline, c.private
    angles = principal_angles(true.vectors, private.vectors)
    breakdown_epsilons = breakdown_epsilon(true.values, n=c.graph.n)
    if len(angles):
        page.cached_figure(
            c, lambda theme: angle_bars(angles, theme), key="angles", width=ANGLES_WIDTH,
            alt="Principal angles between the two spaces in degrees: "
            + ", ".join(f"{angle:.0f}" for angle in angles),
        )  # fmt: skip
    page.cached_figure(
        c, lambda theme: paired_breakdown_plot(breakdown_epsilons, theme, epsilon=c.epsilon),
        key="breakdown", width=BREAKDOWN_WIDTH,
        alt="Breakdown ε of each direction: "
        + ", ".join(map(format_number, breakdown_epsilons)),
    )  # fmt: skip
