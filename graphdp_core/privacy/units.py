"""Units of protection: a relation with its radius, and in how many steps one gives another."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of, exact_text
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation

__all__ = ["Unit", "steps"]

R = NeighbouringRelation
EDGES = "/|E|"  # ends a radius that is divided by the public number of edges

FIXED_STEPS = {
    (R.EDGE, R.PERSONAL_EDGE): 1,
    (R.NODE, R.EDGE): 1,
    (R.NODE, R.PERSONAL_EDGE): 1,
    (R.NODE_ADD, R.NODE): 2,
    (R.NODE_ADD, R.EDGE): 2,
    (R.NODE_ADD, R.PERSONAL_EDGE): 2,
    (R.PERSON_ADD, R.PERSON_REPLACE): 2,
    (R.WEIGHT_ONE, R.THETA_EDGE_FIXED_SUPPORT): 1,
}
SCALED = frozenset({
    (R.WEIGHT_L1, R.WEIGHT_L1),
    (R.WEIGHT_LINF, R.WEIGHT_LINF),
    (R.WEIGHT_LINF, R.WEIGHT_L1),
    (R.WEIGHT_L1, R.THETA_EDGE_FIXED_SUPPORT),
    (R.WEIGHT_LINF, R.THETA_EDGE_FIXED_SUPPORT),
    (R.THETA_EDGE_FIXED_SUPPORT, R.THETA_EDGE_FIXED_SUPPORT),
    (R.THETA_EDGE, R.THETA_EDGE_FIXED_SUPPORT),
})  # fmt: skip
"""As many steps as the one radius goes into the other: weights move along a straight line."""


@dataclass(frozen=True)
class Unit:
    """What a release protects.

    Parameters
    ----------
    relation : NeighbouringRelation
    radius : Fraction or str
        Of one step; 1 where the relation has none. A text that is no number can be compared with
        itself alone: an old ledger may hold one.
    """

    relation: NeighbouringRelation
    radius: Fraction | str = Fraction(1)

    @classmethod
    def of(cls, guarantee: Guarantee, *, edges: int) -> Unit:
        """That of a guarantee, for a graph of so many edges: a radius may be divided by them.

        Examples
        --------
        >>> from graphdp_core.mechanisms.pamst import PAMST
        >>> made = PAMST(sensitivity="normalised", radius=0.5)
        >>> Unit.of(made.guarantee(1.0), edges=10).radius_text
        '0.05'
        """
        text = guarantee.protected_radius
        if text.endswith(EDGES) and edges:
            return cls(guarantee.relation, Fraction(text.removesuffix(EDGES)) / edges)
        return cls.read(guarantee.relation.value, text)

    @classmethod
    def read(cls, relation: str, radius: str) -> Unit:
        """As a ledger has it.

        Examples
        --------
        >>> Unit.read("weight, l1", "1.0") == Unit.read("weight, l1", "1")
        True
        """
        kind = NeighbouringRelation(relation)
        if not kind.has_radius:
            return cls(kind)
        try:
            return cls(kind, amount_of(radius, name="radius"))
        except Refused:
            return cls(kind, radius)

    @property
    def radius_text(self) -> str:
        """The radius, to the last digit."""
        return self.radius if isinstance(self.radius, str) else exact_text(self.radius)

    @property
    def words(self) -> str:
        """What is protected, in plain words."""
        return self.relation.unit.replace("the radius", f"a radius of {self.radius_text}")


def steps(source: Unit, target: Unit) -> int | None:
    """How many steps of one unit make up any single step of another; None if none are known to.

    What costs epsilon in the first then costs so many times epsilon in the second. By inclusion: a
    node that is rewired may be rewired by one edge, an edge that is hidden from all is hidden from
    one node, a change of all weights in total is no larger in each, and one weight within a range
    may move by any radius. By a detour: a node is rewired, and a person changes the answers, by
    leaving and joining again. By a straight line: a change of k radii is k changes of one.

    Nothing follows from edges for nodes, as the ledger knows no public bound of degrees; for
    whoever joins from those who are rewired; between edges and weights, as a release of weights
    makes the edges public; and between radii at which an edge may vanish, but for a smaller one.

    Parameters
    ----------
    source, target : Unit

    Examples
    --------
    >>> node, edge = Unit(NeighbouringRelation.NODE_ADD), Unit(NeighbouringRelation.EDGE)
    >>> steps(node, edge), steps(edge, node)
    (2, None)
    """
    kinds = source.relation, target.relation
    if source == target:
        return 1
    if kinds in FIXED_STEPS:
        return FIXED_STEPS[kinds]
    if isinstance(source.radius, str) or isinstance(target.radius, str):
        return None
    if kinds in SCALED:
        return math.ceil(target.radius / source.radius)
    if kinds == (R.THETA_EDGE, R.THETA_EDGE) and target.radius <= source.radius:
        return 1
    return None
