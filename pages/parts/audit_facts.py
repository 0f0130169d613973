"""Part of the Audit page: all that is known of what is audited."""

from __future__ import annotations

import streamlit as st

from graphdp_core.mechanisms.fact_sheet import fact_sheet
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.trust.document import claim_facts
from graphdp_core.trust.false_claims import FALSE_CLAIMS
from pages.shared.own_state import widget
from pages.shared.widgets import plain

__all__ = ["show"]


def show(mechanism: Mechanism) -> None:
    """All that the mechanism declares of itself; of a false claim, why it does not hold."""
    claim = next((claim for claim in FALSE_CLAIMS if claim.id == widget("audit.error")), None)
    if claim is not None:
        st.header("Why it does not hold", anchor=False)
        found = claim_facts(claim)
    else:
        st.header(f"{plain(mechanism.title)} in facts", anchor=False)
        found = fact_sheet(mechanism)
        st.latex(found.pop("Formula"))
    st.table(
        {"Fact": list(found), "Value": [plain(text) for text in found.values()]},
        border="horizontal",
    )
