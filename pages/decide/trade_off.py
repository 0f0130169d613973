"""Trade-off: a metric against epsilon over repeated draws, with bands."""

import pandas as pd
import streamlit as st

import graphdp_core as gdp
from graphdp_core import plots
from graphdp_core.experiment.needed_epsilon import needed_epsilon
from pages.parts import mechanism_choice, needed, sweep
from pages.shared import page, session, widgets

page.heading(
    "Which ε do I need?",
    "One metric over many random draws: the line is the median, the dark band holds half of the "
    "draws, the light one nine of ten. Say what is good enough, and read off where it is reached.",
)
with st.container(horizontal=True, vertical_alignment="bottom", key="trade-off-controls"):
    kinds = {a.title: a for a in gdp.ANALYSES}
    kind = widgets.choose("Analysis", kinds, key="analysis", first=1, as_list=True)
    metrics = {m.label: m for m in kind.metrics}
    metric = widgets.choose("Metric", metrics, key=f"{kind.id}.metric", as_list=True)
    target = None if metric.better == "neither" else st.number_input(
        f"Good enough: at {'least' if metric.better == 'higher' else 'most'}"
        f"{' (1 is 100 %)' if metric.percent else ''}", value=metric.aim,
        step=0.05, format="%.3g", placeholder="a number", key=f"{kind.id}.{metric.id}.target",
        bind="query-params", help="The dashed line: a value of the metric that would do for you.",
    )  # fmt: skip
    repeats = widgets.choose("Draws", {"10": 10, "20": 20, "50": 50}, key="draws")
analysis = widgets.settings(kind)
st.caption(f"{metric.help} Reads the true graph: not private.")
now = session.current()
mechanisms = mechanism_choice.choose(now, analysis)
guarantees = {m.id: m.guarantee(now.epsilon) for m in mechanisms}
names = {m.id: m.title for m in mechanisms}
titles = {m.id: page.full_title(m, guarantees[m.id]) for m in mechanisms}
badges = {id: g.badge for id, g in guarantees.items() if not g.protects}


def show(table: pd.DataFrame, key: str) -> None:
    page.figure(
        plots.trade_off(
            table, metric.id, page.theme(), epsilon=now.epsilon, label=metric.label, low=metric.low,
            high=metric.high, percent=metric.percent, titles=names,
            badges=badges, target=target,
        ),
        key=f"trade-off-{key}",
        alt=f"{metric.label} against epsilon for {', '.join(titles.values())}.",
    )  # fmt: skip


answer = st.container()
table = sweep.live_sweep(now, mechanisms, analysis, count=repeats, show=show)
if target is not None and len(table):
    with answer:
        needed.needed(needed_epsilon(table, metric, target), titles)
sweep.reading(table, metric, now.epsilon, titles)
mechanism_choice.guarantees(mechanisms, now.epsilon)
page.table("All measurements", lambda: table, key="sweep")
