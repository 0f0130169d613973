"""Who is who in a graph without names: what people practise, beside a release by coins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from graphdp_core.digits import epsilon_label, in_ten
from graphdp_core.experiment.recognition import per_hundred
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.attacks.attack import Attack, Finding, Line, Victim
from graphdp_core.metrics.recognition import right_by_ties
from graphdp_core.params import Refused, param

LARGEST_N = 2_500
QUICK_N, DRAWS, DRAWS_OF_LARGE = 400, 9, 3  # the matching spreads or dies: one draw tells little
KNOWN = (0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True)
class Recognise(Attack):
    """Match the release with what is known of the ties, from a few people known by name."""

    id = "recognise"
    reads_graph = True

    ties_known: float = param(
        0.9, "The share of true ties that the attacker knows.",
        choices={share: in_ten(share) for share in KNOWN}, label="Ties known",
    )  # fmt: skip
    named: int = param(
        10, "How many people the attacker knows by name, among the hundred best connected.",
        low=0, high=100, label="Names known",
    )  # fmt: skip

    def run(self, victim: Victim) -> Finding:
        """The share recognised over what is known, names off beside the release; and chance."""
        graph = victim.graph
        if graph.n > LARGEST_N or graph.n <= max(2, self.named) or not graph.m:
            raise Refused(
                f"graph must have a tie and {max(3, self.named + 1):,} to {LARGEST_N:,} people for "
                f"this attack, more than are known by name; got n = {graph.n:,} and "
                f"m = {graph.m:,}: choose another."
            )
        known = np.array(sorted({*KNOWN, self.ties_known}))
        bare, seen = (
            np.array([self._right(graph, release, float(share), victim.seed) for share in known])
            for release in (graph, self._released(victim))
        )
        at, others = int(np.searchsorted(known, self.ties_known)), graph.n - self.named
        draws = DRAWS if graph.n <= QUICK_N else DRAWS_OF_LARGE
        ends = []
        for side, is_bare in ((bare, True), (seen, False)):
            shares = [side[at]]
            for i in range(1, draws):
                release = graph if is_bare else self._released(victim, i)
                shares.append(self._right(graph, release, self.ties_known, victim.seed + i))
            side[at] = np.mean(shares)
            ends += [_of(min(shares)), _of(max(shares))]
        chance = 1.0 / others
        released = f"{victim.mechanism.title} at {epsilon_label(victim.epsilon)}"
        return Finding(
            sentence=(
                f"Anyone who knows {in_ten(self.ties_known)} ties and {self.named} names "
                f"recognises {_of(bare[at])} people with the names off, and "
                f"{_of(seen[at])} on average as {released} releases them."
            ),
            detail=(
                f"Of {others:,} people who are looked for, the mean of {draws} draws of the noise "
                f"and of what is known: {ends[0]} to {ends[1]} with the names off, {ends[2]} to "
                f"{ends[3]} as released. Guessing gets {_of(chance)}. "
                "What the release tells of each tie stays bounded by ε, for people who are "
                "recognised too; no promise for one tie hides a person."
            ),
            lines=(
                Line("beyond", "names off", known, bare),
                Line("measured", released, known, seen),
                Line("bound", "no bound: everybody", np.array([0.0, 1.0]), np.ones(2)),
                Line("chance", "guessing", np.array([0.0, 1.0]), np.full(2, chance)),
            ),
            numbers={
                "names off": float(bare[at]), "released": float(seen[at]), "chance": chance,
            },
            mark=self.ties_known,
        )  # fmt: skip

    def _right(self, graph: Graph, release: Graph, share: float, seed: int) -> float:
        """The share of those not known by name who are taken for themselves."""
        return right_by_ties(
            graph, release, ties_known=share, named=self.named,
            knowing=np.random.default_rng([seed, 47]), seed=seed,
        ).share  # fmt: skip

    @staticmethod
    def _released(victim: Victim, draw: int = 0) -> Graph:
        """The release of the other pages, or another draw of it."""
        rng = victim.stream(draw)
        return victim.mechanism.release(victim.graph, epsilon=victim.epsilon, rng=rng)


def _of(share: float) -> str:
    return f"{per_hundred(share)} of 100"
