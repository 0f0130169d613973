"""One seed shown at two epsilons: the app's own slider is the victim."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Ints
from graphdp_core.digits import epsilon_label
from graphdp_core.experiment.scenario import EPSILONS
from graphdp_core.graphs.pair_index import pair_count, pair_numbers
from graphdp_core.lab.audits.attacks.attack import Attack, Finding, Line, Victim
from graphdp_core.params import param

MOST_PAIRS = 400_000  # beyond, few stops of the slider are tried


@dataclass(frozen=True)
class SharedNoise(Attack):
    """Compare two stops of the slider, whose releases flip nested sets of pairs.

    A pair flipped at the larger epsilon is flipped at every smaller one. So a pair that differs
    between the two was flipped at the smaller alone, and the release at the larger one shows it
    as it is: |pi(e) - pi(e')| of all pairs are known for certain.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> victim = Victim.of(gdp.load_graph("karate"), gdp.mechanism("edge_flip"), 1.0)
    >>> found = SharedNoise(other=0.5).run(victim).numbers
    >>> found["pairs revealed"] > 40, found["wrong"]
    (True, 0.0)
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
                f"Of all pairs that the stops tried give away, {wrong} are wrong. Who sees both "
                "ends of the slider knows the graph."
            ),
            lines=(
                Line("bound", "certain under any ε: none", grid, np.zeros(len(grid))),
                Line("exact", "expected", grid, exact),
                Line("beyond", "given away", np.array(tried), shares),
            ),
            x_title="the other stop, ε",
            y_title="pairs known for certain",
            log_x=True,
            mark=self.other,
            numbers={"pairs revealed": float(count), "wrong": float(wrong)},
        )


def revealed(victim: Victim, other: float, shown: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """The pairs that differ between two stops, and whether each of them is an edge.

    Parameters
    ----------
    victim : Victim
    other : float
        The other stop's epsilon.
    shown : ndarray of int64
        Numbers of the pairs shown at the victim's epsilon.

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
