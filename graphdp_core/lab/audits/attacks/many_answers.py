"""Secrets rebuilt from many answers, each of them harmless."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.lab.audits.attacks.attack import Attack, Finding, Line, Victim, best_guess
from graphdp_core.params import param
from graphdp_core.privacy.samplers import two_sided_geometric

ANSWERS = (8, 16, 32, 64, 128, 256, 512)
ROUNDS = 64  # worlds with secrets of their own
WAYS = ("exact", "own", "shared")


@dataclass(frozen=True)
class ManyAnswers(Attack):
    """Ask for counts over random groups of people, and solve for the people.

    Bits x of N people, a random 0/1 matrix A of k groups, answers y = A x + noise of variance s^2.
    The least squares solution of A x = y, drawn towards one half by 4 s^2 and rounded there. Three
    ways to answer: exactly; every answer with noise at epsilon of its own, which costs k epsilon in
    all; all answers sharing one epsilon, each with noise at epsilon/k.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> victim = Victim.of(gdp.load_graph("karate"), gdp.mechanism("edge_flip"), 1.0)
    >>> found = ManyAnswers().run(victim).numbers
    >>> found["exact, 64 answers"], found["own, 512 answers"] > 0.9
    (1.0, True)
    """

    id = "many_answers"

    people: int = param(48, "Whose secrets the answers are about.", label="People", low=8, high=64)

    def run(self, victim: Victim) -> Finding:
        """The share of secrets rebuilt after k answers, for the three ways to answer."""
        epsilon = victim.epsilon
        shares = rebuilt(victim.stream(), self.people, epsilon)
        asked = np.array(ANSWERS, dtype=np.float64)
        own, shared = shares[1, -1], shares[2, -1]
        return Finding(
            sentence=(
                f"{ANSWERS[-1]} answers at {epsilon_label(epsilon)} each give away "
                f"{percent(own, whole=True)} of the "
                f"secrets; sharing one ε, {percent(shared, whole=True)}."
            ),
            detail=(
                f"A coin is right half the time. {self.people} made-up people, {ROUNDS} times. "
                f"{ANSWERS[-1]} answers at ε each cost {ANSWERS[-1] * epsilon:,.4g} in all: "
                "nothing is broken there, it was spent."
            ),
            lines=(
                Line("beyond", "exact answers", asked, shares[0]),
                Line("beyond", "each answer at ε of its own", asked, shares[1]),
                Line("measured", "all answers share one ε", asked, shares[2]),
                Line("bound", "most that one ε allows", asked,
                     np.full(len(asked), float(best_guess(epsilon)))),
                Line("chance", "a coin", asked, np.full(len(asked), 0.5)),
            ),
            x_title="answers",
            y_title="secrets told right",
            log_x=True,
            numbers={
                f"{way}, {k} answers": float(share)
                for way, row in zip(WAYS, shares, strict=True)
                for k, share in zip(ANSWERS, row, strict=True)
            },
        )  # fmt: skip


def rebuilt(
    rng: np.random.Generator, people: int, epsilon: float, *, rounds: int = ROUNDS
) -> Floats:
    """The mean shares of secrets told right, shape (3 ways, numbers of answers)."""
    secret = (rng.random((rounds, people, 1)) < 0.5).astype(np.float64)
    groups = (rng.random((rounds, ANSWERS[-1], people)) < 0.5).astype(np.float64)
    right = np.empty((len(WAYS), len(ANSWERS)))
    for column, k in enumerate(ANSWERS):
        asked = groups[:, :k]
        for row, each in enumerate((None, epsilon, epsilon / k)):
            answers, variance = asked @ secret, 1e-6
            if each is not None:
                noise = two_sided_geometric(rng, epsilon=each, size=rounds * k)
                answers += noise.reshape(answers.shape)
                variance = max(_variance(each), 1e-6)
            right[row, column] = (
                (_solved(asked, answers, variance) > 0.0) == (secret > 0.5)
            ).mean()
    return right


def _solved(asked: Floats, answers: Floats, variance: float) -> Floats:
    """The best linear guess of x - 1/2, for fair bits x and noise of this variance."""
    across = asked.transpose(0, 2, 1)
    middle = 0.5 * asked.sum(axis=2, keepdims=True)
    square = across @ asked + 4.0 * variance * np.eye(asked.shape[2])
    solution: Floats = np.linalg.solve(square, across @ (answers - middle))
    return solution


def _variance(epsilon: float) -> float:
    """Of two-sided geometric noise: 2a/(1-a)^2 with a = e^-epsilon."""
    return 0.5 / math.sinh(epsilon / 2.0) ** 2
