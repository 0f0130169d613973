"""Part of the page Which epsilon?: the epsilon that each mechanism needs, found behind the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import pandas as pd
import streamlit as st

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.advice import Advice
from graphdp_core.experiment.advisor import FirstLook, answer, first_look
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.needed_epsilon import Need
from graphdp_core.experiment.race import Race
from graphdp_core.experiment.scenario import Scenario, key_of, next_stop
from graphdp_core.experiment.targets import Target, check_target
from graphdp_core.experiment.workers import Pool
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.plots.trade_off import plan_bars
from graphdp_core.privacy.guarantee import at_most
from graphdp_core.progress import Progress, Report
from pages.engine import jobs, measured, scenario_cache
from pages.engine.progress import SMALL
from pages.ground.background import ResultCache
from pages.parts.mechanism_choice import fitting
from pages.parts.sweep import LOOK
from pages.session import addresses, session
from pages.ui import page, protection

ADVISOR = ResultCache(most=50, together=8)
"""Finds the advice that pages ask for, on the server's worker processes."""

LOOK_S = 1.0
MOST_LOOKED_AT = 10_000  # nodes of a graph at which a first look is taken unasked
PLACE = "advise"
BEST = 3  # that are offered with a button
ROW, MOST_ROWS = 35, 10  # pixels of a table's row; rows that are in sight
ABOUT = "no, 3 draws"
GREY = "Grey: about, from three draws, without a stated confidence: often too low."


@dataclass(frozen=True)
class Question:
    """What is asked of the advisor, and under which name its answer is kept.

    Parameters
    ----------
    looks, is_whole : bool
        Whether a first look is taken and kept, and whether the answer is wanted after it.
    """

    scenario: Scenario
    mechanisms: tuple[Mechanism, ...]
    targets: tuple[Target, ...]
    pool: Pool
    store: CellStore
    looks: bool = False
    is_whole: bool = True

    @property
    def key(self) -> str:
        """Under which its answer is kept, or that nothing comes after the first look."""
        part = f"{'advice' if self.is_whole else 'look'} {self.targets!r} {self.mechanisms!r}"
        return key_of(self.scenario.graph, seed=self.scenario.seed, part=part)

    def work(self, report: Report) -> Iterator[tuple[str, Advice | FirstLook | str]]:
        """Find the answer, or why there is none; its progress is kept meanwhile."""
        graph, seed = self.scenario.graph, self.scenario.seed

        def told(fraction: float, text: str = "") -> None:
            so_far, _ = _told.get(self.key, (0.0, ""))
            _told[self.key] = max(so_far, fraction), text  # a further round takes nothing back
            report(fraction, text)

        try:
            if self.looks:
                race = Race(graph, seed, self.store, self.pool)
                watched = Progress.of(told).between(0.0, 0.02).named("a first look")
                for look in first_look(race, self.targets, self.mechanisms, watched):
                    yield f"{self.key} so far", look
                    if not (look.is_met or self.is_whole):
                        break
            yield self.key, "" if not self.is_whole else answer(
                graph, self.targets, mechanisms=self.mechanisms, seed=seed,
                pool=self.pool, store=self.store, progress=told,
            )  # fmt: skip
        except Refused as refusal:
            yield self.key, str(refusal)
        finally:
            _told.pop(self.key, None)


_told: dict[str, tuple[float, str]] = {}
"""How far the search for an answer is."""


@dataclass(frozen=True)
class Finding:
    """What is known of the epsilon at which all targets are reached.

    Parameters
    ----------
    rough : callable
        Says what is known so far, from a few draws of one mechanism; "" where nothing is.
    is_looking, is_live : bool
        Whether the advice is being measured, or at least a first look at it.
    """

    advice: Advice | None = None
    rough: Callable[[], str] = str
    is_looking: bool = False
    is_live: bool = False


