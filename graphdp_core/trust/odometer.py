"""What the draws that somebody has looked at would have cost, had they been released."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from graphdp_core.privacy.composition import Total, least_epsilon
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, at_most

__all__ = ["Odometer", "Reading"]

MOST = 20_000  # looks that are told apart
SPARE_DELTA = 1e-6  # what the rules beside the sum may use

Currency = tuple[NeighbouringRelation, str]


@dataclass(frozen=True)
class Reading:
    """What was looked at under one relation and radius.

    Parameters
    ----------
    relation : NeighbouringRelation
    radius : str
    releases : int
        Different ones that protect something.
    unprotected : int
        Different ones that protect nothing.
    epsilon, delta : float
        The sums.
    best : Total
        The least of all rules of composition.
    shared : int
        Releases whose noise another release has as well, at another epsilon.
    """

    relation: NeighbouringRelation
    radius: str
    releases: int
    unprotected: int
    epsilon: float
    delta: float
    best: Total
    shared: int

    def statement(self) -> str:
        """The cost in two or three plain sentences, rounded up."""
        text = f"{self.releases:,} release{'' if self.releases == 1 else 's'}"
        if self.releases:
            text += f", each with noise of its own: ε = {at_most(self.epsilon)} in total"
            text += f", δ = {at_most(self.delta)}" if self.delta else ""
            if self.best.rule != "sum":
                text += (
                    f" (or ε = {at_most(self.best.epsilon)} with δ = {at_most(self.best.delta)})"
                )
        text += "."
        if self.shared:
            text += (
                f" As shown, {self.shared:,} of them share their noise with another ε: together "
                "these protect nothing."
            )
        if self.unprotected:
            text += f" {self.unprotected:,} more protect nothing by themselves."
        return text


@dataclass
class Odometer:
    """Counts each release once: the same graph, mechanism, settings, epsilon and noise draw.

    To look at it again is free, and so is every other analysis of it. Each stop of the slider at
    which a release was shown counts as one, and each noise draw.

    Examples
    --------
    >>> import graphdp_core as gdp
    >>> flip, odometer = gdp.mechanism("edge_flip"), Odometer()
    >>> for epsilon, draw in ((1.0, 0), (1.0, 0), (1.0, 1), (2.0, 0)):
    ...     odometer.look("g", repr(flip), draw, flip.guarantee(epsilon))
    >>> found, = odometer.readings("g")
    >>> found.releases, found.epsilon, found.shared
    (3, 4.0, 2)
    """

    _looks: dict[tuple[str, str, int, float], Guarantee] = field(default_factory=dict)

    def look(self, data: str, mechanism: str, draw: int, guarantee: Guarantee) -> None:
        """Count a release, unless it was looked at before.

        Parameters
        ----------
        data : str
            Which graph.
        mechanism : str
            With its settings.
        draw : int
            Which noise.
        guarantee : Guarantee
            At its epsilon.
        """
        if len(self._looks) < MOST:
            self._looks.setdefault((data, mechanism, draw, guarantee.epsilon), guarantee)

    def reset(self) -> None:
        """Begin at zero."""
        self._looks.clear()

    def readings(self, data: str) -> tuple[Reading, ...]:
        """What the releases of one graph cost, by relation and radius: these are never added."""
        own = {key: g for key, g in self._looks.items() if key[0] == data}
        noises = Counter(key[:3] for key in own)
        currencies: dict[Currency, list[tuple[Guarantee, bool]]] = {}
        for key, g in own.items():
            currency = g.relation, g.protected_radius
            currencies.setdefault(currency, []).append((g, noises[key[:3]] > 1))
        return tuple(_reading(*currency, looks) for currency, looks in currencies.items())


def _reading(
    relation: NeighbouringRelation, radius: str, looks: list[tuple[Guarantee, bool]]
) -> Reading:
    proved = [(g, is_shared) for g, is_shared in looks if g.protects]
    epsilons = [g.effective_epsilon for g, _ in proved]
    delta = math.fsum(g.delta for g, _ in proved)
    return Reading(
        relation,
        radius,
        releases=len(proved),
        unprotected=len(looks) - len(proved),
        epsilon=math.fsum(epsilons),
        delta=delta,
        best=least_epsilon(epsilons, SPARE_DELTA, spent_delta=delta),
        shared=sum(is_shared for _, is_shared in proved),
    )
