"""The app's own widgets as Streamlit mounts them: their files under `assets`, joined."""

from __future__ import annotations

from functools import cache
from typing import Any

import streamlit as st

from graphdp_core.web.pages import assets, script, style

SOURCES = assets()

# Streamlit looks for tables in each value of a mapping, for which it loads pandas: half a second
# before the first picture. It does not look into a list.
UNPACKED = "export default (page) => withData({ ...page, data: page.data?.[0] });\n"


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
    js = script(entry).replace("export default ", "const withData = ", 1) + UNPACKED
    mount = st.components.v2.component(f"graphdp.{name}", js=js, css=sheet)

    def with_data(*, data: dict[str, Any] | None = None, **others: Any) -> Any:
        return mount(data=None if data is None else [data], **others)

    return with_data
