"""The page Break it: an audit, attacks, or claims that did not hold; only what is open is drawn."""

from __future__ import annotations

import streamlit as st

from pages.break_it import attacker, auditor
from pages.parts import false_claims
from pages.parts.to_audit import AUDIT, WAY
from pages.session import session
from pages.ui import opened
from pages.ui.widgets import choose

ATTACKS = "Attacks"
WAYS = {AUDIT: auditor.show, ATTACKS: attacker.show, "False claims": false_claims.show}
IDS = ("audit", "attacks", "claims")  # in the address


@st.fragment
def show() -> None:
    """Draw the page; with every choice on it again."""
    attacks = st.session_state.get(WAY) == ATTACKS or st.query_params.get(WAY) == IDS[1]
    with opened.page_frame(has_slider=attacks):
        way = choose("Try to refute", WAYS, key=WAY, ids=IDS, kept=True)
        way(session.current())
