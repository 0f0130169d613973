"""A picture to be taken away: its size, colours and caption; the browser saves, prints, copies."""

from __future__ import annotations

import streamlit as st

from graphdp_core.experiment.compare import Comparison
from graphdp_core.plots.theme import DARK, LIGHT
from graphdp_core.stage.stage import Draw
from graphdp_core.takeaway import SIZES, caption_lines, file_name, still_svg
from pages.ground.widget_script import component

__all__ = ["picture"]

COLOURS = {"Light": LIGHT, "Dark": DARK}


def picture(c: Comparison, draw: Draw, *, link: str) -> None:
    """The preview with its choices; `link` leads back to the page."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        size = st.selectbox(
            "Size", list(SIZES), format_func=SIZES.__getitem__, key="take-size", width=230
        )
        colours = st.segmented_control(
            "Colours", list(COLOURS), default="Light", required=True, key="take-colours"
        )
        captioned = st.toggle(
            "With a caption", value=True, key="take-caption",
            help="Graph, mechanism, ε, noise draw, promise and link, below the picture.",
        )  # fmt: skip
    drawing = still_svg(
        c, draw(c), theme=COLOURS[colours], size=size,
        caption=caption_lines(c, link=link) if captioned else "",
    )  # fmt: skip
    mount = component("take_picture", "takeaway/picture", css="takeaway/picture")
    name = "-".join([file_name(c), *([] if size == "page" else [size])])
    mount(key="take-picture", data={"svg": drawing, "file": name})
    st.caption(
        "A picture as it stands on the page, with zoom and marks, is saved by the buttons above it."
    )
