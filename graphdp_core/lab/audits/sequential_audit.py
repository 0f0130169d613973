"""The audit to watch: one event, chosen first, and a bound that climbs with fresh releases.

The whole audit that a page shows, step by step: what a worker does for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from graphdp_core.arrays import Ints
from graphdp_core.graphs.graph import Graph
from graphdp_core.lab.audits.events import Bins, Histogram, yes_or_no
from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS, FalseClaim
from graphdp_core.lab.audits.fault_injection import with_fault
from graphdp_core.lab.audits.neighbours import Pair, neighbouring_pairs
from graphdp_core.lab.audits.outcomes import tabulate
from graphdp_core.lab.audits.trial import Trial, certified_epsilon, quietly
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Guarantee, Status

FIRST_LOOK = 64  # fresh releases of either neighbour
CHOOSING = 1000  # releases of either that choose the event
SPREADING = 200  # that tell how wide the bins of a picture are
AT_ONCE = 256  # fresh releases between two pictures


@dataclass(frozen=True)
class Look:
    """The counts after so many fresh releases of either neighbour, and what they certify."""

    runs: int
    counts: tuple[int, int]
    certified: float


@dataclass(frozen=True)
class Climb:
    """An audit as far as it is.

    Parameters
    ----------
    pair : Pair or None
        The neighbours that are tried; None where nothing is tried.
    histogram : Histogram or None
        How the fresh releases fall into bins: more of them, at times, than the last look had.
    reason : str
        Why it is a violation without any statistics, or "".
    """

    claim: Guarantee
    confidence: float
    pair: Pair | None = None
    event: str = ""
    looks: tuple[Look, ...] = ()
    histogram: Histogram | None = None
    reason: str = ""

    @property
    def certified_epsilon(self) -> float:
        """The most that any look has certified: all hold at once, at the stated confidence."""
        return math.inf if self.reason else max((look.certified for look in self.looks), default=0)

    @property
    def is_violation(self) -> bool:
        """Whether more is certified than claimed."""
        return self.certified_epsilon > self.claim.effective_epsilon

    def verdict(self) -> str:
        """The finding so far in one sentence."""
        if self.reason:
            return f"Refuted: {self.reason}."
        if not self.looks:
            return "Choosing what to look at."
        if self.claim.status is Status.AS_PRACTISED:
            return f"Nothing is claimed, and ε is at least {self.certified_epsilon:.3g}."
        fate = "Refuted" if self.is_violation else "Not refuted"
        claimed = f"{self.claim.effective_epsilon:.3g} is claimed"
        return f"{fate}: ε is at least {self.certified_epsilon:.3g}, and {claimed}."


def climbing(
    mechanism: Any,
    *,
    epsilon: float = 1.0,
    most: int = 16_384,
    confidence: float = 0.99,
    rng: np.random.Generator | None = None,
    known: FalseClaim | None = None,
) -> Iterator[Climb]:
    """Try to refute a claim, and tell how far it is as releases come in.

    What needs no statistics comes first. Then one event is chosen by releases that certify
    nothing. Whoever watches a bound climb and may stop looks again and again: look j, at
    64 2^(j-1) fresh releases, is given the share 6/(pi j)^2 of the error. Between two looks only
    the histogram grows.

    Parameters
    ----------
    confidence : float
        Of all looks together, in (0, 1).

    Notes
    -----
    *Privacy*: no private data is read: all inputs are made up.
    """
    claim = mechanism.guarantee(epsilon)
    pairs = neighbouring_pairs(mechanism, claim) if known is None else [known.pair]
    trial = Trial(mechanism, claim, epsilon, np.random.default_rng() if rng is None else rng)
    climb = Climb(claim, confidence)
    with quietly():
        certain = trial.certain(pairs)
    if certain is not None:
        yield replace(climb, reason=certain.reason, pair=certain.pair, event=certain.event)
        return
    yield climb
    looked_for = _looking(trial, pairs, known, 1.0 - confidence)
    pair, count = looked_for.pair, looked_for.counted
    histogram = Histogram.empty(looked_for.bins)
    climb = replace(climb, pair=pair, event=looked_for.event)
    number, look = 1, FIRST_LOOK
    while histogram.runs < most:
        more = min(AT_ONCE, look - histogram.runs)
        with quietly():
            histogram = histogram.and_more(count(pair.left, more), count(pair.right, more))
        climb = replace(climb, histogram=histogram)
        if histogram.runs == look:
            alpha = (1.0 - confidence) * 6.0 / (math.pi * number) ** 2
            counts = histogram.hits
            hits, others = counts if looked_for.is_left else counts[::-1]
            certified = float(certified_epsilon(hits, others, look, delta=claim.delta, alpha=alpha))
            climb = replace(climb, looks=(*climb.looks, Look(look, counts, certified)))
            number, look = number + 1, look * 2
        yield climb


class _LookedFor(NamedTuple):
    """The neighbours, the event, whether the first shows it more often, and how to count it."""

    pair: Pair
    event: str
    is_left: bool
    bins: Bins
    counted: Callable[[Graph, int], Ints]


def _looking(
    trial: Trial, pairs: Sequence[Pair], known: FalseClaim | None, alpha: float
) -> _LookedFor:
    if known is not None:
        holds, pair = known.holds, known.pair

        def count(graph: Graph, runs: int) -> Ints:
            shown = sum(holds(release, pair) for release in trial.draws(graph, runs))
            return np.array([runs - shown, shown])

        first, second = (count(graph, CHOOSING)[1] for graph in (pair.left, pair.right))
        return _LookedFor(pair, known.event, first > second, yes_or_no(), count)
    with quietly():
        chosen = trial.choice(pairs, CHOOSING, alpha)
        if chosen is None:
            raise Refused("no two releases of neighbours differed: there is nothing to look at.")
        pair, (event, is_left, _) = chosen
        bins, counted = event.binned(trial.tables(pair, SPREADING))

    def count_fresh(graph: Graph, runs: int) -> Ints:
        return counted(tabulate(trial.draws(graph, runs), pair))

    return _LookedFor(pair, event.name, is_left, bins, count_fresh)


@dataclass(frozen=True)
class WatchedAudit:
    """What is audited, and how closely."""

    mechanism: Mechanism
    error: str = "none"
    epsilon: float = 1.0
    number: int = 0
    most: int = 8192
    confidence: float = 0.99

    @property
    def claim(self) -> FalseClaim | None:
        """The false claim that is audited, if one is."""
        return next((claim for claim in FALSE_CLAIMS if claim.id == self.error), None)

    @property
    def tried(self) -> Any:
        """The mechanism that is audited, with its error."""
        claim = self.claim
        return with_fault(self.mechanism, self.error) if claim is None else claim.made


def audit_steps(asked: WatchedAudit) -> Iterator[Climb | str]:
    """The climb after every doubling; a refusal in words."""
    claim, rng = asked.claim, np.random.default_rng(asked.number)
    try:
        yield from climbing(
            asked.tried, epsilon=asked.epsilon, most=asked.most, confidence=asked.confidence,
            rng=rng.spawn(1)[0], known=claim,
        )  # fmt: skip
    except Refused as refusal:
        yield str(refusal)
