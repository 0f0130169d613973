"""Spectrum: which eigenvalues and eigenvectors stand out of the noise."""

import numpy as np
import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.metrics.spectra import absolute_cosines, principal_angles
from graphdp_core.spectra.breakdown import breakdown_epsilon
from pages.shared import page, scenario_cache, session, widgets

page.heading(
    "Which directions stand out of the noise?",
    "The largest eigenvalues of the graph and their eigenvectors: its main groups, and how "
    "sharply they stand apart. A small gap lets two vectors turn into each other.",
)
analysis = widgets.settings(SpectrumAnalysis, beside=("k", "debias"))
c = page.compare(session.current(), analysis)
theme = page.theme()
headline = ("subspace_overlap", "leading_cosine", "eigenvalue_error", "gamma")
page.cards(page.metric_cards(c, headline))
true, private = c.baseline, c.private
page.figure(
    plots.eigenvalue_pair(true.values, private.values, theme, sides=plots.Sides.of(c)),
    key="eigenvalues",
    alt="Eigenvalues without privacy: "
    + ", ".join(map(plots.tidy, true.values))
    + "; with it: "
    + ", ".join(map(plots.tidy, private.values)),
)
with st.container(horizontal=True):
    number = widgets.choose(
        "Eigenvector", {str(i + 1): i for i in range(len(true.values))}, key="eigenvector"
    )
    on_layout = widgets.choose("Shown as", {"Bars": False, "On the layout": True}, key="vectors")
left, right = true.vectors[:, number], None
if number < private.vectors.shape[1]:
    right = private.vectors[:, number]
    right = right if left @ right >= 0 else -right
alt = f"Entries of eigenvector {number + 1} of all nodes, without privacy and with it."
if on_layout:
    page.figure(
        plots.vector_map_pair(
            scenario_cache.positions(c.graph), left, right, theme, sides=plots.Sides.of(c),
            names=c.graph.names, selected=page.marked(),
        ),
        key="vector-map", alt=alt, linked=True, nodes=c.graph.n,
    )  # fmt: skip
else:
    page.figure(
        plots.vector_pair(left, right, theme, sides=plots.Sides.of(c), names=c.graph.names),
        key="vector", alt=alt,
    )  # fmt: skip
st.caption(
    "A vector and its negative are the same direction: the private one is turned to agree. "
    "Order, places and this turn read the true graph."
)
page.notes(true, private)
page.guarantee(c)
page.actions(c)
page.numbers(c)

st.header("How far do the directions turn, and at which ε do they drown?", anchor=False)
angles = principal_angles(true.vectors, private.vectors)
stars = breakdown_epsilon(true.values, n=c.graph.n)
with st.container(horizontal=True):
    if len(angles):
        page.figure(
            plots.angle_bars(angles, theme), key="angles", width=400,
            alt="Principal angles between the two spaces in degrees: "
            + ", ".join(f"{angle:.0f}" for angle in angles),
        )  # fmt: skip
    page.figure(
        plots.ruler_of_pairs(stars, theme, epsilon=c.epsilon), key="ruler", width=520,
        alt="Break-down ε of each direction: " + ", ".join(map(plots.tidy, stars)),
    )  # fmt: skip
st.caption(
    "Ruler: under edgeFlip, direction k stands out of the noise above ε* = 2 asinh(√n / 2λₖ); to "
    "be of use it takes two or three times that. It reads the private spectrum: for exploring, "
    "never for a release."
)


def rows() -> pd.DataFrame:
    cosines = absolute_cosines(true.vectors, private.vectors)
    columns = {
        "eigenvalue without privacy": true.values,
        "private eigenvalue": private.values,
        "|cos| of the vectors": cosines,
        "principal angle (degrees)": angles,
        "break-down ε of edgeFlip": stars,
    }
    table = {name: pd.Series(np.asarray(values)) for name, values in columns.items()}
    return pd.DataFrame({"number": pd.Series(np.arange(1, len(true.values) + 1)), **table})


def entries() -> pd.DataFrame:
    names = [c.graph.name(i) for i in range(c.graph.n)]
    sides = {"true": true.vectors, "private": private.vectors}
    columns = {
        f"{side} u{i + 1}": vectors[:, i]
        for side, vectors in sides.items()
        for i in range(vectors.shape[1])
    }
    return pd.DataFrame({"node": names, **columns})


page.table("All eigenvalues and angles", rows, key="spectrum")
page.table("All eigenvectors", entries, key="eigenvectors")