def find(now: Scenario, targets: Sequence[Target]) -> Finding:
    """Look for the epsilon at which all targets are reached.

    No advice if no target is asked for, the user stopped it or it was refused. Of a large graph
    there is only the first look until the user asks.
    """
    if not targets:
        jobs.end(PLACE)
        return Finding()
    try:
        for target in targets:
            check_target(target)
    except Refused as refusal:
        st.warning(str(refusal), icon=":material/info:")
        return Finding()
    mechanisms = fitting(now, [target.analysis for target in targets])
    pool, store = measured.pool(), measured.store_of(now)
    asked = Question(now, tuple(mechanisms), tuple(targets), pool, store, looks=True)
    shop = scenario_cache.place_of(now.graph, ADVISOR, "advisor", ResultCache)
    advice: Advice | str | None = shop.get(asked.key)
    if isinstance(advice, Advice):
        return Finding(advice)
    if isinstance(advice, str):
        st.warning(advice, icon=":material/info:")
        return Finding()
    is_small = now.graph.n <= SMALL
    is_whole = jobs.wanted(PLACE, asked.key, "Find the epsilon", default=is_small)
    asked, place = replace(asked, is_whole=is_whole), PLACE if is_whole else LOOK
    left = is_small or now.graph.n > MOST_LOOKED_AT or jobs.is_stopped(asked.key)
    is_live = is_whole or not (left or shop.has(asked.key))
    if not is_whole and (advice := shop.get(asked.key)):
        st.warning(advice, icon=":material/info:")

    def rough() -> str:
        return roughly(shop.get(f"{asked.key} so far"), is_live=is_live)

    if is_live:
        job = replace(job_of(asked, shop), page=session.page())
        if is_whole:
            jobs.end(LOOK)
        jobs.begin(place, job)
        job.look()
        _wait(place, job)
    return Finding(None, rough, is_whole, is_live)


def job_of(asked: Question, shop: ResultCache) -> jobs.Job:
    """The search as it stands in the sidebar."""
    owner, key = session.token(), asked.key

    def state() -> tuple[float, str] | None:
        return None if shop.has(key) else _told.get(key, (0.0, "waiting for workers"))

    def look() -> None:
        shop.ask(owner, key, asked.work)

    title = "Finding the epsilon"
    return jobs.Job(key, title, state, look, lambda: shop.drop(owner), is_even=False)


@addresses.of_page(run_every=LOOK_S)
def _wait(place: str, job: jobs.Job) -> None:
    """Say how far it is; draw the page anew when it is over or stopped."""
    running = jobs.in_place(place)
    if job.state() is None or running is None or running.name != job.name:
        st.rerun()
    job.look()
    jobs.bar(place, job, key=place)


def in_words(advice: Advice) -> tuple[str, str]:
    """The answer on top of the page, by the slider's stops, and how sure it is."""
    return advice.finding_at_stop, " ".join(filter(None, (*advice.remarks, _sure(advice))))


def roughly(look: FirstLook | None, *, is_live: bool) -> str:
    """A first look in words: what a miss rules out, or else what was enough so far."""
    if look is None:
        return ""
    more = " with {}{}".format(look.mechanism.called(inside=True), ": measuring …" * is_live or ".")
    if math.isinf(look.epsilon):
        return f"Not{more}"
    if look.draws > 1:
        return f"At least about {epsilon_label(next_stop(look.epsilon))}{more}"
    what = "One draw is fine at" if look.is_met else "More than about"
    return f"{what} {epsilon_label(look.epsilon)}{more}"


def little(advice: Advice) -> str:
    """That what the answer needs protects next to nothing; "" where it protects more."""
    needs = advice.rests_on
    if not needs:
        return ""
    plans = advice.plans() if len(advice.targets) > 1 else []
    alone = needs[0].mechanism.guarantee(next_stop(needs[0].nominal)).effective_epsilon
    return protection.little(plans[0].epsilon if plans else alone)


def offer(advice: Advice) -> None:
    """The best, with a button each."""
    for need in _buttons(advice):
        _offer(need)


def tables(advice: Advice) -> None:
    """What every mechanism needs; of several targets, what they cost together."""
    several = len(advice.targets) > 1
    if several and (plans := advice.plans()):
        page.figure(
            plan_bars([plan.spent for plan in plans], page.theme()), key="advice-plans",
            alt="; ".join(f"{plan}" for plan in plans),
        )  # fmt: skip
    for target in advice.targets:
        if several:
            st.markdown(f"**{target.in_words}**")
        rows = _rows(advice, target)
        st.dataframe(
            _styled(rows), hide_index=True, alt="What each needs.", key=f"advice-{target.name}",
            height=ROW * (min(len(rows), MOST_ROWS) + 1) + 2,  # known at once: nothing moves later
        )  # fmt: skip
    st.caption(GREY)


