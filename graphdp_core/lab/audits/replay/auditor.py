"""The replay audit: many pairs of neighbours, the largest loss of every step, and what is wrong."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.replay.moves import climbed, weights_of
from graphdp_core.lab.audits.replay.pairs import Family, families
from graphdp_core.lab.audits.replay.tape import (
    NO_LAWS,
    Record,
    Replay,
    names_laws,
    recorded,
    replayed,
)
from graphdp_core.lab.audits.trial import quietly
from graphdp_core.privacy.draws import Law
from graphdp_core.privacy.guarantee import Guarantee

LAST_DIGITS = 1.0 + 1e-9
OF_A_ROOT = 1.0 + 1e-6  # epsilon at a delta is found as a root
FACTORS = (1.001, 1.01, 1.02, 1.05, 1.1, 1.2, 1.35, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Of epsilon, at which noise is planted that is too small."""

CANDIDATES = 16  # pairs on which a planted fault is looked for
MOST_SHOWN = 6  # pairs of nodes, of those on which two inputs differ
TRIES = 2  # releases of each, beside the one that was worst
PATIENCE = 1000  # more pairs that are refused alike than are to be replayed
CLIMBS = 0.1  # of all pairs
WHOLE = 8  # of so many pairs one is followed to the end


@dataclass(frozen=True)
class StepSeen:
    """The most that one step of a mechanism lost.

    Parameters
    ----------
    spent : float
        The most that it lost.
    moved, allowed : float
        By how much a value moved at most, and by how much it may.
    """

    of: str
    share: float
    spent: float
    moved: float
    allowed: float


@dataclass(frozen=True)
class Replayed:
    """What replaying a mechanism has shown.

    Parameters
    ----------
    overdrawn : float
        The least factor of epsilon at which noise was planted and seen, of :data:`FACTORS`; inf if
        none was.
    finding : str
        What breaks the claim; "" if nothing does.
    """

    claim: Guarantee
    pairs: int
    steps: tuple[StepSeen, ...]
    spent: float
    outcome: float
    worst: tuple[Graph, Graph] | None
    overdrawn: float = math.inf
    finding: str = ""
    outside: bool = False
    refused: str = ""
    sizes: tuple[int, int] = (0, 0)
    own_laws: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """The largest loss over what is claimed."""
        claimed = self.claim.effective_epsilon
        return self.spent / claimed if claimed > 0.0 else 0.0

    def worst_in_words(self) -> str:
        """The worst pair: nodes, edges, and what differs."""
        return "" if self.worst is None else in_words(*self.worst)

    def statement(self) -> str:
        """The finding in a sentence."""
        if self.outside:
            return "Not replayed: it draws outside the vocabulary of laws."
        if not self.pairs:
            return f"Not replayed: {self.refused}"
        if self.finding:
            return f"VIOLATION, replayed on {self.pairs:,} pairs of neighbours: {self.finding}."
        status = "Proved" if self.claim.status.is_proved else "Not proved"
        said = f"{status}; replayed on {self.pairs:,} pairs of neighbours"
        if self.sizes[1]:
            said += f" of {self.sizes[0]:,} to {self.sizes[1]:,} nodes"
        said += f"; largest loss {_rounded_down(self.share)} of the claim"
        if self.overdrawn == math.inf:
            return f"{said}. Too little noise would not have been seen."
        more = f"{100.0 * (self.overdrawn - 1.0):.3g} %"
        said += f". Noise for an ε that is {more} larger would have been seen: it was planted."
        if self.own_laws:
            said += (
                f" That is what steps declare: how {', '.join(self.own_laws)} draws, only releases "
                "can show."
            )
        return said


class _Seen:
    """What was seen so far."""

    def __init__(self, claim: Guarantee) -> None:
        self.claim = claim
        self.slack = OF_A_ROOT if claim.delta else LAST_DIGITS
        self.steps: dict[str, StepSeen] = {}
        self.pairs, self.spent, self.outcome = 0, -1.0, 0.0
        self.refused, self.words = 0, ""
        self.worst: tuple[Graph, Graph] | None = None
        self.most = claim.effective_epsilon * self.slack + 1e-12
        self.candidates: list[tuple[float, int, Record, Graph]] = []
        self.finding = ""
        self.sizes: set[int] = set()
        self.own: set[str] = set()

    def add(self, record: Record, neighbour: Graph) -> Replay:
        replay = replayed(record, neighbour, is_whole=self.pairs % WHOLE == 0)
        if record.refused and not replay.finding:
            self.refused += 1
            self.words = self.words or record.refused
            return replay
        self.pairs += 1
        self.sizes |= {record.graph.n, neighbour.n}
        self.own |= {type(law).__name__ for law, _ in record.draws if _is_foreign(law)}
        for step in replay.steps:
            before = self.steps.get(step.of, StepSeen(step.of, step.share, 0.0, 0.0, step.allowed))
            self.steps[step.of] = StepSeen(
                step.of, max(before.share, step.share), max(before.spent, step.loss.spent),
                *max((before.moved, before.allowed), (step.loss.moved, step.allowed), key=_ratio),
            )  # fmt: skip
        self.outcome = max(self.outcome, abs(replay.outcome))
        if replay.spent > self.spent:
            self.spent, self.worst = replay.spent, (record.graph, neighbour)
        if len(self.candidates) < CANDIDATES or replay.spent > self.candidates[0][0]:
            heappush(self.candidates, (replay.spent, self.pairs, record, neighbour))
            if len(self.candidates) > CANDIDATES:
                heappop(self.candidates)
        finding = replay.finding or self._too_much(replay)
        if finding and not self.finding:
            self.finding, self.worst = finding, (record.graph, neighbour)
        return replay

    def starts(self) -> list[tuple[Graph, Graph]]:
        """The pairs that lost most, the worst first."""
        worst = sorted(self.candidates, key=lambda one: one[:2], reverse=True)
        return [(record.graph, neighbour) for _, _, record, neighbour in worst]

    def _too_much(self, replay: Replay) -> str:
        for step in replay.steps:
            if step.loss.spent > step.share * self.slack + 1e-12:
                moved = ""
                if step.loss.moved > step.allowed * self.slack:
                    moved = f": its value moved by {step.loss.moved:.4g}, not {step.allowed:.4g}"
                lost, share = step.loss.spent, step.share
                return f"{step.of} lost {lost:.6g}, its share is {share:.6g}{moved}"
        claimed = self.claim.effective_epsilon
        shares = sum(step.share for step in replay.steps)
        if shares > self.claim.epsilon * self.slack + 1e-12:
            return f"the shares of its steps add up to {shares:.4g}, not {self.claim.epsilon:.4g}"
        if replay.spent > self.most:
            return f"its steps lose {replay.spent:.6g} together, the claim is {claimed:.6g}"
        return ""


