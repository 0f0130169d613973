"""Counts: one number or the degrees, released by themselves or read from a released graph."""

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.subgraph_counts import SubgraphCounts
from graphdp_core.experiment.feasible import counter_of, suited
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.vocabulary import COUNTS
from pages.explore.sections import counting
from pages.explore.view import Choice, Section, View
from pages.ui import widgets


def _choose(now: Scenario) -> Choice:
    wish = widgets.settings(counting.choose_kind(now), beside=("count", "k"))
    return Choice(suited(wish, now.graph, now.mechanism))


def _usual(now: Scenario) -> Choice:
    usual = counter_of(now.mechanism) or SubgraphCounts
    return Choice(suited(usual(), now.graph, now.mechanism))


def _is_number(now: Scenario, analysis: Analysis) -> bool:
    return isinstance(analysis, SubgraphCounts)


VIEW = View(
    COUNTS.view, COUNTS.title, "How many are there?", _choose, _usual,
    (
        Section("Which way of counting is off least?", "ways", counting.ways,
                help=counting.WAYS, wanted=_is_number),
    ),
)  # fmt: skip
