"""What is promised to a person with many edges: k edges, k epsilon."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.digits import percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_numbers, sorted_pair_ends
from graphdp_core.lab.audits.attacks.attack import Attack, Finding, Line, Victim, beliefs
from graphdp_core.params import param
from graphdp_core.privacy.guarantee import at_most, percent_at_most

MOST = 60
COUNTED = (1, 2, 3, 5, 8, 12, 20, 30, 45, 60)
NODES = 200  # 19,900 pairs: 331 people of 60 edges


@dataclass(frozen=True)
class ManyEdges(Attack):
    """Tell whether a person has all of k edges or none of them.

    k independent bits multiply the odds by e^(epsilon S), S = k - 2 Binomial(k, pi) of them shown
    less not shown: k epsilon at most, and nearly so on average. Counted: the belief that a release
    of made-up people with k edges each gives, on average.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> victim = Victim.of(gdp.load_graph("karate"), gdp.mechanism("edge_flip"), 1.0)
    >>> found = ManyEdges(edges=10).run(victim).numbers
    >>> round(found["most"], 4), round(found["on average"], 2)
    (1.0, 0.91)
    """

    id = "many_edges"

    edges: int = param(
        10, "How many edges the person has.", label="Edges of the person", low=1, high=MOST
    )

    def run(self, victim: Victim) -> Finding:
        """The belief over k: bound, exact mean, and what was counted."""
        epsilon, flip = victim.exact_epsilon, victim.rates[1]
        ks = np.arange(1, MOST + 1)
        most = beliefs(np.full(MOST, 0.5), epsilon * ks)
        mean = np.array([mean_belief(int(k), epsilon, flip) for k in ks])
        counted = np.array([counted_belief(victim, k) for k in COUNTED])
        k = self.edges
        edges = "1 edge" if k == 1 else f"{k} edges"
        return Finding(
            sentence=(
                f"Of a person with {edges} one may become {percent_at_most(float(most[k - 1]))} "
                "sure that they are there."
            ),
            detail=(
                f"From 50% before; {percent(float(mean[k - 1]))} on average over the noise. The "
                f"{edges} together have ε ≤ {k} × {at_most(epsilon)} = {at_most(k * epsilon)}."
            ),
            lines=(
                Line("bound", "most that kε allows", ks.astype(np.float64), most),
                Line("exact", "mean over the noise", ks.astype(np.float64), mean),
                Line("measured", "counted", np.array(COUNTED, dtype=np.float64), counted),
                Line("chance", "before the release", np.array([1.0, MOST]), np.full(2, 0.5)),
            ),
            x_title="edges of the person, k",
            y_title="belief that they are there",
            mark=float(k),
            numbers={"most": float(most[k - 1]), "on average": float(mean[k - 1])},
        )


def mean_belief(k: int, epsilon: float, flip: float) -> float:
    """The expected belief that all k edges are there, when they are; from one half.

    Examples
    --------
    >>> mean_belief(1, 0.0, 0.5), round(mean_belief(1, np.log(3), 0.25), 4)
    (0.5, 0.625)
    """
    from scipy.stats import binom

    flipped = np.arange(k + 1)
    after = beliefs(np.full(k + 1, 0.5), epsilon * (k - 2 * flipped))
    return float(binom.pmf(flipped, k, flip) @ after)


def counted_belief(victim: Victim, k: int) -> float:
    """The mean belief over made-up people with k edges each, all of them in one release."""
    people = pair_count(NODES) // k
    everyone = Graph(n=NODES, edges=sorted_pair_ends(NODES, np.arange(people * k)))
    release = victim.mechanism.release(everyone, epsilon=victim.epsilon, rng=victim.stream(k))
    shown = np.zeros(pair_count(NODES), dtype=bool)
    shown[pair_numbers(NODES, *release.edges.T)] = True
    kept: Floats = shown[: people * k].reshape(people, k).sum(axis=1).astype(np.float64)
    after = beliefs(np.full(people, 0.5), victim.exact_epsilon * (2.0 * kept - k))
    return float(after.mean())
