"""Graph: the graph twice, and which of the edges shown are real."""

from graphdp_core.analyses.overview import Overview
from graphdp_core.experiment.scenario import Scenario
from pages.explore.view import Choice, View


def _usual(now: Scenario) -> Choice:
    return Choice(Overview())


VIEW = View("graph", "Graph", "How many of the edges shown are real?", _usual, _usual)
