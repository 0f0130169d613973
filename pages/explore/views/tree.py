"""Spanning tree: the backbone of the released graph beside that of the true one."""

from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import SpanningTree
from pages.explore.view import Choice, View


def _usual(now: Scenario) -> Choice:
    """By weight where weights are what is protected: no other length would show the mechanism."""
    if now.mechanism.protects_weights:
        return Choice(MinimumSpanningTree(length="weights"))
    return Choice(MinimumSpanningTree())


VIEW = View("tree", "Spanning tree", "Does the backbone hold?", _usual, _usual,
            reads=(SpanningTree,))  # fmt: skip
