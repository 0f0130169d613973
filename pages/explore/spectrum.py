"""Spectrum: which eigenvalues and eigenvectors are above the noise."""

from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.scenario import Scenario
from pages.parts import eigenvectors
from pages.shared import moves, page, widgets

page.question(
    "Which directions are above the noise?",
    "The largest eigenvalues of the graph and their eigenvectors: its main groups, and how "
    "sharply they stand apart. A small gap lets two vectors turn into each other.",
)
analysis = widgets.settings(SpectrumAnalysis)
on_layout = eigenvectors.choose_layout()
directions = moves.box(
    "What do the directions look like?",
    key="directions",
    holds="eigenvector",
    help=eigenvectors.TURNED,
)
lost = moves.box(
    "How far do they turn, and when are they lost in the noise?",
    key="lost",
    help=eigenvectors.BREAKDOWN,
    is_row=True,
)


def draw(scenario: Scenario) -> Comparison:
    """The eigenvalues, one vector, angles and breakdown."""
    c = page.begin(scenario, analysis)
    eigenvectors.values(c)
    page.conclusion(c)
    directions.show(eigenvectors.one_vector, c, on_layout)
    lost.show(eigenvectors.angles_and_breakdown, c)
    return c


page.follow(draw, SpectrumAnalysis)
