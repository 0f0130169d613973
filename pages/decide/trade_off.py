"""Trade-off: a metric against epsilon over repeats, with bands."""

import streamlit as st

import graphdp_core as gdp
from graphdp_core.experiment.needed_epsilon import needed_epsilon
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.experiment.targets import Target
from pages.parts import advisor, also, frontier, look_alike, mechanism_choice, more, needed, sweep
from pages.shared import measured, moves, page, protection, session, widgets
from pages.shared.glossary import term

REPEATS = {"10": 10, "20": 20, "50": 50}
page.question("Which ε do I need?", sweep.INTRODUCTION)
kinds = {a.title: a for a in gdp.ANALYSES}
with session.place("above"):
    with st.container(horizontal=True, vertical_alignment="bottom", key="trade-off-controls"):
        kind = widgets.choose("Analysis", kinds, key="analysis", first=1, as_list=True, kept=True)
        metrics = {m.label: m for m in kind.metrics}
        metric = widgets.choose("Metric", metrics, key=f"{kind.id}.metric", as_list=True, kept=True)
        value = needed.target_field(metric, key=f"{kind.id}.{metric.id}.target")
        repeats = widgets.choose("Repeats", REPEATS, key="repeats", formerly="draws", kept=True,
                                 help=term("repeat"))  # fmt: skip
    analysis = widgets.settings(kind)
    first = [] if value is None else [Target(analysis, metric, value)]
    others = also.also_wanted(first[0] if first else None)
    st.caption(f"{metric.label} {protection.NOT_PRIVATE}", help=metric.help)
    frontier.follow_pointer(1 + len(others))
below = more.More()


def draw(now: Scenario) -> None:
    """The advice, the curves, and what they say at the slider's epsilon."""
    measured.offer_cluster(now)
    advice = advisor.advise(now, [*first, *others])
    if advice is not None:
        look_alike.way_out(now, advisor.GREY)
    panels = [frontier.Panel(kind.id, metric, value, kind.title if others else "")]
    panels += [frontier.Panel.of(other) for other in others]
    analyses = list({a.id: a for a in (*(o.analysis for o in others), analysis)}.values())
    mechanisms = mechanism_choice.choose(now, [analysis, *analyses], advisor.best(advice))
    curves = frontier.choose(now, mechanisms, panels, advisor.best(advice))
    titles = {m.id: protection.full_title(m, m.guarantee(now.epsilon)) for m in mechanisms}
    answer = st.container() if advice is None else None
    table = sweep.live_sweep(now, mechanisms, analyses, count=repeats, show=curves.draw)
    mine = table[table["analysis"] == kind.id] if "analysis" in table else table
    if answer is not None and value is not None and len(mine):
        with answer:
            needed.needed(needed_epsilon(mine, metric, value), titles)
    elif answer is not None:
        page.answer(session.question())
    curves.say(table, sweep.reading(mine, metric, now.epsilon, titles))
    mechanism_choice.guarantees(mechanisms, now.epsilon)
    below.show(now, mechanisms[0], analysis, metric, value)
    measured.offer_disk(now)
    sweep.offer_table(now, table, mechanisms)


moves.follow(draw)
