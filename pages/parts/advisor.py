"""Part of the trade-off page: the epsilon that each mechanism needs, found behind the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.experiment.advice import NOT_PRIVATE, Advice, Need
from graphdp_core.experiment.advisor import answer
from graphdp_core.experiment.cells import CellStore
from graphdp_core.experiment.scenario import EPSILONS, Scenario, key_of
from graphdp_core.experiment.targets import Target, check_target
from graphdp_core.experiment.workers import Pool
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics.metric import Metric
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import at_most
from graphdp_core.progress import Report
from pages.parts.mechanism_choice import fitting
from pages.shared import jobs, measured, page, session
from pages.shared.background import Workshop
from pages.shared.progress import SMALL

__all__ = ["ADVISOR", "advise", "best"]

ADVISOR = Workshop(most=50)
"""Finds the advice that pages ask for, one after the other, on the server's worker processes."""

LOOK_S = 0.5
BEST = 3  # that are offered with a button


@dataclass(frozen=True)
class _Question:
    """What is asked of the advisor, and under which name its answer is kept."""

    scenario: Scenario
    mechanisms: tuple[Mechanism, ...]
    target: Target
    pool: Pool
    store: CellStore

    @property
    def key(self) -> str:
        part = f"advice {self.target} {self.mechanisms!r}"
        return key_of(
            self.scenario.graph, analysis=self.target.analysis, seed=self.scenario.seed, part=part
        )

    def work(self, report: Report) -> Iterator[tuple[str, Advice | str]]:
        """Find the answer, or why there is none; its progress is kept meanwhile."""

        def told(fraction: float, text: str = "") -> None:
            _told[self.key] = fraction, text
            report(fraction, text)

        try:
            found: Advice | str = answer(
                self.scenario.graph, [self.target], mechanisms=self.mechanisms,
                seed=self.scenario.seed, pool=self.pool, store=self.store, progress=told,
            )  # fmt: skip
        except Refused as refusal:
            found = str(refusal)
        finally:
            _told.pop(self.key, None)
        yield self.key, found


_told: dict[str, tuple[float, str]] = {}


def advise(now: Scenario, analysis: Analysis, metric: Metric, value: float | None) -> Advice | None:
    """Begin the page with the epsilon at which a metric reaches a value; it waits for that here.

    None if no value is asked for, the user stopped it or it was refused. A large graph waits until
    the user asks.
    """
    if value is None:
        return None
    target = Target(analysis, metric, value)
    found = _found(now, fitting(now, analysis), target)
    if found is not None:
        _show(found)
    return found


def _found(now: Scenario, mechanisms: Sequence[Mechanism], target: Target) -> Advice | None:
    """The advice, as soon as it is there."""
    try:
        check_target(target)
    except Refused as refusal:
        st.warning(str(refusal), icon=":material/info:")
        return None
    pool, store = measured.pool_of(now), measured.store_of(now)
    asked = _Question(now, tuple(mechanisms), target, pool, store)
    found: Advice | str | None = ADVISOR.get(asked.key)
    if isinstance(found, Advice):
        return found
    if isinstance(found, str):
        st.warning(found, icon=":material/info:")
        return None
    words = st.container()
    if jobs.switch("advise", asked.key, "Find the epsilon", default=now.graph.n <= SMALL):
        page.answer(
            session.question(), f"Trying {len(mechanisms)} mechanisms, then refining the best."
        )
        jobs.begin("advise", _job(asked))
        with words:
            _wait(asked.key)
        st.stop()
    return None


def _job(asked: _Question) -> jobs.Job:
    """The search as it stands in the sidebar."""
    owner, key = session.token(), asked.key

    def state() -> tuple[float, str] | None:
        return None if ADVISOR.has(key) else _told.get(key, (0.0, "waiting for workers"))

    def look() -> None:
        ADVISOR.ask(owner, key, asked.work)

    look()
    return jobs.Job(key, "Finding the epsilon", state, look, lambda: ADVISOR.drop(owner))


@st.fragment(run_every=LOOK_S)
def _wait(key: str) -> None:
    """See whether the advisor has the answer, and then draw the page anew."""
    if ADVISOR.has(key):
        st.rerun()
    _, text = _told.get(key, (0.0, "waiting for workers"))
    st.caption(f"{text.capitalize()}. You can go on with other pages.")


def _show(advice: Advice) -> None:
    """The answer on top of the page; the best with a button each; all of them in a table."""
    (target,) = advice.targets
    ranked = advice.ranked(target)
    page.answer(advice.finding, _sure(advice, ranked))
    with st.container(horizontal=True, key="advice-best"):
        for need in _sure_ones(ranked):
            _offer(need)
    st.dataframe(_rows(advice, target), hide_index=True, key="advice", alt="What each needs.")
    st.caption(f"“About” is from three draws, without a stated confidence. {NOT_PRIVATE}")


def best(advice: Advice | None) -> list[str]:
    """Ids of the mechanisms whose curves are worth a look; [] without advice."""
    if advice is None:
        return []
    return [need.mechanism.id for need in advice.ranked(advice.targets[0])[:BEST]]


def _sure(advice: Advice, ranked: Sequence[Need]) -> str:
    """How sure the answer is, and what the next best need."""
    if not advice.is_sure:
        return ""
    others = [f"{n.mechanism.title} ε = {n.in_words}" for n in _sure_ones(ranked)[1:]]
    sure = (
        f"{advice.confidence:.0%} sure that nine of ten draws are good enough there, from "
        f"{advice.draws} draws."
    )
    return f"{sure} Next: {', '.join(others)}." if others else sure


def _sure_ones(ranked: Sequence[Need]) -> list[Need]:
    """The best whose epsilon has a stated confidence."""
    return [need for need in ranked if need.is_refined and not need.is_never][:BEST]


def _offer(need: Need) -> None:
    """A button that sets the sidebar to a mechanism and the slider to its epsilon."""
    stop = min((e for e in EPSILONS if e >= need.nominal), default=EPSILONS[-1])
    st.button(
        f"Use {need.mechanism.title} at ε = {stop:g}", icon=":material/check:",
        key=f"use-{need.mechanism.id}",
        help=f"Sets mechanism and slider. It needs ε = {need.in_words}; {stop:g} is the slider's "
        "next stop.",
        on_click=session.use_mechanism, args=(need.mechanism.title, stop),
    )  # fmt: skip


def _rows(advice: Advice, target: Target) -> pd.DataFrame:
    """Mechanisms that compare, then those with another guarantee and why, then the unfit."""
    rows: list[dict[str, Any]] = [_row(need, "") for need in advice.ranked(target)]
    rows += [_row(need, why) for need, why in advice.standing_apart(target).values()]
    rows += [{"Mechanism": title, "Stands apart": why} for title, why in advice.unfit.items()]
    return pd.DataFrame(rows).fillna("")


def _row(need: Need, why: str) -> dict[str, Any]:
    g = need.guarantee
    protects = f"{g.unit}" + (f", δ = {at_most(g.delta)}" if g.delta else "")
    return {
        "Mechanism": need.mechanism.title,
        "ε needed": need.in_words,
        "Protects": protects if g.protects else g.badge,
        "Stands apart": why,
    }
