"""What stands in the page's place while there is no graph: what happened, and what to do."""

import streamlit as st

from pages.ground.records import graph_lines
from pages.intake import intake
from pages.session import session
from pages.ui import page
from pages.ui.graph_menu import Absent, fetch_button
from pages.ui.widgets import plain


def show(absent: Absent) -> None:
    """An empty state, never another graph under the name that was asked for."""
    if absent.is_upload:
        intake.show()
        return
    page.heading(f"{plain(absent.title)} is not loaded", "Nothing else is shown in its place.")
    st.warning(absent.reason, icon=":material/info:")
    with st.container(horizontal=True, key="absent-actions"):
        if absent.info is not None:
            fetch_button(absent.info, key="fetch-here")
        st.button(
            "Show the first example instead", key="first-example", on_click=session.use_graph,
            args=(next(iter(graph_lines().values())),),
        )  # fmt: skip
