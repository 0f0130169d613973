"""Persistence: which components, loops and voids of the shape survive."""

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.vocabulary import SHAPE
from pages.explore.sections import diagrams, dimensions
from pages.explore.view import Choice, Section, View
from pages.session import session
from pages.ui import widgets


def _choose(now: Scenario) -> Choice:
    view = diagrams.choose_view()
    analysis = widgets.settings(Persistence)
    matched = diagrams.choose_matching()
    with session.place("choices"):
        dimensions.void_hint(now, analysis)
    if view == "diagram" and not matched:
        return Choice(analysis)  # the usual picture
    name = f"{view}-matched" if matched else view
    return Choice(analysis, diagrams.drawing(view, matched=matched), name)


def _usual(now: Scenario) -> Choice:
    return Choice(Persistence())


VIEW = View(
    SHAPE.view, SHAPE.title, "Does the shape survive?", _choose, _usual,
    (
        Section("Which features does every repeat show?", "draws-box",
                diagrams.repeated_draws, holds="feature"),
    ),
)  # fmt: skip
