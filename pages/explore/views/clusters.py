"""Clusters: which communities survive."""

from graphdp_core.analyses.dbmstclu import DBMSTClu
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.experiment.scenario import Scenario
from graphdp_core.results import Partition, SpanningTree
from pages.explore.view import Choice, View


def _usual(now: Scenario) -> Choice:
    return Choice(DBMSTClu() if now.mechanism.returns is SpanningTree else Louvain())


VIEW = View("clusters", "Clusters", "Are the same communities found again?", _usual, _usual,
            reads=(Partition, SpanningTree))  # fmt: skip
