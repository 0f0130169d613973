"""Part of the page Break it: an error to plant, two worlds, and a bound that climbs."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import streamlit as st

from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.experiment.worker import ShutDown
from graphdp_core.experiment.workers import shared_pool
from graphdp_core.lab.audits.events import Histogram
from graphdp_core.lab.audits.sequential_audit import Climb, WatchedAudit, audit_steps
from graphdp_core.plots.attempts import EventBins, climb_curve, two_worlds
from graphdp_core.progress import Report
from graphdp_core.stage.stop import short_statement
from graphdp_core.trust.evidence import evidence
from graphdp_core.vocabulary import of_ties
from pages.break_it import audit_facts, replayed
from pages.engine import jobs
from pages.ground.background import ResultCache
from pages.ground.glossary import term
from pages.parts import to_audit
from pages.session import odometer, session
from pages.ui import page
from pages.ui.widgets import plain

QUESTION = "Can the claim be refuted?"
INTRODUCTION = "An attacker sees a release and guesses from which of two neighbours it came."

AUDITOR = ResultCache(most=50)
"""Hears what the workers find who draw the releases of audits, for each visitor in turn."""

MOST = 8192  # fresh releases of either neighbour
CONFIDENCE = 0.99
LOOK_S = 0.7
HEIGHT = 240  # pixels of either chart
QUICK_S = 60.0  # of a processor, beyond which an audit waits for a click
TURN_S = 0.2  # of waiting for a worker, before another visitor's audit has its turn


@dataclass(frozen=True)
class _Asked:
    """An audit: what is audited, and under which name it is kept."""

    audit: WatchedAudit

    @property
    def title(self) -> str:
        """Of the mechanism, or of the false claim."""
        claim = self.audit.claim
        return self.audit.mechanism.title if claim is None else claim.title

    @property
    def is_quick(self) -> bool:
        """Whether it may run unasked: a link must not start minutes of work.

        By what one release of a hundred nodes took when the mechanism's evidence was stored; those
        of an audit are smaller.
        """
        kept = None if self.audit.claim else evidence(self.audit.mechanism.id)
        seconds = kept.sizes[0].seconds if kept is not None and kept.sizes else 0.0
        return not 2 * MOST * seconds > QUICK_S

    @property
    def key(self) -> str:
        """Under which the climb is kept."""
        return f"audit {self.audit!r}"

    def work(self, report: Report) -> Iterator[tuple[str, Climb | str | None]]:
        """What a worker tells, as it comes; nothing new, now and then, lets others have a turn."""
        told = shared_pool().follow(audit_steps, self.audit)
        for fresh in told.turns(TURN_S):
            for climb in fresh:
                yield self.key, climb
            report(0.0, "")
            if not fresh:
                yield "nothing new", None
        if told.error is not None and not isinstance(told.error, ShutDown):
            logging.getLogger("graphdp").error("An audit failed: %s", told.error)
            yield self.key, "The audit stopped before its end. Press “Once more”."

    def state(self) -> tuple[float, str] | None:
        """The share that is done, and with what it is busy; None when it is over."""
        climb = AUDITOR.get(self.key)
        if _is_finished(climb):
            return None
        drawn = climb.histogram if isinstance(climb, Climb) else None
        runs = 0 if drawn is None else drawn.runs
        return runs / MOST, f"{runs:,} of {MOST:,} releases"

    def look(self) -> None:
        """Go on."""
        AUDITOR.ask(session.token(), self.key, self.work)

    def job(self) -> jobs.Job:
        """The audit as it stands in the sidebar of every page."""
        owner = session.token()
        title = f"Audit of {self.title}"
        return jobs.Job(self.key, title, self.state, self.look, lambda: AUDITOR.drop(owner))


def show(now: Scenario) -> None:
    """Choices, the audit as far as it is, and the facts.

    What is drawn again by itself says the title in every run: else it could not change it later.
    """
    mechanism = now.mechanism
    answer = st.container(key="page-answer")
    answer.empty()  # without a child it takes no place; the watched part writes below it
    session.offer_place("verdict", answer)
    st.markdown(INTRODUCTION)
    audit = partial(WatchedAudit, most=MOST, confidence=CONFIDENCE)
    asked = _Asked(to_audit.asked(mechanism, audit))
    claim = asked.audit.claim
    with session.place("audit switch"):
        wanted = _begun(asked)
    if claim is None:
        claimed = mechanism.guarantee(asked.audit.epsilon)
        said = short_statement(claimed)
        st.markdown(f"**{plain(mechanism.called())} claims:** {said}", help=claimed.statement())
        odometer.people_on_demand(claimed)
    else:
        own = f"at its own {epsilon_label(claim.epsilon)}"
        st.markdown(f"**{plain(claim.title)}**, tried {own}. Claimed: {plain(claim.claimed)}")
    with st.container(key="audit-drawn"):  # as high from the first moment as it is at last
        st.fragment(_watched, run_every=LOOK_S if wanted else None)(asked, wanted)
    if claim is None and asked.audit.error == "none":
        replayed.show(mechanism)
    audit_facts.show(mechanism, claim)


def _begun(asked: _Asked) -> bool:
    """Stop the audit, or start it, or another one; whether it is to go on now."""
    if _is_finished(AUDITOR.get(asked.key)):
        st.button(
            "Once more", icon=":material/casino:", key="audit.again",
            on_click=to_audit.wish_another, args=(asked.audit.number,),
            help="Another audit with other releases.",
        )  # fmt: skip
        return False
    wanted = jobs.switch("audit", asked.key, "Run the audit", default=asked.is_quick)
    if wanted:
        asked.look()
        if not _is_finished(AUDITOR.get(asked.key)):
            jobs.begin("audit", asked.job())
    return wanted


def _watched(asked: _Asked, wanted: object) -> None:
    """What is known so far; the page is drawn anew when the audit has ended."""
    if wanted:
        if _is_finished(AUDITOR.get(asked.key)):
            st.rerun()
        asked.look()
    _drawn(asked)


def _is_finished(climb: Climb | str | None) -> bool:
    if not isinstance(climb, Climb):
        return climb is not None
    return bool(climb.reason) or (bool(climb.looks) and climb.looks[-1].runs >= MOST)


def _drawn(asked: _Asked) -> None:
    climb = AUDITOR.get(asked.key)
    session.place("verdict").title(_verdict(climb), anchor=False)
    if isinstance(climb, str):
        st.warning(plain(climb), icon=":material/info:")
        return
    if climb is None and not asked.is_quick and jobs.is_stopped(asked.key, default=False):
        st.info("This audit takes minutes of a processor: it waits for “Run the audit”.",
                icon=":material/hourglass_empty:")  # fmt: skip
        return
    if climb is None:
        st.info("Making neighbouring inputs.", icon=":material/search:")
        return
    left, right = st.columns(2)
    with left:
        if climb.pair is None:
            st.caption("The pair that tells the most is being chosen.")
        else:
            pair = climb.pair
            page.figure(
                two_worlds(
                    pair.left, pair.right, pair.changed, page.theme(),
                    bins=_bins(climb.histogram), height=HEIGHT,
                ),
                key="audit-worlds",
                alt=f"Two neighbouring inputs: {pair.name}. {_counted(climb.histogram)}",
            )  # fmt: skip
            st.caption(
                f"Neighbours: {plain(of_ties(pair.name))}."
                + f" Sign: {plain(climb.event)}." * (asked.audit.claim is not None),
                help=f"What the attacker looks for: {plain(climb.event)}. Filled bars are the "
                "releases that show it.",
            )
    with right:
        runs = [look.runs for look in climb.looks]
        page.figure(
            climb_curve(
                runs, [look.certified for look in climb.looks], climb.claim.effective_epsilon,
                page.theme(), most=MOST, height=HEIGHT,
            ),
            key="audit-climb", alt=f"Certified epsilon after {runs[-1] if runs else 0} releases.",
        )  # fmt: skip
        st.caption(
            "Wrong in 1 of 100 audits at most, and never a proof.", help=term("certified epsilon")
        )  # fmt: skip


def _bins(histogram: Histogram | None) -> EventBins | None:
    if histogram is None:
        return None
    bins = histogram.bins
    of = "the attacker's score of a release"
    return EventBins(of, bins.names, bins.inside, bins.edges, histogram.counts)


def _counted(histogram: Histogram | None) -> str:
    """The bars in words."""
    if histogram is None:
        return ""
    one, other = histogram.hits
    words = f"Of {histogram.runs:,} releases each, {one:,} and {other:,} show"
    return f"{words} the sign that the attacker looks for."


def _verdict(climb: Climb | str | None) -> str:
    """The page's largest line: its question, until there is a finding."""
    if not isinstance(climb, Climb) or not (climb.reason or climb.looks):
        return QUESTION
    if climb.is_violation:
        return f":red[:material/gavel:] {plain(climb.verdict())}"
    claimed, used = climb.claim.effective_epsilon, climb.certified_epsilon
    within = f"No leak beyond {epsilon_label(claimed)} was seen"
    words = f"{within}; one of {epsilon_label(used)} was"
    return f":material/shield: {words}."
