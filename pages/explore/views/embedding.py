"""Embedding: where the nodes lie with and without privacy."""

from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.experiment.scenario import Scenario
from pages.explore.view import Choice, View


def _usual(now: Scenario) -> Choice:
    return Choice(SpectralEmbedding())


VIEW = View("embedding", "Embedding", "Do the nodes stay where they belong?", _usual, _usual)
