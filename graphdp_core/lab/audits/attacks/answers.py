"""Two counts whose difference is one person's secret; without noise, then with.

Secrets rebuilt from many answers, each of them harmless.

The last bits of a noisy double, which give away what the noise should hide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.lab.audits.attacks.attack import (
    Attack,
    Finding,
    Line,
    Victim,
    best_guess,
    largest_hit_rate,
)
from graphdp_core.params import param
from graphdp_core.privacy.guarantee import believed
from graphdp_core.privacy.samplers import two_sided_geometric

EPSILONS = np.geomspace(0.05, 10.0, 120)
COUNTED = np.array([0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0])
ROUNDS = 20_000


@dataclass(frozen=True)
class Differencing(Attack):
    """Ask for a count with and without one pair, and subtract.

    Each answer has two-sided geometric noise at epsilon, so that both together cost 2 epsilon.
    Said is "edge" if the first count is the larger one: right with probability (1 + P(W = 0))/2,
    W being the difference of the two noises, and P(W = 0) = (1-a)(1+a^2)/(1+a)^3, a = e^-epsilon.
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
                "Without noise the difference tells the tie every time; with noise "
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
                Line("bound", "most that 2ε allows", EPSILONS, best_guess(2.0 * EPSILONS)),
                Line("exact", "expected", EPSILONS, right_guesses(EPSILONS)),
                Line("measured", "counted, with noise", COUNTED, counted),
                Line("chance", "a coin", EPSILONS, np.full(len(EPSILONS), 0.5)),
            ),
            mark=epsilon,
            numbers={
                "without noise": counted_guesses(victim.stream(99), None, rounds=100),
                "exact": here,
                "most": most,
            },
        )  # fmt: skip


def right_guesses(epsilon: Floats) -> Floats:
    """The probability that the difference of two noisy counts tells the secret bit."""
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


ANSWERS = (8, 16, 32, 64, 128, 256, 512)
WORLDS = 64  # worlds with secrets of their own
WAYS = ("exact", "own", "shared")


@dataclass(frozen=True)
class ManyAnswers(Attack):
    """Ask for counts over random groups of people, and solve for the people.

    Bits x of N people, a random 0/1 matrix A of k groups, answers y = A x + noise of variance s^2.
    The least squares solution of A x = y, drawn towards one half by 4 s^2 and rounded there. Three
    ways to answer: exactly; every answer with noise at epsilon of its own, which costs k epsilon in
    all; all answers sharing one epsilon, each with noise at epsilon/k.
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
                f"A coin is right half the time. {self.people} made-up people, {WORLDS} times. "
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
            numbers={
                f"{way}, {k} answers": float(share)
                for way, row in zip(WAYS, shares, strict=True)
                for k, share in zip(ANSWERS, row, strict=True)
            },
        )  # fmt: skip


def rebuilt(
    rng: np.random.Generator, people: int, epsilon: float, *, rounds: int = WORLDS
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


SHARES = np.linspace(0.0, 1.0, 201)
PLACES = 120  # of a drawn ROC


@dataclass(frozen=True)
class LastBits(Attack):
    """Tell a count of 0 from a count of 1 by doubles that cannot be the sum of 1 and a double.

    1 + z, rounded to a double, lies on the grid of doubles around 1 or z; z alone can have finer
    last bits. So some releases of the count 0 are impossible for the count 1: each of them is
    certain, at a false positive rate of exactly 0, whatever epsilon is. All others are ranked by
    the likelihood ratio. Integer noise has no such bits.
    """

    id = "last_bits"

    def run(self, victim: Victim) -> Finding:
        """The ROC against raw doubles and against integers, and the bound."""
        epsilon = victim.epsilon
        rng = victim.stream()
        zero, one = (rng.laplace(0.0, 1.0 / epsilon, ROUNDS) + count for count in (0.0, 1.0))
        sure = ~can_be(zero, 1.0)
        wrong = float((~can_be(one, 1.0)).mean())
        whole = [
            (two_sided_geometric(rng, epsilon=epsilon, size=ROUNDS) + count).astype(np.float64)
            for count in (0, 1)
        ]
        integers = float((~can_be(whole[0], 1.0)).mean())
        raw = roc(_scores(zero, sure), _scores(one, ~can_be(one, 1.0)))
        cured = roc(_scores(whole[0]), _scores(whole[1]))
        certain = float(sure.mean())
        return Finding(
            sentence=(
                f"The last bits alone give away {percent(certain, whole=True)} of the zeros for "
                "certain; integer noise gives away none."
            ),
            detail=(
                f"{ROUNDS:,} noisy counts of 0 and of 1 at {epsilon_label(epsilon)}. With "
                "doubles the curve starts above the bound: hits without a single false alarm. "
                f"Wrongly certain: {percent(wrong, whole=True)}."
            ),
            lines=(
                Line("bound", "most that ε allows", SHARES, largest_hit_rate(SHARES, epsilon)),
                Line("beyond", "doubles", *raw),
                Line("measured", "integers", *cured),
                Line("chance", "guessing", SHARES, SHARES),
            ),
            numbers={
                "certain, doubles": certain,
                "wrongly certain": wrong,
                "certain, integers": integers,
            },
        )


def can_be(values: Floats, count: float) -> NDArray[np.bool_]:
    """Whether each double is the rounded sum of the count and some double.

    If there is such a noise z, then value - count or one of its two neighbours is one.
    """
    middle = values - count
    tried = (middle, np.nextafter(middle, np.inf), np.nextafter(middle, -np.inf))
    fits: NDArray[np.bool_] = np.any([count + z == values for z in tried], axis=0)
    return fits


def roc(positive: Floats, negative: Floats) -> tuple[Floats, Floats]:
    """False and true positive rates of the rule "score at least s", for all s, thinned out."""
    levels = np.unique(np.concatenate((positive, negative)))
    if len(levels) > PLACES:
        levels = np.unique(np.quantile(levels, np.linspace(0, 1, PLACES), method="nearest"))
    rates = [
        1.0 - np.searchsorted(np.sort(scores), levels[::-1], side="left") / len(scores)
        for scores in (negative, positive)
    ]
    false, true = (np.concatenate(([0.0], rate)) for rate in rates)
    return false, true


def _scores(values: Floats, sure: NDArray[np.bool_] | None = None) -> Floats:
    """How much more likely a count of 0 is than 1, on any scale; certain ones come first."""
    likely = np.abs(values - 1.0) - np.abs(values)
    return likely if sure is None else np.where(sure, 2.0, likely)
