"""Counts: one number or the degrees, released by themselves or read from a released graph."""

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.degree_distribution import DegreeDistribution
from graphdp_core.analyses.mixing import GroupEdges
from graphdp_core.analyses.subgraph_counts import SubgraphCounts, as_counted
from graphdp_core.analyses.tree_cost import TreeCost
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import Cost, Counts, Degrees, Mixing
from pages.explore.sections import counting
from pages.explore.view import Choice, Section, View
from pages.ui import widgets


def _choose(now: Scenario) -> Choice:
    wish = widgets.settings(counting.choose_kind(now), beside=("count", "k"))
    if isinstance(wish, SubgraphCounts):
        return Choice(as_counted(wish, now.mechanism))
    return Choice(wish)


def _usual(now: Scenario) -> Choice:
    if now.mechanism.returns is Cost:
        return Choice(TreeCost())
    if now.mechanism.returns is Degrees:
        return Choice(DegreeDistribution())
    if now.mechanism.returns is Mixing:
        return Choice(GroupEdges())
    return Choice(as_counted(SubgraphCounts(), now.mechanism))


def _is_number(now: Scenario, analysis: Analysis) -> bool:
    return isinstance(analysis, SubgraphCounts)


VIEW = View(
    "counts", "Counts", "How many are there?", _choose, _usual,
    (
        Section("Which way of counting is off least?", "ways", counting.ways,
                help=counting.WAYS, wanted=_is_number),
    ),
    reads=(Counts, Degrees, Mixing, Cost),
)  # fmt: skip
