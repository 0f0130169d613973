"""Centrality: which nodes stay on top."""

from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import Scores
from pages.explore.view import Choice, View


def _usual(now: Scenario) -> Choice:
    return Choice(matched(Centrality(), now.mechanism, now.graph))


VIEW = View("centrality", "Centrality", "Which nodes stay on top?", _usual, _usual, reads=(Scores,))
