"""Centrality: which nodes stay on top."""

import streamlit as st

from graphdp_core.analyses.centrality import Centrality, matched
from pages.parts import rank_study, ranking
from pages.shared import page, session, widgets

page.heading(
    "Which nodes stay on top?",
    "Nodes ranked by importance in the true graph and in the release. Crossing lines are changed "
    "ranks; who falls below the dashed line has left the top.",
)
wish = widgets.settings(Centrality, beside=("score", "debias"))
scenario = session.current()
analysis = matched(wish, scenario.mechanism, scenario.graph)
if analysis.score != wish.score:
    st.caption(
        f":material/info: {scenario.mechanism.title} releases {analysis.score} scores: the true "
        "ranking follows the release."
    )
c = page.compare(scenario, analysis)
page.cards(page.headline_cards(c))
ranking.slopes(c)
page.conclusion(c)

st.header("How much of the top is found again?", anchor=False)
ranking.found_again(c)
page.tables(c)
rank_study.intervals(c)
rank_study.feasibility(c)
rank_study.methods(c)
