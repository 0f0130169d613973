"""Embeddings: where the nodes lie with and without privacy."""

import pandas as pd
import streamlit as st

from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.experiment.compare import Comparison
from graphdp_core.spectra.alignment import procrustes
from pages.parts import dimensions, growth, live_pair, theory
from pages.shared import page, session, widgets

AXES = (
    "Widest: the plane in which the baseline spreads most; both sides are turned the same way. "
    "Numbers are eigen-dimensions by falling magnitude."
)

page.heading(
    "Do the nodes stay where they belong?",
    "A spectral embedding places nodes so that inner products tell how likely an edge is. "
    "Mark nodes with the lasso on one side to find them on the other.",
)
scenario = session.current()
analysis = widgets.settings(SpectralEmbedding, beside=("correction", "dimension"))
c = page.compare(scenario, analysis)


def cards(other: Comparison) -> list[page.Card]:
    headline = ("neighbour_overlap", "procrustes_error", "two_to_infinity_error", "trustworthiness")
    return page.metric_cards(other, headline)


page.cards(cards(c))
dimensions.hint(scenario, c, analysis)
views = {"Widest": None, "1 × 2": (0, 1), "2 × 3": (1, 2), "3-D": (0, 1, 2)}
axes = widgets.choose("Axes", views, key="axes", help=AXES)


live_pair.show(c, cards, axes=axes)
st.caption(
    "The right side is turned and reflected to lie on the left one (Procrustes); colours are the "
    "graph's own labels, where it has any."
)
page.notes(c.baseline, c.private)
page.guarantee(c)
page.actions(c)
page.numbers(c)

st.header("How many dimensions carry signal?", anchor=False)
dimensions.scree(c, analysis)
theory.ruler(c, analysis)
theory.theory(scenario, c, analysis)
growth.growth(scenario, c, ("two_to_infinity_error", "procrustes_error", "neighbour_overlap"))


def points() -> pd.DataFrame:
    table = pd.DataFrame({"node": [c.graph.name(i) for i in range(c.graph.n)]})
    aligned = procrustes(c.private.points, c.baseline.points)
    for side, cloud in (("without", c.baseline.points), ("private", aligned)):
        for d in range(cloud.shape[1]):
            table[f"{side} x{d + 1}"] = cloud[:, d]
    return table


page.table("All positions", points, key="positions")
