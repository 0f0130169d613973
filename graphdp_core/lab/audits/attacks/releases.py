"""All pairs read together: denoise the release, and rank the pairs by how likely each is.

One seed shown at two epsilons: the app's own slider is the victim.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats, Floats, Ints
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_numbers
from graphdp_core.lab.audits.attacks.attack import Attack, Finding, Line, Victim, joined
from graphdp_core.mechanisms.low_rank_posterior import pair_log_odds, standing_out
from graphdp_core.params import Refused, param

LARGEST_N = 6_000
PLACES = 150  # of the drawn curve


@dataclass(frozen=True)
class Structure(Attack):
    """Rank all pairs by what the whole release says, and take the first for edges.

    The eigenvectors above the noise give every pair a probability; the pair's own bit multiplies
    its odds by P(shown | edge)/P(shown | no edge). That is the mechanism "edgeFlip, denoised" with
    an order in place of a release.
    """

    id = "structure"
    reads_graph = True

    directions: int = param(
        16, "Most directions above the noise that the attack uses.", low=1, high=64
    )

    def run(self, victim: Victim) -> Finding:
        """Precision and recall of the ranking, and what a pair's own bit alone would give."""
        graph, pairs = victim.graph, pair_count(victim.graph.n)
        if graph.n > LARGEST_N or not 0 < graph.m < pairs:
            raise Refused(
                f"graph must have 2 to {LARGEST_N:,} nodes, an edge and a pair without one for "
                f"this attack, got n = {graph.n:,} and m = {graph.m:,}: choose another."
            )
        release = victim.mechanism.release(graph, epsilon=victim.epsilon, rng=victim.stream())
        scores, directions = ranked(release, self.directions)
        k, hits = best_hits(scores, joined(graph))
        recall, precision = hits / graph.m, hits / k
        density = graph.m / pairs
        p, q = victim.rates
        alone = density * p / (density * p + (1.0 - density) * q)
        top = float(precision[np.searchsorted(k, graph.m)])
        few = f"{directions} direction{'' if directions == 1 else 's'}"
        return Finding(
            sentence=(
                f"Of the {graph.m:,} pairs ranked first, {percent(top, whole=True)} are ties; "
                f"a pair's own bit alone would be right {percent(alone, whole=True)} of the time."
            ),
            detail=(
                f"{few[0].upper()}{few[1:]} above the noise. {percent(density)} of all pairs "
                "are ties."
                if directions
                else "Nothing stands out of the noise at this ε: the ranking knows no more than "
                f"each pair's own bit. {percent(density)} of all pairs are ties."
            ),
            lines=(
                Line("beyond", "all pairs read together", recall, precision),
                Line("bound", "limit for a pair alone", np.array([0.0, 1.0]), np.full(2, alone)),
                Line("one", "pairs that the release shows", np.array([p]), np.array([alone])),
                Line("chance", "any pairs", np.array([0.0, 1.0]), np.full(2, density)),
            ),
            numbers={
                "right among the first m": top,
                "a pair alone": alone,
                "chance": density,
                "directions": float(directions),
            },
        )


def ranked(release: Graph, directions: int) -> tuple[AnyFloats, int]:
    """The log odds of every pair in row order, given the whole release; directions used.

    Reads the release alone: the density of edges is estimated from it.
    """
    noise = release.noise
    if noise is None:
        raise Refused("release must be a graph with known noise, got one without: flip it.")
    pairs = pair_count(release.n)
    p, q = noise.true_positive_rate, noise.false_positive_rate
    count = (release.m - pairs * q) / noise.contrast
    density = min(max(count, 1.0) / pairs, 0.5)
    values, vectors = standing_out(release, directions)
    scores = pair_log_odds(values, vectors, density)
    step = math.log(p / q) - math.log((1.0 - p) / (1.0 - q))
    scores[pair_numbers(release.n, *release.edges.T)] += np.float32(step)
    return scores, len(values)


