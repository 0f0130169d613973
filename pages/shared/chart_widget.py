"""A chart on a page that follows the slider while it is held, drawn in the browser."""

from __future__ import annotations

import streamlit as st

from pages.shared.widget_script import component

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
        component("chart_stops", "chart/main")(key=f"{key}-stops", data=stops)
        component("chart", "chart/mount", css="chart/chart")(key=key, data=chart)
