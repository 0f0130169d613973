"""How a file is to be understood: what a person said about it, and what is left to guess."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from graphdp_core.graphs.answers import Counted
from graphdp_core.intake.files.raw_graph import Columns, is_number
from graphdp_core.params import Refused

MissingWeight = Literal["one", "drop", "stop"]
Repeated = Literal["first", "last", "sum", "stop"]
Projection = Literal["none", "rows", "columns"]
Listed = Literal["each", "all", "one"]
Large = Literal["near", "far", "turned"]
Nobody = Literal["skip", "keep"]
Alike = Literal["one", "two"]
OddRows = Literal["skip", "above", "keep", "stop"]
Shape = Literal["edges", "matrix", "lists", "incidence", "answers"]
Decimal = Literal[".", ","]
Role = str | int
"""A column by its name, or by its number from 1."""

ORDINARY = {
    "missing_weight": "one",
    "repeated": "first",
    "counted": "agree",
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
    shape : {"edges", "matrix", "lists", "incidence", "answers"}, optional
        What the rows of a table are: edges, an adjacency matrix, a node with its neighbours,
        people by groups, or the answers of people to questions.
    encoding : str, optional
        Such as "utf-8" or "cp1252".
    separator : str, optional
        One character between the columns; a blank stands for any run of blanks, two blanks for
        runs of two or more, as between columns of fixed width; or "::".
    decimal : {".", ","}, optional
        The decimal mark of weights.
    header : bool, optional
        Whether the first line names the columns.
    source, target, weight, label, time : str or int, optional
        A column by its name or its number from 1; in formats with attributes, `weight` and
        `label` name an attribute. An empty one means that none is read. The label is the group
        of a node: in a table of edges it belongs to the source, in a table of people and those
        whom they name to the first, else it is a column of the sheet or file of nodes.
    sheet : str, optional
        Which sheet of a workbook, "*" for all that have the same columns, or which file of an
        archive.
    missing_weight : {"one", "drop", "stop"}, optional
        What an edge without a number for its weight is: an edge of weight 1, no edge, or a
        reason to refuse the file.
    repeated : {"first", "last", "sum", "stop"}, optional
        Which weight an edge has that is written more than once.
    projection : {"none", "rows", "columns"}, optional
        What becomes of a table of people by groups: a graph of both, of the rows, of the columns.
        Of a table of edges, that its sources and targets are nodes of two kinds.
    listed : {"each", "all", "one"}, optional
        What a cell of several names means: the other end of its row is joined with each of them,
        or they are joined with each other (the weight is in how many cells both stand), or it is
        one name. Of a table of neighbours, "all" joins all names of a row with each other.
    odd_rows : {"skip", "above", "keep", "stop"}, optional
        What becomes of rows that are no edges: titles, totals, notes and cut rows are left out,
        and a row that names one end alone is a node without this edge; or the same, but an empty
        source is that of the row above; or titles, totals, notes and words for nobody are data;
        or a row without two ends is a reason to refuse the file.
    nobody : {"skip", "keep"}, optional
        What a word such as "nobody" or "-" is in the place of a name: no one, so that its edges are
        left out, or a name. Where there are words, a sign such as "-" is no one all the same.
    alike : {"one", "two"}, optional
        Whether names that differ only in capitals and blanks are one node or two.
    large : {"near", "far", "turned"}, optional
        What a large weight means: the two are near, as meetings and messages count; they are far,
        as in a table of distances; or, in a matrix alone, they are far, and a distance d becomes
        the weight 1 / (1 + d), which is large for those who are near. Spanning trees join those
        who are near.
    counted : {"together", "agree", "differ"}, optional
        What the weight between two questions of a survey counts: how many say yes to both, how
        many answer both alike, or how many answer them differently. The first two are larger for
        questions that are close; the last is a distance, as spanning trees want it.
    scale : str, optional
        From which to which number the answers of a survey go, such as "1..5". *Privacy*: it must
        be known without looking at the answers.
    yes_or_no : bool, optional
        Answers of a survey are yes or no: the upper half of the scale is yes.
    most_yes : int, optional
        Keep so many answers above no of every person, in the order of the questions.
    largest_component : bool
        Keep the largest connected component only. *Privacy*: this choice reads the edges.

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
    decimal: Decimal | None = None
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
    listed: Listed | None = None
    odd_rows: OddRows | None = None
    nobody: Nobody | None = None
    alike: Alike | None = None
    large: Large | None = None
    counted: Counted | None = None
    scale: str | None = None
    yes_or_no: bool | None = None
    most_yes: int | None = None
    largest_component: bool = False

    def __post_init__(self) -> None:
        """Refuse what is not allowed."""
        for name, allowed in _choices().items():
            value = getattr(self, name)
            if value is not None and value not in allowed:
                words = " or ".join(map(repr, allowed))
                raise Refused(f"{name} must be {words}, got {value!r}.")
        if self.separator not in (None, "  ", "::") and len(str(self.separator)) != 1:
            raise Refused(
                f"separator must be one character, two blanks or '::', got {self.separator!r}."
            )
        if self.scale is not None:
            ends = self.scale.split("..")
            are_numbers = [is_number(part.strip()) for part in ends] == [True, True]
            if not are_numbers or float(ends[0]) >= float(ends[1]):
                raise Refused(
                    f"scale must be two rising numbers such as '1..5', got {self.scale!r}."
                )
        if self.most_yes is not None and (isinstance(self.most_yes, bool) or self.most_yes < 1):
            raise Refused(f"most_yes must be an integer from 1 on, got {self.most_yes!r}.")
        for name in ("source", "target", "weight", "label", "time"):
            value = getattr(self, name)
            is_place = isinstance(value, int) and not isinstance(value, bool)
            if not (value is None or isinstance(value, str) or (is_place and value > 0)):
                more = '; for several columns say shape="lists"' * isinstance(value, list | tuple)
                raise Refused(
                    f"{name} must be a column's name or number from 1, got {value!r}{more}."
                )
        if self.source is not None and self.source == self.target:
            raise Refused(f"source and target are both {self.source!r}; name two columns.")
        if self.weight is not None and self.weight in (self.source, self.target):
            raise Refused(f"weight is {self.weight!r}, an end of the tie; give another column.")

    def arguments(self) -> dict[str, str | int | bool]:
        """The keyword arguments that say the same; what holds anyway is left out.

        Examples
        --------
        >>> Reading(weight="hours", decimal=",", repeated="first").arguments()
        {'decimal': ',', 'weight': 'hours'}
        """
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: v for name, v in given.items() if v not in (None, ORDINARY.get(name))}

    def attributes(self) -> Columns:
        """The attributes with weight and class, for formats that name them; "" is no class."""
        label = None if self.label is None else str(self.label)
        return Columns(str(self.weight or "") or None, label)

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


@cache
def _choices() -> dict[str, tuple[Any, ...]]:
    """The fields that have few values, and these."""
    values = {
        name: [value for part in get_args(kind) for value in get_args(part)]
        for name, kind in get_type_hints(Reading).items()
    }
    return {name: tuple(allowed) for name, allowed in values.items() if allowed}


def _quoted(value: str | int | bool) -> str:
    if not isinstance(value, str):
        return repr(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"'
