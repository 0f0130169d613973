"""Columns that say something of nodes: which may be their groups, and the group of every node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake.words import is_blank

NOT_SAID = "not said"
"""The group of nodes of which a column says nothing."""
MOST_VALUES = 12
MOST_COLUMNS = 20  # that are looked at
_SAID = 0.5  # of the nodes


@dataclass(frozen=True)
class Offer:
    """A column that may be the groups of the nodes, with its values."""

    column: str
    values: tuple[str, ...]


def offers(columns: Mapping[str, Mapping[str, str]], n: int) -> tuple[Offer, ...]:
    """The columns of 2 to 12 values, two nodes a value or more, that tell of half of n nodes.

    Examples
    --------
    >>> team = {"Ann": "red", "Bob": "red", "Cid": "blue", "Dan": "blue", "Eve": "n/a"}
    >>> offers({"team": team, "name": {name: name for name in team}}, 5)
    (Offer(column='team', values=('blue', 'red')),)
    """
    offered = []
    for column, said in columns.items():
        told = [value for value in said.values() if not is_blank(value)]
        values = sorted(set(told))
        may_be = 2 <= len(values) <= MOST_VALUES and len(told) >= 2 * len(values)
        if column and may_be and len(told) >= _SAID * n:
            offered.append(Offer(column, tuple(values)))
    return tuple(offered)


def groups_by(said: Mapping[str, str], names: Iterable[str]) -> list[str]:
    """The group of every node by its name.

    Examples
    --------
    >>> groups_by({"Ann": "red", "Bob": "n/a"}, ["Bob", "Ann", "Cid"])
    ['not said', 'red', 'not said']
    """
    told = (said.get(name, "") for name in names)
    return [NOT_SAID if is_blank(value) else value for value in told]


def groups_of(graph: Graph) -> tuple[int, int]:
    """How many groups are named, and of how many nodes none is."""
    if graph.labels is None or NOT_SAID not in graph.label_names:
        return len(graph.label_names), 0
    unsaid = graph.labels == graph.label_names.index(NOT_SAID)
    return len(graph.label_names) - 1, int(unsaid.sum())


def said_of(
    rows: Sequence[Sequence[str]], node: int, columns: Mapping[str, int]
) -> dict[str, dict[str, str]]:
    """What columns say of the nodes in one of them; one that says two things of a node is none.

    Examples
    --------
    >>> rows = [("Ann", "red", "1"), ("Bob", "blue", "2"), ("Ann", "red", "3")]
    >>> said_of(rows, 0, {"team": 1, "day": 2})
    {'team': {'Ann': 'red', 'Bob': 'blue'}}
    """
    by_column: dict[str, dict[str, str]] = {}
    for column, place in list(columns.items())[:MOST_COLUMNS]:
        told = [(row[node], row[place]) for row in rows if len(row) > max(node, place)]
        pairs = {(name, value) for name, value in told if name and not is_blank(value)}
        said = dict(pairs)
        if said and len(said) == len(pairs):
            by_column[column] = {name: said[name] for name, _ in told if name in said}
    return by_column
