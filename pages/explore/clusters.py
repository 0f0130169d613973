"""Clusters: which communities survive, by three ways of finding them."""

import numpy as np
import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.spectral_clustering import SpectralClustering
from graphdp_core.analyses.tomato import ToMATo
from graphdp_core.metrics.partitions import confusion_matrix, match_labels
from pages.shared import layout, state, widgets

layout.heading(
    "Are the communities still there?",
    "Communities found in the true graph and in the release, drawn at the same places. Matching "
    "communities share colour and symbol.",
)
method = widgets.choose("Method", {a.title: a for a in (Louvain, SpectralClustering, ToMATo)},
                        key="method")  # fmt: skip
analysis = widgets.settings(method)
c = layout.compare(analysis)
theme = layout.theme()
headline = ["ari", "ami", "f1", "modularity_private"]
headline += ["ari_labels_private"] if c.graph.labels is not None else []
layout.metric_cards(c, headline)
matched = match_labels(c.baseline.labels, c.private.labels)
layout.figure(
    plots.partition_pair(
        state.positions(c.graph), c.baseline.labels, matched, theme, epsilon=c.epsilon,
        sizes=plots.node_sizes(c.graph), names=c.graph.names, selected=layout.marked(),
    ),
    key="partition",
    alt=f"{c.baseline.k} communities without privacy, {c.private.k} with epsilon {c.epsilon:g}.",
    linked=True,
)  # fmt: skip
layout.notes(c.baseline, c.private)
layout.promise(c)
layout.actions(analysis)


def names(communities: tuple[int, ...]) -> list[str]:
    return ["others" if k < 0 else f"community {k + 1}" for k in communities]


st.header("Who moved where?", anchor=False)
table = confusion_matrix(c.baseline.labels, matched)
layout.figure(
    plots.confusion_heatmap(table.counts, names(table.rows), names(table.columns), theme),
    key="confusion",
    alt="How many nodes each pair of communities shares.",
)
count = max(c.baseline.k, int(matched.max(initial=-1)) + 1)
layout.figure(
    plots.community_sizes(
        c.baseline.sizes, np.bincount(matched, minlength=count), theme, epsilon=c.epsilon
    ),
    key="sizes",
    alt="Nodes per community, with and without privacy.",
)


def communities() -> pd.DataFrame:
    frame = pd.DataFrame({"node": [c.graph.name(i) for i in range(c.graph.n)]})
    frame["without privacy"] = c.baseline.labels + 1
    frame["private"] = matched + 1
    if c.graph.labels is not None:
        frame["label"] = np.array(c.graph.label_names)[c.graph.labels]
    return frame


layout.table("Everyone's community", communities, key="communities")
