"""Noisy degrees: every node's number of neighbours plus two-sided geometric noise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import ONE_EDGE_ASSUMPTIONS, EdgeMechanism
from graphdp_core.params import param
from graphdp_core.privacy.draws import Budget, Draws, part_of
from graphdp_core.privacy.laws import IntegerNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER
from graphdp_core.progress import Progress
from graphdp_core.results import Scores


@dataclass(frozen=True)
class NoisyDegrees(EdgeMechanism[Scores]):
    """Release d_i + Geom(e^(-epsilon/2)), two-sided, of all nodes at once: integers.

    One edge changes two degrees by one each: the whole vector costs what one degree costs, so
    releasing only its top would save nothing.

    With `sequence` above 0, this share of epsilon buys the sorted degree sequence as well, and
    isotonic regression puts it back in order, which removes most of its noise. The node with the
    r-th largest noisy degree then gets the r-th largest value of the sequence: the ranking stays,
    the sizes become right.

    *Privacy*: pure epsilon-DP for one edge (geometric mechanism, l1 sensitivity 2, also of the
    sorted sequence; the shares add up).

    References
    ----------
    Hay, Li, Miklau & Jensen (2009), ICDM (isotonic regression of the sequence).
    Ghosh, Roughgarden & Sundararajan (2009), STOC (geometric mechanism).

    Examples
    --------
    >>> star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    >>> NoisyDegrees().release(star, epsilon=20.0, rng=np.random.default_rng(0)).values.round()
    array([3., 1., 1., 1.])
    """

    sequence: float = param(
        0.0,
        "Share of ε spent on the sorted degree sequence, which makes the sizes right; 0 for none",
        label="Share for the sequence",
        low=0.0,
        high=0.9,
        examples=(0.5,),
    )

    measure = "degree"
    id = "noisy_degrees"
    title = "Noisy degrees"
    everyday = "ranking by degree"
    summary = (
        "Every degree gets integer noise of scale about 2/ε, however many nodes there "
        "are. The "
        "workhorse of private rankings: it finds most hubs even at small ε."
    )
    source = (
        "Hay, Li, Miklau & Jensen, Accurate estimation of the degree distribution of private "
        "networks, ICDM 2009"
    )
    procedure = (
        "Every degree gets two-sided geometric noise, P(x) ∝ e^(−ε|x|/2), independently.",
        "Where a share of ε buys the sorted sequence, that gets noise too and is put back in "
        "order; the node with the r-th largest degree gets its r-th value.",
    )
    formula = r"\tilde d_i = d_i + \mathrm{Geom}(e^{-\varepsilon/2})"
    assumptions = ONE_EDGE_ASSUMPTIONS
    sampler = DISCRETE_SAMPLER
    proof = "Geometric mechanism: one edge changes the degrees by 2 in l1, sorted or not."
    exact_sampler = INTEGER_NOISE

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Scores:
        share = part_of(epsilon, self.sequence)
        values = _noisy(graph.degrees, epsilon - share, draws)
        if share:
            law = IntegerNoise(
                "sorted degrees", share, np.sort(graph.degrees), sensitivity=2,
                fact="scale of the sequence",
            )  # fmt: skip
            sized = np.empty(len(values))  # equal sizes keep the order of the degrees by a hair
            sized[np.argsort(values, kind="stable")] = _in_order(draws.draw(law))
            sized[np.argsort(values, kind="stable")] += 1e-9 * np.arange(len(values))
            values = sized
        return Scores(values, measure=self.measure)

    @property
    def too_large(self) -> str:
        """The sorted sequence gives sizes to nodes that are named."""
        if not self.sequence:
            return ""
        return "sequence must be 0 for so large a graph, of which no node is named."

    def _of_aggregates(self, sums: Aggregates, *, epsilon: Fraction, draws: Draws) -> Scores:
        """Nodes are numbered by rising noisy degree: what is released is how many have each."""
        return Scores(np.sort(_noisy(sums.degrees, epsilon, draws)), measure=self.measure)


def _noisy(degrees: Ints, epsilon: Budget, draws: Draws) -> Floats:
    law = IntegerNoise("degrees", epsilon, degrees, sensitivity=2, fact="scale")
    noisy: Floats = draws.draw(law).astype(np.float64)
    return noisy


def _in_order(noisy: Floats) -> Floats:
    """Noisy sorted degrees, made rising."""
    from scipy.optimize import isotonic_regression

    if not len(noisy):
        return np.empty(0)
    fitted: Floats = isotonic_regression(noisy.astype(np.float64)).x
    return fitted
