"""Part of the page Which epsilon?: the epsilon that each mechanism needs, found behind the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import pandas as pd
import streamlit as st

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.advice import Advice
from graphdp_core.experiment.advisor import answer
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.needed_epsilon import Need
from graphdp_core.experiment.scenario import Scenario, key_of, next_stop
from graphdp_core.experiment.targets import Target, check_target
from graphdp_core.experiment.workers import Pool
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.plots.trade_off import plan_bars
from graphdp_core.privacy.guarantee import at_most
from graphdp_core.progress import Report
from pages.engine import jobs, measured, scenario_cache
from pages.engine.progress import SMALL
from pages.ground.background import ResultCache
from pages.parts.mechanism_choice import fitting
from pages.session import addresses, session
from pages.ui import page, protection

ADVISOR = ResultCache(most=50)
"""Finds the advice that pages ask for, one after the other, on the server's worker processes."""

LOOK_S = 1.0
PLACE = "advise"
BEST = 3  # that are offered with a button
ROW, MOST_ROWS = 35, 10  # pixels of a table's row; rows that are in sight
ABOUT = "no, 3 draws"
GREY = "Grey: about, from three draws, without a stated confidence: often too low."


@dataclass(frozen=True)
class Question:
    """What is asked of the advisor, and under which name its answer is kept."""

    scenario: Scenario
    mechanisms: tuple[Mechanism, ...]
    targets: tuple[Target, ...]
    pool: Pool
    store: CellStore

    @property
    def key(self) -> str:
        """Under which its answer is kept."""
        part = f"advice {self.targets!r} {self.mechanisms!r}"
        return key_of(self.scenario.graph, seed=self.scenario.seed, part=part)

    def work(self, report: Report) -> Iterator[tuple[str, Advice | str]]:
        """Find the answer, or why there is none; its progress is kept meanwhile."""

        def told(fraction: float, text: str = "") -> None:
            so_far, _ = _told.get(self.key, (0.0, ""))
            _told[self.key] = max(so_far, fraction), text  # a further round takes nothing back
            report(fraction, text)

        try:
            advice: Advice | str = answer(
                self.scenario.graph, self.targets, mechanisms=self.mechanisms,
                seed=self.scenario.seed, pool=self.pool, store=self.store, progress=told,
                first_look=lambda rough: _rough.update({self.key: rough}),
            )  # fmt: skip
        except Refused as refusal:
            advice = str(refusal)
        finally:
            _told.pop(self.key, None)
            _rough.pop(self.key, None)
        yield self.key, advice


_told: dict[str, tuple[float, str]] = {}
_rough: dict[str, Advice] = {}
"""What is known of an answer that is being looked for."""


@dataclass(frozen=True)
class Finding:
    """What is known of the epsilon at which all targets are reached.

    Parameters
    ----------
    rough : Advice or None
        From a few draws of one mechanism, while all is measured.
    is_looking : bool
        Whether it is still being measured.
    """

    advice: Advice | None = None
    rough: Advice | None = None
    is_looking: bool = False


def find(now: Scenario, targets: Sequence[Target]) -> Finding:
    """Look for the epsilon at which all targets are reached.

    No advice if no target is asked for, the user stopped it or it was refused. A large graph waits
    until the user asks.
    """
    if not targets:
        return Finding()
    try:
        for target in targets:
            check_target(target)
    except Refused as refusal:
        st.warning(str(refusal), icon=":material/info:")
        return Finding()
    mechanisms = fitting(now, [target.analysis for target in targets])
    pool, store = measured.pool(), measured.store_of(now)
    asked = Question(now, tuple(mechanisms), tuple(targets), pool, store)
    shop = scenario_cache.place_of(now.graph, ADVISOR, "advisor", ResultCache)
    advice: Advice | str | None = shop.get(asked.key)
    if isinstance(advice, Advice):
        return Finding(advice)
    if isinstance(advice, str):
        st.warning(advice, icon=":material/info:")
        return Finding()
    if not jobs.wanted(PLACE, asked.key, "Find the epsilon", default=now.graph.n <= SMALL):
        return Finding()
    job = replace(job_of(asked, shop), page=session.page())
    jobs.begin(PLACE, job)
    rough = _rough.get(asked.key)
    _wait(job, shop, rough is None)
    return Finding(None, rough, is_looking=True)


def job_of(asked: Question, shop: ResultCache) -> jobs.Job:
    """The search as it stands in the sidebar."""
    owner, key = session.token(), asked.key

    def state() -> tuple[float, str] | None:
        return None if shop.has(key) else _told.get(key, (0.0, "waiting for workers"))

    def look() -> None:
        shop.ask(owner, key, asked.work)

    look()
    title = "Finding the epsilon"
    return jobs.Job(key, title, state, look, lambda: shop.drop(owner), is_even=False)


@addresses.of_page(run_every=LOOK_S)
def _wait(job: jobs.Job, shop: ResultCache, is_unknown: bool) -> None:
    """Say how far it is; draw the page anew when more is known, or the search is stopped."""
    running = jobs.in_place(PLACE)
    if is_unknown and job.name in _rough:
        st.rerun()
    if shop.has(job.name) or running is None or running.name != job.name:
        st.rerun()
    job.look()
    jobs.bar(PLACE, job, key=PLACE)


def in_words(advice: Advice) -> tuple[str, str]:
    """The answer on top of the page, by the slider's stops, and how sure it is."""
    return advice.finding_at_stop, " ".join(filter(None, (*advice.remarks, _sure(advice))))


def roughly(advice: Advice) -> str:
    """The answer of a first look, from a few draws of one mechanism: it is often too low."""
    need = advice.needs[0]
    by = need.mechanism.called(inside=True)
    if need.is_never:
        return f"Not with {by}: measuring the others …"
    about = epsilon_label(next_stop(need.nominal))
    return f"At least about {about} with {by}: measuring …"


def little(advice: Advice) -> str:
    """That what the answer needs protects next to nothing; "" where it protects more."""
    needs = advice.rests_on
    if not needs:
        return ""
    plans = advice.plans() if len(advice.targets) > 1 else []
    alone = needs[0].mechanism.guarantee(next_stop(needs[0].nominal)).effective_epsilon
    return protection.little(plans[0].epsilon if plans else alone)


def offer(advice: Advice) -> st.delta_generator.DeltaGenerator:
    """The best, with a button each; the row that they stand in."""
    row = st.container(horizontal=True, key="advice-best")
    with row:
        for need in _buttons(advice):
            _offer(need)
    return row


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
    return f"{sure} The least is ε = {named[0].in_words}."


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
