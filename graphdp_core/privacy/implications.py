"""What a guarantee under one relation implies under others: the ladder of units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphdp_core.privacy.composition import group_privacy
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, at_most

__all__ = ["Implied", "implied", "implied_words"]

NEXT_TO_NOTHING = 30.0  # epsilon
EXAMPLE = 10  # edges of a person, for whom a number is printed


@dataclass(frozen=True)
class Implied:
    """A guarantee that follows from another.

    Parameters
    ----------
    unit : str
        What it protects, in words.
    epsilon, delta : float
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
            return f"{self.unit}: next to nothing"
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
    relation : NeighbouringRelation
    epsilon, delta : float
    edges : int
        k, and D.

    Examples
    --------
    >>> for found in implied(NeighbouringRelation.NODE_ADD, 1.0):
    ...     print(found.statement())
    any one node with all its edges, the nodes being public: ε = 2
    any one edge: ε = 2
    """
    return tuple(_implied(relation, epsilon, delta, edges))


def implied_words(guarantee: Guarantee) -> str:
    """The same of a guarantee as one text; "" where nothing follows or nothing is protected."""
    if not guarantee.protects:
        return ""
    found = implied(guarantee.relation, guarantee.effective_epsilon, guarantee.delta)
    return "; ".join(item.statement() for item in found)


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
