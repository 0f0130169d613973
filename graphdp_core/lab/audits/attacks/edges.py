"""What one who already suspects an edge believes after the release.

Whether one edge was there: guessed from what the release says of its pair.

What is promised to a person with many edges: k edges, k epsilon.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.digits import percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, sorted_pair_ends
from graphdp_core.lab.audits.attacks.attack import (
    Attack,
    Finding,
    Line,
    Victim,
    beliefs,
    joined,
    largest_hit_rate,
)
from graphdp_core.params import Refused, param
from graphdp_core.privacy.guarantee import at_most, percent_at_most, sure_after

PRIOR_GRID = np.concatenate(([0.001, 0.002, 0.005], np.linspace(0.01, 0.99, 99), [0.995, 0.999]))
PRIORS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9)
COIN_NODES = 180  # of graphs of coins: 16,110 pairs each


@dataclass(frozen=True)
class OneEdge(Attack):
    """From the prior belief in one edge to the posterior belief, by Bayes' rule.

    A shown pair multiplies the odds by P(shown | edge)/P(shown | no edge), a hidden one by the
    ratio of the complements; under epsilon-DP no evidence multiplies them by more than e^epsilon.
    Counted: graphs whose pairs are edges by coins of a known chance are released, and among the
    pairs shown (hidden) the share of true edges is what a belief should be.
    """

    id = "one_edge"

    prior: float = param(
        0.1, "How likely someone holds the tie before the release.",
        label="Belief before (0.1 is 10%)", low=0.001, high=0.999,
    )  # fmt: skip

    def run(self, victim: Victim) -> Finding:
        """Beliefs for all priors: bound, and what was counted."""
        p, q = victim.rates
        epsilon = victim.exact_epsilon
        up, down = math.log(p / q), math.log((1.0 - p) / (1.0 - q))
        shown, hidden = np.array([share_right(victim, prior) for prior in PRIORS]).T
        most = float(beliefs(self.prior, epsilon))
        least = float(beliefs(self.prior, -epsilon))
        priors = np.array(PRIORS)
        return Finding(
            sentence=(
                f"Anyone {percent(self.prior)} sure of a tie {sure_after(most)} after the release."
            ),
            detail=(
                f"If the release shows no tie, the belief falls to {percent(least)} at least. "
                "Points: shares of true ties among pairs shown and not shown, counted in made-up "
                "graphs in which every pair is a tie with that chance."
            ),
            lines=(
                Line("bound", "most that ε allows", PRIOR_GRID, beliefs(PRIOR_GRID, epsilon)),
                Line("bound", "least that ε allows", PRIOR_GRID, beliefs(PRIOR_GRID, -epsilon)),
                Line("chance", "nothing learned", PRIOR_GRID, PRIOR_GRID),
                Line("measured", "counted: pair shown", priors, shown),
                Line("measured", "counted: pair not shown", priors, hidden),
            ),
            mark=self.prior,
            numbers={
                "after, if shown": float(beliefs(self.prior, up)),
                "after, if not shown": float(beliefs(self.prior, down)),
                "most": most,
                "least": least,
            },
        )


def share_right(victim: Victim, prior: float) -> tuple[float, float]:
    """Among the pairs that a release shows, and among those it does not: the share of true edges.

    Of a made-up graph of coins; nan where there is no such pair.
    """
    rng = victim.stream(round(1e6 * prior))
    coins = rng.random(pair_count(COIN_NODES)) < prior
    secret = Graph(n=COIN_NODES, edges=sorted_pair_ends(COIN_NODES, np.flatnonzero(coins)))
    release = victim.mechanism.release(secret, epsilon=victim.epsilon, rng=rng)
    shown = joined(release)
    one, other = (float(c.mean()) if len(c) else math.nan for c in (coins[shown], coins[~shown]))
    return one, other


ENOUGH = 20_000  # edges that are looked for in all releases together
MOST_RELEASES = 256
MOST_PAIRS = 20_000_000  # drawn in all releases together
SHARES = np.linspace(0.0, 1.0, 201)
SURE = 2.58  # standard errors either way: 99% of all means are within


@dataclass(frozen=True)
class Membership(Attack):
    """Say "edge" of every pair that the release shows, and count how often that is right.

    Every pair has noise of its own, so that each is one round of the game of two neighbours: the
    true positive rate f and the false positive rate t obey t <= e^epsilon f, and the same of the
    complements.
    """

    id = "membership"
    reads_graph = True

    def run(self, victim: Victim) -> Finding:
        """The ROC of the shown release, the mean of many, and the bound."""
        graph, pairs = victim.graph, pair_count(victim.graph.n)
        if not 0 < graph.m < pairs:
            raise Refused(
                "graph must have a tie and a pair without one for this attack: choose another."
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
                f"The release shows {percent(t, whole=True)} of the ties, and "
                f"{percent(f, whole=True)} of the pairs that are none."
            ),
            detail=(
                f"Mean of {len(rates):,} releases: {percent(mean_t)}, give or take {error}, and "
                f"{percent(mean_f)}, give or take {error_f}. {victim.mechanism.title} shows "
                f"{percent(false)} of other pairs; there ε allows at most {percent(limit)}, "
                f"{beside}. One release may lie beyond by chance."
            ),
            lines=(
                Line("bound", "most that ε allows", SHARES, largest_hit_rate(SHARES, epsilon)),
                Line("chance", "guessing", SHARES, SHARES),
                Line(
                    "exact",
                    "pairs shown, on average",
                    *np.array([[0.0, false, 1.0], [0.0, true, 1.0]]),
                ),
                Line("measured", f"mean of {len(rates):,} releases", *rates.mean(axis=0)[:, None]),
                Line("one", "this release", *rates[0][:, None]),
            ),
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
    true, shown = joined(graph), joined(release)
    return float(shown[~true].mean()), float(shown[true].mean())


MOST = 60
COUNTED = (1, 2, 3, 5, 8, 12, 20, 30, 45, 60)
NODES = 200  # 19,900 pairs: 331 people of 60 edges


@dataclass(frozen=True)
class ManyEdges(Attack):
    """Tell whether a person has all of k edges or none of them.

    k independent bits multiply the odds by e^(epsilon S), S = k - 2 Binomial(k, pi) of them shown
    less not shown: k epsilon at most, and nearly so on average. Counted: the belief that a release
    of made-up people with k edges each gives, on average.
    """

    id = "many_edges"

    edges: int = param(
        10, "How many ties the person has.", label="Ties of the person", low=1, high=MOST
    )

    def run(self, victim: Victim) -> Finding:
        """The belief over k: bound, exact mean, and what was counted."""
        epsilon, flip = victim.exact_epsilon, victim.rates[1]
        ks = np.arange(1, MOST + 1)
        most = beliefs(np.full(MOST, 0.5), epsilon * ks)
        mean = np.array([mean_belief(int(k), epsilon, flip) for k in ks])
        counted = np.array([counted_belief(victim, k) for k in COUNTED])
        k = self.edges
        ties = "1 tie" if k == 1 else f"{k} ties"
        return Finding(
            sentence=(
                f"Anyone half sure of {ties} of one person may be "
                f"{percent_at_most(float(most[k - 1]))} sure after."
            ),
            detail=(
                f"From 50% before; {percent(float(mean[k - 1]))} on average over the noise. The "
                f"{ties} together have ε ≤ {k} × {at_most(epsilon)} = {at_most(k * epsilon)}."
            ),
            lines=(
                Line("bound", "most that kε allows", ks.astype(np.float64), most),
                Line("exact", "mean over the noise", ks.astype(np.float64), mean),
                Line("measured", "counted", np.array(COUNTED, dtype=np.float64), counted),
                Line("chance", "before the release", np.array([1.0, MOST]), np.full(2, 0.5)),
            ),
            mark=float(k),
            numbers={"most": float(most[k - 1]), "on average": float(mean[k - 1])},
        )


def mean_belief(k: int, epsilon: float, flip: float) -> float:
    """The expected belief that all k edges are there, when they are; from one half."""
    from scipy.stats import binom

    flipped = np.arange(k + 1)
    after = beliefs(np.full(k + 1, 0.5), epsilon * (k - 2 * flipped))
    return float(binom.pmf(flipped, k, flip) @ after)


def counted_belief(victim: Victim, k: int) -> float:
    """The mean belief over made-up people with k edges each, all of them in one release."""
    people = pair_count(NODES) // k
    everyone = Graph(n=NODES, edges=sorted_pair_ends(NODES, np.arange(people * k)))
    release = victim.mechanism.release(everyone, epsilon=victim.epsilon, rng=victim.stream(k))
    kept: Floats = joined(release)[: people * k].reshape(people, k).sum(axis=1).astype(np.float64)
    after = beliefs(np.full(people, 0.5), victim.exact_epsilon * (2.0 * kept - k))
    return float(after.mean())
