"""How a file is to be understood: what a person said about it, and what is left to guess."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, fields
from typing import Literal

from graphdp_core.datasets.files.raw_graph import Columns
from graphdp_core.params import Refused

__all__ = ["MissingWeight", "Projection", "Reading", "Repeated", "Role", "Shape"]

MissingWeight = Literal["one", "drop", "stop"]
Repeated = Literal["first", "last", "sum", "stop"]
Projection = Literal["none", "rows", "columns"]
Shape = Literal["edges", "matrix", "lists", "incidence"]
Role = str | int
"""A column by its name, or by its number from 1."""

_CHOICES = {
    "decimal": (".", ","),
    "shape": ("edges", "matrix", "lists", "incidence"),
    "missing_weight": ("one", "drop", "stop"),
    "repeated": ("first", "last", "sum", "stop"),
    "projection": ("none", "rows", "columns"),
}
_ORDINARY = {
    "missing_weight": "one",
    "repeated": "first",
    "projection": "none",
    "largest_component": False,
}
_SHORTEST_FLAG = {True: "--{}", False: "--no-{}"}


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How to read a file. Whatever is None is guessed; whatever is given wins over every guess.

    Parameters
    ----------
    format : str, optional
        The id of a file format.
    shape : {"edges", "matrix", "lists", "incidence"}, optional
        What the rows of a table are: edges, an adjacency matrix, a node with its neighbours, or
        people by groups.
    encoding : str, optional
        Such as "utf-8" or "cp1252".
    separator : str, optional
        One character between the columns; a blank stands for any run of blanks.
    decimal : {".", ","}, optional
        The decimal mark of weights.
    header : bool, optional
        Whether the first line names the columns.
    source, target, weight, label, time : str or int, optional
        A column by its name or its number from 1; in formats with attributes, `weight` and
        `label` name an attribute. An empty weight means that none is read. The label of a table
        of edges is the class of the source of each edge.
    sheet : str, optional
        Which sheet of a workbook, or which file of an archive.
    missing_weight : {"one", "drop", "stop"}, optional
        What an edge without a number for its weight is: an edge of weight 1, no edge, or a
        reason to refuse the file.
    repeated : {"first", "last", "sum", "stop"}, optional
        Which weight an edge has that is written more than once.
    projection : {"none", "rows", "columns"}, optional
        What becomes of a table of people by groups: a graph of both, of the rows, of the columns.
    largest_component : bool
        Keep the largest connected component only. *Privacy*: this choice reads the edges.

    Raises
    ------
    Refused
        If a value is not allowed, or two columns have one role.

    Examples
    --------
    >>> reading = Reading(source="Person", target="Friend", header=True)
    >>> print(reading.as_python("friends.csv"))
    read_graph("friends.csv", header=True, source="Person", target="Friend")
    >>> print(reading.as_flags("friends.csv"))
    friends.csv --header --source Person --target Friend
    """

    format: str | None = None
    shape: Shape | None = None
    encoding: str | None = None
    separator: str | None = None
    decimal: str | None = None
    header: bool | None = None
    source: Role | None = None
    target: Role | None = None
    weight: Role | None = None
    label: Role | None = None
    time: Role | None = None
    sheet: str | None = None
    missing_weight: MissingWeight | None = None
    repeated: Repeated | None = None
    projection: Projection | None = None
    largest_component: bool = False

    def __post_init__(self) -> None:
        """Refuse what is not allowed."""
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if value is not None and value not in allowed:
                words = " or ".join(map(repr, allowed))
                raise Refused(f"{name} must be {words}, got {value!r}.")
        if self.separator is not None and len(self.separator) != 1:
            raise Refused(f"separator must be one character, got {self.separator!r}.")
        for name in ("source", "target", "weight", "label", "time"):
            value = getattr(self, name)
            if isinstance(value, bool) or (isinstance(value, int) and value < 1):
                raise Refused(f"{name} must be a column's name or number from 1, got {value!r}.")
        if self.source is not None and self.source == self.target:
            raise Refused(
                f"source and target are both {self.source!r}; give each a column of its own."
            )
        if self.weight is not None and self.weight in (self.source, self.target):
            raise Refused(f"weight is {self.weight!r}, an end of the edge; give another column.")

    def arguments(self) -> dict[str, str | int | bool]:
        """The keyword arguments that say the same; what holds anyway is left out.

        Examples
        --------
        >>> Reading(weight="hours", decimal=",", repeated="first").arguments()
        {'decimal': ',', 'weight': 'hours'}
        """
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: value
            for name, value in given.items()
            if value is not None and value != _ORDINARY.get(name)
        }

    def attributes(self) -> Columns:
        """The attributes with weight and class, for formats that name them."""
        weight, label = self.weight, self.label
        return Columns(
            weight=None if weight in (None, "") else str(weight),
            label=None if label in (None, "") else str(label),
        )

    def as_python(self, path: str) -> str:
        """The call of `read_graph` that reads a file so."""
        parts = [_quoted(path)]
        parts += [f"{name}={_quoted(value)}" for name, value in self.arguments().items()]
        return f"read_graph({', '.join(parts)})"

    def as_flags(self, path: str) -> str:
        """The words of the command line that read a file so."""
        words = [shlex.quote(path)]
        for name, value in self.arguments().items():
            flag = name.replace("_", "-")
            if isinstance(value, bool):
                words.append(_SHORTEST_FLAG[value].format(flag))
            else:
                words += [f"--{flag}", shlex.quote(str(value))]
        return " ".join(words)


def _quoted(value: str | int | bool) -> str:
    if not isinstance(value, str):
        return repr(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"'
