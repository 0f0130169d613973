"""Parts below what leads a page: closed until somebody asks, open in a link as they were."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.shared import session
from pages.shared.widgets import warn_unknown_param

__all__ = ["section"]

STATES = ("true", "false")


def section(title: str, draw: Callable[[], object], *, key: str) -> None:
    """A titled line that opens on what `draw` makes; nothing is made or sent while it is closed.

    Parameters
    ----------
    title : str
        The part's name and, after a colon, what it finds.
    draw : callable
    key : str
        Its name in the address, where ``key=true`` opens it.
    """
    session.unknown_param(key, STATES.__contains__)
    box = st.expander(
        title, key=key, bind="query-params", on_change=session.clear_unknown_param, args=(key,)
    )
    warn_unknown_param(title.partition(":")[0], session.missed_param(key), "it closed")
    if box.open:
        with box:
            draw()
