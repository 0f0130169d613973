"""One person: who can be recognised in the release, by somebody who knows some of the ties."""

from graphdp_core.analyses.recognition import Recognition
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.vocabulary import PERSON
from pages.explore.view import Choice, View
from pages.ui import widgets


def _choose(now: Scenario) -> Choice:
    return Choice(widgets.settings(Recognition, beside=("ties_known", "named")))


def _usual(now: Scenario) -> Choice:
    return Choice(Recognition())


VIEW = View(PERSON.view, PERSON.title, "Who can be recognised?", _choose, _usual)
