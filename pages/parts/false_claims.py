"""A claim that does not hold: its counterexample as a picture, and the audit that catches it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from graphdp_core.digits import digits, epsilon_label, percent
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.lab.audits.document import claim_facts
from graphdp_core.lab.audits.events import yes_or_no
from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS, FalseClaim
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.plots.attempts import EventBins, two_worlds
from graphdp_core.serving import command
from graphdp_core.trust.evidence import ClaimRecord, claim_records
from pages.parts import to_audit
from pages.session import session
from pages.ui import page
from pages.ui.widgets import choose, plain, typeset

_TITLES = {kind.id: kind for kind in MECHANISMS}
_MENU = {claim.title: claim for claim in FALSE_CLAIMS}
HEIGHT = 260  # pixels of a picture


def show(now: Scenario) -> None:
    """The list of all, and the chosen one beside it: its words, its picture, its audit."""
    top, records = st.container(), claim_records()
    claim = choose(
        f"{len(FALSE_CLAIMS)} false claims →", _MENU, key="claim",
        results=[
            f"{epsilon_label(each.epsilon)} claimed, {digits(records[each.id].certified)} lost"
            for each in _MENU.values()
        ],
    )  # fmt: skip
    with top:
        page.heading(
            _result(claim, records[claim.id]),
            f"Tried at the claim's own {epsilon_label(claim.epsilon)}, not on your graph.",
        )
    _card(claim, records[claim.id], titled=False)
    with st.container(horizontal=True):
        st.button(
            "Run its audit now", icon=":material/gavel:", key=f"run {claim.id}",
            on_click=to_audit.turn_to_audit, args=(claim.id,),
            help="Fresh releases, drawn while you watch.",
        )  # fmt: skip
        kind = _TITLES[claim.mechanism]
        st.button(
            f"About {kind.title}", key=f"about {claim.id}", icon=":material/menu_book:",
            on_click=_about, args=(kind.title, max(1.0, kind.epsilon_range[0])),
            help="Opens its sheet on the page Mechanisms.",
        )  # fmt: skip


def _result(claim: FalseClaim, kept: ClaimRecord) -> str:
    """What was claimed, and what an audit has seen."""
    word = "Claimed" if claim.published else "Taken for"
    return f"{word} {epsilon_label(claim.epsilon)}, loses at least {kept.certified:.3g}"


def cards(claims: Sequence[FalseClaim]) -> None:
    """One card for each claim about a mechanism, with a button that runs its audit."""
    records = claim_records()
    for claim in claims:
        _card(claim, records[claim.id])
        to_audit.button(
            "Run it now", key=f"run {claim.id}", error=claim.id,
            help="Opens the audit: fresh releases, drawn while you watch.",
        )  # fmt: skip


def _card(claim: FalseClaim, kept: ClaimRecord, *, titled: bool = True) -> None:
    """Its words beside its picture; its title only where nothing else says it."""
    audit = kept.audit
    with st.container(border=True, key=f"claim-{claim.id}", gap="small"):
        if titled:
            st.markdown(f"**{plain(claim.title)}.** {_claimed(claim)}")
        left, right = st.columns(2, gap="medium")
        with left:
            _picture(claim, kept)
        right.markdown(f"**Sign:** {_event(claim, kept)}")
        right.markdown(f"**Why not.** {plain(claim.wrong)}")
    with st.expander("The claim, what is done here, and the audit that caught it"):
        if not titled:
            st.markdown(_claimed(claim))
        st.markdown(f"**Here.** {plain(claim.instead)}")
        st.markdown(f":red[:material/gavel:] {plain(audit.statement())}")
        st.caption(
            f"{audit.runs:,} releases of each neighbour that the audit chose, seed {audit.seed}, "
            f"{kept.date}, version {kept.version}. In a shell: {command()} claims {claim.id}"
        )


def _claimed(claim: FalseClaim) -> str:
    word = "Claimed" if claim.published else "Easily taken for true"
    return f"**{word}.** {typeset(plain(claim.claimed))}"


def _picture(claim: FalseClaim, kept: ClaimRecord) -> None:
    pair, seen = claim.pair, yes_or_no()
    counts = [(kept.draws - count, count) for count in kept.counts]
    bins = EventBins(seen.of, seen.names, seen.inside, (), (counts[0], counts[1]))
    page.figure(
        two_worlds(
            pair.left, pair.right, pair.changed, page.theme(), bins=bins, height=HEIGHT
        ),
        key=f"picture {claim.id}",
        alt=f"Two neighbouring inputs: {pair.name}. {claim_facts(claim)['Counterexample']}",
    )  # fmt: skip
    moves = pair.left.weights is not None and pair.left.m == pair.right.m
    colours = "Blue goes up, amber down." if moves else "Blue is what differs."
    told = f"Neighbours: {plain(pair.name)}. Bars are shares of the releases."
    st.caption(colours, help=told)


def _event(claim: FalseClaim, kept: ClaimRecord) -> str:
    one, other = kept.counts
    return (
        f"{plain(claim.event)}. Seen in {one:,} and in {other:,} of {kept.draws:,} releases each: "
        f"ε ≥ **{kept.certified:.3g}** ({percent(kept.confidence)} sure)."
    )


def _about(title: str, epsilon: float) -> None:
    session.request_page(to_audit.SHEET)
    session.use_mechanism(title, epsilon)
