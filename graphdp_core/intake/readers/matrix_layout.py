"""How a table of numbers is laid out as a matrix: where its names are, and which half is given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

from graphdp_core.intake.files.numbers import looks_numeric
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.readers.header import is_blank
from graphdp_core.intake.readers.incidence import NO, YES

Half = Literal["square", "lower", "upper"]

_HEAD = 30  # rows that are looked at before all are
_FEWEST = 3  # rows of a triangle
_ALIKE = 0.5  # share of the names above that stand beside as well


@dataclass(frozen=True)
class MatrixLayout:
    """Where the entries of a matrix are.

    Parameters
    ----------
    n : int
        Nodes.
    skip : int
        Rows above the entries.
    beside : int
        Columns of names before the entries.
    names : tuple of str, or None
        Of the nodes, in the order of the columns.
    order : tuple of int
        The node of each row.
    half : {"square", "lower", "upper"}
        Whether every row has all entries, or they grow from row to row, or shrink.
    sure : bool
        Whether it can be nothing else: a square of numbers can be edges.
    """

    n: int
    skip: int
    beside: int
    names: tuple[str, ...] | None
    order: tuple[int, ...]
    half: Half = "square"
    sure: bool = True


def find_layout(table: Table) -> MatrixLayout | None:
    r"""The layout of a table that may be a matrix; None if it is none.

    Names stand above and beside, or only above, or only beside. A triangle is given by rows that
    grow or shrink by one entry, with or without the diagonal; a number alone in the first line,
    as PHYLIP writes, is passed over.

    Examples
    --------
    >>> rows = [["Ann", "Bob"], ["Bob", "2"], ["Cid", "3", "4"]]
    >>> found = find_layout(Table(lambda: enumerate(rows, start=1)))
    >>> found.half, found.names, found.order
    ('lower', ('Ann', 'Bob', 'Cid'), (1, 2))
    """
    head = [cells for _, cells in table.head(_HEAD)]
    skip = int(_is_count(head))
    head = head[skip:]
    if len(head) < 2 or not all(head):
        return None
    finders = (_named_twice, _named_above, _named_beside, _without_names)
    return next(filter(None, (find(table, head, skip) for find in finders)), None)


def _named_twice(table: Table, head: Sequence[list[str]], skip: int) -> MatrixLayout | None:
    """Names above and beside: the same, or those of a triangle that leaves one out."""
    above = _trimmed(head[0])
    if not above or not _are_marks(head[1][1:]):
        return None
    for corner in (1, 0):
        names = above[corner:]
        if not all(names) or len(set(names)) < len(names) or (corner and looks_numeric(above[0])):
            continue
        body = list(islice(_rows(table, skip + 1), len(names) + 2))
        found = _order(names, [row[0] for row in body]) or _numbered(names, body)
        if found is None:
            continue
        names, order = found
        n, half = len(names), _half([len(_trimmed(row[1:])) for row in body], len(found[0]))
        is_full = len(order) == n and len(body[0]) == n + 1
        if half != "square" and all(_are_marks(row[1:]) for row in body):
            is_padded = len({len(row) for row in body}) == 1 and half == "upper"
            half = "square" if is_padded else half
        elif not is_full:
            continue
        else:
            half = "square"
        return MatrixLayout(n, skip + 1, 1, tuple(names), order, half)
    return None


def _order(names: list[str], beside: list[str]) -> tuple[list[str], tuple[int, ...]] | None:
    """All names and the node of each row, where those beside fit those above."""
    n, place = len(names), {name: i for i, name in enumerate(names)}
    if n < 2:
        return None
    if len(beside) == n and set(beside) == set(names):
        return names, tuple(place[name] for name in beside)
    if beside == names[1:]:
        return names, tuple(range(1, n))
    if len(beside) == n and beside[:-1] == names[1:] and beside[-1] not in place:
        return [*names, beside[-1]], tuple(range(1, n + 1))
    same = len(set(beside) & set(names))
    if n > _FEWEST and len(beside) == n and beside[0] == names[0] and same >= _ALIKE * n:
        return names, tuple(range(n))
    return None


def _numbered(
    names: Sequence[str], body: Sequence[list[str]]
) -> tuple[list[str], tuple[int, ...]] | None:
    """Rows below V1, V2, ..., as R writes: numbered themselves, or mirrored at the diagonal."""
    n, beside = len(names), [row[0] for row in body]
    above = [re.fullmatch(r"[VX]\.?(\d{1,9})", name) for name in names]
    numbers = [str(i) for i in range(1, n + 1)]
    if n < _FEWEST or len(set(beside)) != n or [found and found[1] for found in above] != numbers:
        return None
    if any(len(row) != n + 1 for row in body):
        return None
    mirrored = all(body[i][j + 1] == body[j][i + 1] for i in range(n) for j in range(i))
    return (beside, tuple(range(n))) if mirrored or beside == numbers else None


def _half(counts: Sequence[int], n: int) -> Half:
    """What rows of so many entries are; a square where they neither grow nor shrink by one."""
    steps = {after - before for before, after in pairwise(counts)}
    if len(steps) != 1 or min(counts) > 1 or max(counts) < n - 1:
        return "square"
    return "lower" if steps == {1} else "upper" if steps == {-1} else "square"


def _named_above(table: Table, head: Sequence[list[str]], skip: int) -> MatrixLayout | None:
    """Names above a square of numbers alone."""
    names, n = head[0], len(head[0])
    if n <= _FEWEST or any(map(looks_numeric, names)):
        return None
    if not _is_square(table, head[1:], skip + 1, n):
        return None
    return MatrixLayout(n, skip + 1, 0, tuple(names), tuple(range(n)), sure=False)


def _named_beside(table: Table, head: Sequence[list[str]], skip: int) -> MatrixLayout | None:
    """Names beside numbers: a square, or a triangle with a row for every node."""
    if not all(row[0] and not looks_numeric(row[0]) and _are_entries(row[1:]) for row in head):
        return None
    n = len(head[0]) - 1
    half: Half = "square"
    if n < _FEWEST or not _is_square(table, head, skip, n, beside=1):
        counts = _counts(table, skip, beside=1)
        n = len(counts)
        half = _half(counts, n) if n >= _FEWEST else "square"
        if half == "square":
            return None
    names = tuple(row[0] for row in islice(_rows(table, skip), n))
    if len(set(names)) < n:
        return None
    return MatrixLayout(n, skip, 1, names, tuple(range(n)), half, sure=half != "square")


def _without_names(table: Table, head: Sequence[list[str]], skip: int) -> MatrixLayout | None:
    """Numbers alone: a square, or a triangle."""
    if not all(map(_are_entries, head)):
        return None
    width = len(head[0])
    if _is_square(table, head, skip, width):
        return MatrixLayout(width, skip, 0, None, tuple(range(width)), sure=False)
    counts = _counts(table, skip, beside=0)
    rows = len(counts)
    half = _half(counts, rows) if rows >= _FEWEST else "square"
    firsts = [row[0] for row in head]
    numbered = [[str(i + start) for i in range(len(firsts))] for start in (0, 1)]
    if half == "square" or min(counts) != 1 or firsts in numbered:
        return None  # what is numbered are nodes, with their neighbours
    ends = [_trimmed(row)[-1 if half == "lower" else 0] for row in _rows(table, skip)]
    n = rows if len(set(ends)) == 1 else rows + 1  # the same number in all: the diagonal
    order = range(n - rows, n) if half == "lower" else range(rows)
    return MatrixLayout(n, skip, 0, None, tuple(order), half)


def _counts(table: Table, skip: int, *, beside: int) -> list[int]:
    """How many entries each row has, if they grow or shrink steadily by one; else none."""
    counts: list[int] = []
    for row in _rows(table, skip):
        cells = row[beside:]
        lead = next((i for i, cell in enumerate(cells) if cell), 0)
        cells = _trimmed(cells[lead:])
        counts.append(len(cells))
        step = counts[1] - counts[0] if len(counts) > 1 else 1
        is_steady = len(counts) == 1 or counts[-1] - counts[-2] == step
        if abs(step) != 1 or not (is_steady and all(cells) and _are_entries(cells)):
            return []
    return counts


def _is_square(
    table: Table, head: Sequence[list[str]], skip: int, n: int, *, beside: int = 0
) -> bool:
    """Whether there are n rows of n numbers and nothing else, as far as the head tells."""
    if n < 2 or not head:
        return False
    if not all(len(row) == n + beside and all(map(looks_numeric, row[beside:])) for row in head):
        return False
    return sum(1 for _ in islice(_rows(table, skip), n + 1)) == n


def _rows(table: Table, skip: int) -> Iterator[list[str]]:
    return (cells for _, cells in islice(table.rows(), skip, None))


def _is_count(head: Sequence[list[str]]) -> bool:
    """Whether the first line is a number alone, and the second begins with a name."""
    first = _trimmed(head[0]) if len(head) > 1 and head[1] else []
    return len(first) == 1 and first[0].isdigit() and not looks_numeric(head[1][0])


def _are_entries(cells: Sequence[str]) -> bool:
    return all(is_blank(cell) or looks_numeric(cell) for cell in cells)


def _are_marks(cells: Sequence[str]) -> bool:
    """Numbers, or words such as x, yes and no."""
    return all(
        is_blank(cell) or looks_numeric(cell) or cell.casefold() in YES | NO for cell in cells
    )


def _trimmed(cells: Sequence[str]) -> list[str]:
    """Without the blank cells at the end."""
    end = len(cells)
    while end and not cells[end - 1]:
        end -= 1
    return list(cells[:end])
