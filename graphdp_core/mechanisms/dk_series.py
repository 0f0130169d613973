"""The dK-series: a graph with noisy degrees (1K), or with noisy degrees of both ends (2K)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats, Ints
from graphdp_core.graphs.aggregates import Aggregates
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, sorted_pair_ends
from graphdp_core.mechanisms.block_graph import matched_stubs
from graphdp_core.mechanisms.exact_draw import INTEGER_NOISE
from graphdp_core.mechanisms.mechanism import EdgeMechanism
from graphdp_core.mechanisms.private_bter import degrees_in_order
from graphdp_core.params import Refused, param
from graphdp_core.privacy.draws import Budget, Draws
from graphdp_core.privacy.guarantee import Guarantee, Status
from graphdp_core.privacy.laws import IntegerNoise
from graphdp_core.privacy.samplers import DISCRETE_SAMPLER
from graphdp_core.progress import Progress
from graphdp_core.results import Degrees

LARGEST_2K_N = 20_000


@dataclass(frozen=True)
class DKSeries(EdgeMechanism[Graph]):
    r"""Release a graph drawn anew from how many nodes have each degree, or edges each two degrees.

    "1k": the sorted degrees get two-sided geometric noise, isotonic regression puts them in order,
    and ends are matched at random. Which node has which degree is drawn too.

    "2k_as_published" follows public code of the 2K series: the number of edges between nodes of
    degree k and nodes of degree l, :math:`k \le l`, gets Laplace noise of scale
    :math:`(4(l-1)+1)/\varepsilon` where the graph has such edges, and none elsewhere; isotonic
    regression over the counts in their own order; ends are matched at random.

    *Privacy*: "1k" is pure epsilon-DP for one edge. "2k_as_published" is not: a pair of degrees
    that the graph does not have is never released, and order and scales are those of the graph. To
    mend it, all n(n-1)/2 counts would need noise of scale (4n - 7)/epsilon.

    References
    ----------
    Sala, Zhao, Wilson, Zheng & Zhao (2011), Sharing graphs using differentially private graph
    models, IMC (2K; its text was not available here, a public implementation was). Hay, Li,
    Miklau & Jensen (2009), ICDM (1K). Mahadevan, Krioukov, Fall & Vahdat (2006), SIGCOMM (series).

    Examples
    --------
    >>> from graphdp_core.data import load_graph
    >>> karate = load_graph("karate")
    >>> release = DKSeries().release(karate, epsilon=8.0, rng=np.random.default_rng(0))
    >>> release.n == karate.n, abs(release.m - karate.m) < 20
    (True, True)
    """

    id = "dk_series"
    title = "dK-series"
    everyday = "redrawn from degrees"
    summary = (
        "Draws a synthetic graph with as many nodes of each degree as there were, up to noise, and "
        "nothing else. A published form also keeps which degrees are joined, and protects nobody."
    )
    source = (
        "Sala et al., Sharing Graphs Using Differentially Private Graph Models, IMC 2011; Hay et "
        "al., ICDM 2009"
    )
    procedure = (
        "1K: the sorted degrees get two-sided geometric noise, P(x) ∝ e^(−ε|x|/2), and are put in "
        "order again; random nodes take them, and their edge ends are matched at random.",
        "2K as published: each pair of degrees k ≤ l that edges have gets Laplace noise of scale "
        "(4(l − 1) + 1)/ε on the number of its edges, the others none; a random graph with about "
        "these numbers is drawn.",
    )
    formula = (
        r"\tilde d_{(i)} = d_{(i)} + \mathrm{Geom}(e^{-\varepsilon/2}),\qquad "
        r"\tilde J_{kl} = J_{kl} + \mathrm{Lap}\!\Big(\frac{4(l-1)+1}{\varepsilon}\Big)"
    )
    sampler = DISCRETE_SAMPLER
    proof = (
        "Geometric mechanism: one edge changes the sorted degrees by 2 in l1. The graph is drawn "
        "from the noisy degrees alone."
    )
    nodes = (2, 500_000)
    exact_sampler = f"{INTEGER_NOISE}; the graph is drawn from the noisy degrees alone"

    series: str = param(
        "1k",
        "What is kept of the degrees. 2K as published is not private and takes 20,000 nodes.",
        choices={"1k": "1K: degrees", "2k_as_published": "2K: degrees of both ends, as published"},
        label="Series",
    )

    def _drawn(self, graph: Graph, *, epsilon: Budget, draws: Draws, progress: Progress) -> Graph:
        noise, generating = draws.spawn(2)
        if self.series == "1k":
            edges = _with_degrees(
                _noisy(np.sort(graph.degrees), epsilon, noise), generating.generator()
            )
        else:
            edges = _with_joint_degrees(
                graph, float(epsilon), noise.unlawful(), generating.generator()
            )
        return self._graph(graph, edges, epsilon)

    @property
    def too_large(self) -> str:
        """1K reads the degrees alone."""
        if self.series == "1k":
            return ""
        return "series must be '1k' for so large a graph: 2K reads every tie."

    def _of_aggregates(self, sums: Aggregates, *, epsilon: Fraction, draws: Draws) -> Degrees:
        """Degrees to draw a graph with, whenever somebody wants it."""
        noise, generating = draws.spawn(2)
        whole = degrees_in_order(_noisy(sums.degrees, epsilon, noise), generating.generator())
        return Degrees(np.bincount(whole).astype(np.float64))

    def _guarantee(self, epsilon: float) -> Guarantee:
        """Pure epsilon-DP for one edge; as published, for both ends, none."""
        if self.series == "1k":
            return self._promise(epsilon)
        return self._promise(
            epsilon, status=Status.AS_PUBLISHED_NOT_DP, proof="",
            caveat="Pairs of degrees that no edge of the graph has get no noise and are never "
            "released: one edge more makes graphs possible that were impossible.",
        )  # fmt: skip

    def _check(self, graph: Graph, epsilon: float) -> None:
        """Raise Refused if there are too many nodes for the published series."""
        if self.series != "1k" and graph.n > LARGEST_2K_N:
            raise Refused(
                f"{self.title} as published takes at most {LARGEST_2K_N:,} nodes, got "
                f"n = {graph.n:,}: take the 1K series for up to {self.nodes[1]:,}."
            )


def joint_degrees(graph: Graph) -> tuple[Ints, Ints, Ints]:
    """The pairs of degrees (k, l), k <= l, that edges have, and how many edges have them.

    Examples
    --------
    >>> [part.tolist() for part in joint_degrees(Graph.from_edges(3, [(0, 1), (1, 2)]))]
    [[1], [2], [2]]
    """
    ends = np.sort(graph.degrees[graph.edges].astype(np.int64), axis=1).reshape(-1, 2)
    pairs, counts = np.unique(ends, axis=0, return_counts=True)
    return pairs[:, 0], pairs[:, 1], counts


def _noisy(degrees: Ints, epsilon: Budget, draws: Draws) -> Floats:
    law = IntegerNoise("sorted degrees", epsilon, degrees, sensitivity=2, fact="scale")
    noisy: Floats = draws.draw(law).astype(np.float64)
    return noisy


def _with_degrees(noisy: Floats, rng: np.random.Generator) -> NDArray[np.int32]:
    """The edges of a random graph with about these degrees, given in order, on random nodes."""
    degrees = rng.permutation(degrees_in_order(noisy, rng))
    return sorted_pair_ends(
        len(noisy), matched_stubs(degrees, np.empty(0, dtype=np.int64), rng=rng)
    )


def _with_joint_degrees(
    graph: Graph, epsilon: float, noise: np.random.Generator, rng: np.random.Generator
) -> NDArray[np.int32]:
    """The edges of a random graph with about these numbers of edges between degrees."""
    from scipy.optimize import isotonic_regression

    low, high, counts = joint_degrees(graph)
    if not len(counts):
        return np.empty((0, 2), dtype=np.int32)
    order = np.argsort(counts, kind="stable")
    low, high, counts = low[order], high[order], counts[order]
    noisy = counts + noise.laplace(size=len(counts)) * (4.0 * (high - 1) + 1.0) / epsilon
    kept = np.maximum(isotonic_regression(noisy).x, 0.0)
    kept *= min(1.0, pair_count(graph.n) / max(kept.sum(), 1.0))  # no more edges than pairs
    wanted = np.round(kept).astype(np.int64)
    ends = np.concatenate((np.repeat(low, wanted), np.repeat(high, wanted)))
    # Ends of one degree, in random order, fill one node after the other.
    place = np.lexsort((rng.random(len(ends)), ends))
    sizes = ends[place]
    first = np.r_[True, sizes[1:] != sizes[:-1]] if len(sizes) else np.zeros(0, dtype=np.bool_)
    starts = np.flatnonzero(first)
    within = np.arange(len(sizes)) - np.repeat(starts, np.diff(np.r_[starts, len(sizes)]))
    opens = within % np.maximum(sizes, 1) == 0
    node = np.empty(len(ends), dtype=np.int64)
    node[place] = np.cumsum(opens) - 1
    names = rng.permutation(max(graph.n, int(opens.sum())))[node]
    u, v = np.sort(names.reshape(2, -1), axis=0)
    drawn = np.unique(np.column_stack((u, v))[(u != v) & (v < graph.n)], axis=0)
    return drawn.astype(np.int32)
