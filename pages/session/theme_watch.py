"""Figures that are drawn on the server follow the browser's theme when it changes."""

from __future__ import annotations

import streamlit as st

from pages.ground.widget_script import component

__all__ = ["watch_theme"]


def watch_theme() -> None:
    """Run the app once more whenever the browser shows another theme than this run draws for.

    Call it outside the page: a move of the slider then sends nothing for it.
    """
    with st.container(key="theme-watch"):
        component("theme", "theme/main")(
            key="theme", data={"drawn": st.context.theme.type}, on_changed_change=lambda: None
        )
