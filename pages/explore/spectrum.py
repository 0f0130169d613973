"""Spectrum: which eigenvalues and eigenvectors are above the noise."""

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

eigenvectors.one_vector(c)
eigenvectors.angles_and_breakdown(c)
page.tables(c)
