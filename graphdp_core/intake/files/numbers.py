"""Numbers as people write them, growing rows of them, and matrices of numbers as graphs."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_graph import RawGraph, is_number

_GROUPS = {
    ".": re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?", re.ASCII),
    ",": re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?", re.ASCII),
}
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f '"))
"""What some programs put between thousands."""

_SIGNS = "%‰€$£¥₹₩₽"
_WORDS = (
    "km|m|cm|mm|mi|ft|kg|g|t|h|min|s|sec|ms|std|eur|euro|euros|usd|gbp|chf|jpy|kr|zł|fr|mio|pct"
)
_WITH_UNIT = re.compile(
    rf"(?P<before>[{_SIGNS}]|(?:EUR|USD|GBP|CHF|US\$|R\$)(?=[ \d]))?\s*"
    r"(?P<number>[+-]?[\d.,'\u00a0\u202f ]*\d[.,]?)"
    rf"(?:\s*(?P<sign>[{_SIGNS}])|\s+(?P<word>{_WORDS})\.?)?",
    re.IGNORECASE,
)
"""Signs may touch their number; words stand apart from it, as "5s" is a name."""


def as_number(text: str, decimal: str = ".") -> float:
    """The finite number that a cell holds; nan if it holds none.

    Examples
    --------
    >>> as_number("2.5"), as_number("1.234,5", ","), as_number("1,234.5"), as_number("soon")
    (2.5, 1234.5, 1234.5, nan)
    >>> as_number("8,2%", ","), as_number("$1,200.50"), as_number("385 km"), as_number("5s")
    (8.2, 1200.5, 385.0, nan)
    """
    if decimal != "." or not is_number(text):
        is_bare = text[-1:].isdigit() and text[:1].isdigit()
        match = _WITH_UNIT.fullmatch(text) if text and not is_bare else None
        text = (text if match is None else match["number"].strip()).translate(_BLANKS)
        if _GROUPS[decimal].fullmatch(text):
            text = text.replace("," if decimal == "." else ".", "")
        elif decimal == "," and "." in text:
            return math.nan
        text = text.replace(",", ".") if decimal == "," else text
    value = float(text) if is_number(text) else math.nan
    return value if math.isfinite(value) else math.nan


def is_infinite(text: str) -> bool:
    """Whether a cell says infinity, or a number too large to be one.

    Examples
    --------
    >>> is_infinite("-inf"), is_infinite("1e400"), is_infinite("1e300"), is_infinite("info")
    (True, True, False, False)
    """
    word = text.casefold().lstrip("+-")
    return word in ("inf", "infinity", "∞") or (is_number(text) and math.isinf(float(text)))


def unit_of(text: str) -> str:
    """The unit beside a number, in small letters; empty where there is none.

    Examples
    --------
    >>> unit_of("8,2%"), unit_of("$5"), unit_of("385 KM"), unit_of("385")
    ('%', '$', 'km', '')
    """
    match = _WITH_UNIT.fullmatch(text)
    return (match["before"] or match["sign"] or match["word"] or "").casefold() if match else ""


def looks_numeric(text: str) -> bool:
    """Whether a cell is a number under either decimal mark."""
    return not (math.isnan(as_number(text)) and math.isnan(as_number(text, ",")))


_DENSE_IDS = 8  # ids up to so many times their count are looked up in a table


def sorted_distinct(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The distinct numbers of an array of any shape, sorted.

    Examples
    --------
    >>> sorted_distinct(np.array([[3, 1], [1, -2]])).tolist()
    [-2, 1, 3]
    """
    ordered = np.sort(numbers, axis=None)
    is_new = np.ones(len(ordered), dtype=bool)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]


