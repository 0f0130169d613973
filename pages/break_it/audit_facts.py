"""Part of the audit: all that is known of what is audited."""

from __future__ import annotations

from functools import partial

import streamlit as st

from graphdp_core.lab.audits.document import claim_facts
from graphdp_core.lab.audits.false_claims import FalseClaim
from graphdp_core.mechanisms.fact_sheet import fact_sheet
from graphdp_core.mechanisms.mechanism import Mechanism
from pages.parts import to_audit
from pages.ui.sections import section
from pages.ui.widgets import plain


def show(mechanism: Mechanism, claim: FalseClaim | None) -> None:
    """A line for all that the mechanism declares; of a false claim, why it does not hold."""
    title = f"{plain(mechanism.title)} in facts" if claim is None else "Why it does not hold"
    section(title, partial(_facts, mechanism, claim), key="audit-facts")


def _facts(mechanism: Mechanism, claim: FalseClaim | None) -> None:
    if claim is not None:
        facts = claim_facts(claim)
    else:
        to_audit.sheet_button("audit.sheet")
        facts = fact_sheet(mechanism)
        st.latex(facts.pop("Formula"))
    st.table(
        {"Fact": list(facts), "Value": [plain(text) for text in facts.values()]},
        border="horizontal",
    )
