"""Trade-off: a metric against epsilon over repeats, with bands."""

import pandas as pd
import streamlit as st

import graphdp_core as gdp
from graphdp_core import plots
from graphdp_core.experiment.needed_epsilon import needed_epsilon
from pages.parts import advisor, mechanism_choice, needed, sweep
from pages.shared import measured, page, protection, session, widgets
from pages.shared.glossary import term

REPEATS = {"10": 10, "20": 20, "50": 50}
page.question(
    "Which ε do I need?",
    "One metric over many repeats: the line is the median, the dark band half of the "
    "repeats, the light one nine of ten. Say what is good enough; read off where it is reached.",
)
kinds = {a.title: a for a in gdp.ANALYSES}
with st.container(horizontal=True, vertical_alignment="bottom", key="trade-off-controls"):
    kind = widgets.choose("Analysis", kinds, key="analysis", first=1, as_list=True)
    metrics = {m.label: m for m in kind.metrics}
    metric = widgets.choose("Metric", metrics, key=f"{kind.id}.metric", as_list=True)
    target = needed.target(metric, key=f"{kind.id}.{metric.id}.target")
    repeats = widgets.choose("Repeats", REPEATS, key="repeats", formerly="draws",
                             help=term("repeat"))  # fmt: skip
analysis = widgets.settings(kind)
st.caption(f"{metric.label} {protection.NOT_PRIVATE}", help=metric.help)
now = session.current()
measured.offer_cluster(now)
advice = advisor.advise(now, analysis, metric, target)
mechanisms = mechanism_choice.choose(now, analysis, advisor.best(advice))
names = {m.id: m.title for m in mechanisms}
guarantees = {m.id: m.guarantee(now.epsilon) for m in mechanisms}
titles = {m.id: protection.full_title(m, guarantees[m.id]) for m in mechanisms}
badges = {id: g.badge for id, g in guarantees.items() if not g.protects}


def show(table: pd.DataFrame) -> None:
    page.figure(
        plots.trade_off(
            table, metric.id, page.theme(), epsilon=now.epsilon, label=metric.label, low=metric.low,
            high=metric.high, percent=metric.percent, titles=names, badges=badges, target=target,
        ),
        key="trade-off",
        alt=f"{metric.label} against epsilon for {', '.join(titles.values())}.",
    )  # fmt: skip


answer = st.container()
table = sweep.live_sweep(now, mechanisms, [analysis], count=repeats, show=show)
if advice is None and target is not None and len(table):
    with answer:
        needed.needed(needed_epsilon(table, metric, target), titles)
elif advice is None:
    page.answer(session.question())
sweep.reading(table, metric, now.epsilon, titles)
mechanism_choice.guarantees(mechanisms, now.epsilon)
st.caption(measured.said_of_store(now))
page.table("All measurements", lambda: table, key="sweep")
