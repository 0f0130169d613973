"""Whether one edge was there: guessed from what the release says of its pair."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.digits import percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_numbers
from graphdp_core.lab.audits.attacks.attack import Attack, Finding, Line, Victim, largest_hit_rate
from graphdp_core.params import Refused

ENOUGH = 20_000  # edges that are looked for in all releases together
MOST_RELEASES = 256
MOST_PAIRS = 20_000_000  # drawn in all releases together
GRID = np.linspace(0.0, 1.0, 201)
SURE = 2.58  # standard errors either way: 99% of all means are within


@dataclass(frozen=True)
class Membership(Attack):
    """Say "edge" of every pair that the release shows, and count how often that is right.

    Every pair has noise of its own, so that each is one round of the game of two neighbours: the
    true positive rate f and the false positive rate t obey t <= e^epsilon f, and the same of the
    complements.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> victim = Victim.of(gdp.load_graph("karate"), gdp.mechanism("edge_flip"), math.log(3))
    >>> found = Membership().run(victim).numbers
    >>> round(found["true positive rate"], 2), round(found["false positive rate"], 2)
    (0.75, 0.25)
    """

    id = "membership"
    reads_graph = True

    def run(self, victim: Victim) -> Finding:
        """The ROC of the shown release, the mean of many, and the bound."""
        graph, pairs = victim.graph, pair_count(victim.graph.n)
        if not 0 < graph.m < pairs:
            raise Refused(
                "graph must have an edge and a pair without one for this attack: choose another."
            )
        many = min(ENOUGH // graph.m, MOST_RELEASES, MOST_PAIRS // pairs)
        rates = np.array([hit_rates(victim, repeat) for repeat in range(max(many, 1))])
        (f, t), (mean_f, mean_t) = rates[0], rates.mean(axis=0)
        epsilon = victim.exact_epsilon
        true, false = victim.rates
        limit = float(largest_hit_rate(false, epsilon))
        short = limit - true
        beside = "which it touches" if short < 1e-6 else f"{percent(short)} above its own"
        others = (pairs - graph.m) * len(rates)
        error, error_f = (
            percent(SURE * math.sqrt(rate * (1.0 - rate) / count))
            for rate, count in ((true, graph.m * len(rates)), (false, others))
        )
        return Finding(
            sentence=(
                f"The release shows {percent(t, whole=True)} of the edges, and "
                f"{percent(f, whole=True)} of the pairs that are none."
            ),
            detail=(
                f"Mean of {len(rates):,} releases: {percent(mean_t)}, give or take {error}, and "
                f"{percent(mean_f)}, give or take {error_f}. {victim.mechanism.title} shows "
                f"{percent(false)} of other pairs; there ε allows at most {percent(limit)}, "
                f"{beside}. One release may lie beyond by chance."
            ),
            lines=(
                Line("bound", "most that ε allows", GRID, largest_hit_rate(GRID, epsilon)),
                Line("chance", "guessing", GRID, GRID),
                Line("exact", "pairs shown, on average", *_through(*victim.rates[::-1])),
                Line("measured", f"mean of {len(rates):,} releases", *_point(mean_f, mean_t)),
                Line("one", "this release", *_point(f, t)),
            ),
            x_title="share of other pairs taken for edges",
            y_title="share of edges recognised",
            percent_x=True,
            numbers={
                "true positive rate": float(mean_t),
                "false positive rate": float(mean_f),
                "this release, true": float(t),
                "this release, false": float(f),
                "releases": float(len(rates)),
            },
        )


def hit_rates(victim: Victim, repeat: int) -> tuple[float, float]:
    """The shares of non-edges and of edges that one release shows: f and t."""
    graph = victim.graph
    release = victim.mechanism.release(graph, epsilon=victim.epsilon, rng=victim.stream(repeat))
    hits = common_edges(graph, release)
    pairs = pair_count(graph.n)
    return (release.m - hits) / (pairs - graph.m), hits / graph.m


def common_edges(one: Graph, other: Graph) -> int:
    """How many edges two graphs on the same nodes share."""
    here, there = (pair_numbers(graph.n, *graph.edges.T) for graph in (one, other))
    return len(np.intersect1d(here, there, assume_unique=True))


def _point(x: float, y: float) -> tuple[Floats, Floats]:
    return np.array([x]), np.array([y])


def _through(x: float, y: float) -> tuple[Floats, Floats]:
    """The ROC of one yes or no: guesses in between are mixtures."""
    return np.array([0.0, x, 1.0]), np.array([0.0, y, 1.0])
