"""Part of the Release page: mechanism and epsilon that the advisor recommends, behind the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

import graphdp_core as gdp
from graphdp_core.experiment.advice import Advice
from graphdp_core.experiment.board import PROPERTIES, Property
from graphdp_core.experiment.look_alike import look_alikes
from graphdp_core.experiment.scenario import EPSILONS, Scenario
from graphdp_core.experiment.targets import Target
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Guarantee, at_most, percent_at_most, posterior
from pages.parts.advisor import Question, job_of
from pages.parts.publish_choice import EPSILON, THINGS, thing_of
from pages.shared import fragments, jobs, measured, scenario_cache, session
from pages.shared.background import Workshop
from pages.shared.progress import SMALL
from pages.shared.widgets import plain

__all__ = ["MUCH", "little", "recommend"]

RECOMMENDER = Workshop(most=50)
"""Finds recommendations, beside what the Trade-off page asks for."""

LOOK_S = 1.0
MUCH = 5.0  # an epsilon that takes even odds to 99.4 %: from here on little is protected
KEEP = "release.keep"
_ABOUT = {
    "communities": "communities", "ranking": "top_nodes", "tree": "tree", "weights": "tree",
    "graph": "communities",
}  # fmt: skip


def recommend(now: Scenario, mechanisms: Sequence[Mechanism]) -> None:
    """Say which of the mechanisms keeps what is asked for at the least epsilon, and how sure."""
    useful = {
        item.title: item
        for item in PROPERTIES
        if any(gdp.compatible(m, a) for m in mechanisms for a in item.analyses)
    }
    st.header("3. How much privacy?", anchor=False)
    if not useful:
        st.caption("How far it is off at each ε is on the page Trade-off.")
        return
    session.hold_to(KEEP, useful, _usual(now, useful))
    keep = st.selectbox(
        "It should keep", list(useful), key=KEEP,
        help="The advisor looks for the least ε at which it does, and for the mechanism.",
        width=320,
    )  # fmt: skip
    _advised(now, useful[keep], mechanisms)


def _usual(now: Scenario, useful: dict[str, Property]) -> str:
    """The property that the thing is about, where it is about one."""
    id = _ABOUT.get(thing_of(now.mechanism), "")
    return next((title for title, item in useful.items() if item.id == id), next(iter(useful)))


def _advised(now: Scenario, item: Property, mechanisms: Sequence[Mechanism]) -> None:
    public, whose = _public(now)
    if public is None:
        st.caption(whose)
        return
    target = _target(item, mechanisms)
    fit = tuple(m for m in mechanisms if gdp.compatible(m, target.analysis))
    asked = Question(public, fit, (target,), measured.pool_of(public), measured.store_of(public))
    shop = scenario_cache.place_of(public.graph, RECOMMENDER, "recommender", Workshop)
    found = shop.get(asked.key)
    if found is None:
        title = f"Recommend for {THINGS[thing_of(now.mechanism)].lower()}"
        if jobs.switch("recommend", asked.key, "Recommend", default=public.graph.n <= SMALL):
            job = replace(job_of(asked, shop), title=title)
            jobs.begin("recommend", job)
            _wait(job, shop)
        return
    if isinstance(found, str):
        st.caption(plain(found))
        return
    _say(found, target, whose)


def _say(advice: Advice, target: Target, whose: str) -> None:
    """The recommendation, its confidence, where it was measured, and a button that takes it."""
    named = advice.rests_on
    st.markdown(f"**Recommended.** {plain(advice.headline())}")
    st.caption(f"{plain(target.in_words)}. {whose}")
    if not named:
        return
    need = named[0]
    guarantee = need.mechanism.guarantee(need.nominal)
    if guarantee.effective_epsilon > MUCH:
        st.warning(
            f"{little(guarantee)} Ask for less, publish something smaller than "
            f"{THINGS[thing_of(need.mechanism)].lower()}, or leave it at home.",
            icon=":material/warning:",
        )
        return
    epsilon = at_most(need.nominal)
    st.button(
        f"Take {need.mechanism.title} at ε = {epsilon}", icon=":material/check:",
        key="release.take", on_click=_take, args=(need.mechanism.title, epsilon),
    )  # fmt: skip


def little(guarantee: Guarantee) -> str:
    """That so large an epsilon protects next to nothing."""
    sure = percent_at_most(posterior(0.5, guarantee.effective_epsilon))
    return (
        f"ε = {at_most(guarantee.effective_epsilon)} protects little: who is 50 % sure before may "
        f"be {sure} sure after."
    )


def _take(title: str, epsilon: str) -> None:
    stops = [stop for stop in EPSILONS if stop >= float(epsilon)]
    session.set_widget(EPSILON, epsilon)
    session.use_mechanism(title, min(stops, default=EPSILONS[-1]))


@fragments.of_page(run_every=LOOK_S)
def _wait(job: jobs.Job, shop: Workshop) -> None:
    """Draw the page anew when the advisor has the answer."""
    if shop.has(job.name):
        st.rerun()
    job.look()
    state = job.state()
    st.caption(f"Looking for the least ε: {state[1] if state else 'done'}. Go on meanwhile.")


def _public(now: Scenario) -> tuple[Scenario | None, str]:
    """The graph that is measured, which is public, and a sentence on it."""
    if now.choice is not None:
        return now, "Measured on this graph, which is public: everybody can load it."
    try:
        found = scenario_cache.of_graph(now.graph, "look-alikes", look_alikes)
    except Refused as refusal:
        return None, str(refusal)
    if now.graph.weights is not None and now.mechanism.protects_weights:
        return None, "There is no public look-alike with weights: choose ε by what it promises."
    one = found[0]
    graph = session.keep_last("look-alike", repr(one.choice), one.choice.load)
    made = Scenario(graph, one.title, now.mechanism, now.epsilon, now.seed, one.choice)
    return made, (
        f"Measured on a public graph like yours, {plain(one.title)} with {one.n:,} nodes and "
        f"{one.m:,} edges: of your graph only its size and its spread of degrees were read, "
        "roughly."
    )


def _target(item: Property, mechanisms: Sequence[Mechanism]) -> Target:
    """The property's first yardstick at its usual aim, by the analysis that reads most of them."""
    analysis = max(item.analyses, key=lambda a: sum(gdp.compatible(m, a) for m in mechanisms))
    yardstick = analysis.yardsticks[0].metric
    metric = next(metric for metric in analysis.metrics if metric.id == yardstick)
    return Target(analysis, metric, float(metric.aim or 0.0))
