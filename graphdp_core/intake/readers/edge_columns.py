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
    whole: bool = False

    def odd_names(self) -> set[str]:
        """Names of nodes that tell of rows which may be no edges."""
        header = self.titles if self.names is not None else ()
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
        used = {self.source, self.target, self.weight, self.label}
        names = self.names or ("",) * self.width
        called = [quoted(name) if name else str(i + 1) for i, name in enumerate(names)]
        unused = [name for i, name in enumerate(called) if i not in used]
        shown = ", ".join([*unused[:5], "…"] if len(unused) > 5 else unused)
        word, verb = ("column", "was") if len(unused) == 1 else ("columns", "were")
        return (f"{word} {shown} {verb} ignored",) if unused else ()


def find_columns(file: GraphFile, table: Table, reading: Reading) -> EdgeColumns:
    """Find header and columns of a table of edges."""
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
    first, skipped = sample[0][1], int(has_header)
    if has_header and len(sample) > 2:
        below = [cell for cell in sample[1][1] if cell]  # units, as "[km]" below "length"
        are_units = any(cell[0] in "[(" for cell in below) and all(map(_UNIT.fullmatch, below))
        skipped += are_units
    body = [cells for _, cells in sample[skipped:]]
    names = tuple(first) if has_header else None
    if has_header and {len(cells) for cells in body} == {len(first) + 1}:
        names = ("", *first)  # beside the names of the rows, as R writes
    width = len(first if names is None else names)
    asked = {
        role: _column(file, names, width, role, getattr(reading, role))
        for role in ROLES
        if getattr(reading, role) not in (None, "")
    }
    role_of: dict[int, str] = {}
    for role, column in asked.items():
        if (other := role_of.setdefault(column, role)) != role:
            raise file.refuse(
                f"column {column + 1} is asked for as {other} and as {role}; give each role a "
                "column of its own."
            )
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
        whole=_are_floats_beside(body, roles["source"], roles["target"]),
        **roles,  # type: ignore[arg-type]
    )


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
    told = [names[i] in table.lists if names and i is not None else False for i in places]
    signs = [list_sign(own, other) for own, other in zip(cells, cells[::-1], strict=True)]
    source, target = (LIST_SIGN if t else sign for t, sign in zip(told, signs, strict=True))
    return source, target


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
    values = {i: {row[i] for row in body if len(row) > i} - {""} for i in range(len(names))}
    named = {name for cell in values[lists] for name in names_in(cell, signs[1] or signs[0])}
    free = values.keys() - {lists, roles["weight"], roles["time"]}
    owner = max(sorted(free), key=lambda i: len(values[i]))
    return {"source": other if values[other] & named else owner, "target": lists}


def _column(
    file: GraphFile, names: tuple[str, ...] | None, width: int, role: str, asked: Role
) -> int:
    """The place of a column that was asked for."""
    if isinstance(asked, int):
        if asked > width:
            raise file.refuse(f"there is no column {asked} for the {role}; it has {width} columns.")
        return asked - 1
    folded = [name.casefold() for name in names or ()]
    for there, name in ((list(names or ()), asked), (folded, asked.casefold())):
        if name in there:
            return there.index(name)
    shown = plain_text(asked, longest=40)
    if names is None:
        raise file.refuse(
            f"there is no column '{shown}' for the {role}: the first line was not taken for a "
            "header; say that it is one, or give the column's number."
        )
    raise file.refuse(f"there is no column '{shown}' for the {role}; it has {listed(names, 8)}.")
