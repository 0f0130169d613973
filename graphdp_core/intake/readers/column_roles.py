"""Which columns of a table are the ends of edges, the weight and the time: a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from graphdp_core.intake.files.numbers import as_number, looks_numeric, unit_of
from graphdp_core.intake.readers.column_words import ENDS, WEIGHTS, has_word, is_index_name
from graphdp_core.intake.readers.header import is_date, is_truth, share

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
        if self.headed and said and not has_word(self.name, "source", "target", "end"):
            return True
        return self.headed and bool(self.values) and all(map(is_truth, self.values))

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
        if share(self.cells, is_date) >= _MOST:
            return True
        named = has_word(self.name, "time") and not has_word(self.name, "source", "target", "end")
        return named or (self.is_number and (has_word(self.name, "time") or self._are_stamps()))

    @cached_property
    def is_index(self) -> bool:
        """A running number under a name for one."""
        if not self.headed or not is_index_name(self.name) or not self.is_number:
            return False
        values = [as_number(cell) for cell in self.cells]
        return len(values) > 1 and all(b - a == 1 for a, b in pairwise(values))

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

    def _are_stamps(self) -> bool:
        low, high = _STAMPS
        return not self.headed and all(low < as_number(cell) < high for cell in self.cells)


def guess_roles(
    names: Sequence[str] | None, body: Sequence[list[str]], asked: Mapping[str, int], width: int
) -> dict[str, int]:
    """Places of source and target, and of weight and time where there are any.

    Parameters
    ----------
    names : sequence of str, or None
        The header, if there is one.
    body : sequence of list of str
        The first rows of data.
    asked : mapping of str to int
        Roles that are settled.
    width : int
        Number of columns.
    """
    columns = [
        _Column(
            i,
            names[i] if names else "",
            tuple(row[i] for row in body if len(row) > i),
            headed=names is not None,
        )
        for i in range(width)
    ]
    roles = dict(asked)
    free = [column for column in columns if column.place not in asked.values()]
    roles |= _ends(free, roles, has_header=names is not None, exact=_exact(names, asked))
    free = [column for column in free if column.place not in roles.values()]
    if "time" not in roles and (time := next((c for c in free if c.is_time), None)):
        roles["time"] = time.place
    if "weight" not in roles:
        weight = _weight([c for c in free if not c.is_time], has_header=names is not None)
        roles |= {} if weight is None else {"weight": weight}
    return roles


def guess_decimal(cells: Sequence[str], separator: str | None) -> str:
    """The decimal mark of numbers: a comma if that is all that some of them have.

    Examples
    --------
    >>> guess_decimal(["1,5", "2"], ";"), guess_decimal(["1,500"], ","), guess_decimal(["1"], ";")
    (',', '.', '.')
    """
    numbers = [cell for cell in cells if looks_numeric(cell)]
    with_comma = [cell for cell in numbers if "," in cell]
    if not with_comma:
        return "."
    as_point = sum(as_number(cell) == as_number(cell) for cell in numbers)
    as_comma = sum(as_number(cell, ",") == as_number(cell, ",") for cell in numbers)
    if as_point == as_comma:
        return "." if separator == "," else ","
    return "," if as_comma > as_point else "."


def _exact(names: Sequence[str] | None, asked: Mapping[str, int]) -> dict[str, int]:
    """Columns whose names alone say which end they are, if both ends are found."""
    known = [
        None if place in asked.values() else ENDS.get(name.casefold())
        for place, name in enumerate(names or ())
    ]
    if 0 in known and 1 in known:
        return {"source": known.index(0), "target": known.index(1)}
    return {}


def _ends(
    free: list[_Column], roles: Mapping[str, int], *, has_header: bool, exact: Mapping[str, int]
) -> dict[str, int]:
    missing = [role for role in ("source", "target") if role not in roles]
    if len(missing) < 2:
        likely = _likely(free, 1)
        places = [column.place for column in likely]
        return {role: exact.get(role, places[0]) for role in missing if places}
    if exact:
        return dict(exact)
    likely = _likely(free, 2)
    if has_header:
        pairs = list(combinations(likely[:_CANDIDATES], 2))
        first, second = max(pairs, key=lambda pair: _fit(*pair))
        backwards = has_word(first.name, "target") and has_word(second.name, "source")
        first, second = (second, first) if backwards else (first, second)
    else:
        first, second = _with_the_same(likely)
    return {"source": first.place, "target": second.place}


def _likely(free: list[_Column], count: int) -> list[_Column]:
    """Columns that may be ends; others only where there are too few."""
    good = [c for c in free if not (c.is_time or c.is_index or c.is_weight or c.is_fraction)]
    best = [c for c in good if not (c.is_remark or c.is_constant)]
    if len(best) >= count:
        return best
    if len(good) >= count:
        return good
    rest = [c for c in free if c not in good]
    return sorted([*good, *rest[: count - len(good)]], key=lambda column: column.place)


def _fit(first: _Column, second: _Column) -> float:
    """How likely two columns are the two ends: names that say so, the same people in both."""
    fit = 0.0
    for column in (first, second):
        fit += has_word(column.name, "source", "target") + 0.5 * has_word(column.name, "end")
    sides = [{s for s in ("source", "target") if has_word(c.name, s)} for c in (first, second)]
    fit -= len(sides[0]) == len(sides[1]) == 1 and sides[0] == sides[1]
    fit -= any(has_word(c.name, "given", "family") for c in (first, second))
    fit += _are_twins(first.name, second.name)
    if not (first.is_number or second.is_number):
        fit += _share(first, second)
    return fit + 0.3 * (first.is_number == second.is_number) + _fit_within(first.name, second.name)


def _are_twins(first: str, second: str) -> bool:
    """Whether names differ in the letter or number at their end alone, as "gene A" and "gene B"."""
    same = first[:-1].casefold() == second[:-1].casefold() and len(first) > 1
    return same and (first[-1:] + second[-1:]).casefold() in ("ab", "12", "xy", "ij", "uv")


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


def _with_the_same(likely: list[_Column]) -> tuple[_Column, _Column]:
    """Without names: the first two columns, or the first pair that names the same where they don't.

    In "Ann, likes, Bob" it is the first and the last column that name people.
    """
    pairs = list(combinations(likely[:_CANDIDATES], 2))
    if not any(column.is_number for column in likely) and not _share(*pairs[0]):
        return max(pairs, key=lambda pair: _share(*pair))
    return pairs[0]


def _share(first: _Column, second: _Column) -> float:
    """How many of the values of one column stand in the other."""
    return len(first.values & second.values) / max(1, min(len(first.values), len(second.values)))


def _weight(free: list[_Column], *, has_header: bool) -> int | None:
    """The column named as a weight, else the only one of numbers that is left."""
    free = [column for column in free if len(column.units) < 2]
    for name in WEIGHTS:
        for column in free:
            if column.name.casefold() == name:
                return column.place
    named = [column for column in free if column.is_weight]
    if named:
        return named[0].place
    numbers = [column for column in free if share(column.cells, looks_numeric) >= 0.5]
    if not has_header:
        first = numbers[0] if numbers and numbers[0] is free[0] else None
        return None if first is None or first.is_counter else first.place
    numbers = [c for c in numbers if not (c.is_index or c.is_counter)]
    plain = [c for c in numbers if not has_word(c.name, "fact", "number")]
    return plain[0].place if len(plain) == 1 else None
