"""Buttons between the pages about claims: to the audit, and to a mechanism's own sheet.

Part of the audit: what is audited, as the address says it.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS
from graphdp_core.lab.audits.fault_injection import PLANTED, offered_errors
from graphdp_core.lab.audits.sequential_audit import WatchedAudit
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Param
from pages.session import session
from pages.ui.widgets import choose, widget

ERROR, NUMBER = "audit.error", "audit.number"
EPSILONS = (0.5, 1.0, 2.0)
NUMBERS = 1000

_TITLES = {kind.id: kind.title for kind in MECHANISMS}
_FALSE = {
    claim.id: f"False claim about {_TITLES[claim.mechanism]}: "
    f"{claim.title[0].lower()}{claim.title[1:]}"
    for claim in FALSE_CLAIMS
}


def asked(mechanism: Mechanism, audit: Callable[..., WatchedAudit]) -> WatchedAudit:
    """Draw the choices beside each other, and a place "audit switch"; the audit they ask for.

    Parameters
    ----------
    audit : callable
        Makes it of mechanism, error, epsilon and number.
    """
    row = st.container(horizontal=True, vertical_alignment="bottom", key="audit-asked")
    errors = offered_errors(mechanism) | _FALSE
    with row:
        error = choose(
            "Planted error or false claim", {title: id for id, title in errors.items()},
            key=ERROR, as_list=True,
            help="With a planted error the claim stays as it is: see whether the audit finds it. "
            "Each false claim is audited as it was made.",
        )  # fmt: skip
    claim = next((claim for claim in FALSE_CLAIMS if claim.id == error), None)
    with row:
        if claim is None:
            epsilon = choose(
                "Claimed ε", {f"{e:g}": e for e in EPSILONS}, key="audit.epsilon", first=1,
                help="For this audit alone: from 1 to 2 it needs the fewest releases.",
            )  # fmt: skip
        else:
            epsilon = claim.epsilon
            st.markdown(f"Claimed ε: **{epsilon:g}**")
    numbered = Param(
        NUMBER, 0, "Draw number", low=0, high=NUMBERS - 1,
        help="Another number draws other releases; the same one draws the same again.",
    )  # fmt: skip
    with row:
        number = widget(numbered, NUMBER)
    session.offer_place("audit switch", row)
    return audit(mechanism, error, epsilon, int(number))


def wish(error: str) -> None:
    """Let the page audit a planted error or a false claim when it is drawn next (a callback)."""
    session.set_widget(ERROR, (PLANTED | _FALSE)[error])


def wish_another(number: int) -> None:
    """Let it draw other releases (a callback)."""
    session.set_widget(NUMBER, (number + 1) % NUMBERS)


WAY, AUDIT = "try", "Audit"
"""The menu of the page Break it, and its line that audits."""

BREAK_IT, SHEET = "break-it", "mechanisms"


def button(label: str, *, key: str, error: str = "none", help: str | None = None) -> None:
    """Open the audit with `error`, a planted one or the id of a false claim."""
    st.button(
        label, icon=":material/gavel:", key=key, on_click=_wish, args=(error,), help=help,
    )  # fmt: skip


def sheet_button(key: str) -> None:
    """Open the page of the mechanism that stands beside this one."""
    st.button(
        "Its page among the mechanisms", icon=":material/menu_book:", key=key,
        on_click=session.request_page, args=(SHEET,),
        help="What it promises and why, what survives, and which claims about it are false.",
    )  # fmt: skip


def turn_to_audit(error: str) -> None:
    """Let the page Break it audit a planted error or a false claim (a callback)."""
    wish(error)
    session.set_widget(WAY, AUDIT)


def _wish(error: str) -> None:
    turn_to_audit(error)
    session.request_page(BREAK_IT)
