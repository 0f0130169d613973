"""A chart on a page that follows the slider while it is held, drawn in the browser."""

from __future__ import annotations

from functools import cache
from typing import Any

import streamlit as st

from pages.shared.widget_script import SOURCES, script

__all__ = ["chart_widget"]


def chart_widget(chart: bytes, *, stops: bytes, key: str) -> None:
    """Show a chart; the same key keeps the widget.

    Parameters
    ----------
    chart : bytes
        From :func:`graphdp_core.plots.chart.message.chart_message`.
    stops : bytes
        From :func:`graphdp_core.plots.chart.message.stops_message`; sent once, and with them the
        code and the colours.
    key : str
    """
    with st.container(gap=None, key=f"{key}-chart"):
        _shared_mount()(key=f"{key}-stops", data=stops)
        _changing_mount()(key=key, data=chart)


@cache
def _shared_mount() -> Any:
    return st.components.v2.component("graphdp.chart_stops", js=script("chart/main"))


@cache
def _changing_mount() -> Any:
    style = (SOURCES / "chart" / "chart.css").read_text(encoding="utf-8")
    return st.components.v2.component("graphdp.chart", js=script("chart/mount"), css=style)