def best_hits(scores: AnyFloats, is_edge: NDArray[np.bool_]) -> tuple[Ints, Floats]:
    """How many of the k pairs ranked first are edges, for rising k; ties as on average.

    Parameters
    ----------
    scores, is_edge : ndarrays, shape (N,)

    Returns
    -------
    k : ndarray of int64
        The number of edges is among them.
    hits : ndarray of float64
    """
    # Two sorted lists and not an order of all pairs: a tenth of the time.
    ranks, edges = np.sort(scores), np.sort(scores[is_edge])
    steps = np.geomspace(1, len(ranks), PLACES).round().astype(np.int64)
    k = np.unique(np.append(steps, max(len(edges), 1)))
    least = ranks[-k]
    above, edges_above = (len(x) - np.searchsorted(x, least, side="right") for x in (ranks, edges))
    equal, edges_equal = (
        len(x) - np.searchsorted(x, least, side="left") - higher
        for x, higher in ((ranks, above), (edges, edges_above))
    )
    return k, edges_above + (k - above) * edges_equal / equal


MOST_PAIRS = 400_000  # beyond, few stops of the slider are tried


@dataclass(frozen=True)
class SharedNoise(Attack):
    """Compare two stops of the slider, whose releases flip nested sets of pairs.

    A pair flipped at the larger epsilon is flipped at every smaller one. So a pair that differs
    between the two was flipped at the smaller alone, and the release at the larger one shows it
    as it is: |pi(e) - pi(e')| of all pairs are known for certain.
    """

    id = "shared_noise"
    reads_graph = True

    other: float = param(
        0.5, "Another stop that the slider was seen at.", label="The other stop",
        choices={e: f"{e:g}" for e in EPSILONS},
    )  # fmt: skip

    def run(self, victim: Victim) -> Finding:
        """How many pairs every other stop gives away, and whether they are right."""
        pairs = pair_count(victim.graph.n)
        stops = EPSILONS if pairs <= MOST_PAIRS else (0.5, 1.0, 2.0, 4.0)
        tried = sorted({*stops, self.other})
        shown = _shown(victim, victim.epsilon)
        truth = pair_numbers(victim.graph.n, *victim.graph.edges.T)
        known = {stop: revealed(victim, stop, shown) for stop in tried}
        wrong = sum(
            int((np.isin(numbers, truth, assume_unique=True) != joined).sum())
            for numbers, joined in known.values()
        )
        count = len(known[self.other][0])
        flip = victim.mechanism.flip_probability
        grid = np.geomspace(EPSILONS[0], EPSILONS[-1], 120)
        exact = np.abs(np.array([flip(e) for e in grid]) - flip(victim.epsilon))
        shares = np.array([len(numbers) for numbers, _ in known.values()]) / max(pairs, 1)
        return Finding(
            sentence=(
                "The same stop twice gives nothing away: choose another."
                if self.other == victim.epsilon
                else f"Two stops of the slider give away {count:,} of {pairs:,} pairs for certain."
            ),
            detail=(
                f"Seen at {epsilon_label(victim.epsilon)} and at {epsilon_label(self.other)} "
                "with the same noise. "
                f"Of all pairs that the stops tried give away, {wrong} are wrong. Both ends of "
                "the slider together show the whole graph."
            ),
            lines=(
                Line("bound", "certain under any ε: none", grid, np.zeros(len(grid))),
                Line("exact", "expected", grid, exact),
                Line("beyond", "given away", np.array(tried), shares),
            ),
            mark=self.other,
            numbers={"pairs revealed": float(count), "wrong": float(wrong)},
        )


def revealed(victim: Victim, other: float, shown: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """The pairs that differ between two stops, and whether each of them is an edge.

    Returns
    -------
    numbers, joined : ndarrays of int64 and of bool, shape (k,)
    """
    beside = _shown(victim, other)
    trusted = shown if victim.epsilon >= other else beside
    numbers = np.setxor1d(shown, beside, assume_unique=True)
    return numbers, np.isin(numbers, trusted, assume_unique=True)


def _shown(victim: Victim, epsilon: float) -> Ints:
    """Numbers of the pairs that a stop of the slider shows."""
    release = victim.mechanism.release(victim.graph, epsilon=epsilon, rng=victim.stream())
    return pair_numbers(release.n, *release.edges.T)
