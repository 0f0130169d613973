"""Conclusions: would somebody have decided otherwise?"""

from graphdp_core.analyses.conclusions import ConclusionsAnalysis
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.vocabulary import DECISIONS
from pages.explore.view import Choice, Section, View
from pages.parts import three_errors
from pages.ui import widgets


def _choose(now: Scenario) -> Choice:
    return Choice(widgets.settings(ConclusionsAnalysis, beside=("passing_on",)))


def _usual(now: Scenario) -> Choice:
    return Choice(ConclusionsAnalysis())


VIEW = View(
    DECISIONS.view, DECISIONS.title, "Would I have concluded something else?", _choose, _usual,
    (
        Section(three_errors.TITLE, "errors", three_errors.errors,
                help=three_errors.HELP),
    ),
)  # fmt: skip
