"""Buttons between the pages about claims: to the audit, and to a mechanism's own sheet."""

from __future__ import annotations

import streamlit as st

from pages.parts import audit_choice
from pages.session import session

__all__ = ["WAY", "button", "sheet_button", "turn_to_audit"]

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
    audit_choice.wish(error)
    session.set_widget(WAY, AUDIT)


def _wish(error: str) -> None:
    turn_to_audit(error)
    session.request_page(BREAK_IT)
