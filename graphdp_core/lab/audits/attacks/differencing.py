"""Two counts whose difference is one person's secret; without noise, then with."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.lab.audits.attacks.attack import Attack, Finding, Line, Victim, best_guess
from graphdp_core.privacy.guarantee import believed
from graphdp_core.privacy.samplers import two_sided_geometric

GRID = np.geomspace(0.05, 10.0, 120)
COUNTED = np.array([0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0])
ROUNDS = 20_000


@dataclass(frozen=True)
class Differencing(Attack):
    """Ask for a count with and without one pair, and subtract.

    Each answer has two-sided geometric noise at epsilon, so that both together cost 2 epsilon.
    Said is "edge" if the first count is the larger one: right with probability (1 + P(W = 0))/2,
    W being the difference of the two noises, and P(W = 0) = (1-a)(1+a^2)/(1+a)^3, a = e^-epsilon.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> victim = Victim.of(gdp.load_graph("karate"), gdp.mechanism("edge_flip"), 1.0)
    >>> found = Differencing().run(victim).numbers
    >>> found["without noise"], round(found["exact"], 3), round(found["most"], 3)
    (1.0, 0.64, 0.881)
    """

    id = "differencing"

    def run(self, victim: Victim) -> Finding:
        """How often the difference is guessed right: without noise, with it, and at most."""
        epsilon = victim.epsilon
        counted = np.array([counted_guesses(victim.stream(i), e) for i, e in enumerate(COUNTED)])
        here = float(right_guesses(np.array(epsilon)))
        most = float(best_guess(2.0 * epsilon))
        return Finding(
            sentence=(
                "Without noise the difference tells the edge every time; with noise "
                f"{percent(here, whole=True)} of the time, where a coin is right half the time."
            ),
            detail=(
                f"Each of two answers at {epsilon_label(epsilon)}: together 2ε, which allows "
                f"{believed(most)}. Points: {ROUNDS:,} made-up secrets each."
            ),
            lines=(
                Line("beyond", "without noise", COUNTED, np.array(
                    [counted_guesses(victim.stream(99), None, rounds=100)] * len(COUNTED)
                )),
                Line("bound", "most that 2ε allows", GRID, best_guess(2.0 * GRID)),
                Line("exact", "expected", GRID, right_guesses(GRID)),
                Line("measured", "counted, with noise", COUNTED, counted),
                Line("chance", "a coin", GRID, np.full(len(GRID), 0.5)),
            ),
            x_title="ε of each answer",
            y_title="guesses that are right",
            log_x=True,
            mark=epsilon,
            numbers={
                "without noise": counted_guesses(victim.stream(99), None, rounds=100),
                "exact": here,
                "most": most,
            },
        )  # fmt: skip


def right_guesses(epsilon: Floats) -> Floats:
    """The probability that the difference of two noisy counts tells the secret bit.

    Examples
    --------
    >>> right_guesses(np.array([1e-9, 50.0])).round(6).tolist()
    [0.5, 1.0]
    """
    a = np.exp(-epsilon)
    same = (1.0 - a) * (1.0 + a * a) / (1.0 + a) ** 3
    right: Floats = (1.0 + same) / 2.0
    return right


def counted_guesses(
    rng: np.random.Generator, epsilon: float | None, *, rounds: int = ROUNDS
) -> float:
    """The share of right guesses over so many made-up secrets; None is no noise."""
    secret = rng.random(rounds) < 0.5
    others = rng.integers(100, 10_000, size=rounds)
    answers = [others + secret, others.copy()]
    if epsilon is not None and math.isfinite(epsilon):
        answers = [a + two_sided_geometric(rng, epsilon=epsilon, size=rounds) for a in answers]
    return float(((answers[0] - answers[1] >= 1) == secret).mean())
