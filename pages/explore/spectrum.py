"""Spectrum: which eigenvalues and eigenvectors stand out of the noise."""

import streamlit as st

from graphdp_core.analyses.spectrum import SpectrumAnalysis
from pages.parts import eigenvectors
from pages.shared import page, session, widgets

page.heading(
    "Which directions stand out of the noise?",
    "The largest eigenvalues of the graph and their eigenvectors: its main groups, and how "
    "sharply they stand apart. A small gap lets two vectors turn into each other.",
)
analysis = widgets.settings(SpectrumAnalysis, beside=("k", "debias"))
c = page.compare(session.current(), analysis)
page.cards(page.headline_cards(c))
eigenvectors.values(c)
eigenvectors.one_vector(c)
page.conclusion(c)

st.header("How far do the directions turn, and at which ε do they drown?", anchor=False)
eigenvectors.turned_and_drowned(c)
page.tables(c)
