"""The whole audit that a page shows, step by step: what a worker does for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphdp_core.lab.audits.climb import Climb, Known, climbing
from graphdp_core.lab.audits.false_claims import FALSE_CLAIMS, FalseClaim
from graphdp_core.lab.audits.planted import planted
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.params import Refused

__all__ = ["WatchedAudit", "audit_steps"]


@dataclass(frozen=True)
class WatchedAudit:
    """What is audited, and how closely.

    Parameters
    ----------
    mechanism : Mechanism
    error : str
        That is planted in it, of `PLANTED`; or the id of a false claim, which is audited instead.
    epsilon : float
    number : int
        Of the audit: another one draws other releases.
    most : int
        Fresh releases of either neighbour.
    confidence : float
    """

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
        return planted(self.mechanism, self.error) if claim is None else claim.made


def audit_steps(asked: WatchedAudit) -> Iterator[Climb | str]:
    """The climb after every doubling; a refusal in words.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> asked = WatchedAudit(gdp.mechanism("edge_flip"), most=128)
    >>> [len(step.looks) for step in audit_steps(asked)]
    [0, 1, 2]
    """
    claim, rng = asked.claim, np.random.default_rng(asked.number)
    try:
        yield from climbing(
            asked.tried, epsilon=asked.epsilon, most=asked.most, confidence=asked.confidence,
            rng=rng.spawn(1)[0],
            known=None if claim is None else Known(claim.pair, claim.event, claim.holds),
        )  # fmt: skip
    except Refused as refusal:
        yield str(refusal)
