"""Persistence: which components, loops and voids of the shape survive."""

import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.persistence import Persistence
from graphdp_core.metrics.diagrams import bottleneck
from pages.shared import layout, widgets

layout.heading(
    "Does the shape survive?",
    "Balls grow around the embedded nodes; each component (H0), loop (H1) or void (H2) is a point: "
    "when it is born and when it dies. Far from the diagonal is shape, near it is noise.",
)
analysis = widgets.settings(Persistence, beside=("dimension", "max_homology"))
c = layout.compare(analysis)
theme = layout.theme()
layout.metric_cards(c, ("normalised_h1", "normalised_h0", "bottleneck_h1", "bottleneck_h0"))
with st.container(horizontal=True, vertical_alignment="bottom"):
    view = widgets.choose("View", {"Diagram": 0, "Barcode": 1, "Betti curves": 2}, key="view")
    matched = st.toggle(
        "Show the matching", key="matching", bind="query-params", disabled=view != 0,
        help="Joins each feature to its partner in the other diagram, as in the bottleneck "
        "distance. Reads the true graph: not private.",
    )  # fmt: skip
distances = [bottleneck(a, b) for a, b in zip(c.baseline.pairs, c.private.pairs, strict=False)]
if view == 0:
    figure = plots.diagram_pair(
        c.baseline.pairs, c.private.pairs, theme, epsilon=c.epsilon,
        matching={k: d.matching for k, d in enumerate(distances)} if matched else None,
        bottleneck=distances[-1].distance if matched else None,
    )  # fmt: skip
else:
    draw = plots.barcode_pair if view == 1 else plots.betti_curves
    figure = draw(c.baseline.pairs, c.private.pairs, theme, epsilon=c.epsilon)
layout.figure(
    figure,
    key=f"persistence-{view}",
    alt=f"Persistence of the embedding without privacy and with epsilon {c.epsilon:g}.",
)
layout.notes(c.baseline, c.private)
layout.promise(c)
layout.actions(analysis)
layout.numbers(c)


def features() -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"graph": side, "dimension": f"H{k}", "birth": birth, "death": death}
            for side, diagram in (("without privacy", c.baseline), ("private", c.private))
            for k, pairs in enumerate(diagram.pairs)
            for birth, death in pairs
        ]
    )


layout.table("All features", features, key="features")
