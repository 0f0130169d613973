"""Clusters: which communities survive, by several ways of finding them."""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.dbmstclu import DBMSTClu
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.single_linkage import SingleLinkage
from graphdp_core.analyses.spectral_clustering import SpectralClustering
from graphdp_core.analyses.tomato import ToMATo
from graphdp_core.experiment import Comparison, compatible
from graphdp_core.metrics.partitions import confusion_matrix, match_labels
from graphdp_core.plots.pictures import partition_pictures
from graphdp_core.results import ModePartition
from pages.shared import layout, live, state, widgets

METHODS = (Louvain, SpectralClustering, ToMATo, DBMSTClu, SingleLinkage)

layout.heading(
    "Are the communities still there?",
    "Communities found in the true graph and in the release, drawn at the same places. Matching "
    "communities share colour and symbol.",
)
fitting = {a.title: a for a in METHODS if compatible(state.current().mechanism, a)}
method = widgets.choose("Method", fitting, key="method")
analysis = widgets.settings(method, beside=("threshold",) if method is ToMATo else ())
c = layout.compare(analysis)
theme = layout.theme()
headline = ["ari", "ami", "f1", "modularity_private", "validity_private"]
headline += ["ari_labels_private"] if c.graph.labels is not None else []
layout.metric_cards(c, [id for id in headline if id in c.metrics])
matched = match_labels(c.baseline.labels, c.private.labels)
style = {"sizes": plots.node_sizes(c.graph), "names": c.graph.names}


def found(other: Comparison) -> tuple[Any, Any, Any]:
    same = match_labels(other.baseline.labels, other.private.labels)
    return state.positions(other.graph), other.baseline.labels, same


live.show(
    c,
    live.Look(
        "partition",
        lambda other: partition_pictures(*found(other), **style),
        lambda: plots.partition_pair(
            *found(c), theme, epsilon=c.epsilon, selected=layout.marked(), **style
        ),
        alt=f"{c.baseline.k} communities without privacy, {c.private.k} with ε = {c.epsilon:g}.",
        details=lambda other: (
            f"{other.baseline.k:,} communities", f"{other.private.k:,} communities",
        ),
        summed_up=True,
    ),
)  # fmt: skip
layout.notes(c.baseline, c.private)
layout.promise(c)
layout.actions(analysis)
layout.numbers(c)

if all(isinstance(side, ModePartition) for side in (c.baseline, c.private)):
    st.header("Which peaks are clusters?", anchor=False)
    layout.figure(
        plots.merge_pair(
            c.baseline.merges, c.private.merges, theme, epsilon=c.epsilon,
            thresholds=(c.baseline.threshold, c.private.threshold),
        ),
        key="merges",
        alt="Density peaks by their height and the saddle at which they merge.",
    )  # fmt: skip


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
