"""Spectrum: which eigenvalues and eigenvectors are above the noise."""

from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import Spectrum
from pages.explore.view import Choice, View


def _usual(now: Scenario) -> Choice:
    return Choice(SpectrumAnalysis())


VIEW = View("spectrum", "Spectrum", "Which directions are above the noise?", _usual, _usual,
            reads=(Spectrum,))  # fmt: skip
