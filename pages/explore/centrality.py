"""Centrality: which nodes stay on top."""

import streamlit as st

from graphdp_core.analyses.centrality import Centrality, matched
from pages.parts import rank_study, ranking
from pages.shared import page, session, widgets

page.question(
    "Which nodes stay on top?",
    "Nodes ranked by importance in the true graph and in the release. Crossing lines are changed "
    "ranks; who falls below the dashed line has left the top.",
)
wish = widgets.settings(Centrality, beside=("score",))
top = ranking.choose_top()
scenario = session.current()
analysis = matched(wish, scenario.mechanism, scenario.graph)
words: tuple[str, ...] = ()
if analysis.score != wish.score:
    words = (
        f"{scenario.mechanism.title} releases {analysis.score} scores: the true ranking follows "
        "the release.",
    )
c = page.begin(scenario, analysis)
ranking.slopes(c, top)
page.conclusion(c, words=words)

st.header("How much of the top is found again?", anchor=False)
ranking.found_again(c)
page.tables(c)
rank_study.intervals(c)
rank_study.feasibility(c)
rank_study.methods(c)
