"""Centrality: which nodes stay on top."""

from functools import partial

from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.plots.kinds.drawn import chart_of
from graphdp_core.vocabulary import LEADERS
from pages.explore.sections import ranking
from pages.explore.view import Choice, Section, View
from pages.session import session
from pages.ui import widgets

USUAL_TOP = 10


def _choose(now: Scenario) -> Choice:
    wish = widgets.settings(Centrality, beside=("score", "node"))
    top = ranking.choose_top()
    analysis = matched(wish, now.mechanism, now.graph)
    if analysis.score != wish.score:
        session.place("choices").caption(
            f":material/info: {now.mechanism.title} releases {analysis.score} scores: the true "
            "ranking follows the release."
        )
    if top == USUAL_TOP:
        return Choice(analysis)  # the usual picture
    return Choice(analysis, partial(chart_of, top=top), f"top {top}")


def _usual(now: Scenario) -> Choice:
    return Choice(matched(Centrality(), now.mechanism, now.graph))


VIEW = View(
    LEADERS.view, LEADERS.title, "Which nodes stay on top?", _choose, _usual,
    (
        Section("How much of the top is found again?", "found-again", ranking.found_again,
                is_row=True),
        Section("How far do the ranks wander from repeat to repeat?", "ranks-box",
                ranking.intervals),
        Section("How much noise does the ranking bear?", "scales-box", ranking.feasibility,
                wanted=ranking.bears_noise),
    ),
)  # fmt: skip
