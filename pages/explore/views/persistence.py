"""Persistence: which components, loops and voids of the shape survive."""

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.experiment.scenario import Scenario
from pages.explore.view import Choice, View


def _usual(now: Scenario) -> Choice:
    return Choice(Persistence())


VIEW = View("persistence", "Persistence", "Does the shape survive?", _usual, _usual)
