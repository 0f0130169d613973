"""Centrality: which nodes matter most, and whether a released graph still tells."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphdp_core import centralities
from graphdp_core.analyses.analysis import Analysis, error, rating, share
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.metrics import Metric, Yardstick, rankings
from graphdp_core.params import Refused, param
from graphdp_core.progress import Progress
from graphdp_core.results import Scores
from graphdp_core.spectra.debiasing import debias_note

DEBIASED = ("degree", "eigenvector", "laplacian")
WEIGHTED = (*DEBIASED, "closeness")


@dataclass(frozen=True)
class Centrality(Analysis[Scores]):
    """Score every node by one of seven measures of importance, or by how near it is to one node.

    - degree: number of neighbours, d_i.
    - eigenvector: unit vector of the largest eigenvalue of the adjacency matrix. Where this
      eigenvalue is multiple (a disconnected graph), the projection of (1, ..., 1) on its
      eigenvectors, so that the answer is unique.
    - laplacian: drop of the Laplacian energy when the node leaves, d_i^2 + d_i + 2 sum of the
      neighbours' degrees.
    - closeness: r / (sum of hop distances) x r / (n - 1), r the number of nodes within reach.
    - betweenness: share of the shortest paths between others that pass through, 0 to 1.
    - pagerank: stationary distribution of a walk that restarts anywhere with probability 0.15.
    - near: the same for a walk that restarts at one node alone; that node itself scores 0.
    - core: largest k with the node in a subgraph whose nodes have k neighbours each in it.

    Edge weights are ignored unless `weights` is set. Then degree, eigenvector, Laplacian (as a
    share of the energy) and closeness (1 / sum of weighted distances, 0 if disconnected) use
    them, and edges of weight 0 or less, which a noisy release may have, are left out.

    On a released graph, degree, eigenvector and Laplacian centrality are computed from the
    unbiased estimate (A' - q(J - I)) / (p - q); the estimates of degree and Laplacian centrality
    are themselves unbiased. The others read the released graph as it is. Closeness and
    betweenness beyond a work limit are estimated from a random sample of sources, and say so.

    Notes
    -----
    *Privacy*: on a release, post-processing; p and q are public.

    References
    ----------
    Qi, Fuller, Wu, Wu & Zhang (2012), Information Sciences (Laplacian centrality).
    Wasserman & Faust (1994), Social Network Analysis (closeness of disconnected graphs).
    Brandes (2001), Journal of Mathematical Sociology; Brandes & Pich (2007), International
    Journal of Bifurcation and Chaos (betweenness, exact and from pivots).
    Seidman (1983), Social Networks (core numbers).
    Page, Brin, Motwani & Winograd (1999), Stanford InfoLab (PageRank).
    Jeh & Widom (2003), WWW (PageRank near one node).

    Examples
    --------
    >>> star = Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    >>> scores = Centrality(score="closeness").run(star, rng=np.random.default_rng(0))
    >>> scores.values.tolist()
    [1.0, 0.6, 0.6, 0.6]
    """

    score: str = param(
        "degree",
        "What makes a node important",
        label="Measure",
        choices={
            "degree": "Degree: many neighbours",
            "eigenvector": "Eigenvector: important neighbours",
            "laplacian": "Laplacian: a dense neighbourhood",
            "closeness": "Closeness: few hops to all others",
            "betweenness": "Betweenness: on many shortest paths",
            "pagerank": "PageRank: often met by a random walk",
            "core": "Core number: deep in a dense part",
            "near": "Nearness: near one node",
        },
    )
    node: int = param(
        0,
        "The node whose neighbourhood is asked for: its number, from 0.",
        label="Near node",
        low=0,
        high=2_000_000_000,
        used=lambda values: values["score"] == "near",
    )
    debias: bool = param(
        True,
        "Remove the known noise before scoring (degree, eigenvector and Laplacian only)",
        label="Correct for the noise",
    )
    weights: bool = param(
        False,
        "Use the edge weights, where there are any (degree, eigenvector, Laplacian, closeness)",
        label="Use weights",
    )

    id: ClassVar[str] = "centrality"
    title: ClassVar[str] = "Centrality"
    summary: ClassVar[str] = "Which nodes matter most, and do they still lead after the noise?"
    source: ClassVar[str] = (
        "Laeuchli, Ramírez-Cruz & Trujillo-Rasua, Analysis of centrality measures under "
        "differential privacy models, Applied Mathematics and Computation, 2022"
    )
    formula: ClassVar[str] = (
        r"\text{degree } d_i,\quad \text{eigenvector } Ax=\lambda_1 x,\quad "
        r"\text{Laplacian } d_i^2+d_i+2\sum_{j\sim i}d_j,\quad "
        r"\text{closeness } \frac{r_i}{n-1}\cdot\frac{r_i}{\sum_j \mathrm{dist}(i,j)},\quad "
        r"\text{betweenness } \sum_{s<t}\frac{\sigma_{st}(i)}{\sigma_{st}}\Big/\binom{n-1}{2},"
        r"\quad \text{PageRank } x=0.85\,P^{\top}x+\frac{0.15}{n},\quad "
        r"\text{nearness } x=0.85\,P^{\top}x+0.15\,e_s,"
        r"\quad \text{core number } \max\{k : i \in S,\ \min_{j \in S} d_S(j) \geq k\}"
    )
    metrics: ClassVar[tuple[Metric, ...]] = (
        *(
            share(
                f"precision_{percent}",
                "Top tenth kept" if percent == 10 else f"Top {percent}% kept",
                f"Share of the true top {percent}% of nodes that the private ranking also has "
                f"in its top {percent}%: the mean over orders of equal scores. A random ranking "
                f"reaches about {percent}%.",
            )
            for percent in (10, 5, 15)
        ),
        Metric(
            "top10_kept",
            "Top 10 kept",
            "How many of the 10 most central nodes stay in the top 10, equal scores ranked by "
            "node number.",
            low=0.0,
            high=10.0,
        ),
        error(
            "top10_displacement",
            "Shift of the top 10",
            "Mean number of places by which the 10 most central nodes move, equal scores ranked by "
            "node number. 0 is best.",
        ),
        Metric(
            "kendall",
            "Kendall τ-b",
            "Agreement over all pairs of nodes, corrected for ties: 1 same order, 0 chance, "
            "-1 reversed.",
            low=-1.0,
            high=1.0,
        ),
        Metric(
            "spearman",
            "Spearman ρ",
            "Correlation of the two rankings: 1 same order, 0 chance, -1 reversed.",
            low=-1.0,
            high=1.0,
        ),
        rating(
            "rbo",
            "Rank-biased overlap",
            "Agreement in which the top counts most (extrapolated, p = 0.9: the first ten ranks "
            "carry 86%): 1 same order, about 0 for a random order of many nodes.",
        ),
    )
    yardsticks: ClassVar[tuple[Yardstick, ...]] = (
        Yardstick("top10_kept", perfect=10.0, nothing=0.0),
        Yardstick("precision_10", perfect=1.0, nothing=0.0),
    )

    def _run(self, graph: Graph, *, rng: np.random.Generator, progress: Progress) -> Scores:
        """Score all nodes; `rng` picks the sources where a measure is estimated."""
        progress(0.0, f"{self.score} centrality")
        if self.weights and graph.weights is not None and self.score in WEIGHTED:
            return self._weighted(graph, progress)
        notes: tuple[str, ...] = ()
        if graph.weights is not None:
            notes += ("Edge weights are ignored: every edge counts as one.",)
        if self.score in DEBIASED:
            notes += debias_note(graph, debias=self.debias)
        elif graph.noise is not None and self.debias:
            notes += ("Read from the released graph as it is: no correction is known.",)
        values, estimated = self._values(graph, rng, progress)
        measure = f"near {self.node}" if self.score == "near" else self.score
        return Scores(values, measure=measure, notes=notes + estimated)

    def _measure(self, graph: Graph, baseline: Scores, private: Scores) -> dict[str, float]:
        """Agreement of the two rankings; nan where all nodes score the same."""
        same = {private.measure, f"weighted {private.measure}"}
        if graph.weights is None:
            same.add(private.measure.removeprefix("weighted "))
        if baseline.measure not in same:
            raise Refused(
                f"The release ranks by {private.measure} and the baseline by {baseline.measure}: "
                f"{_remedy(private.measure)}."
            )
        true, noisy = baseline.values, private.values
        return {
            **{f"precision_{p}": rankings.precision_at(true, noisy, p / 100) for p in (10, 5, 15)},
            "top10_kept": rankings.top_kept(true, noisy),
            "top10_displacement": rankings.top_displacement(true, noisy),
            "kendall": rankings.kendall_tau_b(true, noisy),
            "spearman": rankings.spearman(true, noisy),
            "rbo": rankings.rank_biased_overlap(true, noisy),
        }

    def chances(self, n: int) -> Mapping[str, float]:
        """A random ranking finds the top's own share of all nodes."""
        if n <= 10:
            return {}
        shares = {f"precision_{p}": rankings.random_baseline(n, p / 100) for p in (5, 10, 15)}
        return shares | {"top10_kept": 100 / n}

    def headline(self, graph: Graph) -> tuple[str, ...]:
        """Ids of the metrics shown first, in their order."""
        return ("top10_kept", "precision_10", "top10_displacement", "kendall", "spearman", "rbo")

    def finding(self, metrics: Mapping[str, float], *, epsilon: float) -> str:
        """How many of the top ten stay; of few nodes, how many of the top tenth."""
        right, kept = metrics["precision_10"], metrics["top10_kept"]
        if math.isnan(right):
            return (
                f"At {epsilon_label(epsilon)} there is no ranking to compare: "
                "in one of the graphs all nodes score the same."
            )
        if math.isnan(kept):
            share = percent(right, whole=True)
            return (
                f"At {epsilon_label(epsilon)}, {share} of the top tenth stay (by chance: a tenth)."
            )
        return f"At {epsilon_label(epsilon)}, {kept:g} of 10 leaders stay."

    def _weighted(self, graph: Graph, progress: Progress) -> Scores:
        """The weighted measure, over the edges of positive weight."""
        if graph.weights is None:
            raise Refused("graph has no weights: set weights to False.")
        positive = graph.weights > 0
        notes: tuple[str, ...] = ()
        if not positive.all():
            left_out = int((~positive).sum())
            notes = (f"Left out: {left_out:,} of {graph.m:,} edges, of weight 0 or less.",)
            graph = Graph(graph.n, graph.edges[positive], weights=graph.weights[positive])
        match self.score:
            case "degree":
                values = np.asarray(centralities.weights_matrix(graph).sum(axis=0)).ravel()
            case "eigenvector":
                values = centralities.weighted_eigenvector(graph, progress=progress)
            case "laplacian":
                values = centralities.weighted_laplacian(graph)
            case _:
                values = centralities.weighted_closeness(graph, progress=progress)
        return Scores(values, measure=f"weighted {self.score}", notes=notes)

    def _values(
        self, graph: Graph, rng: np.random.Generator, progress: Progress
    ) -> tuple[NDArray[np.float64], tuple[str, ...]]:
        match self.score:
            case "closeness":
                return centralities.closeness(graph, rng=rng, progress=progress)
            case "betweenness":
                return centralities.betweenness(graph, rng=rng, progress=progress)
            case "degree":
                values = centralities.degree(graph, debias=self.debias)
            case "eigenvector":
                values = centralities.eigenvector(graph, debias=self.debias, progress=progress)
            case "laplacian":
                values = centralities.laplacian(graph, debias=self.debias)
            case "core":
                values = centralities.core(graph)
            case "near":
                if graph.n:
                    centralities.check_node(graph, self.node)
                values = centralities.nearness(graph, self.node)
            case _:
                values = centralities.pagerank(graph)
        return values, ()


def matched(analysis: Centrality, mechanism: Mechanism, graph: Graph) -> Centrality:
    """The analysis that ranks by what the mechanism releases; the same one for a released graph.

    A release of scores has one measure, so the true ranking follows it.

    Examples
    --------
    >>> from graphdp_core.mechanisms.two_round_laplacian import TwoRoundLaplacian
    >>> matched(Centrality(score="degree"), TwoRoundLaplacian(), Graph.from_edges(2, [])).score
    'laplacian'
    """
    measure = mechanism.measure_of(graph)
    if not measure:
        return analysis
    if measure.startswith("near "):
        return replace(analysis, score="near", node=int(measure.split()[1]), weights=False)
    score = measure.removeprefix("weighted ")
    return replace(analysis, score=score, weights=measure != score)


def _remedy(measure: str) -> str:
    """Which parameters give the baseline that a release by this measure needs."""
    if measure.startswith("near "):
        return f"set score to 'near' and node to {measure.split()[1]}, so that both start there"
    score = measure.removeprefix("weighted ")
    weights = " and weights to True" if score != measure else ""
    return f"set score to {score!r}{weights}, so that both rank by the same measure"
