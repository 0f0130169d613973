"""Part of the page Which epsilon?: the bands of the curve that the pointer is near."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.ground.widget_script import component


def follow_pointer(charts: Sequence[str]) -> None:
    """Let the pointer choose whose bands charts of :func:`plots.trade_off` show, by their keys."""
    with st.container(key="bands-place", gap=None):
        component("bands", "bands/main")(key="bands-of-charts", data={"charts": list(charts)})
