"""The settings that make an analysis and a mechanism's releases comparable, so nobody need ask."""

from __future__ import annotations

from dataclasses import replace

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.analyses.degree_distribution import DegreeDistribution
from graphdp_core.analyses.mixing import GroupEdges
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.analyses.subgraph_counts import SubgraphCounts, TreeCost, as_counted
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.spectral_release import SpectralRelease

__all__ = ["COUNTERS", "counter_of", "suited"]

COUNTERS: dict[str, type[Analysis]] = {
    "number": SubgraphCounts, "degrees": DegreeDistribution, "groups": GroupEdges, "cost": TreeCost,
}  # fmt: skip
"""What counts, by the word of an address that asks for it."""


def counter_of(mechanism: Mechanism) -> type[Analysis] | None:
    """What reads the numbers that a mechanism releases; None if it releases something else.

    Examples
    --------
    >>> from graphdp_core.mechanisms.node_degrees import NodeDegrees
    >>> counter_of(NodeDegrees()).id
    'degree_distribution'
    """
    kinds = COUNTERS.values()
    return next((kind for kind in kinds if kind.returns is mechanism.returns), None)


def suited(analysis: Analysis, graph: Graph, mechanism: Mechanism) -> Analysis:
    """The analysis with the settings that a release needs to be compared with the true graph.

    Released scores and counts are compared with the same of the true graph, trees of released
    weights with trees by weight, and spectra by as many eigenpairs as are released.

    Examples
    --------
    >>> from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
    >>> suited(Centrality(), Graph.from_edges(3, [(0, 1)]), NoisyDegrees()).score
    'degree'
    """
    if isinstance(analysis, Centrality):
        return matched(analysis, mechanism, graph)
    if isinstance(analysis, SubgraphCounts):
        return as_counted(analysis, mechanism)
    if isinstance(analysis, MinimumSpanningTree) and mechanism.protects_weights:
        return replace(analysis, length="weights")
    if isinstance(analysis, SpectrumAnalysis) and isinstance(mechanism, SpectralRelease):
        return replace(analysis, k=min(mechanism.k, analysis.k))
    return analysis
