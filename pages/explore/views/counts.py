"""Counts: one number or the degrees, released by themselves or read from a released graph."""

from graphdp_core.analyses.degree_distribution import DegreeDistribution
from graphdp_core.analyses.subgraph_counts import SubgraphCounts, as_counted
from graphdp_core.analyses.tree_cost import TreeCost
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import Cost, Counts, Degrees
from pages.explore.view import Choice, View


def _usual(now: Scenario) -> Choice:
    if now.mechanism.returns is Cost:
        return Choice(TreeCost())
    if now.mechanism.returns is Degrees:
        return Choice(DegreeDistribution())
    return Choice(as_counted(SubgraphCounts(), now.mechanism))


VIEW = View("counts", "Counts", "How many are there?", _usual, _usual,
            reads=(Counts, Degrees, Cost))  # fmt: skip
