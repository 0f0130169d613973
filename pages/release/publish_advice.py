"""Part of the Release page: mechanism and epsilon that the advisor recommends, behind the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from graphdp_core.analyses.recognition import TELLS_WHO, Recognition
from graphdp_core.digits import epsilon_label
from graphdp_core.estimates.asked import Given
from graphdp_core.experiment.advice import Advice
from graphdp_core.experiment.compare import compare
from graphdp_core.experiment.count_errors import model_sentence
from graphdp_core.experiment.properties import EPIDEMIC
from graphdp_core.experiment.public_proxy import look_alikes
from graphdp_core.experiment.recommendation import Wish, even_weights, first_wish, wish, wishes
from graphdp_core.experiment.scenario import Scenario, next_stop
from graphdp_core.experiment.targets import Target
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of
from graphdp_core.trust.contents import STATISTICS_FILE, known_numbers, numbers_of
from pages.engine import jobs, measured, scenario_cache
from pages.engine.progress import SMALL
from pages.ground.background import ResultCache
from pages.parts.advisor import Question, in_words, job_of
from pages.release.publish_choice import EPSILON, THINGS, thing_of
from pages.session import addresses, session
from pages.ui import protection
from pages.ui.widgets import plain

RECOMMENDER = ResultCache(most=50)
"""Finds recommendations, beside what the page Which epsilon? asks for."""

LOOK_S = 1.0
KEEP = "release.keep"
MOST_PEOPLE = 2_500  # who are compared in pairs within a few seconds


def recommend(now: Scenario, mechanisms: Sequence[Mechanism]) -> None:
    """Say which of the mechanisms keeps what is asked for at the least epsilon, and how sure."""
    offered = wishes(mechanisms)
    titles = {item.title: item for item in offered}
    session.coerce_choice(KEEP, titles, first_wish(now.mechanism, offered).title)
    keep = st.selectbox(
        "It should keep", list(titles), key=KEEP,
        help="The advisor looks for the least ε at which it does, and for the mechanism.",
        width=320,
    )  # fmt: skip
    try:
        public, whose = _public(now)
    except Refused as refusal:
        st.caption(plain(str(refusal)))
        return
    asked_for = wish(titles[keep], now.mechanism, mechanisms, public.graph)
    _advised(now, public, asked_for, whose)


def foretold(now: Scenario, epsilon: float) -> tuple[str, str]:
    """How many numbers and people such a release of the public look-alike would tell."""
    if now.mechanism.returns is not Graph or now.mechanism.protects_weights:
        return "", ""
    try:
        public, whose = _public(now)
        if public.graph.n > MOST_PEOPLE:
            return "", ""
        key = f"{public.graph.fingerprint} {now.mechanism!r} {epsilon}"
        c = session.keep_last("recognisable", key, lambda: compare(
            public.graph, now.mechanism, Recognition(), epsilon=epsilon,
        ))  # fmt: skip
    except Refused:
        return "", ""
    given = Given(c.release, now.mechanism, amount_of(epsilon))
    told = session.keep_last("numbers", key, lambda: numbers_of(given)).get(STATISTICS_FILE, b"")
    known, unknown = known_numbers(told)
    some = f"probably hide these numbers, and perhaps more: {', '.join(unknown).lower()}"
    hides = some if known else "hide every number in it"
    return f"The noise would {hides}." if known <= len(unknown) else "", (
        f"{c.answer_and_figures[0]} {TELLS_WHO} {whose} "
        "The certificate tells the same of another public graph, Les Misérables."
    )


def _advised(now: Scenario, public: Scenario, asked_for: Wish, whose: str) -> None:
    target, pool = asked_for.target, measured.pool()
    asked = Question(public, asked_for.mechanisms, (target,), pool, measured.store_of(public))
    shop = scenario_cache.place_of(public.graph, RECOMMENDER, "recommender", ResultCache)
    advice = shop.get(asked.key)
    if advice is None:
        title = f"Recommendation for {THINGS[thing_of(now.mechanism)].lower()}"
        if jobs.switch("recommend", asked.key, "Recommend", default=public.graph.n <= SMALL):
            job = replace(job_of(asked, shop), title=title, page="release")
            jobs.begin("recommend", job)
            _wait(job, shop)
        return
    if isinstance(advice, str):
        st.caption(plain(advice))
        return
    _say(advice, target, whose, now.graph.n)


def _say(advice: Advice, target: Target, whose: str, nodes: int) -> None:
    """The recommendation, its confidence, where it was measured, and a button that takes it."""
    named, (finding, how_sure) = advice.rests_on, in_words(advice)
    stop = next_stop(named[0].nominal) if named else 0.0
    guarantee = named[0].mechanism.guarantee(stop) if named else None
    little = protection.little(guarantee.effective_epsilon) if guarantee else ""
    st.markdown(
        f"{'**Recommended.** ' if named and not little else ''}{plain(finding)} {plain(how_sure)}"
    )
    st.caption(f"{plain(target.in_words)}. {whose}")
    if not named:
        return
    need = named[0]
    if target.metric.id == EPIDEMIC.id:
        st.caption(plain(model_sentence(need.mechanism, nodes, stop)))
    if little:
        st.markdown(
            f":red[**{little}**] Ask for less, publish something smaller than "
            f"{THINGS[thing_of(need.mechanism)].lower()}, or leave it at home."
        )
    st.button(
        f"Take {need.mechanism.title} at {epsilon_label(stop)}", icon=":material/check:",
        key="release.take", on_click=_take, args=(need.mechanism.title, stop),
    )  # fmt: skip


def _take(title: str, stop: float) -> None:
    session.set_widget(EPSILON, f"{stop:g}")
    session.use_mechanism(title, stop)


@addresses.of_page(run_every=LOOK_S)
def _wait(job: jobs.Job, shop: ResultCache) -> None:
    """Draw the page anew when the advisor has the answer."""
    if shop.has(job.name):
        st.rerun()
    job.look()
    st.progress(*jobs.told(job))
    st.caption("You need not wait for it.")


def _public(now: Scenario) -> tuple[Scenario, str]:
    """What is measured in place of a private graph, of public facts alone, and a sentence on it.

    Raises
    ------
    Refused
        If there is nothing public that is like it; the sentence says what would help.
    """
    if now.choice is not None:
        return now, "Measured on this public graph."
    if now.mechanism.protects_weights:
        key = f"{now.graph.fingerprint} {now.mechanism.weight_range}"
        made = session.keep_last("even", key, lambda: even_weights(now.graph, now.mechanism))
        low, high = now.mechanism.weight_range or (0.0, 0.0)
        return replace(now, graph=made, title="Even weights"), (
            "Measured with made-up weights, spread evenly from "
            f"{low:g} to {high:g} over your ties, which are public: of your weights nothing was "
            "read. Weights that lie closer together need a larger ε."
        )
    proxies = scenario_cache.of_graph(now.graph, "look-alikes", look_alikes)
    one = proxies[0]
    graph = session.keep_last("look-alike", repr(one.choice), one.choice.load)
    public = Scenario(graph, one.title, now.mechanism, now.epsilon, now.seed, one.choice)
    return public, (
        f"Measured on a public graph like yours, {plain(one.title)} with {one.n:,} nodes and "
        f"{one.m:,} ties: of your graph only its size and its spread of degrees were read, "
        "roughly; if these are private, no guarantee covers that."
    )