def replay_audit(
    mechanism: Any,
    *,
    epsilon: float = 1.0,
    pairs: int = 10_000,
    seed: int = 0,
    inputs: Iterable[Family] | None = None,
) -> Replayed:
    """Record releases, replay each on neighbours with every outcome kept, add up what draws lose.

    All small graphs come first, with all their neighbours; then random larger ones; a tenth of the
    pairs is a climb that changes a graph wherever a step then loses more. Of a mechanism that can
    be published, every second release is drawn as for publication.
    """
    claim = mechanism.guarantee(epsilon)
    if not names_laws(mechanism):
        return Replayed(claim, 0, (), 0.0, 0.0, None, outside=True)
    rng = np.random.default_rng(seed)
    seen, aim = _Seen(claim), pairs if inputs is not None else round(pairs * (1.0 - CLIMBS))
    with quietly():
        for number, (graph, neighbours) in enumerate(
            families(mechanism, claim, rng) if inputs is None else inputs
        ):
            record = recorded(
                mechanism, graph, epsilon=_budget(mechanism, graph, epsilon, number), seed=number,
                forces=not claim.delta and number % 4 > 1,
            )  # fmt: skip
            if record.refused == NO_LAWS:
                return Replayed(claim, 0, (), 0.0, 0.0, None, outside=True)
            for neighbour in neighbours:
                seen.add(record, neighbour)
            if seen.pairs >= aim or seen.finding or seen.refused > aim + PATIENCE:
                break
        if inputs is None and not seen.finding and seen.pairs:
            climbed(
                mechanism, claim, epsilon=epsilon, starts=seen.starts(), add=seen.add,
                pairs=pairs - seen.pairs, rng=rng,
            )  # fmt: skip
        overdrawn = math.inf if seen.finding else _least_seen(mechanism, epsilon, seen)
    return Replayed(
        claim, seen.pairs, tuple(seen.steps.values()), max(seen.spent, 0.0), seen.outcome,
        seen.worst, overdrawn, seen.finding, refused=seen.words,
        sizes=(min(seen.sizes, default=0), max(seen.sizes, default=0)),
        own_laws=tuple(sorted(seen.own)),
    )  # fmt: skip


def in_words(here: Graph, there: Graph) -> str:
    """How large the two are, and on which pairs of nodes they differ."""
    one, two = map(weights_of, (here, there))
    weighted = here.weights is not None
    moved = sorted(pair for pair in {*one, *two} if one.get(pair) != two.get(pair))
    shown = ", ".join(
        f"{u}-{v}" + (f" ({_weight(one, (u, v))} to {_weight(two, (u, v))})" if weighted else "")
        for u, v in moved[:MOST_SHOWN]
    )
    more = f" and {len(moved) - MOST_SHOWN} more" if len(moved) > MOST_SHOWN else ""
    size = f"{here.n} nodes, {here.m} edges"
    if here.n != there.n:
        size += f"; {there.n} nodes, {there.m} edges"
    return f"{size}; they differ in {shown}{more}" if moved else size


def _weight(weights: dict[tuple[int, int], float], pair: tuple[int, int]) -> str:
    return f"{weights[pair]:.4g}" if pair in weights else "no edge"


def _least_seen(mechanism: Any, epsilon: float, seen: _Seen) -> float:
    """The least factor of epsilon at which one of the worst pairs gives too little noise away."""
    for factor in FACTORS:
        for _, _, record, there in seen.candidates:
            for seed in (record.seed, *range(TRIES)):
                again = recorded(mechanism, record.graph, epsilon=epsilon * factor, seed=seed)
                if replayed(again, there, is_whole=False).spent > seen.most:
                    return factor
    return math.inf


def _is_foreign(law: Law) -> bool:
    return not type(law).__module__.startswith(f"{__package__.partition('.')[0]}.")


def _ratio(sides: tuple[float, float]) -> float:
    moved, allowed = sides
    return moved / allowed if allowed > 0.0 else moved


def _budget(mechanism: Any, graph: Graph, epsilon: float, number: int) -> float | Fraction:
    """As published every second time, if it can be."""
    if number % 2 or not mechanism.exact_sampler:
        return epsilon
    exact = Fraction(repr(epsilon))
    try:
        mechanism.check_publication(graph, exact)
    except Exception:  # noqa: BLE001 (a refusal of the publication alone)
        return epsilon
    return exact


def _rounded_down(share: float) -> str:
    return f"{math.floor(share * 1e4) / 1e4:.4f}".lstrip("0") if share < 1.0 else "1.0000"
