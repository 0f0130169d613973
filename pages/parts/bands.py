"""Part of the trade-off page: the bands of the curve that the pointer is near."""

from __future__ import annotations

import streamlit as st

from pages.shared.widget_script import component

__all__ = ["follow_pointer"]


def follow_pointer(chart: str) -> None:
    """Let the pointer choose whose bands a chart of :func:`plots.trade_off` shows, by its key."""
    key = f"bands-of-{chart}"
    with st.container(key=f"{key}-place", gap=None):
        component("bands", "bands/main")(key=key, data={"chart": chart})
