"""Parts below what leads a page: closed until somebody asks, open in a link as they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from pages.ground.records import in_address
from pages.session import session
from pages.ui.widgets import warn_unknown_param

if TYPE_CHECKING:
    from streamlit.elements.lib.mutable_expander_container import ExpanderContainer

STATES = ("true", "false")


def section(title: str, draw: Callable[[], object], *, key: str) -> None:
    """A titled line that opens on what `draw` makes; nothing is made or sent while it is closed.

    Parameters
    ----------
    title : str
        The part's name and, after a colon, what it finds.
    key : str
        Its name in the address, where ``key=true`` opens it.
    """
    box = closed(title, key=key)
    if box.open:
        with box:
            draw()


def closed(title: str, icon: str | None = None, *, key: str, holds: str = "") -> ExpanderContainer:
    """A titled line that can be opened, and is in a link as it was; whether it is, is its `open`.

    Parameters
    ----------
    key : str
        Its name in the address, where ``key=true`` opens it.
    holds : str
        The name of a setting in it: a link that says one opens it, too.
    """
    if holds and in_address(holds) and key not in st.session_state:
        st.session_state[key] = True
    session.unknown_param(key, STATES.__contains__)
    box = st.expander(
        title, icon=icon, key=key, bind="query-params", on_change=session.clear_unknown_param,
        args=(key,),
    )  # fmt: skip
    warn_unknown_param(title.partition(":")[0], session.missed_param(key), "it closed")
    return box
