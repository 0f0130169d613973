"""One release recorded draw by draw, and replayed on a neighbour with every outcome kept."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.outcomes import refused_in
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.draws import Budget, Draws, Law, Loss, SecretDraws, SeededDraws
from graphdp_core.privacy.laws import Coin, GridNoise, IntegerNoise
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.progress import SILENT

NO_LAWS = "it draws outside the vocabulary: nothing of it can be replayed"
RARE = 60.0  # e^-60 is the chance of noise that is forced
FARTHEST = 1e12  # steps
WITHOUT_A_DRAW = "what is released differs although every draw came out the same"


class _Parted(Exception):
    """The neighbour's release goes another way."""


class Step(NamedTuple):
    """One draw, beside the same draw with a neighbour."""

    of: str
    share: float
    allowed: float
    loss: Loss


@dataclass(frozen=True)
class Record:
    """A release with all its draws; or the words in which it was refused or failed."""

    mechanism: Any
    graph: Graph
    epsilon: Budget
    draws: tuple[tuple[Law, Any], ...]
    seeds: tuple[int, ...]
    notes: tuple[tuple[str, str], ...]
    released: Any
    refused: str
    seed: int


@dataclass(frozen=True)
class Replay:
    """What one neighbour shows.

    Parameters
    ----------
    finding : str
        What tells the two apart without any draw; "" if nothing does.
    """

    steps: tuple[Step, ...]
    finding: str

    @property
    def outcome(self) -> float:
        """ln of the chance of this release here over that with the neighbour, exactly."""
        return sum(step.loss.outcome for step in self.steps)

    @property
    def spent(self) -> float:
        """The sum of the largest losses of the steps, given what was drawn before each."""
        return math.inf if self.finding else sum(step.loss.spent for step in self.steps)


class _Tape(Draws):
    def __init__(self, inner: Draws, rng: np.random.Generator, *, forces: bool) -> None:
        self.is_exact, self._inner, self._rng = inner.is_exact, inner, rng
        self._forces = forces
        self.draws: list[tuple[Law, Any]] = []
        self.seeds: list[int] = []
        self.notes: list[tuple[str, str]] = []

    def draw(self, law: Law) -> Any:
        outcome = self._inner.draw(law)
        if self._forces:
            outcome = self._rare(law, outcome)
        self.draws.append((law, _copied(outcome)))
        return outcome

    def note(self, name: str, fact: object) -> None:
        self.notes.append((name, str(fact)))

    def _rare(self, law: Law, outcome: Any) -> Any:
        """What comes out once in e^60 draws is an outcome too: the rarer side, noise far away."""
        if isinstance(law, Coin) and 0.0 < law.chance < 1.0:
            return law.chance < 0.5
        if isinstance(law, IntegerNoise | GridNoise) and law.rate > RARE / FARTHEST:
            away = math.ceil(RARE / law.rate) * self._rng.choice([-1, 1], len(law.values))
            return outcome + away * getattr(law, "step", 1)
        return outcome

    def generator(self) -> np.random.Generator:
        self.seeds.append(int(self._rng.integers(2**63)))
        return np.random.default_rng(self.seeds[-1])


class _Settled(Exception):
    """All that reads the graph is drawn: the rest is computed from equal numbers."""


class _Frozen(Draws):
    def __init__(self, record: Record, is_whole: bool) -> None:
        self.is_exact, self._is_whole = isinstance(record.epsilon, Fraction), is_whole
        self._record, self._seeds = record, iter(record.seeds)
        self._notes = iter(record.notes)
        self.steps: list[Step] = []

    def draw(self, law: Law) -> Any:
        at, draws = len(self.steps), self._record.draws
        if at == len(draws):
            raise _Parted(f"with the neighbour alone there is a draw of {law.of}")
        kept, outcome = draws[at]
        if kept.of != law.of:
            raise _Parted(f"with the neighbour {law.of} is drawn where {kept.of} was")
        if type(kept) is not type(law) or kept.epsilon != law.epsilon:
            raise _Parted(f"with the neighbour {law.of} is drawn by {_law(law)}, not {_law(kept)}")
        allowed = float(getattr(kept, "sensitivity", math.nan))
        loss = kept.loss(law, outcome)
        self.steps.append(Step(kept.of, float(kept.epsilon), allowed, loss))
        outcome = law.carried(kept, _copied(outcome))
        if self.is_exact and kept.facts(draws[at][1]) != law.facts(outcome):
            raise _Parted(f"with the neighbour the certificate states something else of {kept.of}")
        return outcome

    def note(self, name: str, fact: object) -> None:
        if self.is_exact and next(self._notes, None) != (name, str(fact)):
            raise _Parted(f"with the neighbour the certificate states another {name}")

    def generator(self) -> np.random.Generator:
        seed = next(self._seeds, None)
        if seed is None:
            raise _Parted("with the neighbour alone more is drawn from a generator")
        if not self._is_whole and len(self.steps) == len(self._record.draws):
            raise _Settled
        return np.random.default_rng(seed)


