"""Persistence: which components, loops and voids of the shape survive."""

import streamlit as st

from graphdp_core.analyses.persistence import Persistence
from pages.parts import diagrams, dimensions, growth, repeated_diagrams
from pages.shared import page, session, widgets

page.question(
    "Does the shape survive?",
    "Balls grow around the embedded nodes; each component (H0), loop (H1) or void (H2) is a point: "
    "when it is born and when it dies. Far from the diagonal is shape, near it is noise.",
)
scenario = session.current()
view = diagrams.choose_view()
analysis = widgets.settings(Persistence)
matched = diagrams.choose_matching()
c = page.begin(scenario, analysis)
words = diagrams.show(c, view, matched=matched)
page.conclusion(c, words=words)
dimensions.void_hint(scenario, analysis)

st.header("Which features does every repeat show?", anchor=False)
repeated_diagrams.repeated_draws(c)
st.header("How does the diagram move with ε?", anchor=False)
repeated_diagrams.animation(c)
growth.growth(scenario, c, ("bottleneck_h1", "shift_invariant_h1", "normalised_h1"))
st.header("The cloud behind the diagrams", anchor=False)
diagrams.cloud(c)
page.tables(c)
