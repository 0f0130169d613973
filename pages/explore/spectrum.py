"""Spectrum: which eigenvalues and eigenvectors are above the noise."""

import streamlit as st

from graphdp_core.analyses.spectrum import SpectrumAnalysis
from pages.parts import eigenvectors
from pages.shared import page, session, widgets

page.question(
    "Which directions are above the noise?",
    "The largest eigenvalues of the graph and their eigenvectors: its main groups, and how "
    "sharply they stand apart. A small gap lets two vectors turn into each other.",
)
analysis = widgets.settings(SpectrumAnalysis)
c = page.begin(session.current(), analysis)
eigenvectors.values(c)
page.conclusion(c)

st.header("What do the directions look like?", anchor=False)
eigenvectors.one_vector(c)

st.header("How far do the directions turn, and at which ε are they below the noise?", anchor=False)
eigenvectors.angles_and_breakdown(c)
page.tables(c)
