"""Clusters: which communities survive, by several methods or by a private partition."""

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
from graphdp_core.experiment.compare import Comparison, compatible
from graphdp_core.metrics.partitions import match_labels
from graphdp_core.results import Partition
from pages.parts import communities, live_pair, nested_sets, peaks
from pages.shared import page, scenario_cache, session, widgets

METHODS = (Louvain, SpectralClustering, ToMATo, DBMSTClu, SingleLinkage)

page.heading(
    "Are the communities still there?",
    "Communities found in the true graph, and those that the release gives. Matching communities "
    "share colour and symbol.",
)
scenario = session.current()
fitting = {a.title: a for a in METHODS if compatible(scenario.mechanism, a)}
method = widgets.choose("Method", fitting, key="method")
analysis = widgets.settings(method, beside=("threshold",) if method is ToMATo else ())
c = page.compare(scenario, analysis)
theme = page.theme()
if c.mechanism.returns is Partition:
    st.caption(
        f":material/info: {c.mechanism.title} releases communities, not a graph: the method above "
        "is used for the communities without privacy only."
    )


def matching(other: Comparison) -> Any:
    """Private communities by the numbers of those that they match."""
    return match_labels(other.baseline.labels, other.private.labels)


def cards(other: Comparison) -> list[page.Card]:
    headline = ["ari", "ami", "f1", "modularity_private", "validity_private"]
    headline += ["ari_labels_private"] if other.graph.labels is not None else []
    fitting = [id for id in headline if id in other.metrics]
    return page.metric_cards(other, fitting) + communities.known_group_cards(other)


page.cards(cards(c))
matched = scenario_cache.get(scenario_cache.key(c, "matched"), lambda: matching(c))
is_large = c.graph.n > communities.LARGE


if is_large:
    st.caption(
        f":material/info: A drawing of {c.graph.n:,} nodes shows nothing: below are the flow of "
        "nodes between the largest communities, their sizes and their edges."
    )
    communities.flow(c, matched)
else:
    live_pair.show(c, cards)
page.notes(c.baseline, c.private)
page.guarantee(c)
page.actions(c)
page.numbers(c)

peaks.merges(c)
if not is_large:
    st.header("Who moved where?", anchor=False)
    communities.flow(c, matched)
st.header("How large are they?", anchor=False)
if is_large or max(c.baseline.k, c.private.k) > 24:
    communities.ranks(c)
else:
    count = max(c.baseline.k, int(matched.max(initial=-1)) + 1)
    page.cached_figure(
        c,
        lambda colours: plots.community_sizes(
            c.baseline.sizes,
            np.bincount(matched, minlength=count),
            colours,
            sides=plots.Sides.of(c),
        ),
        key="sizes",
        alt="Nodes per community, with and without privacy.",
    )
nested_sets.trees(c, matched)
st.header("Do they keep their edges?", anchor=False)
communities.blocks(c, matched)
st.header("How sure is it that two nodes belong together?", anchor=False)
communities.repeated_draws(c)


def everyone() -> pd.DataFrame:
    frame = pd.DataFrame({"node": [c.graph.name(i) for i in range(c.graph.n)]})
    frame["without privacy"] = c.baseline.labels + 1
    frame["private"] = matched + 1
    if c.graph.labels is not None:
        frame["label"] = np.array(c.graph.label_names)[c.graph.labels]
    return frame


page.table("Everyone's community", everyone, key="communities")