def names_laws(mechanism: Any) -> bool:
    """Whether all it draws goes through laws."""
    kind = type(mechanism)
    return (
        getattr(kind, "_drawn", Mechanism._drawn) is not Mechanism._drawn
        and kind._draw is Mechanism._draw
        and kind.release is Mechanism.release
    )


def recorded(
    mechanism: Any, graph: Graph, *, epsilon: Budget, seed: int, forces: bool = False
) -> Record:
    """Draw one release, as published where epsilon is a fraction, and keep its draws."""
    rng = np.random.default_rng(seed)
    is_exact = isinstance(epsilon, Fraction)
    inner = SecretDraws(SecureRandom(rng.bytes)) if is_exact else SeededDraws(rng)
    tape = _Tape(inner, np.random.default_rng(seed + 1), forces=forces)
    released, refused = None, ""
    try:
        _check(mechanism, graph, epsilon)
        released = mechanism._drawn(graph, epsilon=epsilon, draws=tape, progress=SILENT)
    except NotImplementedError:
        refused = NO_LAWS
    except Exception as error:  # noqa: BLE001 (whatever it ends in is an outcome)
        refused = refused_in(error)
    return Record(
        mechanism, graph, epsilon, tuple(tape.draws), tuple(tape.seeds), tuple(tape.notes),
        released, refused, seed,
    )  # fmt: skip


def replayed(record: Record, neighbour: Graph, *, is_whole: bool = True) -> Replay:
    """The same release with a neighbour, every outcome kept, and what each draw loses.

    Parameters
    ----------
    is_whole : bool
        Whether what follows the last draw is computed too, and compared; it takes the most time.
    """
    frozen, finding = _Frozen(record, is_whole), ""
    try:
        _check(record.mechanism, neighbour, record.epsilon)
        released = record.mechanism._drawn(
            neighbour, epsilon=record.epsilon, draws=frozen, progress=SILENT
        )
    except _Settled:
        pass
    except _Parted as parted:
        finding = str(parted)
        if record.refused:
            finding = f"with the neighbour it does not end in: {record.refused}"
    except Exception as error:  # noqa: BLE001 (whatever it ends in is an outcome)
        words = refused_in(error)
        if words != record.refused:
            finding = f"with the neighbour alone it ends in: {words}"
    else:
        if record.refused:
            finding = f"with the neighbour it does not end in: {record.refused}"
        elif len(frozen.steps) < len(record.draws):
            missing = record.draws[len(frozen.steps)][0].of
            finding = f"with the neighbour there is no draw of {missing}"
        elif not same(record.released, released):
            finding = WITHOUT_A_DRAW
    return Replay(tuple(frozen.steps), finding)


def _check(mechanism: Any, graph: Graph, epsilon: Budget) -> None:
    """As it is checked where it is looked at, or where it is published."""
    if isinstance(epsilon, Fraction):
        mechanism.check_publication(graph, epsilon)
    else:
        mechanism.check(graph, epsilon)


def _law(law: Law) -> str:
    return f"{type(law).__name__} with a share of {float(law.epsilon):.6g}"


def _copied(outcome: Any) -> Any:
    return outcome.copy() if isinstance(outcome, np.ndarray) else outcome


def same(one: Any, other: Any) -> bool:
    """Whether two releases are equal, field by field."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if dataclasses.is_dataclass(one):
        return all(
            same(getattr(one, item.name), getattr(other, item.name))
            for item in dataclasses.fields(one)
        )
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other) or (one != one and other != other)  # noqa: PLR0124 (nan)
