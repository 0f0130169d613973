"""Clusters: which communities survive, by several methods or by a private partition."""

from collections.abc import Mapping

import streamlit as st

from graphdp_core.analyses.dbmstclu import DBMSTClu
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.analyses.single_linkage import SingleLinkage
from graphdp_core.analyses.spectral_clustering import SpectralClustering
from graphdp_core.analyses.tomato import ToMATo
from graphdp_core.experiment.compare import compatible
from graphdp_core.results import Partition
from pages.parts import communities, live_pair, nested_sets, peaks
from pages.shared import page, session, widgets

METHODS = (Louvain, SpectralClustering, ToMATo, DBMSTClu, SingleLinkage)

page.question(
    "Are the communities still there?",
    "Communities found in the true graph, and those that the release gives. Matching communities "
    "share colour and symbol.",
)
scenario = session.current()
fitting = {a.title: a for a in METHODS if compatible(scenario.mechanism, a)}
method = widgets.choose("Method", fitting, key="method", by_the_slider=True)
analysis = widgets.settings(method, beside=("threshold",) if method is ToMATo else ())
c = page.begin(scenario, analysis)
words: tuple[str, ...] = ()
if c.mechanism.returns is Partition:
    words = (
        f"{c.mechanism.title} releases communities, not a graph: the method above is used for the "
        "communities without privacy only.",
    )
matched = communities.matched(c)
ranges: Mapping[str, str] = {}
is_large = c.graph.n > communities.LARGE
if is_large:
    st.caption(
        f":material/info: A drawing of {c.graph.n:,} nodes shows nothing: below are the flow of "
        "nodes between the largest communities, their sizes and their edges."
    )
    communities.flow(c, matched)
else:
    ranges = live_pair.show(c, communities.cards)
page.conclusion(c, communities.cards(c), ranges=ranges, words=words)

peaks.merges(c)
if not is_large:
    st.header("Who moved where?", anchor=False)
    communities.flow(c, matched)
st.header("How large are they?", anchor=False)
communities.sizes(c, matched)
nested_sets.trees(c, matched)
communities.blocks(c, matched)
st.header("How sure is it that two nodes belong together?", anchor=False)
communities.repeated_draws(c)
page.tables(c)
