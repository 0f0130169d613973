"""The audit: tries whether a mechanism keeps its guarantee, by many releases of neighbours."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.trust.certify import certified_epsilon, exact_delta, exact_loss
from graphdp_core.trust.distributions import enumerated_distribution
from graphdp_core.trust.events import best_events
from graphdp_core.trust.neighbours import Pair, neighbouring_pairs
from graphdp_core.trust.outcomes import Table, draw, tabulate

__all__ = ["Audit", "audit"]

CONSISTENT, VIOLATION = "consistent", "violation"
CERTIFICATES = 3
"""Events that are certified on fresh runs; the chance of being wrong is shared among them."""

SHORTEST_LOOK = 20  # runs
SEMIFINALISTS = 8  # where there are runs enough for two short looks
FINALISTS = 3
"""Pairs that are looked at closely, after a short look at all."""

LEAST_RUNS = 40

IMPOSSIBLE_EPSILONS = (-1.0, math.nan)


@dataclass(frozen=True)
class Audit:
    """What an audit found; a lower bound only, never a proof of privacy.

    Parameters
    ----------
    mechanism : str
        The mechanism with its parameters.
    claim : Guarantee
        What it guarantees at the audited epsilon.
    certified_epsilon : float
        The loss that it has at least, at the stated confidence; inf where it is certain.
    confidence : float
    verdict : {"consistent", "violation"}
    reason : str
        Why it is a violation, or "".
    pair : Pair or None
        The neighbours that show the most.
    event : str
        What was looked at in their releases.
    counts : tuple of int
        How often it was seen with the first and with the second of the pair.
    runs : int
        Fresh releases of each of the two.
    pairs_tried : int
    exact_epsilon : float or None
        The loss of the stated distribution over all small pairs, where it can be enumerated.
    """

    mechanism: str
    claim: Guarantee
    certified_epsilon: float
    confidence: float
    verdict: str
    reason: str
    pair: Pair | None
    event: str
    counts: tuple[int, int]
    runs: int
    pairs_tried: int
    exact_epsilon: float | None = None

    @property
    def claimed_epsilon(self) -> float:
        """The epsilon that is claimed: the exact one where it is smaller than the nominal."""
        return self.claim.effective_epsilon

    def statement(self) -> str:
        """The finding in one or two plain sentences."""
        claim = f"claimed ε = {self.claimed_epsilon:.4g}"
        claim += f", δ = {self.claim.delta:.0e}" if self.claim.delta else ""
        claim += "" if self.claim.status.is_proved else " (not proved)"
        if self.verdict == CONSISTENT and self.pair is None:
            return f"Nothing is guaranteed and nothing was tried: {self.claim.empty}"
        if self.pair is None:
            return f"{self.verdict.upper()}: {self.reason} ({claim})."
        seen = (
            f"ε ≥ {self.certified_epsilon:.4g} at confidence {self.confidence:g} ({claim}). "
            f"Neighbours: {self.pair.name}. Event: {self.event}; seen {self.counts[0]:,} and "
            f"{self.counts[1]:,} times in {self.runs:,} releases each."
        )
        if self.exact_epsilon is not None:
            exact = f"{self.exact_epsilon:.4g} on at most 4 nodes, exactly"
            seen += f" The stated distribution has ε = {exact}."
        if self.verdict == VIOLATION:
            return f"VIOLATION: {self.reason}. {seen}"
        return f"Consistent so far: {seen}"


def audit(
    mechanism: Any,
    *,
    epsilon: float = 1.0,
    runs: int = 4000,
    confidence: float = 0.999,
    rng: np.random.Generator | None = None,
    pairs: Sequence[Pair] | None = None,
) -> Audit:
    """Try to catch a mechanism breaking its guarantee.

    1. Neighbouring inputs are made under the relation and radius of the claim. None at all, or
       two that are refused differently, are a violation.
       Where the distribution of a release of at most four nodes can be enumerated, its exact
       loss must be within the claim.
    2. A short look at the releases of all pairs, then a longer one at the most telling, chooses
       events: in both worlds, half of `runs` releases each.
    3. As many fresh releases certify them. With k1 and k0 counts of N, the loss is at least
       ln((low(k1) - delta)/high(k0)), low and high the bounds of Clopper and Pearson. The chance
       of being wrong, 1 - confidence, is shared among all certificates.

    Parameters
    ----------
    mechanism : Mechanism
        Needs `release`, `guarantee` and `check`, nothing that was written for the audit.
    epsilon : float
        The nominal epsilon to try it at. Between 1 and 2 fewest runs are needed.
    runs : int
        Releases of each input of a pair that is looked at closely, at least 40: half to choose,
        half to certify; the short look at all pairs draws some more. At epsilon = 1 and where
        one event tells nearly all, noise that is 16 times too small needs about 100, 1.5 times
        2,000; elsewhere more.
    confidence : float
        Of the whole audit, in (0, 1).
    rng : numpy.random.Generator, optional
        A fresh one if absent.
    pairs : sequence of Pair, optional
        Neighbours to try in place of those that are known and searched for.

    Returns
    -------
    Audit

    Raises
    ------
    Refused
        If a number is out of range, or the mechanism refuses every pair at this epsilon.

    Notes
    -----
    *Privacy*: no private data is read: all inputs are made up. An audit can convict a mechanism,
    never acquit it.

    References
    ----------
    Ding, Wang, Wang, Zhang & Kifer, Detecting violations of differential privacy, CCS 2018.
    Clopper & Pearson, Biometrika, 1934.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> found = gdp.audit(
    ...     gdp.mechanism("edge_flip"), epsilon=1.0, runs=400, rng=np.random.default_rng(0))
    >>> found.verdict, 0.0 < found.certified_epsilon <= 1.0
    ('consistent', True)
    """
    if runs < LEAST_RUNS:
        raise Refused(f"runs must be at least {LEAST_RUNS}, got {runs}.")
    if not 0.0 < confidence < 1.0:
        raise Refused(f"confidence must lie between 0 and 1, got {confidence}.")
    claim = mechanism.guarantee(epsilon)
    pairs = neighbouring_pairs(mechanism, claim) if pairs is None else pairs
    trial = Trial(mechanism, claim, epsilon, np.random.default_rng() if rng is None else rng)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # of a mechanism that is tried at impossible settings
        found = trial.certain(pairs)
        exact = None if found else trial.enumerated(pairs)
        if exact is not None and exact.reason:
            found = exact
        found = found or trial.sampled(pairs, runs // 2, 1.0 - confidence)
    is_broken = found.certified > claim.effective_epsilon and not (claim.empty and not pairs)
    return Audit(
        mechanism=repr(mechanism),
        claim=claim,
        certified_epsilon=found.certified,
        confidence=confidence,
        verdict=VIOLATION if is_broken else CONSISTENT,
        reason=found.reason if is_broken else "",
        pair=found.pair,
        event=found.event,
        counts=found.counts,
        runs=found.runs,
        pairs_tried=len(pairs),
        exact_epsilon=None if exact is None else exact.certified,
    )


class Finding(NamedTuple):
    """What one way of looking has found."""

    certified: float
    reason: str
    pair: Pair | None = None
    event: str = ""
    counts: tuple[int, int] = (0, 0)
    runs: int = 0


@dataclass(frozen=True)
class Trial:
    """One mechanism at one epsilon, with the stream that its releases are drawn from."""

    mechanism: Any
    claim: Guarantee
    epsilon: float
    rng: np.random.Generator

    def certain(self, pairs: Sequence[Pair]) -> Finding | None:
        """What needs no statistics: no neighbours, unequal refusals, releases without a check."""
        if not pairs:
            return Finding(
                math.inf, "no two inputs are neighbours under this claim: nothing is protected"
            )
        for pair in pairs:
            left, right = self._refusal(pair.left), self._refusal(pair.right)
            if left != right:
                return Finding(
                    math.inf,
                    "one of two neighbours is refused, or in other words than the other",
                    pair, f"refused: {left or right}", (int(bool(left)), int(bool(right))), 1,
                )  # fmt: skip
        for pair in pairs:
            refused = bool(self._refusal(pair.left))
            for epsilon in (self.epsilon,) if refused else IMPOSSIBLE_EPSILONS:
                if self._is_released(pair.left, epsilon):
                    what = "what its check refuses" if refused else f"epsilon = {epsilon}"
                    return Finding(
                        math.inf, f"it does not refuse {what}", pair, "released", (1, 1), 1
                    )
        return None

    def enumerated(self, pairs: Sequence[Pair]) -> Finding | None:
        """The largest loss of exact distributions of small pairs; with a reason if too large."""
        worst, (rng,) = None, self.rng.spawn(1)
        for pair in pairs:
            if self._refusal(pair.left):
                continue
            one, other = (
                enumerated_distribution(self.mechanism, g, self.epsilon, rng)
                for g in (pair.left, pair.right)
            )
            if one is None or other is None:
                if worst is None:
                    return None
                continue
            loss, outcome = exact_loss(one, other)
            claimed = self.claim.effective_epsilon
            delta = exact_delta(one, other, epsilon=claimed)
            # A last bit of an exponential is no violation.
            is_broken = loss > claimed * (1.0 + 1e-9) and delta > self.claim.delta + 1e-12
            reason = ""
            if is_broken:
                reason = f"its stated distribution has δ = {delta:.3g} at the claimed ε"
            if worst is None or loss > worst.certified:
                worst = Finding(loss, reason, pair, f"exactly {outcome}")
        return worst

    def sampled(self, pairs: Sequence[Pair], runs: int, alpha: float) -> Finding:
        """Events chosen on some releases and certified on fresh ones, with error alpha in all."""
        taken = [pair for pair in pairs if not self._refusal(pair.left)]
        if not taken:
            raise Refused(
                f"epsilon must be one at which {self.mechanism!r} releases something from small "
                f"inputs, got {self.epsilon:g}: {self._refusal(pairs[0].left)}"
            )
        each = alpha / CERTIFICATES
        chosen = [
            (pair, candidate)
            for pair in self._finalists(taken, max(SHORTEST_LOOK, runs // 16))
            for candidate in best_events(
                *self._tables(pair, runs), delta=self.claim.delta, alpha=each
            )
        ]
        chosen.sort(key=lambda item: -item[1].score)
        found = Finding(0.0, "", taken[0], "no two releases differed", (runs, runs), runs)
        for pair, group in groupby(
            sorted(chosen[:CERTIFICATES], key=lambda item: item[0].name), key=lambda item: item[0]
        ):
            left, right = self._tables(pair, runs)
            for _, candidate in group:
                counts = candidate.event.count(left), candidate.event.count(right)
                hits, others = counts if candidate.is_left else counts[::-1]
                certified = float(
                    certified_epsilon(hits, others, runs, delta=self.claim.delta, alpha=each)
                )
                if certified >= found.certified:
                    reason = "its releases differ by more than it claims"
                    event = candidate.event.name
                    found = Finding(certified, reason, pair, event, counts, runs)
        return found

    def _finalists(self, pairs: Sequence[Pair], runs: int) -> Sequence[Pair]:
        """The pairs that a short look at all, then a longer one at some, finds most telling."""
        if runs > SHORTEST_LOOK:
            pairs = self._telling(pairs, runs, SEMIFINALISTS)
            runs *= 4
        return self._telling(pairs, runs, FINALISTS)

    def _telling(self, pairs: Sequence[Pair], runs: int, count: int) -> Sequence[Pair]:
        """So many pairs whose best event of so many runs would certify most."""
        if len(pairs) <= count:
            return pairs
        # One set of releases serves every pair with this input: it only chooses.
        outcomes: dict[Graph, list[Any]] = {}
        scores = []
        for pair in pairs:
            for graph in (pair.left, pair.right):
                if graph not in outcomes:
                    outcomes[graph] = self._draws(graph, runs)
            tables = (tabulate(outcomes[graph], pair) for graph in (pair.left, pair.right))
            found = best_events(*tables, delta=self.claim.delta, alpha=0.1, count=1)
            scores.append(found[0].score if found else -math.inf)
        return [pairs[i] for i in np.argsort(-np.array(scores), kind="stable")[:count]]

    def _tables(self, pair: Pair, runs: int) -> tuple[Table, Table]:
        """What so many releases of either input show."""
        return (
            tabulate(self._draws(pair.left, runs), pair),
            tabulate(self._draws(pair.right, runs), pair),
        )

    def _draws(self, graph: Graph, runs: int) -> list[Any]:
        return draw(self.mechanism, graph, epsilon=self.epsilon, runs=runs, rng=self.rng)

    def _refusal(self, graph: Graph) -> str:
        """The text with which the mechanism's check refuses this input; "" if it does not."""
        try:
            self.mechanism.check(graph, self.epsilon)
        except Refused as error:
            return str(error) or "refused"
        return ""

    def _is_released(self, graph: Graph, epsilon: float) -> bool:
        """Whether drawing is tried: it succeeds, or fails other than by a refusal."""
        try:
            self.mechanism.release(graph, epsilon=epsilon, rng=self.rng)
        except Refused:
            return False
        except (ValueError, ArithmeticError):
            return True
        return True
