"""Data: the graph in use, what was cleaned, the catalogue, generators, and saving."""

import streamlit as st

from pages.parts import data_views
from pages.shared import page, protection, session

now = session.current()
graph = now.graph

page.heading(
    "Which graph is this, and which others are there?",
    f"All on this page reads the true graph. {protection.NOT_PRIVATE}",
)
data_views.cards(graph)
data_views.origin(now)
data_views.pictures(graph)
data_views.structure(graph)
data_views.save(now)

st.header("Published graphs", anchor=False)
data_views.catalogue()

st.header("Make a graph", anchor=False)
data_views.generator_form()
