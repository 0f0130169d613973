"""Collects the nodes and edges that a reader meets, and chooses their names, classes and places."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import repeat, takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.own_columns import (
    MOST_COLUMNS,
    MOST_VALUES,
    Offer,
    groups_by,
    offers,
)
from graphdp_core.intake.files.raw_graph import (
    Columns,
    RawGraph,
    as_weight,
    count_of,
    in_numeric_order,
    is_finite,
    is_number,
    without_nodes,
)

_MOST_SHARED = 1_000


class Column:
    """What is said of some nodes, given in any order; `read` makes it of text, None for nothing.

    Examples
    --------
    >>> column = Column()
    >>> column.give(1, "red")
    >>> column.of_all(2)
    >>> column.fill_from(["blue", "green"], 2); column.of_all(2)
    ['blue', 'red']
    """

    def __init__(self, read: Callable[[str], Any] = str) -> None:
        self._read = read
        self._values: list[Any] = []
        self._shared: dict[str, Any] = {}  # classes repeat, and take their memory once

    def give(self, node: int, text: str) -> None:
        """What a file says of one node; the last word counts."""
        value = self._shared.get(text) or self._read(text)
        if len(self._shared) < _MOST_SHARED:
            self._shared[text] = value
        if node >= len(self._values):
            self._values += [None] * (node + 1 - len(self._values))
        self._values[node] = value

    @property
    def kinds(self) -> int:
        """How many different words were given, counted up to a thousand."""
        return len(self._shared)

    def said(self) -> dict[str, str]:
        """What is said of nodes, by their numbers as text."""
        return {str(i): text for i, text in enumerate(self._values) if text is not None}

    def fill_from(self, texts: Iterable[str], n: int) -> None:
        """Give each of n nodes of which nothing is said its own text."""
        self._values += [None] * (n - len(self._values))
        for node, text in enumerate(texts):
            if self._values[node] is None:
                self._values[node] = self._read(text)

    def of_all(self, n: int) -> list[Any] | None:
        """What is said of each of n nodes; None if nothing is of one."""
        return None if len(self._values) != n or None in self._values else self._values


def _number(text: str) -> float | None:
    return float(text) if is_number(text) else None


_LONGEST = 19  # digits of the smallest number that is text
_SPARSE = 8  # places in the table for each node that there is
_SMALL = 1 << 16  # places that it may have at once
_NONE = -1


class NodeNumbers:
    """The number of every id, in the order of appearance.

    Text and its number take some 150 bytes in a dictionary of Python; a whole number that is not
    far larger than the count of nodes is looked up in a table and takes 12, others some 100.

    Examples
    --------
    >>> nodes = NodeNumbers()
    >>> [nodes.number(id) for id in ("7", "ann", "07", "7")]
    [0, 1, 2, 0]
    >>> list(nodes.names()), nodes.find("ann"), nodes.find("8")
    (['7', 'ann', '07'], 1, None)
    """

    def __init__(self) -> None:
        self._place = array("i")  # number of the node with this id
        self._whole = array("q")  # id of each node, or -1 where it is in `_other`
        self._far: dict[int, int] = {}  # whole numbers beyond the table
        self._other: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._whole)

    def names(self) -> Sequence[str]:
        """The ids in the order of the numbers."""
        if not self._other:
            return NumberNames(np.array(self._whole, dtype=np.int64))
        other = iter(self._other)
        return [next(other) if id == _NONE else str(id) for id in self._whole]

    def find(self, id: str) -> int | None:
        """The number of a node; None if there is none of this id."""
        whole = _whole(id)
        if whole == _NONE:
            return self._other.get(id)
        if whole < len(self._place) and (number := self._place[whole]) >= 0:
            return number
        return self._far.get(whole)

    def number(self, id: str) -> int:
        """The number of a node, which is new if it equals the count of nodes before."""
        if (known := self.find(id)) is not None:
            return known
        number, whole = len(self._whole), _whole(id)
        self._whole.append(whole)
        if whole == _NONE:
            self._other[id] = number
        elif whole >= max(_SMALL, _SPARSE * number):
            self._far[whole] = number
        else:
            if whole >= len(self._place):
                more = max(whole + 1 + whole // 8, 64) - len(self._place)
                self._place.extend(array("i", [_NONE]) * more)
            self._place[whole] = number
        return number


def _whole(id: str) -> int:
    """The id as a number if it is written as Python would write it; else -1."""
    if not (id.isdecimal() and len(id) < _LONGEST and id.isascii()):
        return _NONE
    return int(id) if id[0] != "0" or len(id) == 1 else _NONE


SURE_CLASS = "class"
CLASS_ATTRIBUTES = (SURE_CLASS, "label", "club", "block", "community", "group", "value")
"""Node attributes taken for ground-truth classes when none is named, first match first."""

NAME_ATTRIBUTE = "name"
COORDINATES = ("x", "y", "z")
_MISSING = math.nan


@dataclass
class RawBuilder:
    """Nodes and edges in the order of the file.

    Nodes are known by the file's own ids; those that only edges name are added and noted. There
    are no weights until one is given, then nan stands for none. `captions` are names that a format
    writes apart from the attributes. The first `rows` nodes are of another kind than the others;
    0: one kind.
    """

    file: GraphFile
    columns: Columns
    directed: bool = False
    rows: int = 0
    number_of: NodeNumbers = field(default_factory=NodeNumbers)
    declarations: int = 0
    attributes: dict[str, Column] = field(default_factory=dict)
    coordinates: dict[str, Column] = field(default_factory=dict)
    captions: Column = field(default_factory=Column)
    others: dict[str, Column] = field(default_factory=dict)  # of few values, as far as is known
    ends: array[int] = field(default_factory=lambda: array("i"))
    weights: array[float] = field(default_factory=lambda: array("d"))
    no_number: str = ""  # the first weight that is none
    known_as: dict[str, str] = field(default_factory=dict)  # ids of nodes without one, by label
    boxes: list[int] = field(default_factory=list)  # nodes that hold others
    moved: bool = False  # whether such nodes say that their place is another
    _declared: bytearray = field(default_factory=bytearray)  # 1 for every such node

    def add_node(self, id: str) -> int:
        """The number of a node that the file declares."""
        node = self._number(id)
        self.declarations += not self._declared[node]
        self._declared[node] = 1
        return node

    def is_declared(self, id: str) -> bool:
        """Whether the file has declared a node of this id."""
        node = self.number_of.find(id)
        return node is not None and self._declared[node] == 1

    def add_edge(self, source: str, target: str, weight: str | None = None) -> None:
        """One edge as written; for its weight see `give_weight`."""
        self.ends.append(self._number(source))
        self.ends.append(self._number(target))
        if self.weights:
            self.weights.append(_MISSING)
        self.file.check_size(edges=self.edges)
        if weight is not None:
            self.give_weight(weight)

    def join(self, node: str, others: Sequence[str] = (), weight: str | None = None) -> None:
        """A node that the file declares, and those that it is joined with."""
        for name in (node, *others):
            self.add_node(name)
        for other in others:
            self.add_edge(node, other, weight)

    def add_numbered(self, n: int) -> None:
        """Nodes that have the numbers from 1 to n for ids, within the limits."""
        self.file.check_size(nodes=n)
        for i in range(1, n + 1):
            self.add_node(str(i))

    def give_weight(self, text: str) -> None:
        """The weight of the edge added last; what is no finite number counts as none."""
        if self.columns.weight is None and not is_finite(text):
            self.no_number = self.no_number or text
        else:
            self.set_weight(self.edges - 1, as_weight(text, self.file, f"edge {self.edges:,}"))

    def set_weight(self, edge: int, weight: float) -> None:
        """The weight of any edge."""
        if not self.weights:
            self.weights = array("d", [_MISSING]) * self.edges
        self.weights[edge] = weight

    def forget_weights(self) -> None:
        """Leave the weights out, as if none had been given."""
        self.weights, self.no_number = array("d"), ""

    @property
    def edges(self) -> int:
        """How many edges there are so far."""
        return len(self.ends) // 2

    def give(self, node: int, attribute: str | None, text: str) -> None:
        """An attribute of a node; those that nobody will look at are not kept."""
        for column in self._columns(attribute):
            column.give(node, text)

    def fill(self, attribute: str, text: str) -> None:
        """An attribute of all nodes to which the file has not given it."""
        for column in self._columns(attribute):
            column.fill_from(repeat(text, len(self.number_of)), len(self.number_of))

    def fill_names(self) -> None:
        """Where some nodes were given names, the others are named by their ids."""
        if NAME_ATTRIBUTE in (*self.attributes, self.columns.label):
            column = self.attributes.setdefault(NAME_ATTRIBUTE, Column())
            column.fill_from(self.number_of.names(), len(self.number_of))

    def _columns(self, attribute: str | None) -> list[Column]:
        columns: list[Column] = []
        if attribute in COORDINATES:
            columns.append(self.coordinates.setdefault(attribute, Column(_number)))
        if attribute in (self.columns.label, NAME_ATTRIBUTE, *CLASS_ATTRIBUTES):
            columns.append(self.attributes.setdefault(str(attribute), Column()))
        has_room = attribute in self.others or len(self.others) < MOST_COLUMNS
        if attribute and has_room and not columns:
            other = self.others.setdefault(attribute, Column())
            columns += [other] if other.kinds <= MOST_VALUES else []
        return columns

    def wanted(self) -> tuple[str | None, ...]:
        """The node attributes worth keeping."""
        return (self.columns.label, NAME_ATTRIBUTE, *CLASS_ATTRIBUTES, *COORDINATES)

    def weight_attribute(self) -> str:
        """The edge attribute that holds the weight."""
        return self.columns.weight or "weight"

    def as_raw(self, *, name_attributes: tuple[str, ...] = (NAME_ATTRIBUTE,)) -> RawGraph:
        """Everything collected, nodes in numeric order if their names are numbers."""
        n = len(self.number_of)
        if n == 0:
            raise self.file.refuse("it holds no nodes; choose a file with a graph in it.")
        names, classes, grouped_by = self._names_and_classes(name_attributes)
        offered = self._offers(name_attributes)
        positions = _positions(self.coordinates, n)
        self.number_of, self.attributes, self.others = NodeNumbers(), {}, {}  # needed no more
        weights: NDArray[np.float64] | None = None
        notes: tuple[str, ...] = ()
        if self.weights or self.no_number:
            given = np.asarray(self.weights) if self.weights else np.full(self.edges, _MISSING)
            weights, notes = complete_weights(given, no_number=self.no_number)
        if self.columns.weight is not None and weights is None:
            raise self.file.refuse(f"a tie lacks {quoted(self.columns.weight)}; add it to all.")
        if n > self.declarations > 0:
            added = count_of(n - self.declarations, "node")
            notes += (f"{added} named by ties alone had to be added",)
        raw = RawGraph(
            n,
            np.asarray(self.ends).reshape(-1, 2),
            weights,
            names,
            classes,
            positions=positions,
            directed=self.directed,
            notes=notes,
            rows=self.rows,
            offers=offered,
            grouped_by=grouped_by,
        )
        if self.boxes and len(empty := np.setdiff1d(self.boxes, raw.edges)):  # they hold others
            note = f"{count_of(len(empty), 'group')} of nodes without ties were left out"
            raw = without_nodes(raw, empty.tolist(), note)
        return in_numeric_order(raw)

    def _number(self, id: str) -> int:
        number = self.number_of.number(id)
        if number == len(self._declared):
            self._declared.append(0)
            self.file.check_size(nodes=number + 1)
        return number

    def _names_and_classes(
        self, name_attributes: tuple[str, ...]
    ) -> tuple[Sequence[str], list[str] | None, str]:
        """Choose the display name and the class of every node from its id and attributes.

        The class is the attribute asked for, where nodes without it are a group of their own, or
        one of `CLASS_ATTRIBUTES` that every node has, with at most half as many values as nodes
        ("class" itself with any number); none if "" is asked for. The name comes from
        `name_attributes`, else from the captions, else from an attribute "label" that is not the
        class, else it is the id.
        """
        n, label = len(self.number_of), self.columns.label
        texts = {key: column.of_all(n) for key, column in self.attributes.items()}
        full = {key: given for key, given in texts.items() if given is not None}
        if label and label not in texts:
            raise self.file.refuse(f"not every node has the attribute {quoted(label)}; add it.")
        likely = [key for key in CLASS_ATTRIBUTES if key in full and key not in name_attributes]
        usable = (key for key in likely if key == SURE_CLASS or 2 * len(set(full[key])) <= n)
        chosen = (next(usable, "") if label is None else label) or ""
        told = (full[key] for key in name_attributes if key in full and key != chosen)
        by_label = full.get("label") if chosen != "label" else None
        names = next(told, None) or self.captions.of_all(n) or by_label or self.number_of.names()
        if label:
            said = self.attributes[label].said()
            return names, groups_by(said, map(str, range(n))), label
        return names, full[chosen] if chosen else None, chosen

    def _offers(self, name_attributes: tuple[str, ...]) -> tuple[Offer, ...]:
        """The attributes that may be the groups of the nodes."""
        columns = {**self.attributes, **self.others}
        may_be = {k: c.said() for k, c in columns.items() if c.kinds <= MOST_VALUES + 2}
        for name in name_attributes:
            may_be.pop(name, None)
        return offers(may_be, len(self.number_of))


def complete_weights(
    values: NDArray[np.float64], *, no_number: str = ""
) -> tuple[NDArray[np.float64] | None, tuple[str, ...]]:
    """The weights if every edge has one; else None and a note if only some have (nan: none).

    `no_number` is the first weight that was given and is no finite number, if any.

    Examples
    --------
    >>> complete_weights(np.array([1.0, np.nan]))[1]
    ('weights were left out because 1 of 2 ties have none',)
    >>> complete_weights(np.array([1.0, np.nan]), no_number="high")[1]
    ("weights were left out because 1 of 2 ties have none that is a number ('high')",)
    """
    missing = int(np.isnan(values).sum())
    if missing == 0 and len(values):
        return values, ()
    if missing == len(values) and not no_number:
        return None, ()
    why = f"{missing:,} of {len(values):,} ties have none"
    if no_number:
        why += f" that is a number ({quoted(no_number)})"
    return None, (f"weights were left out because {why}",)


def _positions(coordinates: dict[str, Column], n: int) -> NDArray[np.float64] | None:
    """Coordinates if every node has x and y as finite numbers, and not all the same."""
    values = (coordinates[key].of_all(n) if key in coordinates else None for key in COORDINATES)
    columns = list(takewhile(lambda column: column is not None, values))
    points = np.array(columns, dtype=np.float64).T
    if len(columns) < 2 or not np.isfinite(points).all() or (points == points[0]).all():
        return None
    flat = len(columns) == 3 and (points[:, 2] == points[0, 2]).all()
    return points[:, : 2 if flat else None].copy()
