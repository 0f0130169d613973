"""Embeddings: where the nodes lie with and without privacy."""

import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.linalg import procrustes
from pages.shared import layout, widgets

AXES = (
    "Widest: the plane in which the baseline spreads most; both sides are turned the same way. "
    "Numbers are eigen-dimensions by falling magnitude."
)

layout.heading(
    "Do the nodes stay where they belong?",
    "A spectral embedding places nodes so that inner products tell how likely an edge is. "
    "Mark nodes with the lasso on one side to find them on the other.",
)
analysis = widgets.settings(SpectralEmbedding, beside=("matrix", "debias"))
c = layout.compare(analysis)
theme = layout.theme()
layout.metric_cards(
    c, ("neighbour_overlap", "procrustes_error", "two_to_infinity_error", "trustworthiness")
)
aligned = procrustes(c.private.points, c.baseline.points)
views = {"Widest": None, "1 × 2": (0, 1), "2 × 3": (1, 2), "3-D": (0, 1, 2)}
axes = widgets.choose("Axes", views, key="axes", help=AXES)
left, right = (
    plots.widest_view(c.baseline.points, aligned) if axes is None else (c.baseline.points, aligned)
)
layout.figure(
    plots.scatter_pair(
        left, right, theme,
        epsilon=c.epsilon, dimensions=axes or (0, 1),
        axis_word="dimension" if axes else "direction",
        categories=c.graph.labels,
        category_names=c.graph.label_names, names=c.graph.names, selected=layout.marked(),
    ),
    key=f"embedding-{axes}",
    alt=f"Spectral embedding without privacy and with epsilon {c.epsilon:g}, aligned.",
    linked=axes != (0, 1, 2),
)  # fmt: skip
st.caption(
    "The right side is turned and reflected to lie on the left one (Procrustes); colours are the "
    "graph's own labels, where it has any."
)
layout.notes(c.baseline, c.private)
layout.promise(c)
layout.actions(analysis)

st.header("How many dimensions carry signal?", anchor=False)
layout.figure(
    plots.scree_pair(
        c.baseline.scree, c.private.scree, theme, epsilon=c.epsilon,
        d_left=len(c.baseline.values), d_right=len(c.private.values),
    ),
    key="scree",
    alt="Eigenvalues by falling magnitude, with the chosen number of dimensions.",
)  # fmt: skip


def points() -> pd.DataFrame:
    frame = pd.DataFrame({"node": [c.graph.name(i) for i in range(c.graph.n)]})
    for side, cloud in (("without", c.baseline.points), ("private", aligned)):
        for d in range(cloud.shape[1]):
            frame[f"{side} x{d + 1}"] = cloud[:, d]
    return frame


layout.table("All positions", points, key="positions")
