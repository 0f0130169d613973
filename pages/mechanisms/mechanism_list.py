"""Part of the Mechanisms page: all of them by what leaves the house, and in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import at_most
from graphdp_core.trust.evidence import evidence
from graphdp_core.wings import is_here
from pages.session import session
from pages.ui.mechanism_gallery import GROUPS, USUAL, leaving

if is_here("lab"):
    from graphdp_core.lab.audits.false_claims import claims_about
if TYPE_CHECKING:
    import pandas as pd

GROUP, LINE = "leaving", "mechanism-line"
TABLE = "all-mechanisms"
_BY_GROUP = {title: [kind for kind in MECHANISMS if leaving(kind) == title] for title, _ in GROUPS}
_CALLED = {kind.title: kind.called() for kind in MECHANISMS}
_OPEN = {kind.title for kind in MECHANISMS if not kind().guarantee(USUAL).protects}


def choose(shown: type[Mechanism]) -> None:
    """What leaves the house, and the list of what releases that; a choice shows another.

    The address needs no word for either: it names the mechanism.
    """
    session.set_widget(GROUP, leaving(shown))
    session.set_widget(LINE, shown.title)
    with st.container(horizontal=True, key="mechanism-choice"):
        group = st.selectbox(
            "What should leave the house?", list(_BY_GROUP), key=GROUP, on_change=_turn,
            help="\n".join(f"- **{title}**: {words}" for title, words in GROUPS),
        )  # fmt: skip
        st.selectbox(
            "Mechanism", [kind.title for kind in _BY_GROUP[group]], key=LINE, on_change=_take,
            format_func=lambda title: f"{_CALLED[title]}{' · not private' * (title in _OPEN)}",
        )  # fmt: skip


def _turn() -> None:
    """Show the first of another group (the menu's callback)."""
    _use(_BY_GROUP[st.session_state[GROUP]][0])


def _take() -> None:
    """Show another of the group (the list's callback)."""
    _use(next(kind for kind in MECHANISMS if kind.title == st.session_state[LINE]))


def _use(kind: type[Mechanism]) -> None:
    low, high = kind.epsilon_range
    epsilon = session.asked_epsilon(low)
    session.use_mechanism(kind.title, min(max(epsilon, low), high))


def table() -> None:
    """All in one table; a row that is chosen shows its sheet."""
    st.dataframe(
        rows(), hide_index=True, key=TABLE, on_select=_take_row, selection_mode="single-row",
        alt="All mechanisms with their claims and audits.",
    )  # fmt: skip
    st.caption(
        "Choose a row to read its sheet. Claimed and certified ε are for default settings at "
        "ε = 1, or a mechanism's least ε; an audit bounds ε from below and proves nothing."
    )


def rows() -> pd.DataFrame:
    """One row for each mechanism, in the order of the menu."""
    import pandas as pd

    listed = []
    for kind in MECHANISMS:
        guarantee = kind().guarantee(max(1.0, kind.epsilon_range[0]))
        kept = evidence(kind.id)
        listed.append({
            "Mechanism": kind.title,
            "In everyday words": kind.everyday,
            "Protects": guarantee.unit if guarantee.protects else guarantee.badge,
            "Claimed ε": at_most(guarantee.effective_epsilon) if guarantee.protects else "none",
            "Certified ε": "" if kept is None else f"≥ {kept.audit.certified:.3g}",
            "Audit": "" if kept is None else kept.audit.verdict,
            "Published exactly": "yes" if kind.exact_sampler and guarantee.protects else "no",
            **_claims(kind.id),
        })  # fmt: skip
    return pd.DataFrame(listed).astype(str)


def _claims(id: str) -> dict[str, object]:
    """How many false claims there are about it, where audits are here to refute them."""
    return {"False claims about it": len(claims_about(id)) or ""} if is_here("lab") else {}


def _take_row() -> None:
    """Show the mechanism of a row (the table's callback)."""
    chosen = session.answer(TABLE, "selection") or {}
    for number in chosen.get("rows", [])[:1]:
        _use(MECHANISMS[number])
