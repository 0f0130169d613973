"""Centrality: which nodes stay on top."""

import pandas as pd
import streamlit as st

from graphdp_core import plots
from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.metrics.rankings import random_baseline
from pages.parts import rank_study
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
theme = page.theme()
headline = ("top10_kept", "precision_10", "top10_displacement", "kendall", "spearman", "rbo")
page.cards(page.metric_cards(c, headline))
true_rank, private_rank = plots.ranks(c.baseline.values), plots.ranks(c.private.values)
top = widgets.choose("Top", {"10": 10, "20": 20}, key="top")
page.figure(
    plots.slope_chart(
        c.graph.names,
        true_rank,
        private_rank,
        theme,
        sides=plots.Sides.of(c),
        top=min(top, c.graph.n),
    ),
    key="slope",
    alt=f"Ranks of the {top} most central nodes without privacy and with it.",
)
page.notes(c.baseline, c.private)
page.guarantee(c)
page.actions(c)
page.numbers(c)

st.header("How much of the top is found again?", anchor=False)
levels = {f"top {p}%": c.metrics[f"precision_{p}"] for p in (5, 10, 15)}
chance = {f"top {p}%": random_baseline(c.graph.n, p / 100) for p in (5, 10, 15)}
with st.container(horizontal=True):
    page.figure(
        plots.precision_bars(levels, chance, theme),
        key="precision",
        alt="Share of the true top found again: "
        + ", ".join(f"{k} {plots.tidy(v, percent=True)}" for k, v in levels.items()),
        width=460,
    )
    page.figure(
        plots.rank_scatter(
            true_rank, private_rank, theme, sides=plots.Sides.of(c), names=c.graph.names,
            selected=page.marked(), height=320,
        ),
        key="ranks",
        alt="Private against true rank of every node.",
        width=460,
    )  # fmt: skip


def scores() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "node": [c.graph.name(i) for i in range(c.graph.n)],
            "score without privacy": c.baseline.values,
            "private score": c.private.values,
            "rank without privacy": true_rank,
            "private rank": private_rank,
        }
    ).sort_values("rank without privacy")


page.table("All scores", scores, key="scores")
rank_study.intervals(c)
rank_study.feasibility(c)
rank_study.methods(c)
