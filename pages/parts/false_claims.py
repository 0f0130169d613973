"""A claim that does not hold: its counterexample as a picture, and the audit that catches it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from graphdp_core import plots
from graphdp_core.digits import percent
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.trust.document import claim_facts
from graphdp_core.trust.evidence import ClaimRecord, claim_records
from graphdp_core.trust.false_claims import FalseClaim
from graphdp_core.trust.histogram import yes_or_no
from pages.parts import to_audit
from pages.shared import page, session
from pages.shared.widgets import plain

__all__ = ["cards"]

_TITLES = {kind.id: kind for kind in MECHANISMS}
HEIGHT = 340


def cards(claims: Sequence[FalseClaim], *, names_mechanism: bool) -> None:
    """One card for each claim, with its picture beside its words."""
    records = claim_records()
    for number, claim in enumerate(claims, start=1):
        with st.container(border=True, key=f"claim-{claim.id}"):
            left, right = st.columns([1, 1], gap="large")
            with left:
                _words(claim, records[claim.id], number if names_mechanism else 0)
            with right:
                _picture(claim, records[claim.id])


def _words(claim: FalseClaim, kept: ClaimRecord, number: int) -> None:
    if number:
        st.header(f"{number}. {claim.title}", anchor=False)
    else:
        st.subheader(claim.title, anchor=False)
    st.markdown(f"**Claimed.** {plain(claim.claimed)}")
    st.markdown(f"**Why not.** {plain(claim.wrong)}")
    st.markdown(f"**Here.** {plain(claim.instead)}")
    audit = kept.audit
    st.markdown(f":red[:material/gavel:] {plain(audit.statement())}")
    st.caption(
        f"{audit.runs:,} releases of each neighbour that the audit chose, seed {audit.seed}, "
        f"{kept.date}, version {kept.version}. In a shell: graphdp claims {claim.id}"
    )
    kind = _TITLES[claim.mechanism]
    with st.container(horizontal=True):
        to_audit.button(
            "Run it now", key=f"run {claim.id}", error=claim.id,
            help="Opens the Audit page: fresh releases, drawn while you watch.",
        )  # fmt: skip
        if number:
            st.button(
                f"About {kind.title}", key=f"about {claim.id}", icon=":material/menu_book:",
                on_click=_about, args=(kind.title, max(1.0, kind.epsilon_range[0])),
                help="Opens its page among the mechanisms.",
            )  # fmt: skip


def _picture(claim: FalseClaim, kept: ClaimRecord) -> None:
    pair, seen = claim.pair, yes_or_no()
    counts = [(kept.draws - count, count) for count in kept.counts]
    bins = plots.EventBins(seen.of, seen.names, seen.inside, (), (counts[0], counts[1]))
    page.figure(
        plots.two_worlds(
            pair.left, pair.right, pair.changed, page.theme(), bins=bins, height=HEIGHT
        ),
        key=f"picture {claim.id}",
        alt=f"Two neighbouring inputs: {pair.name}. {claim_facts(claim)['Counterexample']}",
    )  # fmt: skip
    one, other = kept.counts
    st.markdown(
        f"**Event:** {plain(claim.event)}. Seen in {one:,} and in {other:,} of {kept.draws:,} "
        f"releases each: ε is at least **{kept.certified:.3g}** at "
        f"{percent(kept.confidence)} confidence, where {claim.epsilon:g} was set."
    )
    moves = pair.left.weights is not None and pair.left.m == pair.right.m
    colours = "blue goes up and amber down" if moves else "blue is what differs"
    st.caption(f"Neighbours: {plain(pair.name)}; {colours}. Bars are shares of the releases.")


def _about(title: str, epsilon: float) -> None:
    session.wish_page(to_audit.SHEET)
    session.use_mechanism(title, epsilon)
