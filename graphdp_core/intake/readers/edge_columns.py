"""Which column of a table of edges is what: as a person said, else as names and cells suggest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphdp_core.intake.files.graph_file import GraphFile, listed, plain_text, quoted
from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.reading import Reading, Role
from graphdp_core.intake.files.table import LIST_SIGN, Row, Table
from graphdp_core.intake.readers.column_roles import guess_decimal, guess_roles
from graphdp_core.intake.readers.column_words import ENDS, has_word
from graphdp_core.intake.readers.header import ERRORS, looks_like_header
from graphdp_core.intake.readers.listed_cells import NO_SIGN, list_sign, names_in

SAMPLE = 200
"""Rows that a guess looks at."""

_UNIT = re.compile(r"[\[(][^\[\]()]*[\])]|-*")
_FLOAT = re.compile(r"\d+\.0")

ROLES = ("source", "target", "weight", "label", "time")
GUESSES = ("header", "source", "target", "weight", "decimal")


@dataclass(frozen=True)
class EdgeColumns:
    """Where the columns of a table of edges are, counted from 0.

    Parameters
    ----------
    width : int
        Number of columns.
    names : tuple of str, or None
        The header, if there is one.
    source, target : int
    weight, label, time : int or None
    line : int
        Number of the first row of data.
    decimal : str
        The mark in weights.
    signs : (str, str)
        What stands between the names in cells of source and target; empty: they are one name.
    guessed : frozenset of str
        The fields of the reading that nobody gave.
    whole : bool
        Whether names such as "3.0" are the names "3" of the other end.
    """

    width: int
    names: tuple[str, ...] | None
    source: int
    target: int
    weight: int | None
    label: int | None
    time: int | None
    line: int
    decimal: str
    signs: tuple[str, str]
    guessed: frozenset[str]
    whole: bool = False

    @property
    def used(self) -> set[int | None]:
        """The columns that are read."""
        return {self.source, self.target, self.weight, self.label}

    def odd_names(self) -> set[str]:
        """Names of nodes that tell of rows which may be no edges."""
        header = () if self.names is None else (self.names[self.source], self.names[self.target])
        spelt = {spell(name) for name in header for spell in (str.lower, str.upper, str.title)}
        return {*header, *spelt, *ERRORS, *map(str.upper, ERRORS)} - {""}

    @property
    def titles(self) -> tuple[str, str]:
        """What the columns of both ends are called."""
        names = self.names
        return ("source", "target") if names is None else (names[self.source], names[self.target])

    def role(self, column: int) -> str:
        """What a column is: source, target, weight, label, time or ignore."""
        return next((role for role in ROLES if getattr(self, role) == column), "ignore")

    def ignored(self) -> tuple[str, ...]:
        """The columns that nobody reads, as a clause of a sentence."""
        unused = [i for i in range(self.width) if i not in self.used]
        if not unused:
            return ()
        shown = ", ".join(map(self._called, unused[:5]))
        more = ", …" if len(unused) > 5 else ""
        one = len(unused) == 1
        return (f"column{'' if one else 's'} {shown}{more} {'was' if one else 'were'} ignored",)

    def _called(self, column: int) -> str:
        name = self.names[column] if self.names else ""
        return quoted(name) if name else str(column + 1)


def find_columns(file: GraphFile, table: Table, reading: Reading) -> EdgeColumns:
    """Find header and columns of a table of edges.

    Raises
    ------
    GraphFileError
        If the rows at the top do not have two columns or more, or a column that was asked for is
        not there or has two roles.
    """
    sample = table.head(SAMPLE)
    if not sample:
        raise file.refuse("it holds comments only; give every edge one line: source, target.")
    rows = [cells for _, cells in sample]
    if len(rows[0]) < 2:
        raise file.refuse(
            f"line {sample[0][0]} has one column; give every edge one line: source, target, and "
            "if wanted a weight, separated by commas, semicolons, tabs or blanks."
        )
    has_header = table.header if reading.header is None else reading.header
    if has_header is None:
        has_header = looks_like_header(rows, reading)
    if has_header and len(rows) == 1:
        raise file.refuse("it has a header and no edges; give every edge one line.")
    return _roles(file, table, sample, reading, has_header=has_header)


def _roles(
    file: GraphFile, table: Table, sample: list[Row], reading: Reading, *, has_header: bool
) -> EdgeColumns:
    skipped = int(has_header) + int(has_header and _are_units([cells for _, cells in sample[1:]]))
    body = [cells for _, cells in sample[skipped:]]
    names = _names(sample[0][1], body) if has_header else None
    width = len(sample[0][1] if names is None else names)
    asked = {
        role: _column(file, names, width, role, getattr(reading, role))
        for role in ROLES
        if getattr(reading, role) not in (None, "")
    }
    _refuse_clashes(file, asked)
    roles: dict[str, int | None] = dict.fromkeys(ROLES)
    roles |= guess_roles(names, body, asked, width)
    signs = _signs(table, names, body, roles)
    if any(signs) and not asked and names is not None:
        roles |= _beside_lists(names, body, roles, signs)
        signs = _signs(table, names, body, roles)
    if reading.weight == "":
        roles["weight"] = None
    weight = roles["weight"]
    numbers = [row[weight] for row in body if weight is not None and len(row) > weight]
    return EdgeColumns(
        width=width,
        names=names,
        line=sample[skipped][0],
        decimal=reading.decimal or guess_decimal(numbers, table.separator),
        signs=(NO_SIGN, NO_SIGN) if reading.listed == "one" else signs,
        guessed=frozenset(name for name in GUESSES if getattr(reading, name) is None),
        whole=_are_floats_beside(body, roles["source"], roles["target"]),
        **roles,  # type: ignore[arg-type]
    )


def _are_units(rows: Sequence[list[str]]) -> bool:
    """Whether the first of several rows has units in brackets alone, as "[km]" below "length"."""
    cells = [cell for cell in rows[0] if cell] if len(rows) > 1 else []
    return any(cell[0] in "[(" for cell in cells) and all(map(_UNIT.fullmatch, cells))


def _are_floats_beside(body: Sequence[list[str]], *ends: int | None) -> bool:
    """Whether one end holds whole numbers and the other the same with ".0", as pandas writes."""
    cells = [[row[i] for row in body if len(row) > i and row[i]] for i in ends if i is not None]
    floats = [bool(c) and all(map(_FLOAT.fullmatch, c)) for c in cells]
    whole = [bool(c) and all(map(str.isdigit, c)) for c in cells]
    return any(floats) and any(whole)


def _signs(
    table: Table,
    names: tuple[str, ...] | None,
    body: list[list[str]],
    roles: Mapping[str, int | None],
) -> tuple[str, str]:
    """What stands between the names in the cells of source and target."""
    places = [roles["source"], roles["target"]]
    cells = [
        [row[i] for row in body if i is not None and len(row) > i and not looks_numeric(row[i])]
        for i in places
    ]
    signs = []
    for place, own, other in zip(places, cells, cells[::-1], strict=True):
        is_told = names is not None and place is not None and names[place] in table.lists
        signs.append(LIST_SIGN if is_told else list_sign(own, other))
    return signs[0], signs[1]


def _beside_lists(
    names: tuple[str, ...],
    body: list[list[str]],
    roles: Mapping[str, int | None],
    signs: tuple[str, str],
) -> dict[str, int]:
    """The lists as targets, and what they belong to: the column of most values, if none is sure."""
    source, target = roles["source"], roles["target"]
    assert source is not None
    assert target is not None
    if signs[1] and (has_word(names[source], "source") or names[source].casefold() in ENDS):
        return {}
    lists, other = (target, source) if signs[1] else (source, target)
    listed = {
        n for row in body if len(row) > lists for n in names_in(row[lists], signs[1] or signs[0])
    }
    taken = {lists, roles["weight"], roles["time"]}
    values = {
        i: {row[i] for row in body if len(row) > i} - {""}
        for i in range(len(names))
        if i not in taken
    }
    if values[other] & listed:
        return {"source": other, "target": lists}
    return {"source": max(values, key=lambda i: len(values[i])), "target": lists}


def _names(first: list[str], body: list[list[str]]) -> tuple[str, ...]:
    """The header; one that is a column short stands beside the names of the rows, as R writes."""
    widths = {len(cells) for cells in body}
    return ("", *first) if widths == {len(first) + 1} else tuple(first)


def _column(
    file: GraphFile, names: tuple[str, ...] | None, width: int, role: str, asked: Role
) -> int:
    """The place of a column that was asked for."""
    if isinstance(asked, int):
        if asked > width:
            raise file.refuse(f"there is no column {asked} for the {role}; it has {width} columns.")
        return asked - 1
    folded = [name.casefold() for name in names or ()]
    if asked in (names or ()):
        return (names or ()).index(asked)
    if asked.casefold() in folded:
        return folded.index(asked.casefold())
    shown = plain_text(asked, longest=40)
    if names is None:
        raise file.refuse(
            f"there is no column '{shown}' for the {role}: the first line was not taken for a "
            "header; say that it is one, or give the column's number."
        )
    there = listed(names, 8)
    raise file.refuse(f"there is no column '{shown}' for the {role}; it has {there}.")


def _refuse_clashes(file: GraphFile, asked: dict[str, int]) -> None:
    role_of: dict[int, str] = {}
    for role, column in asked.items():
        other = role_of.setdefault(column, role)
        if other != role:
            raise file.refuse(
                f"column {column + 1} is asked for as {other} and as {role}; give each role a "
                "column of its own."
            )
