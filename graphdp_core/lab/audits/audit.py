"""The audit: tries whether a mechanism keeps its guarantee, by many releases of neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.digits import epsilon_label
from graphdp_core.lab.audits.fault_injection import Louder
from graphdp_core.lab.audits.neighbours import Pair, neighbouring_pairs
from graphdp_core.lab.audits.trial import Trial, quietly
from graphdp_core.params import Refused, refuse_strangers
from graphdp_core.privacy.guarantee import Guarantee
from graphdp_core.trust.evidence import POWER

CONSISTENT, VIOLATION = "consistent", "violation"
LEAST_RUNS = 40
FACTORS = (1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
"""Of epsilon, at which noise is planted that is too small."""


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

    @property
    def claimed_epsilon(self) -> float:
        """The epsilon that is claimed: the exact one where it is smaller than the nominal."""
        return self.claim.effective_epsilon

    def statement(self) -> str:
        """The finding in one or two plain sentences."""
        claim = f"claimed {epsilon_label(self.claimed_epsilon)}"
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
        if self.verdict == VIOLATION:
            return f"VIOLATION: {self.reason}. {seen}"
        if self.certified_epsilon < POWER * self.claimed_epsilon:
            return f"Without power: a large fault could be unseen. {seen}"
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
    >>> result = gdp.audit(
    ...     gdp.mechanism("edge_flip"), epsilon=1.0, runs=400, rng=np.random.default_rng(0))
    >>> result.verdict, 0.0 < result.certified_epsilon <= 1.0
    ('consistent', True)
    """
    refuse_strangers(mechanism=mechanism)
    if runs < LEAST_RUNS:
        raise Refused(f"runs must be at least {LEAST_RUNS}, got {runs}.")
    if not 0.0 < confidence < 1.0:
        raise Refused(f"confidence must lie between 0 and 1, got {confidence}.")
    claim = mechanism.guarantee(epsilon)
    pairs = neighbouring_pairs(mechanism, claim) if pairs is None else pairs
    trial = Trial(mechanism, claim, epsilon, np.random.default_rng() if rng is None else rng)
    with quietly():
        finding = trial.certain(pairs)
        finding = finding or trial.sampled(pairs, runs // 2, 1.0 - confidence)
    is_broken = finding.certified > claim.effective_epsilon and not (claim.empty and not pairs)
    return Audit(
        mechanism=repr(mechanism),
        claim=claim,
        certified_epsilon=finding.certified,
        confidence=confidence,
        verdict=VIOLATION if is_broken else CONSISTENT,
        reason=finding.reason if is_broken else "",
        pair=finding.pair,
        event=finding.event,
        counts=finding.counts,
        runs=finding.runs,
        pairs_tried=len(pairs),
    )


def least_seen(
    mechanism: Any,
    *,
    epsilon: float = 1.0,
    runs: int = 4000,
    rng: np.random.Generator | None = None,
    wrapped: Any = Louder,
) -> float | None:
    """The least factor of epsilon whose noise, planted under the old claim, the audit catches.

    So large may a fault of the noise be that so many releases do not show. Tried are
    :data:`FACTORS`; None if none of them is caught.
    """
    for factor in FACTORS:
        planted = wrapped(mechanism, louder=factor)
        if audit(planted, epsilon=epsilon, runs=runs, rng=rng).verdict == VIOLATION:
            return factor
    return None
