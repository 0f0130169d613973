"""What the draws that somebody has looked at would have cost, had they been released."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphdp_core.privacy.composition import Total, group_privacy, least_epsilon
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, at_most
from graphdp_core.privacy.implications import Unit, steps
from graphdp_core.trust.accounts import SPARE_DELTA

MOST = 20_000  # looks that are told apart


@dataclass(frozen=True)
class Reading:
    """What all that was looked at would cost one unit.

    Parameters
    ----------
    releases : int
        Different ones that protect it, or something from which that follows.
    unprotected : int
        Different ones under this relation and radius that protect nothing.
    apart : int
        Different ones that protect something else, from which nothing follows here.
    epsilon, delta : float
        The sums, which hold at any stop.
    best : Total
        The least of all rules of composition, if all had been fixed beforehand.
    shared : int
        Releases whose noise another release has as well, at another epsilon.
    """

    relation: NeighbouringRelation
    radius: str
    releases: int
    unprotected: int
    apart: int
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
                text += f" ({self.best.if_planned()})"
        text += "."
        if self.shared:
            text += (
                f" As shown, {self.shared:,} of them share their noise with another ε: together "
                "these protect nothing."
            )
        if self.unprotected:
            text += f" {self.unprotected:,} more protect nothing by themselves."
        if self.apart:
            text += f" {self.apart:,} more protect something else and cannot be added to it."
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
    >>> reading, = odometer.readings("g")
    >>> reading.releases, reading.epsilon, reading.shared
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
        """What the releases of one graph cost, for each unit that one of them was to protect."""
        own = {key: g for key, g in self._looks.items() if key[0] == data}
        noises = Counter(key[:3] for key in own)
        looks = [
            (Unit.read(g.relation.value, g.protected_radius), g, noises[key[:3]] > 1)
            for key, g in own.items()
        ]
        return tuple(_reading(unit, looks) for unit in dict.fromkeys(unit for unit, *_ in looks))


def _reading(unit: Unit, looks: Sequence[tuple[Unit, Guarantee, bool]]) -> Reading:
    proved = [
        (steps(own, unit), g, is_shared) for own, g, is_shared in looks if g.protects
    ]  # fmt: skip
    added = [(count, g, is_shared) for count, g, is_shared in proved if count is not None]
    costs = [group_privacy(g.effective_epsilon, g.delta, count) for count, g, _ in added]
    epsilons, delta = [epsilon for epsilon, _ in costs], math.fsum(delta for _, delta in costs)
    return Reading(
        unit.relation,
        unit.radius_text,
        releases=len(added),
        unprotected=sum(own == unit and not g.protects for own, g, _ in looks),
        apart=len(proved) - len(added),
        epsilon=math.fsum(epsilons),
        delta=delta,
        best=least_epsilon(epsilons, SPARE_DELTA, spent_delta=delta),
        shared=sum(is_shared for *_, is_shared in added),
    )
