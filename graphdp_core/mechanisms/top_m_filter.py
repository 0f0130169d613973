"""Top-m filter, exact form: asymmetric randomised response that keeps the number of edges."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from graphdp_core.graphs.edge_noise import EdgeNoise
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.mechanisms.exact_draw import FLIPS, INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import PUBLIC_BY_ASSUMPTION, EdgeMechanism
from graphdp_core.mechanisms.pair_coins import RareEdges, edge_count
from graphdp_core.privacy.accounting import count_budget
from graphdp_core.privacy.amounts import growth
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.secure_random import DyadicRates, top_m_rates
from graphdp_core.progress import Progress


@dataclass(frozen=True)
class TopMFilter(EdgeMechanism[Graph]):
    r"""Keep edges and invent others, every pair independently, so that about m are released.

    1. The number of edges is counted with two-sided geometric noise, at
       :math:`\varepsilon_m = \min(0.1, \varepsilon/10)`, and brought into [1, N - 1], N being
       the number of pairs.
    2. With :math:`e = \varepsilon - \varepsilon_m` an absent edge is invented with probability
       :math:`q = \tilde m / (\tilde m\,e^{e} + N - \tilde m)` and a present one kept with
       :math:`p = \min(e^e q,\ 1 - (1-q) e^{-e})`.

    The release costs O(m) time however small epsilon is. As in every release of about m edges,
    the share of true ones is at most about :math:`e^e m/N` where that is small.

    *Privacy*: epsilon-DP for one edge: p/q and (1-q)/(1-p) are at most :math:`e^e`. The numbers
    kept and invented are Binomial. The published linear-time sampler adds pairs up to the noisy
    count, which costs more than its epsilon, and is not offered.

    References
    ----------
    Nguyen, Imine & Rusinowitch (2015), Differentially private publication of social graphs at
    linear cost, ASONAM (the top-m filter).

    Examples
    --------
    >>> import numpy as np
    >>> from graphdp_core.data import load_graph
    >>> karate = load_graph("karate")
    >>> release = TopMFilter().release(karate, epsilon=2.0, rng=np.random.default_rng(0))
    >>> noise = release.noise
    >>> bool(noise.true_positive_rate <= noise.false_positive_rate * math.exp(1.9) + 1e-12)
    True
    """

    id = "top_m_filter"
    title = "Top-m filter"
    everyday = "same number of ties"
    summary = (
        "Keeps edges and invents others with two chances set so that about as many edges come "
        "out as went in: fast on large graphs, but at small ε nearly all edges are false."
    )
    source = (
        "Nguyen, Imine and Rusinowitch, Differentially Private Publication of Social Graphs at "
        "Linear Cost, ASONAM 2015; here with Binomial counts"
    )
    procedure = (
        "The number of edges gets two-sided geometric noise, P(x) ∝ e^(−εₘ|x|), with εₘ = "
        "min(0.1, ε/10).",
        "From the noisy number follow two chances, q for a pair without an edge and p for an edge.",
        "Every pair is reported as an edge with its chance, independently: the numbers kept and"
        " invented are Binomial.",
    )
    formula = (
        r"q = \frac{\tilde m}{\tilde m\,e^{\varepsilon_e} + N - \tilde m},\quad "
        r"p = \min\!\big(e^{\varepsilon_e} q,\ 1 - (1-q)e^{-\varepsilon_e}\big),\quad "
        r"\tilde m = m + \mathrm{Geom}(e^{-\varepsilon_m})"
    )
    assumptions = (
        *PUBLIC_BY_ASSUMPTION,
        "The noisy number of edges is released too: it sets the two chances.",
    )
    proof = (
        "One independent bit differs; its likelihood ratios p/q and (1 − q)/(1 − p) are "
        "at most e^(ε − εₘ), and the noisy number of edges costs εₘ."
    )
    nodes = (2, math.inf)
    otherwise = "take a larger graph"
    flips_pairs: ClassVar[bool] = True
    noise_per_pair: ClassVar[bool] = True
    from_noisy_numbers = ("noise",)  # set by the noisy number of edges
    exact_sampler = f"the number of edges: {INTEGER_NOISE}; the pairs: {FLIPS}"

    @staticmethod
    def noise_of(edges: float, pairs: int, epsilon: float) -> EdgeNoise:
        """The chances for a noisy number of edges, at the epsilon of the edges.

        Examples
        --------
        >>> noise = TopMFilter.noise_of(10, 1000, 0.0)
        >>> round(noise.true_positive_rate, 6), round(noise.false_positive_rate, 6)
        (0.01, 0.01)
        """
        likelier = growth(epsilon)
        false_positive_rate = edges / (edges * likelier + pairs - edges)
        highest = false_positive_rate * math.exp(-epsilon) - math.expm1(
            -epsilon
        )  # 1 - (1 - q) e^-e
        true_positive_rate = min(likelier * false_positive_rate, highest)
        return EdgeNoise(
            true_positive_rate=true_positive_rate, false_positive_rate=false_positive_rate
        )

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Graph:
        pairs, (counting,) = pair_count(graph.n), draws.spawn(1)
        flips, share = count_budget(epsilon)
        noisy = counting.draw(edge_count(graph, share))
        count = int(noisy[0])
        edges = min(max(count, 1), max(pairs - 1, 1))
        rates: EdgeNoise | DyadicRates
        if isinstance(flips, Fraction):
            rates = top_m_rates(edges, pairs, flips)
        else:
            rates = self.noise_of(edges, pairs, flips)
        drawn: Graph = draws.draw(RareEdges("coins of all pairs", flips, graph, rates, progress))
        return replace(drawn, title=self.title_of(graph, float(epsilon)))
