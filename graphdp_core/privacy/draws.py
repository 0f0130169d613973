"""Where a release draws: every random number that reads a secret comes from a law with a name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from graphdp_core.privacy.secure_random import SecureRandom

Budget: TypeAlias = float | Fraction
"""Epsilon: a double where a release is looked at, the typed number where it is published."""


class Loss(NamedTuple):
    """How far one draw tells two graphs apart, all earlier draws being the same.

    Parameters
    ----------
    outcome : float
        ln of the chance of what was drawn with the one graph over that with the other.
    spent : float
        The largest such loss of any outcome of this draw, either way; at the delta of the draw
        where it has one; and |outcome| where the largest is not known.
    moved : float
        By how much the value moved that noise is added to, in the norm of the sensitivity.
    """

    outcome: float
    spent: float
    moved: float = 0.0


@dataclass(frozen=True, eq=False)
class Law(ABC):
    """How one step of a release is drawn.

    A subclass knows how to draw from a numpy generator, how to draw with integers from coins, if it
    can be published, and how the chance of an outcome differs from that of the same step with
    another graph.

    Parameters
    ----------
    of : str
        What is drawn, in two or three words.
    epsilon : float or Fraction
        The step's share of the privacy loss; 0 for what reads no secret.
    delta : float
        Its share of delta.
    """

    of: str
    epsilon: Budget
    delta: float = field(default=0.0, kw_only=True)

    @abstractmethod
    def drawn(self, rng: np.random.Generator) -> Any:
        """An outcome, in floating point where need be."""

    def drawn_exactly(self, coins: SecureRandom) -> Any:
        """An outcome, with integers alone."""
        raise NotImplementedError(f"{type(self).__name__} has no exact sampler.")

    @abstractmethod
    def loss(self, other: Any, outcome: Any) -> Loss:
        """Of this step beside the same step of a neighbour, whose law is `other`."""

    def carried(self, other: Any, outcome: Any) -> Any:
        """The outcome as it is with this law, where it was drawn with `other`: the same."""
        return outcome

    def facts(self, outcome: Any) -> dict[str, str]:
        """What a certificate states of it."""
        return {}

    @property
    def exact_epsilon(self) -> Budget:
        """The share that the step costs as it is published."""
        return self.epsilon


class Draws(ABC):
    """All randomness of one release.

    What reads the graph is drawn from a :class:`Law`. What is computed from such outcomes alone may
    use :meth:`generator`.
    """

    is_exact = False

    @abstractmethod
    def draw(self, law: Law) -> Any:
        """An outcome of this law."""

    @abstractmethod
    def generator(self) -> np.random.Generator:
        """For what is computed from outcomes and public facts alone."""

    def spawn(self, count: int) -> list[Draws]:
        """As many as `count`, each with a stream of its own where there are streams."""
        return [self] * count

    def named(self, prefix: str) -> Draws:
        """The same, for a step that consists of steps: their facts begin with `prefix`."""
        return self

    def note(self, name: str, fact: object) -> None:
        """A public fact, or one that follows from outcomes, for a certificate."""

    def unlawful(self) -> np.random.Generator:
        """For what reads the graph and follows no law: nothing is proved of it."""
        raise NotImplementedError("this is drawn outside the vocabulary of laws.")


class SeededDraws(Draws):
    """In floating point from a numpy generator: repeatable, for releases that are looked at."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def draw(self, law: Law) -> Any:
        """An outcome of this law."""
        return law.drawn(self._rng)

    def generator(self) -> np.random.Generator:
        """The stream itself."""
        return self._rng

    def unlawful(self) -> np.random.Generator:
        """The stream itself."""
        return self._rng

    def spawn(self, count: int) -> list[Draws]:
        """Streams that do not depend on each other's length."""
        return [SeededDraws(rng) for rng in self._rng.spawn(count)]


class SecretDraws(Draws):
    """With integers from secret coins, for publication; keeps what a certificate states."""

    is_exact = True

    def __init__(self, coins: SecureRandom) -> None:
        self._coins, self._prefix = coins, ""
        self.facts: dict[str, str] = {}
        self.spent: list[Fraction] = []

    def draw(self, law: Law) -> Any:
        """An outcome of this law."""
        outcome = law.drawn_exactly(self._coins)
        for name, fact in law.facts(outcome).items():
            self.note(name, fact)
        self.spent.append(Fraction(law.exact_epsilon))
        return outcome

    def note(self, name: str, fact: object) -> None:
        """Kept."""
        self.facts[f"{self._prefix}{name}"] = str(fact)

    def generator(self) -> np.random.Generator:
        """A fresh stream."""
        return self._coins.generator()

    def named(self, prefix: str) -> Draws:
        """The same; facts carry the prefix."""
        same = SecretDraws(self._coins)
        same._prefix = f"{self._prefix}{prefix}, "
        same.facts, same.spent = self.facts, self.spent
        return same


def part_of(epsilon: Budget, share: float) -> Budget:
    """A share of a budget, in fractions where the budget is one.

    Examples
    --------
    >>> part_of(2.0, 0.25), part_of(Fraction(2), 0.1)
    (0.5, Fraction(1, 5))
    """
    return Fraction(repr(share)) * epsilon if isinstance(epsilon, Fraction) else share * epsilon