def best(advice: Advice | None) -> list[str]:
    """Ids of the mechanisms whose curves are worth a look; [] without advice."""
    if advice is None:
        return []
    first = [advice.ranked(target)[:BEST] for target in advice.targets]
    ids = [need.mechanism.id for row in zip_longest(*first) for need in row if need is not None]
    return list(dict.fromkeys(ids))[:BEST]


def _sure(advice: Advice) -> str:
    """How sure the answer is, and what the next best need."""
    if not advice.is_sure:
        return ""
    named = advice.rests_on
    sure = (
        f"{advice.confidence:.0%} sure that nine of ten draws are good enough, from "
        f"{min(need.draws for need in named)} draws."
    )
    if len(advice.targets) > 1:
        others = [str(plan) for plan in advice.plans()[1:]]
        return f"{sure} Next: {', '.join(others)}." if others else sure
    stop = next_stop(named[0].nominal)
    if named[0].nominal == stop:
        return sure
    return f"{sure} The least is ε = {named[0].in_words}; the slider's next stop is {stop:g}."


def _sure_ones(ranked: Sequence[Need]) -> list[Need]:
    """The best whose epsilon has a stated confidence."""
    return [need for need in ranked if need.is_refined and not need.is_never][:BEST]


def _buttons(advice: Advice) -> list[Need]:
    """What is offered with a button: the best; of several targets, the parts of the best plan."""
    if len(advice.targets) == 1:
        return [] if advice.free else _sure_ones(advice.ranked(advice.targets[0]))
    needs: dict[str, Need] = {}
    for plan in advice.plans()[:1]:
        for target in advice.targets:
            for need in _sure_ones(advice.ranked(target)):
                title = need.mechanism.title
                if plan.serves[target.name] == title and need.epsilon == plan.spent[title]:
                    needs[title] = need
    return list(needs.values())


def _offer(need: Need) -> None:
    """A button that sets the sidebar to a mechanism and the slider to its epsilon."""
    stop = next_stop(need.nominal)
    st.button(
        f"Use {need.mechanism.title} at {epsilon_label(stop)}", icon=":material/check:",
        key=f"use-{need.mechanism.id}",
        help=f"Sets mechanism and slider. It needs ε = {need.in_words}; {stop:g} is the slider's "
        "next stop.",
        on_click=session.use_mechanism, args=(need.mechanism.title, stop),
    )  # fmt: skip


def _rows(advice: Advice, target: Target) -> pd.DataFrame:
    """Mechanisms that compare, then those with another guarantee and why, then the unfit."""
    ranked = advice.ranked(target)
    rows: list[dict[str, Any]] = [_row(advice, need, "") for need in ranked]
    rows += [_row(advice, need, why) for need, why in advice.standing_apart(target).values()]
    rows += [{"Mechanism": title, "Stands apart": why} for title, why in advice.unfit.items()]
    return pd.DataFrame(rows).fillna("")


def _styled(table: pd.DataFrame) -> Any:
    """With what has no stated confidence in grey."""
    grey = f"color: {page.theme().muted}"
    # A name that stays: Streamlit would draw one, and the browser take the same table for another.
    return table.style.set_uuid("advice").apply(
        lambda row: [grey if row["Sure"] == ABOUT else ""] * len(row), axis="columns"
    )


def _row(advice: Advice, need: Need, why: str) -> dict[str, Any]:
    g = need.guarantee
    protects = f"{g.unit}" + (f", δ = {at_most(g.delta)}" if g.delta else "")
    return {
        "Mechanism": need.mechanism.title,
        "ε needed": advice.words_of(need),
        "Sure": f"{advice.confidence:.0%}, {need.draws} draws" if need.is_refined else ABOUT,
        "Protects": protects if g.protects else g.badge,
        "Stands apart": why,
    }
