"""Spectrum: which eigenvalues and eigenvectors are above the noise."""

from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.vocabulary import PATTERNS
from pages.explore.sections import eigenvectors
from pages.explore.view import Choice, Section, View
from pages.ui import widgets


def _choose(now: Scenario) -> Choice:
    return Choice(widgets.settings(SpectrumAnalysis))


def _usual(now: Scenario) -> Choice:
    return Choice(SpectrumAnalysis())


VIEW = View(
    PATTERNS.view, PATTERNS.title, "Which directions are above the noise?", _choose, _usual,
    (
        Section("What do the directions look like?", "directions", eigenvectors.one_vector,
                holds="eigenvector", help=eigenvectors.TURNED),
        Section("How far do they turn?", "lost",
                eigenvectors.angles_and_breakdown, help=eigenvectors.BREAKDOWN, is_row=True),
    ),
)  # fmt: skip
