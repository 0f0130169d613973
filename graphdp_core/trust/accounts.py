"""Accounts of a ledger: what all releases about some people cost together, unit by unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import exact_text
from graphdp_core.privacy.composition import Total, group_privacy, least_epsilon
from graphdp_core.privacy.guarantee import at_most
from graphdp_core.privacy.implications import Implied, Unit, implied, steps

SPARE_DELTA = 1e-6  # what the rules beside the sum may use


@dataclass(frozen=True)
class Charge:
    """One release: the line it stands in, what it protects and its cost."""

    line: int
    unit: Unit
    epsilon: Fraction
    delta: Fraction = Fraction(0)


@dataclass(frozen=True)
class Spent:
    """What all releases cost one unit together.

    Parameters
    ----------
    epsilons : tuple of Fraction
        Of all releases that add up. One that protects another unit counts as often as its steps
        go into one of this.
    cap : Fraction or None
        The most that the epsilons may add up to.
    apart : tuple of int
        Lines of releases from which nothing follows for this unit: no sum holds for it.
    bare : int or None
        The first line that publishes the edges which this unit was to protect.
    """

    unit: Unit
    epsilons: tuple[Fraction, ...]
    delta: Fraction
    cap: Fraction | None
    apart: tuple[int, ...] = ()
    bare: int | None = None

    @cached_property
    def epsilon(self) -> Fraction:
        """The sum: basic composition, which holds for adaptive releases and at any stop."""
        return sum(self.epsilons, Fraction(0))

    @property
    def releases(self) -> int:
        """How many add up."""
        return len(self.epsilons)

    @cached_property
    def best(self) -> Total:
        """The least of all rules, which may use a delta of 1e-6: for many small releases.

        It holds only where all epsilons were fixed beforehand.
        """
        return least_epsilon(
            list(map(float, self.epsilons)), SPARE_DELTA, spent_delta=float(self.delta)
        )

    @property
    def left(self) -> Fraction | None:
        """What the cap leaves: nothing where no sum holds; None without a cap."""
        if self.cap is None:
            return None
        return Fraction(0) if self.apart else max(self.cap - self.epsilon, Fraction(0))

    def implied(self) -> tuple[Implied, ...]:
        """What all releases together promise to other units; nothing where no sum holds."""
        if not self.releases or self.apart:
            return ()
        return implied(self.unit.relation, float(self.epsilon), float(self.delta))

    def statement(self) -> str:
        """The sums in one or two sentences, rounded up."""
        many = "1 release" if self.releases == 1 else f"{self.releases} releases"
        text = f"{many}: ε = {at_most(float(self.epsilon))} in total"
        if self.delta:
            text += f", δ = {at_most(float(self.delta))}"
        if self.best.rule != "sum":
            text += f" ({self.best.if_planned()})"
        if self.cap is not None and not self.apart:
            text += f"; {exact_text(self.left or Fraction(0))} of {exact_text(self.cap)} left"
        if self.bare is not None:
            return (
                f"{text}. But line {self.bare} publishes who is joined with whom: nothing protects "
                "these edges any more."
            )
        if self.apart:
            return f"{text}, without {_lines(self.apart)}, which cannot be added to it."
        return f"{text}."


def account(charges: Sequence[Charge], unit: Unit, cap: Fraction | None = None) -> Spent:
    """What these releases cost one unit.

    Examples
    --------
    >>> from graphdp_core.privacy.guarantee import NeighbouringRelation
    >>> edge, node = Unit(NeighbouringRelation.EDGE), Unit(NeighbouringRelation.NODE)
    >>> both = [Charge(2, edge, Fraction(1)), Charge(3, node, Fraction(1, 2))]
    >>> account(both, edge).statement()
    '2 releases: ε = 1.5 in total.'
    >>> account(both, node).statement()
    '1 release: ε = 0.5 in total, without line 2, which cannot be added to it.'
    """
    epsilons, deltas, apart = [], [], []
    for charge in charges:
        count = steps(charge.unit, unit)
        if count is None:
            apart.append(charge)
            continue
        epsilons.append(count * charge.epsilon)
        deltas.append(_delta(charge, count))
    bare = [charge.line for charge in apart if _publishes_edges_of(charge.unit, unit)]
    lines = tuple(charge.line for charge in apart)
    return Spent(
        unit, tuple(epsilons), sum(deltas, Fraction(0)), cap, lines, min(bare, default=None)
    )


def check_room(charges: Sequence[Charge], caps: Mapping[Unit, Fraction], new: Charge) -> None:
    """Raise Refused if an earlier release, or one of the caps, leaves no room for a new one.

    Every cap holds for every release: what follows from the release for the unit of the cap is
    added, and a release from which nothing follows for it is refused.
    """
    for charge in charges:
        if _publishes_edges_of(charge.unit, new.unit):
            raise Refused(
                f"line {charge.line} of the ledger has published who is joined with whom: no "
                "release can protect edges of these people any more. If these are other "
                "people, begin another ledger."
            )
    for unit, cap in caps.items():
        before, count = account(charges, unit, cap), steps(new.unit, unit)
        if before.apart:
            raise Refused(
                f"the cap on {unit.words} cannot be kept any more: {_lines(before.apart)} of the "
                f"ledger cannot be added to it. {_lift(unit)}"
            )
        if count is None:
            raise Refused(_not_added(new.unit, unit))
        left, cost = before.left or Fraction(0), count * new.epsilon
        if cost > left:
            more = "" if count == 1 else f", which counts {count} times there"
            raise Refused(
                f"epsilon = {exact_text(new.epsilon)}{more}, is more than the ledger has left: "
                f"{exact_text(left)} of {exact_text(cap)} for {unit.words}. Take a smaller "
                "epsilon, or raise the cap and say why."
            )


def voided(charges: Iterable[Charge], new: Unit) -> str:
    """The sentence that a new release takes from earlier ones what they protect; "" if not.

    Examples
    --------
    >>> from graphdp_core.privacy.guarantee import NeighbouringRelation
    >>> edges = [Charge(2, Unit(NeighbouringRelation.EDGE), Fraction(1))]
    >>> voided(edges, Unit(NeighbouringRelation.WEIGHT_L1))[:53]
    'It publishes who is joined with whom: the edges that '
    """
    lines = [charge.line for charge in charges if _publishes_edges_of(new, charge.unit)]
    if not lines:
        return ""
    return (
        f"It publishes who is joined with whom: the edges that {_lines(lines)} of the ledger "
        "protected are protected no longer."
    )


def _publishes_edges_of(one: Unit, other: Unit) -> bool:
    return one.relation.edges_are_public and not other.relation.edges_are_public


def _not_added(new: Unit, cap: Unit) -> str:
    why = "nothing follows from the one for the other"
    if _publishes_edges_of(new, cap):
        why = "it publishes who is joined with whom"
    return (
        f"a release that protects {new.words} cannot be added up under the cap on {cap.words}: "
        f"{why}. Take a mechanism that protects the same as the cap. Or: {_lift(cap)}"
    )


def _lift(unit: Unit) -> str:
    radius = f' --radius "{unit.radius_text}"' if unit.relation.has_radius else ""
    return (
        "lift the cap, if you can say why: graphdp ledger FILE --cap none "
        f'--relation "{unit.relation.value}"{radius}.'
    )


def _delta(charge: Charge, count: int) -> Fraction:
    if count == 1 or not charge.delta:
        return charge.delta
    return Fraction(group_privacy(float(charge.epsilon), float(charge.delta), count)[1])


def _lines(numbers: Sequence[int]) -> str:
    listed = ", ".join(map(str, numbers))
    return f"line {listed}" if len(numbers) == 1 else f"lines {listed}"
