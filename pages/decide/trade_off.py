"""Trade-off: a metric against epsilon over repeated draws, with bands."""

import pandas as pd
import streamlit as st

import graphdp_core as gdp
from graphdp_core import plots
from pages.shared import layout, state, widgets
from pages.shared.sweep import live_sweep

layout.heading(
    "Which ε do I need?",
    "One metric over many random draws: the line is the median, the dark band holds half of the "
    "draws, the light one nine of ten.",
)
with st.container(horizontal=True, vertical_alignment="bottom", key="trade-off-controls"):
    kinds = {a.title: a for a in gdp.ANALYSES}
    kind = kinds[st.selectbox("Analysis", list(kinds), index=1, key="analysis",
                              bind="query-params") or next(iter(kinds))]  # fmt: skip
    metrics = {m.label: m for m in kind.metrics}
    metric = metrics[st.selectbox("Metric", list(metrics), key=f"{kind.id}.metric",
                                  bind="query-params") or next(iter(metrics))]  # fmt: skip
    repeats = widgets.choose("Draws", {"10": 10, "20": 20, "50": 50}, key="draws")
analysis = widgets.settings(kind)
st.caption(f"{metric.help} Reads the true graph: not private.")
now, theme = state.current(), layout.theme()
titles = {m.id: m.title for m in gdp.MECHANISMS}


def show(table: pd.DataFrame, key: str) -> None:
    layout.figure(
        plots.trade_off(
            table, metric.id, theme, epsilon=now.epsilon, label=metric.label, low=metric.low,
            high=metric.high, percent=metric.percent, titles=titles,
        ),
        key=f"trade-off-{key}",
        alt=f"{metric.label} against epsilon for {', '.join(titles.values())}.",
    )  # fmt: skip


table = live_sweep([m() for m in gdp.MECHANISMS], analysis, repeats=repeats, show=show)
layout.reading(table, metric, now.epsilon, titles)
for mechanism in gdp.MECHANISMS:
    statement = mechanism().guarantee(now.epsilon).statement()
    st.caption(f":material/shield_lock: **{mechanism.title}.** {statement}")
st.caption(
    "Both mechanisms protect the same unit, one edge, so their curves may be compared. The "
    "nominal ε of LaplaceFlip promises less than it gives: its exact ε is smaller, which is all "
    "that separates the two curves."
)
layout.table("All measurements", lambda: table, key="sweep")
