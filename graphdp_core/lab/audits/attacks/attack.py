"""What every attack offers: what it measured, the bound beside it, and what is promised.

What an epsilon guarantee leaves to any attack.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.arrays import Floats
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count, pair_numbers
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.randomised_response import RandomisedResponse
from graphdp_core.params import validate
from graphdp_core.stored import table

Role = Literal["bound", "exact", "measured", "beyond", "chance", "one"]
"""How a line is meant: what a guarantee allows at most, what theory gives, what was counted,
what was counted where no guarantee limits it, what guessing gives, and one place of interest."""


class Line(NamedTuple):
    """One line or row of points of an attack's picture; x and y have the same shape."""

    role: Role
    name: str
    x: Floats
    y: Floats


WORDS = table(Path(__file__).with_name("attacks.toml"))
LEAST_CHANCE = 2.0**-53  # below it 1 less a chance is 1


@dataclass(frozen=True)
class Victim:
    """What is attacked: a graph, how it is released, and the noise."""

    graph: Graph
    mechanism: RandomisedResponse
    epsilon: float
    seed: int = 0

    @classmethod
    def of(cls, graph: Graph, mechanism: Mechanism, epsilon: float, seed: int = 0) -> Victim:
        """The victim under a mechanism that flips pairs; for any other one edgeFlip stands in."""
        flips = mechanism if isinstance(mechanism, RandomisedResponse) else EdgeFlip()
        return cls(graph, flips, epsilon, seed)

    @property
    def exact_epsilon(self) -> float:
        """The tight epsilon of a release."""
        return self.mechanism.guarantee(self.epsilon).effective_epsilon

    @property
    def rates(self) -> tuple[float, float]:
        """P(shown | edge) and P(shown | no edge), neither of them 0 or 1 as a double."""
        flip = max(self.mechanism.flip_probability(self.epsilon), LEAST_CHANCE)
        return 1.0 - flip, flip

    def stream(self, number: int = 0) -> np.random.Generator:
        """Randomness that belongs to the victim's seed; number 0 draws the pages' own release."""
        return noise_stream(self.seed, number)


@dataclass(frozen=True)
class Finding:
    """What an attack found.

    Parameters
    ----------
    mark : float or None
        Where on the x axis the present setting stands.
    """

    sentence: str
    detail: str
    lines: tuple[Line, ...]
    numbers: Mapping[str, float]
    mark: float | None = None

    def rows(self, x_title: str, y_title: str) -> list[dict[str, str | float]]:
        """Every point of every line, for a table."""
        return [
            {"Line": line.name, x_title: float(x), y_title: float(y)}
            for line in self.lines
            for x, y in zip(line.x, line.y, strict=True)
        ]


@dataclass(frozen=True)
class Attack(ABC):
    """A way to learn what a release should hide.

    A subclass is a frozen dataclass whose fields are its parameters. `reads_graph` says whether
    the victim's graph is attacked, or something made up. Its words stand in ``attacks.toml``:
    `result` says in a few words what comes of it, `promised` and `unpromised` what the guarantee
    covers and what it does not; the titles of the axes of its picture are there too. What `asks`
    how many of 100 is guessed before the attack answers.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    result: ClassVar[str]
    idea: ClassVar[str]
    promised: ClassVar[str]
    unpromised: ClassVar[str]
    source: ClassVar[str]
    asks: ClassVar[str] = ""
    x_title: ClassVar[str]
    y_title: ClassVar[str]
    log_x: ClassVar[bool] = False
    percent_x: ClassVar[bool] = False
    reads_graph: ClassVar[bool] = False

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        for name, words in WORDS[cls.id].items():
            setattr(cls, name, words)

    def __post_init__(self) -> None:
        validate(self)

    @abstractmethod
    def run(self, victim: Victim) -> Finding:
        """Attack, and measure how well it went.

        Notes
        -----
        *Privacy*: whether an attack succeeded is read off the true graph: it is not private.
        """


def joined(graph: Graph) -> NDArray[np.bool_]:
    """Whether each pair of nodes, by its number, is an edge."""
    is_edge = np.zeros(pair_count(graph.n), dtype=bool)
    is_edge[pair_numbers(graph.n, *graph.edges.T)] = True
    return is_edge


def largest_hit_rate(false_alarms: ArrayLike, epsilon: float) -> Floats:
    """The largest true positive rate at each false positive rate of a test of two neighbours.

    min(1, e^epsilon f, 1 - e^-epsilon (1 - f)).

    References
    ----------
    Kairouz, Oh and Viswanath, The composition theorem for differential privacy, ICML 2015,
    theorem 2.1 (after Wasserman and Zhou, 2010).
    """
    f = np.asarray(false_alarms, dtype=np.float64)
    rising = math.exp(epsilon) * f
    falling = 1.0 - math.exp(-epsilon) * (1.0 - f)
    rate: Floats = np.clip(np.minimum(rising, falling), 0.0, 1.0)
    return rate


def best_guess(epsilon: ArrayLike) -> Floats:
    """How often the better of two equally likely neighbours is guessed at most.

    e^epsilon/(1 + e^epsilon): randomised response attains it.
    """
    right: Floats = 1.0 / (1.0 + np.exp(-np.asarray(epsilon, dtype=np.float64)))
    return right


def beliefs(priors: ArrayLike, log_odds: ArrayLike) -> Floats:
    """Beliefs after evidence has multiplied the odds by e^log_odds; priors in (0, 1)."""
    from scipy.special import expit, logit

    after: Floats = expit(logit(np.asarray(priors, dtype=np.float64)) + np.asarray(log_odds))
    return after
