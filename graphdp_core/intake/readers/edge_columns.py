"""Which column of a table of edges is what: as a person said, else as names and cells suggest.

Which columns of a table are the ends of edges, the weight and the time: a guess.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import isnan

from graphdp_core.intake.files.graph_file import GraphFile, listed, plain_text, quoted
from graphdp_core.intake.files.numbers import as_number, looks_numeric, unit_of
from graphdp_core.intake.files.reading import Reading, Role
from graphdp_core.intake.files.table import LIST_SIGN, Row, Table
from graphdp_core.intake.readers.header import (
    ENDS,
    WEIGHTS,
    has_word,
    is_date,
    is_index_name,
    is_truth,
    looks_like_header,
    share,
)
from graphdp_core.intake.readers.several_names import NO_SIGN, list_sign, names_in
from graphdp_core.intake.words import ERRORS

_MOST = 0.9
_CANDIDATES = 8
_IDS = ("id", "_id", "uid", "login", "username", "screen_name", "handle", "email", "key")
"""What a record within a record is known by."""

_RUNNING, _FEW = 7, 3  # rows
_YEARS = (1800, 2100)
_STAMPS = (5e8, 2.3e9)
"""Seconds since 1970 from 1985 to 2042."""


@dataclass(frozen=True)
class _Column:
    """A column as far as the sample shows it."""

    place: int
    name: str
    cells: tuple[str, ...]
    headed: bool

    @cached_property
    def is_number(self) -> bool:
        return share(self.cells, looks_numeric) >= _MOST

    @cached_property
    def is_fraction(self) -> bool:
        """Numbers that are no ids."""
        return self.is_number and any(
            any(mark in cell for mark in ".,-") or unit_of(cell) for cell in self.cells
        )

    @cached_property
    def is_remark(self) -> bool:
        """What is said of something, and not its name: texts, and yes or no."""
        said = has_word(self.name, "message", "prose", "kind")
        is_end = has_word(self.name, "source", "target", "end")
        are_truths = bool(self.values) and all(map(is_truth, self.values))
        return self.headed and ((said and not is_end) or are_truths)

    @cached_property
    def is_constant(self) -> bool:
        """One value in all rows, under a name that says nothing of ends."""
        named = has_word(self.name, "source", "target")
        return len(self.cells) > 2 and len(self.values) < 2 and not named

    @cached_property
    def units(self) -> frozenset[str]:
        """The units beside its numbers."""
        return frozenset(map(unit_of, self.cells)) - {""}

    @cached_property
    def is_time(self) -> bool:
        low, high = _STAMPS
        said = has_word(self.name, "time") and not self.is_duration
        are_stamps = not self.headed and all(low < as_number(cell) < high for cell in self.cells)
        return (
            share(self.cells, is_date) >= _MOST
            or (said and not has_word(self.name, "source", "target", "end"))
            or (self.is_number and (said or are_stamps))
        )

    @cached_property
    def is_duration(self) -> bool:
        """Such as hours a week: small numbers under a name for amounts."""
        return self.is_weight and all(abs(as_number(cell)) < _STAMPS[0] for cell in self.values)

    @cached_property
    def is_index(self) -> bool:
        """A running number under a name for one."""
        is_named = self.headed and is_index_name(self.name) and self.is_number
        return is_named and {b - a for a, b in pairwise(map(as_number, self.cells))} == {1.0}

    @cached_property
    def is_counter(self) -> bool:
        """Whole numbers that go up by one from row to row, or years: they weigh nothing."""
        values = [as_number(cell) for cell in self.cells if cell]
        if len(values) > _RUNNING and {b - a for a, b in pairwise(values)} == {1.0}:
            return True
        low, high = _YEARS
        are_years = all(low <= v <= high and v == int(v) for v in values)
        return not self.headed and len(values) > _FEW and are_years

    @cached_property
    def is_weight(self) -> bool:
        return self.is_number and (self.name.casefold() in WEIGHTS or has_word(self.name, "weight"))

    @cached_property
    def values(self) -> frozenset[str]:
        return frozenset(self.cells) - {""}


def guess_roles(
    names: Sequence[str] | None, body: Sequence[list[str]], asked: Mapping[str, int], width: int
) -> dict[str, int]:
    """Places of source and target, and of weight and time if there are any, beside those asked."""
    headed = names is not None
    columns = [
        _Column(i, name, tuple(row[i] for row in body if len(row) > i), headed)
        for i, name in enumerate(names or [""] * width)
    ]
    free = [column for column in columns if column.place not in asked.values()]
    roles = {**asked, **_ends(free, asked, headed=headed)}
    free = [column for column in free if column.place not in roles.values()]
    if "time" not in roles and (time := next((c for c in free if c.is_time), None)):
        roles["time"] = time.place
    if "weight" not in roles:
        weight = _weight([c for c in free if not c.is_time], headed=headed)
        roles |= {} if weight is None else {"weight": weight.place}
    return roles


def guess_decimal(cells: Sequence[str], separator: str | None) -> str:
    """The decimal mark of numbers: a comma if that is all that some of them have.

    Examples
    --------
    >>> guess_decimal(["1,5", "2"], ";"), guess_decimal(["1,500"], ","), guess_decimal(["1"], ";")
    (',', '.', '.')
    """
    numbers = [cell for cell in cells if looks_numeric(cell)]
    if not any("," in cell for cell in numbers):
        return "."
    as_point, as_comma = (
        sum(not isnan(as_number(cell, decimal)) for cell in numbers) for decimal in ".,"
    )
    if as_point == as_comma:
        return "." if separator == "," else ","
    return "," if as_comma > as_point else "."


def _ends(free: list[_Column], roles: Mapping[str, int], *, headed: bool) -> dict[str, int]:
    missing = [role for role in ("source", "target") if role not in roles]
    exact: dict[str, int] = {}  # names that alone say which end they are, if both do
    for column in reversed(free):
        if headed and (end := ENDS.get(column.name.casefold())) is not None:
            exact[("source", "target")[end]] = column.place
    exact = exact if len(exact) == 2 else {}
    if len(missing) < 2:
        places = [column.place for column in _likely(free, 1)]
        return {role: exact.get(role, places[0]) for role in missing if places}
    if exact:
        return exact
    likely = _likely(free, 2)
    pairs = list(combinations(likely[:_CANDIDATES], 2))
    first, second = pairs[0]
    if headed:
        first, second = max(pairs, key=lambda pair: _fit(*pair))
        backwards = has_word(first.name, "target") and has_word(second.name, "source")
        first, second = (second, first) if backwards else (first, second)
    elif not any(column.is_number for column in likely) and not _share(first, second):
        # In "Ann, likes, Bob" it is the first and the last column that name people.
        first, second = max(pairs, key=lambda pair: _share(*pair))
    return {"source": first.place, "target": second.place}


def _likely(free: list[_Column], count: int) -> list[_Column]:
    """Columns that may be ends; others only where there are too few."""
    good = [c for c in free if not (c.is_time or c.is_index or c.is_weight or c.is_fraction)]
    best = [c for c in good if not (c.is_remark or c.is_constant)]
    if len(good) >= count:
        return best if len(best) >= count else good
    rest = [c for c in free if c not in good]
    return sorted([*good, *rest[: count - len(good)]], key=lambda column: column.place)


def _fit(first: _Column, second: _Column) -> float:
    """How likely two columns are the two ends: names that say so, the same people in both."""
    names = one, two = first.name, second.name
    fit = sum(has_word(n, "source", "target") + 0.5 * has_word(n, "end") for n in names)
    sides = [{s for s in ("source", "target") if has_word(n, s)} for n in names]
    fit -= len(sides[0]) == len(sides[1]) == 1 and sides[0] == sides[1]
    fit -= any(has_word(n, "given", "family") for n in names)
    same = one[:-1].casefold() == two[:-1].casefold() and len(one) > 1
    twins = (one[-1:] + two[-1:]).casefold()  # as "gene A" and "gene B"
    fit += same and twins in ("ab", "12", "xy", "ij", "uv")
    if not (first.is_number or second.is_number):
        fit += _share(first, second)
    return fit + 0.3 * (first.is_number == second.is_number) + _fit_within(one, two)


def _fit_within(first: str, second: str) -> float:
    """Of records within records: the same fact of two of them, best what they are known by."""
    outer, _, fact = first.rpartition(".")
    other, _, same = second.rpartition(".")
    if not outer and not other:
        return 0.0
    if outer == other:
        return -3.0
    known = sum(0.5 - 0.02 * _IDS.index(name) for name in (fact, same) if name in _IDS)
    return known + 0.3 * (fact == same)


def _share(first: _Column, second: _Column) -> float:
    """How many of the values of one column stand in the other."""
    return len(first.values & second.values) / max(1, min(len(first.values), len(second.values)))


def _weight(free: list[_Column], *, headed: bool) -> _Column | None:
    """The column named as a weight, else the only one of numbers that is left."""
    free = [column for column in free if len(column.units) < 2]
    exact = [c for name in WEIGHTS for c in free if c.name.casefold() == name]
    named = [*exact, *(column for column in free if column.is_weight)]
    if named:
        return named[0]
    numbers = [column for column in free if share(column.cells, looks_numeric) >= 0.5]
    if not headed:
        is_first = bool(numbers) and numbers[0] is free[0] and not numbers[0].is_counter
        return numbers[0] if is_first else None
    plain = [c for c in numbers if not (c.is_index or c.is_counter)]
    plain = [c for c in plain if not has_word(c.name, "fact", "number")]
    return plain[0] if len(plain) == 1 else None


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

    def called(self, column: int | None) -> str:
        """A column's name, or its number from 1."""
        if column is None:
            return ""
        return (self.names[column] if self.names else "") or str(column + 1)

    def ignored(self) -> tuple[str, ...]:
        """The columns that nobody reads, as a clause of a sentence."""
        used = {self.source, self.target, self.weight, self.label, self.time}
        names = self.names or ("",) * self.width
        called = [quoted(name) if name else str(i + 1) for i, name in enumerate(names)]
        unused = [name for i, name in enumerate(called) if i not in used]
        shown = ", ".join([*unused[:5], "…"] if len(unused) > 5 else unused)
        word, verb = ("column", "was") if len(unused) == 1 else ("columns", "were")
        clauses = [f"{word} {shown} {verb} ignored"] if unused else []
        if self.time is not None:
            clauses.append(f"the time in column {called[self.time]} was left out")
        return tuple(clauses)


def find_columns(file: GraphFile, table: Table, reading: Reading) -> EdgeColumns:
    """Find header and columns of a table of edges."""
    sample = table.head(SAMPLE)
    if not sample:
        raise file.refuse("it holds comments only; give every tie one line: source, target.")
    rows = [cells for _, cells in sample]
    if len(rows[0]) < 2:
        raise file.refuse(
            f"line {sample[0][0]} has one column; give every tie one line: source, target, and "
            "if wanted a weight, separated by commas, semicolons, tabs or blanks."
        )
    has_header = table.header if reading.header is None else reading.header
    if has_header is None:
        has_header = looks_like_header(rows, reading)
    if has_header and len(rows) == 1:
        raise file.refuse("it has a header and no ties; give every tie one line.")
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
        and not (role == "label" and table.nodes and reading.label in table.nodes.facts)
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
