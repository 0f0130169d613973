"""Whether a mechanism takes a graph at an epsilon, and the nearest epsilon at which it does.

The settings that make an analysis and a mechanism's releases comparable, so nobody need ask.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphdp_core.analyses.analysis import Analysis
from graphdp_core.analyses.centrality import Centrality, matched
from graphdp_core.analyses.degree_distribution import DegreeDistribution
from graphdp_core.analyses.mixing import GroupEdges
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.analyses.subgraph_counts import SubgraphCounts, TreeCost, as_counted
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.mechanisms import randomised_response
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.spectral_release import SpectralRelease


@dataclass(frozen=True)
class Feasible:
    """What a mechanism says to a graph at one epsilon.

    Parameters
    ----------
    epsilon : float
        What was asked.
    reason : str
        Its refusal; "" if it draws a release.
    nearest : float or None
        The nearest epsilon at which it would; None if it does at none of the stops.
    """

    epsilon: float
    reason: str
    nearest: float | None

    @property
    def runs(self) -> bool:
        """Whether a release can be drawn as asked."""
        return not self.reason

    @property
    def limit(self) -> str:
        """In a few words where it runs; "" if it does as asked.

        Examples
        --------
        >>> Feasible(3.0, "would flip too many pairs", 7.0).limit
        'from ε = 7'
        """
        if self.runs:
            return ""
        if self.nearest is None:
            return "not on this graph"
        return f"{'from' if self.nearest > self.epsilon else 'up to'} {epsilon_label(self.nearest)}"


def feasible(
    mechanism: Mechanism, graph: Graph, epsilon: float, *, stops: Sequence[float] = EPSILONS
) -> Feasible:
    """Ask a mechanism, and where it refuses, at the stops around.

    *Privacy*: refusals read public facts only, and so does this.

    Parameters
    ----------
    stops : sequence of float
        Rising. Where it refuses at both ends it is taken to refuse between them.

    Examples
    --------
    >>> from graphdp_core.mechanisms.edge_flip import EdgeFlip
    >>> large = Graph.from_edges(100_000, [])
    >>> feasible(EdgeFlip(), large, 1.0).limit, feasible(EdgeFlip(), large, 12.0).runs
    ('from ε = 4.5', True)
    """
    reason = mechanism.refusal(graph, epsilon)
    if not reason:
        return Feasible(epsilon, "", epsilon)
    if all(mechanism.refusal(graph, end) for end in (stops[0], stops[-1])):
        return Feasible(epsilon, reason, None)
    by_distance = sorted(stops, key=lambda stop: abs(math.log(stop / max(epsilon, stops[0]))))
    taken = (stop for stop in by_distance if not mechanism.refusal(graph, stop))
    return Feasible(epsilon, reason, next(taken))


def is_drowned(kind: type[Mechanism], n: int, epsilon: float) -> bool:
    """Whether coins for every single pair make millions of them look like edges.

    The bound is the largest number of flips that is ever drawn: a filter of as many edges as the
    graph has keeps hardly a true one there.

    Examples
    --------
    >>> from graphdp_core.mechanisms.top_m_filter import TopMFilter
    >>> is_drowned(TopMFilter, 300_000, 3.0), is_drowned(TopMFilter, 1_000, 3.0)
    (True, False)
    """
    invented = pair_count(n) * math.exp(-epsilon)
    return kind.flips_pairs and invented > randomised_response.MAX_EXPECTED_FLIPS


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
