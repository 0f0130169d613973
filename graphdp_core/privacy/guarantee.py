"""Privacy as data: neighbouring relations, proof status, guarantees, their sentences and odds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

__all__ = ["Guarantee", "NeighbouringRelation", "Status", "compose", "posterior"]


class Status(Enum):
    """How far the promise of a mechanism has been proved."""

    PROVED_PURE = "proved, pure ε"
    PROVED_APPROX = "proved, (ε, δ)"
    ASYMPTOTIC = "holds only in the limit of the Markov chain"
    AS_PUBLISHED_NOT_DP = "as published: not differentially private"
    NON_PRIVATE = "not private"

    @property
    def is_proved(self) -> bool:
        """Whether the number shown is a proved bound."""
        return self in (Status.PROVED_PURE, Status.PROVED_APPROX)


class NeighbouringRelation(Enum):
    """Which two data sets must be hard to tell apart; each relation is a currency of its own."""

    EDGE = "edge"
    THETA_EDGE_FIXED_SUPPORT = "theta-edge, fixed support"
    THETA_EDGE = "theta-edge, edges may vanish"
    WEIGHT_L1 = "weight, l1"
    WEIGHT_LINF = "weight, l-infinity"
    NODE = "node"

    @property
    def unit(self) -> str:
        """The unit that is protected, in plain words."""
        return {
            NeighbouringRelation.EDGE: "the presence or absence of any one edge",
            NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT: "the weight of any one existing edge "
            "within the radius",
            NeighbouringRelation.THETA_EDGE: "the weight of any one edge within the radius, and "
            "its presence where its weight is no more",
            NeighbouringRelation.WEIGHT_L1: "all edge weights within the radius in total",
            NeighbouringRelation.WEIGHT_LINF: "every edge weight within the radius at once",
            NeighbouringRelation.NODE: "any one node with all its edges",
        }[self]

    @property
    def edges_are_public(self) -> bool:
        """Whether who is joined with whom is given away: only weights are protected."""
        return self in (
            NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT,
            NeighbouringRelation.WEIGHT_L1,
            NeighbouringRelation.WEIGHT_LINF,
        )


@dataclass(frozen=True)
class Guarantee:
    """What one release of a mechanism protects.

    Parameters
    ----------
    relation : NeighbouringRelation
    epsilon : float
        The nominal epsilon: what the person set.
    status : Status
    delta : float
        0 for pure guarantees.
    radius : float
        Size of one step of the relation in its own unit (1 edge for the edge relation).
    radius_divisor : str
        "|E|" where the radius is divided by the public number of edges, else "".
    exact_epsilon : float or None
        The true, tight epsilon where it is smaller than the nominal one.
    assumptions : tuple of str
        What is public by assumption.
    sampler : str
        "exact" or what it approximates.
    caveat : str
        One more sentence the person must see, or "".
    proof : str
        Where the guarantee is proved.
    """

    relation: NeighbouringRelation
    epsilon: float
    status: Status
    delta: float = 0.0
    radius: float = 1.0
    exact_epsilon: float | None = None
    assumptions: tuple[str, ...] = ()
    sampler: str = "exact"
    caveat: str = ""
    proof: str = ""
    radius_divisor: str = ""

    @property
    def unit(self) -> str:
        """The unit that is protected, with its radius where the relation has one."""
        size = f"a radius of {self.radius:g}" + (
            f"/{self.radius_divisor}" if self.radius_divisor else ""
        )
        return self.relation.unit.replace("the radius", size)

    @property
    def effective_epsilon(self) -> float:
        """The tightest proved epsilon."""
        return self.epsilon if self.exact_epsilon is None else self.exact_epsilon

    def statement(self) -> str:
        """The promise in one or two plain sentences."""
        if not self.status.is_proved:
            return f"No privacy promise ({self.status.value}). {self.caveat}".strip()
        size = f"ε = {_number(self.effective_epsilon)}"
        if self.delta:
            size += f", δ = {_at_most(self.delta, 1):.0e}"
        text = (
            f"This release protects {self.unit}: "
            f"a change of it makes any outcome at most "
            f"{_number(_at_most(math.exp(self.effective_epsilon), 3))} times as likely"
            f"{', plus δ' if self.delta else ''} ({size}, {self.status.value})."
        )
        if self.exact_epsilon is not None and self.exact_epsilon != self.epsilon:
            text += f" Nominal ε = {_number(self.epsilon)}; the exact value is smaller."
        return f"{text} {self.caveat}".strip()


def posterior(prior: float, epsilon: float) -> float:
    """Largest belief that a prior belief can grow to after one epsilon-DP release.

    The odds grow at most exp(epsilon)-fold, for the unit of the relation, if everything else is
    known or tells nothing about it. Someone who expects edges to hang together (friends of a
    friend) may also infer one from the others, which no promise about single edges limits.

    References
    ----------
    J. Hehir, Interpreting network differential privacy, arXiv:2504.12520, 2025.

    Examples
    --------
    >>> round(posterior(0.5, 1.0), 2), round(posterior(0.5, 3.0), 2)
    (0.73, 0.95)
    """
    if not 0.0 <= prior <= 1.0:
        raise ValueError(f"prior must lie in [0, 1], got {prior}.")
    if epsilon < 0:
        raise ValueError(f"epsilon must be at least 0, got {epsilon}.")
    if prior in (0.0, 1.0):
        return prior
    return 1.0 / (1.0 + (1.0 - prior) / prior * math.exp(-epsilon))


def compose(guarantees: Iterable[Guarantee]) -> dict[NeighbouringRelation, tuple[float, float]]:
    """Basic composition: per relation, the sums of epsilon and of delta.

    Different relations are different currencies and are never added together; within one, the
    sums hold for the smallest of the radii. A release without a proved guarantee makes its
    relation's total infinite.
    """
    totals: dict[NeighbouringRelation, tuple[float, float]] = {}
    for g in guarantees:
        epsilon, delta = totals.get(g.relation, (0.0, 0.0))
        spent = g.effective_epsilon if g.status.is_proved else math.inf
        totals[g.relation] = (epsilon + spent, delta + g.delta)
    return totals


def _at_most(value: float, digits: int) -> float:
    """The value rounded up to so many significant digits: a bound must not be rounded down."""
    if value <= 0 or not math.isfinite(value):
        return value
    step = 10.0 ** (math.floor(math.log10(value)) + 1 - digits)
    return math.ceil(value / step * (1 - 1e-12)) * step


def _number(value: float) -> str:
    if value and (abs(value) >= 1e6 or abs(value) < 1e-3):
        return f"{value:.1e}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
