"""What a guarantee under one relation implies under others: the ladder of units.

Units of protection: a relation with its radius, and in how many steps one gives another.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from graphdp_core.params import Refused
from graphdp_core.privacy.amounts import amount_of, exact_text
from graphdp_core.privacy.composition import group_privacy
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, at_most

NEXT_TO_NOTHING = 30.0  # epsilon
EXAMPLE = 10  # edges of a person, for whom a number is printed


@dataclass(frozen=True)
class Implied:
    """A guarantee that follows from another.

    Parameters
    ----------
    unit : str
        What it protects, in words.
    relation : NeighbouringRelation or None
        None where the unit is a group, which has no relation of its own.
    """

    unit: str
    epsilon: float
    delta: float
    relation: NeighbouringRelation | None = None

    def statement(self) -> str:
        """In a few words, rounded up.

        Examples
        --------
        >>> Implied("one edge", 2.0, 0.0).statement()
        'one edge: ε = 2'
        """
        if self.epsilon > NEXT_TO_NOTHING:
            return f"{self.unit}: next to nothing is protected"
        delta = f", δ = {at_most(self.delta)}" if self.delta else ""
        return f"{self.unit}: ε = {at_most(self.epsilon)}{delta}"


def implied(
    relation: NeighbouringRelation, epsilon: float, delta: float = 0.0, *, edges: int = EXAMPLE
) -> tuple[Implied, ...]:
    """What follows from a guarantee; never added up, only said.

    - A node that is rewired may be rewired by one edge: node implies edge at the same epsilon, and
      all edges of a node together cost epsilon once.
    - To rewire a node is to remove it and to add it again: added-or-removed at epsilon implies
      rewired, and so one edge, at 2 epsilon, not at epsilon: a graph with one edge more is no
      neighbour there.
    - k edges cost k epsilon; a node costs 2 D epsilon where public knowledge bounds degrees by D.
    - An edge that is hidden from one node alone is not hidden from anybody else: of edges hidden
      from that node, k cost k epsilon, and nothing else follows.
    - A person who changes the answers leaves and joins again: 2 epsilon.
    - One edge implies nothing about weights, and weights nothing about edges: their releases make
      the edges public.

    Parameters
    ----------
    edges : int
        k, and D.

    Examples
    --------
    >>> for guarantee in implied(NeighbouringRelation.NODE_ADD, 1.0):
    ...     print(guarantee.statement())
    any one node with all its edges, the nodes being public: ε = 2
    any one edge: ε = 2
    """
    return tuple(_implied(relation, epsilon, delta, edges))


def implied_words(guarantee: Guarantee) -> str:
    """The same of a guarantee as one text; "" where nothing follows or nothing is protected."""
    if not guarantee.protects:
        return ""
    claims = implied(guarantee.relation, guarantee.effective_epsilon, guarantee.delta)
    return "; ".join(item.statement() for item in claims)


def _implied(
    relation: NeighbouringRelation, epsilon: float, delta: float, edges: int
) -> Iterator[Implied]:
    twice = group_privacy(epsilon, delta, 2)
    match relation:
        case NeighbouringRelation.EDGE:
            yield Implied(f"{edges} edges of one person", *group_privacy(epsilon, delta, edges))
            yield Implied(
                f"any one node with all its edges, where no node can have more than {edges}",
                *group_privacy(epsilon, delta, 2 * edges),
                NeighbouringRelation.NODE,
            )
        case NeighbouringRelation.NODE:
            yield Implied("any one edge", epsilon, delta, NeighbouringRelation.EDGE)
            yield Implied("all edges of one person together", epsilon, delta)
        case NeighbouringRelation.NODE_ADD:
            node = "any one node with all its edges, the nodes being public"
            yield Implied(node, *twice, NeighbouringRelation.NODE)
            yield Implied("any one edge", *twice, NeighbouringRelation.EDGE)
        case NeighbouringRelation.PERSON_ADD:
            yield Implied(
                "all answers of one person who took part", *twice,
                NeighbouringRelation.PERSON_REPLACE,
            )  # fmt: skip
        case NeighbouringRelation.WEIGHT_ONE:
            yield Implied(f"{edges} weights at once", *group_privacy(epsilon, delta, edges))
        case NeighbouringRelation.WEIGHT_L1 | NeighbouringRelation.WEIGHT_LINF:
            yield Implied("a change of twice the radius", *twice)


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
