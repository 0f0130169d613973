"""Trade-off: a metric against epsilon over repeated draws, with bands."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

import graphdp_core as gdp
from graphdp_core import plots
from graphdp_core.experiment.needed_epsilon import Needed, needed_epsilon
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.weight_mechanism import WeightMechanism
from graphdp_core.params import schema
from pages.parts import sweep
from pages.shared import page, session, widgets

page.heading(
    "Which ε do I need?",
    "One metric over many random draws: the line is the median, the dark band holds half of the "
    "draws, the light one nine of ten. Say what is good enough, and read off where it is reached.",
)
with st.container(horizontal=True, vertical_alignment="bottom", key="trade-off-controls"):
    kinds = {a.title: a for a in gdp.ANALYSES}
    kind = kinds[st.selectbox("Analysis", list(kinds), index=1, key="analysis",
                              bind="query-params") or next(iter(kinds))]  # fmt: skip
    metrics = {m.label: m for m in kind.metrics}
    metric = metrics[st.selectbox("Metric", list(metrics), key=f"{kind.id}.metric",
                                  bind="query-params") or next(iter(metrics))]  # fmt: skip
    target = None if metric.better == "neither" else st.number_input(
        f"Good enough: at {'least' if metric.better == 'higher' else 'most'}"
        f"{' (1 is 100 %)' if metric.percent else ''}", value=metric.aim,
        step=0.05, format="%.3g", placeholder="a number", key=f"{kind.id}.{metric.id}.target",
        bind="query-params", help="The dashed line: a value of the metric that would do for you.",
    )  # fmt: skip
    repeats = widgets.choose("Draws", {"10": 10, "20": 20, "50": 50}, key="draws")
analysis = widgets.settings(kind)
st.caption(f"{metric.help} Reads the true graph: not private.")
now, theme = session.current(), page.theme()
by_weight = isinstance(now.mechanism, WeightMechanism)


def beside(kind: type[Mechanism]) -> Mechanism:
    """A mechanism to compare with the sidebar's: of weights, under its relation and radius."""
    if not issubclass(kind, WeightMechanism):
        return kind()
    if by_weight:
        return now.mechanism.alike(kind)
    return kind(**kind.usual(now.choice and now.choice.weight_width))


fitting = [beside(m) for m in gdp.MECHANISMS if m.id != now.mechanism.id]
fitting = [m for m in (now.mechanism, *fitting) if gdp.compatible(m, analysis)]
by_title = {m.title: m for m in fitting}
alike = [
    m.title
    for m in fitting
    if m.relation is fitting[0].relation and (not schema(type(m)) or by_weight)
]
first = list(dict.fromkeys([fitting[0].title, *alike]))[:3]
wanted = st.pills(
    "Mechanisms", list(by_title), selection_mode="multi", default=first,
    key=f"{kind.id}.mechanisms", help="The sidebar's mechanism comes with its settings, the "
    "others with their defaults, those for weights with its relation, radius and range.",
)  # fmt: skip
mechanisms = [by_title[title] for title in wanted]
titles = {m.id: page.full_title(m, m.guarantee(now.epsilon)) for m in mechanisms}
if not mechanisms:
    st.info("Pick at least one mechanism.", icon=":material/info:")
    st.stop()


def show(table: pd.DataFrame, key: str) -> None:
    page.figure(
        plots.trade_off(
            table, metric.id, theme, epsilon=now.epsilon, label=metric.label, low=metric.low,
            high=metric.high, percent=metric.percent, titles=titles, target=target,
        ),
        key=f"trade-off-{key}",
        alt=f"{metric.label} against epsilon for {', '.join(titles.values())}.",
    )  # fmt: skip


def needed(answers: Mapping[str, Needed], titles: Mapping[str, str]) -> None:
    """One card a mechanism: the epsilon for nine of ten draws, and for half of them."""
    st.markdown("**Good enough in nine of ten draws from here on:**")
    page.cards(
        [
            page.Card(
                titles[id],
                f"ε {_bound(found, found.safe)}",
                f"From here on nine of ten of {found.draws} draws are good enough; half of them "
                f"are from ε {_bound(found, found.typical)} on. Interpolated between the measured "
                "values of ε. Reads the true graph: not private.",
                f"half of the draws: ε {_bound(found, found.typical)}",
            )
            for id, found in answers.items()
        ]
    )


def _bound(found: Needed, epsilon: float) -> str:
    if epsilon > found.highest:
        return f"> {found.highest:g}"
    return f"≤ {found.lowest:g}" if epsilon <= found.lowest else f"= {plots.tidy(epsilon)}"


answer = st.container()
table = sweep.live_sweep(now, mechanisms, analysis, count=repeats, show=show)
if target is not None and len(table):
    with answer:
        needed(needed_epsilon(table, metric, target), titles)
sweep.reading(table, metric, now.epsilon, titles)
for mechanism in mechanisms:
    g = mechanism.guarantee(now.epsilon)
    name = f" **{mechanism.title}.**" if g.protects else ""
    st.caption(f"{page.seal(mechanism, g)}{name} {g.statement()}")
units = dict.fromkeys(m.guarantee(now.epsilon).unit for m in mechanisms)
if len(units) > 1:
    st.warning(
        f"These mechanisms protect different things: {'; '.join(units)}. The same ε is then not "
        "the same promise, and their curves may not be compared.",
        icon=":material/balance:",
    )
if {"edge_flip", "laplace_flip"} <= set(titles):
    st.caption(
        "The nominal ε of LaplaceFlip promises less than it gives: its exact ε is smaller, which "
        "is all that separates its curve from that of edgeFlip."
    )
page.table("All measurements", lambda: table, key="sweep")
