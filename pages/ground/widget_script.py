"""The app's own widgets as Streamlit mounts them: their files under `assets`, joined."""

from __future__ import annotations

from functools import cache
from typing import Any

import streamlit as st

from graphdp_core.web.scripts import assets, script, style

__all__ = ["SOURCES", "component", "script"]

SOURCES = assets()


@cache
def component(name: str, entry: str, *, css: str = "") -> Any:
    """A part of a widget as Streamlit mounts it, registered once.

    Parameters
    ----------
    name : str
        Of the part, among all of the app.
    entry, css : str
        Files below `assets`, without their endings; several styles with blanks between them, ""
        for none.
    """
    sheet = "".join(map(style, css.split())) or None
    return st.components.v2.component(f"graphdp.{name}", js=script(entry), css=sheet)