def distinct_ids(ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """The distinct numbers >= 0 of an array of any shape, sorted, counted where they are dense.

    Examples
    --------
    >>> distinct_ids(np.array([[3, 1], [1, 2]])).tolist()
    [1, 2, 3]
    """
    largest = int(ends.max())
    if largest > _DENSE_IDS * ends.size:
        return sorted_distinct(ends)
    seen = np.zeros(largest + 1, dtype=bool)
    seen[ends] = True
    return np.flatnonzero(seen)


def places_of(ends: NDArray[np.int64], ids: NDArray[np.int64]) -> NDArray[np.integer]:
    """The place of every number among the distinct ones, in the same shape.

    Examples
    --------
    >>> places_of(np.array([[30, 10], [10, 20]]), np.array([10, 20, 30])).tolist()
    [[2, 0], [0, 1]]
    """
    largest = int(ids[-1])
    if largest > _DENSE_IDS * ends.size:
        return np.searchsorted(ids, ends)
    place = np.empty(largest + 1, dtype=np.int32)
    place[ids] = np.arange(len(ids), dtype=np.int32)
    return place[ends]


_LARGEST = 255
_AT_ONCE = 50_000  # entries that are looked at together


class SmallNumbers:
    """Numbers in the order in which they came.

    Examples
    --------
    >>> numbers = SmallNumbers()
    >>> numbers.extend([0.0, 1.0]), numbers.as_array()
    (None, array([0, 1], dtype=uint8))
    >>> numbers.extend([0.5]), numbers.as_array()
    (None, array([0. , 1. , 0.5]))
    """

    def __init__(self) -> None:
        self._small = array("B")
        self._any: array[float] | None = None

    def __len__(self) -> int:
        return len(self._small if self._any is None else self._any)

    def extend(self, values: Iterable[float]) -> None:
        """Add numbers at the end."""
        more = list(values)
        if self._any is None:
            if all(0 <= value <= _LARGEST and value == int(value) for value in more):
                self._small.extend(map(int, more))
                return
            self._any, self._small = array("d", self._small), array("B")
        self._any.extend(more)

    def as_array(self) -> NDArray[np.uint8] | NDArray[np.float64]:
        """All of them, not copied."""
        if self._any is None:
            return np.frombuffer(self._small, np.uint8) if self._small else np.empty(0, np.uint8)
        return np.frombuffer(self._any)


def graph_of_matrix(
    file: GraphFile,
    matrix: NDArray[np.generic],
    *,
    once: bool = False,
    ones: bool = False,
    notes: tuple[str, ...] = (),
) -> RawGraph:
    """The entries that are not 0 as edges; of an oblong the columns are nodes of a second kind.

    A square that equals its transpose is read above its diagonal, but not where `once` says that
    every edge stands there once. Weights that are 1 everywhere are left out, unless `ones`.

    Parameters
    ----------
    matrix : ndarray, shape (rows, columns)
    """
    rows, width = matrix.shape
    two_kinds = rows != width
    above = not (once or two_kinds) and is_symmetric(matrix)
    count = sum(len(part.nonzero()[0]) for _, part in _blocks(matrix, above=above))
    n = rows + width if two_kinds else rows
    file.check_size(nodes=n, edges=count)
    ends, values = np.empty((count, 2), dtype=np.int32), np.empty(count)
    place = 0
    for start, part in _blocks(matrix, above=above):
        row, column = part.nonzero()
        places = slice(place, place + len(row))
        ends[places, 0], ends[places, 1] = row + start, column
        values[places] = part[row, column]
        place = places.stop
    if two_kinds:
        ends[:, 1] += rows
    return RawGraph(
        n,
        ends,
        values if count and (ones or (values != 1).any()) else None,
        directed=not (above or once or two_kinds),
        rows=rows if two_kinds else 0,
        notes=notes,
    )


def is_symmetric(matrix: NDArray[np.generic]) -> bool:
    """Whether a square equals its transpose.

    Examples
    --------
    >>> is_symmetric(np.array([[0, 1], [1, 0]])), is_symmetric(np.array([[0, 1], [2, 0]]))
    (True, False)
    """
    return all(
        (part == matrix[:, start : start + len(part)].T).all()
        for start, part in _blocks(matrix, above=False)
    )


def _blocks(
    matrix: NDArray[np.generic], *, above: bool
) -> Iterator[tuple[int, NDArray[np.generic]]]:
    """Some rows at a time with the number of the first, so that no matrix is copied whole."""
    step = max(1, _AT_ONCE // max(matrix.shape[1], 1))
    for start in range(0, len(matrix), step):
        part = matrix[start : start + step]
        yield start, np.triu(part, start) if above else part
