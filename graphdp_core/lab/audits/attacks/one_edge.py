"""What one who already suspects an edge believes after the release."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.digits import percent
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_numbers, sorted_pair_ends
from graphdp_core.lab.audits.attacks.attack import Attack, Finding, Line, Victim, beliefs
from graphdp_core.params import param
from graphdp_core.privacy.guarantee import sure_after

GRID = np.concatenate(([0.001, 0.002, 0.005], np.linspace(0.01, 0.99, 99), [0.995, 0.999]))
PRIORS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9)
NODES = 180  # of graphs of coins: 16,110 pairs each


@dataclass(frozen=True)
class OneEdge(Attack):
    """From the prior belief in one edge to the posterior belief, by Bayes' rule.

    A shown pair multiplies the odds by P(shown | edge)/P(shown | no edge), a hidden one by the
    ratio of the complements; under epsilon-DP no evidence multiplies them by more than e^epsilon.
    Counted: graphs whose pairs are edges by coins of a known chance are released, and among the
    pairs shown (hidden) the share of true edges is what a belief should be.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> victim = Victim.of(gdp.load_graph("karate"), gdp.mechanism("edge_flip"), math.log(3))
    >>> round(OneEdge(prior=0.25).run(victim).numbers["after, if shown"], 9)
    0.5
    """

    id = "one_edge"

    prior: float = param(
        0.1, "How likely someone holds the edge before the release.", label="Belief before",
        low=0.001, high=0.999,
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
                f"Who was {percent(self.prior)} sure of an edge {sure_after(most)} after the "
                "release."
            ),
            detail=(
                f"If the release shows no edge, the belief falls to {percent(least)} at least. "
                "Points: shares of true edges among pairs shown and not shown, counted in made-up "
                "graphs in which every pair is an edge by a coin of that chance."
            ),
            lines=(
                Line("bound", "most that ε allows", GRID, beliefs(GRID, epsilon)),
                Line("bound", "least that ε allows", GRID, beliefs(GRID, -epsilon)),
                Line("chance", "nothing learned", GRID, GRID),
                Line("measured", "counted: pair shown", priors, shown),
                Line("measured", "counted: pair not shown", priors, hidden),
            ),
            x_title="belief before",
            y_title="belief after",
            mark=self.prior,
            percent_x=True,
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
    coins = rng.random(pair_count(NODES)) < prior
    secret = Graph(n=NODES, edges=sorted_pair_ends(NODES, np.flatnonzero(coins)))
    release = victim.mechanism.release(secret, epsilon=victim.epsilon, rng=rng)
    shown = np.zeros(len(coins), dtype=bool)
    shown[pair_numbers(NODES, *release.edges.T)] = True
    return _mean(coins[shown]), _mean(coins[~shown])


def _mean(bits: NDArray[np.bool_]) -> float:
    return float(bits.mean()) if len(bits) else math.nan
