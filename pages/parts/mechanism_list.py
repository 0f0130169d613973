"""Part of the Mechanisms page: all of them, what each claims and what its audit certified."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.privacy.guarantee import at_most
from graphdp_core.trust.evidence import evidence
from graphdp_core.trust.false_claims import claims_about
from pages.shared import session

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["rows", "show"]

KEY = "all-mechanisms"


def show() -> None:
    """The table; a row that is chosen opens its mechanism."""
    st.header("All mechanisms", anchor=False)
    st.dataframe(
        rows(), hide_index=True, key=KEY, on_select=_take, selection_mode="single-row",
        alt="All mechanisms with their claims and audits.",
    )  # fmt: skip
    st.caption(
        "Choose a row to read its sheet. Claimed and certified ε are of the default settings at "
        "ε = 1, or the least that is taken; an audit bounds ε from below and proves nothing."
    )


def rows() -> pd.DataFrame:
    """One row for each mechanism, in the order of the menu."""
    import pandas as pd

    found = []
    for kind in MECHANISMS:
        guarantee = kind().guarantee(max(1.0, kind.epsilon_range[0]))
        kept = evidence(kind.id)
        found.append({
            "Mechanism": kind.title,
            "Protects": guarantee.unit if guarantee.protects else guarantee.badge,
            "Claimed ε": at_most(guarantee.effective_epsilon) if guarantee.protects else "none",
            "Certified ε": "" if kept is None else f"≥ {kept.audit.certified:.3g}",
            "Audit": "" if kept is None else kept.audit.verdict,
            "Published exactly": "yes" if kind.exact_sampler and guarantee.protects else "no",
            "False claims about it": len(claims_about(kind.id)) or "",
        })  # fmt: skip
    return pd.DataFrame(found).astype(str)


def _take() -> None:
    """Let the chosen mechanism stand beside the page (the table's callback)."""
    chosen = session.answer(KEY, "selection") or {}
    for number in chosen.get("rows", [])[:1]:
        kind = MECHANISMS[number]
        session.use_mechanism(kind.title, max(1.0, kind.epsilon_range[0]))
