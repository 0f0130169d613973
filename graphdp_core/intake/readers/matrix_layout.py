"""How a table of numbers is laid out as a matrix: where its names are, and which half is given.

Reads adjacency matrices written as tables: whole or by a half, with names or without.

What has to be asked about numbers in a square: whether they are a matrix, and of distances.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.numbers import (
    SmallNumbers,
    as_number,
    graph_of_matrix,
    is_symmetric,
    looks_numeric,
)
from graphdp_core.intake.files.question import Question, option
from graphdp_core.intake.files.raw_graph import RawGraph, as_weight, is_number
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Row, Table
from graphdp_core.intake.readers.answer_table import NO, YES
from graphdp_core.intake.readers.edge_columns import guess_decimal
from graphdp_core.intake.readers.header import trimmed, words_of
from graphdp_core.intake.words import is_blank

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
    >>> layout = find_layout(Table(lambda: enumerate(rows, start=1)))
    >>> layout.half, layout.names, layout.order
    ('lower', ('Ann', 'Bob', 'Cid'), (1, 2))
    """
    head = [cells for _, cells in table.head(_HEAD)]
    first = trimmed(head[0]) if len(head) > 1 and head[1] else []
    is_count = len(first) == 1 and first[0].isdigit() and not looks_numeric(head[1][0])
    skip = int(is_count)  # and the second line begins with a name
    head = head[skip:]
    if len(head) < 2 or not all(head):
        return None
    finders = (_named_twice, _named_above, _bare)
    return next(filter(None, (find(table, head, skip) for find in finders)), None)


def _named_twice(table: Table, head: Sequence[list[str]], skip: int) -> MatrixLayout | None:
    """Names above and beside: the same, or those of a triangle that leaves one out."""
    above = trimmed(head[0])
    if not above or not _are_entries(head[1][1:], YES | NO):
        return None
    for corner in (1, 0):
        names = above[corner:]
        if not all(names) or len(set(names)) < len(names) or (corner and looks_numeric(above[0])):
            continue
        body = list(islice(_rows(table, skip + 1), len(names) + 2))
        naming = _order(names, [row[0] for row in body]) or _numbered(names, body)
        if naming is None:
            continue
        names, order = naming
        n, half = len(names), _half([len(trimmed(row[1:])) for row in body], len(naming[0]))
        is_full = len(order) == n and len(body[0]) == n + 1
        is_half = half != "square" and all(_are_entries(row[1:], YES | NO) for row in body)
        is_padded = half == "upper" and len({len(row) for row in body}) == 1
        if is_half or is_full:
            half = half if is_half and not is_padded else "square"
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
    are_numbered = [match and match[1] for match in above] == numbers
    is_square = len(set(beside)) == n and all(len(row) == n + 1 for row in body)
    if n < _FEWEST or not (are_numbered and is_square):
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
    names, n = tuple(head[0]), len(head[0])
    are_names = n > _FEWEST and not any(map(looks_numeric, names))
    if not are_names or not _is_square(table, head[1:], skip + 1, n):
        return None
    return MatrixLayout(n, skip + 1, 0, names, tuple(range(n)), sure=False)


def _bare(table: Table, head: Sequence[list[str]], skip: int) -> MatrixLayout | None:
    """Numbers alone, or names beside them: a square, or a triangle."""
    beside = int(all(row[0] and not looks_numeric(row[0]) for row in head))
    if not all(_are_entries(row[beside:]) for row in head):
        return None
    n = len(head[0]) - beside
    half: Half = "square"
    if n < (_FEWEST if beside else 2) or not _is_square(table, head, skip, n, beside=beside):
        counts = _counts(table, skip, beside=beside)
        n, half = len(counts), _half(counts, len(counts)) if len(counts) >= _FEWEST else "square"
        if half == "square":
            return None
    if beside:
        names = tuple(row[0] for row in islice(_rows(table, skip), n))
        sure = half != "square"
        layout = MatrixLayout(n, skip, 1, names, tuple(range(n)), half, sure=sure)
        return layout if len(set(names)) == n else None
    if half == "square":
        return MatrixLayout(n, skip, 0, None, tuple(range(n)), sure=False)
    firsts = [row[0] for row in head]
    numbered = [[str(i + start) for i in range(len(firsts))] for start in (0, 1)]
    if min(counts) != 1 or firsts in numbered:
        return None  # what is numbered are nodes, with their neighbours
    ends = {trimmed(row)[-1 if half == "lower" else 0] for row in _rows(table, skip)}
    more = int(len(ends) > 1)  # the same number in all: the diagonal
    order = range(more, n + more) if half == "lower" else range(n)
    return MatrixLayout(n + more, skip, 0, None, tuple(order), half)


def _counts(table: Table, skip: int, *, beside: int) -> list[int]:
    """How many entries each row has, if they grow or shrink steadily by one; else none."""
    counts: list[int] = []
    for row in _rows(table, skip):
        cells = row[beside:]
        lead = next((i for i, cell in enumerate(cells) if cell), 0)
        cells = trimmed(cells[lead:])
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
    fits = all(len(row) == n + beside and all(map(looks_numeric, row[beside:])) for row in head)
    if n < 2 or not head or not fits:
        return False
    return sum(1 for _ in islice(_rows(table, skip), n + 1)) == n


def _rows(table: Table, skip: int) -> Iterator[list[str]]:
    return (cells for _, cells in islice(table.rows(), skip, None))


def _are_entries(cells: Sequence[str], words: Set[str] = frozenset()) -> bool:
    """Whether all are blank or numbers, or of some words."""
    return all(is_blank(cell) or looks_numeric(cell) or cell.casefold() in words for cell in cells)


_SMALLEST = 4
"""Nodes from which on a square of numbers is a matrix; three columns are an edge list."""

_TOO_WIDE = 8
"""Columns of plain numbers beyond which a file without a header is no edge list."""

_SAMPLE = 30
_KEPT = 10_000  # numbers that are read once


@dataclass
class Matrix:
    """The numbers of a matrix, shape (n, n), 0 where nothing was given.

    `half` is "lower" or "upper" if the other one was left blank, else empty; `blanks` counts the
    other entries that were.
    """

    entries: NDArray[np.uint8] | NDArray[np.float64]
    names: tuple[str, ...] | None
    half: str
    blanks: int


def is_adjacency_matrix(file: GraphFile, table: Table, reading: Reading) -> bool:
    """Whether a table is a square of numbers, or half of one, with or without names around it.

    A square without names on two sides must be symmetric or hold nothing but 0 and 1: an edge
    list with as many columns as rows would hardly be either.
    """
    layout = find_layout(table)
    if layout is None:
        _refuse_wide_numbers(file, table)
        return False
    if layout.sure or layout.n > _TOO_WIDE:
        return True
    if layout.n + layout.beside < _SMALLEST:
        return False
    entries = matrix_of(file, table, reading, layout).entries
    if is_symmetric(entries):
        return True
    return not layout.beside and bool(entries.max() <= 1 and entries.dtype == np.uint8)


def read_adjacency_matrix(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read a matrix: entry (i, j) is the weight of the edge from i to j, 0 or nothing if none.

    A symmetric matrix is read above its diagonal, and a half stands for both. Where all entries
    are 0 or 1, the graph has no weights. Numbers that were called distances stay weights, or
    become 1 / (1 + distance); a distance of 0 is no edge.
    """
    if reading.weight is not None or reading.label is not None:
        raise file.refuse("a matrix names no weight and no classes; leave both out.")
    matrix = matrix_of(file, table, reading, find_layout(table) or _as_square(table))
    raw = graph_of_matrix(file, matrix.entries, once=bool(matrix.half))
    weights, notes = raw.weights, ["it was read as an adjacency matrix"]
    if matrix.half:
        notes.append(f"its {matrix.half} half stands for both")
    if matrix.blanks:
        said = "blank entry counts" if matrix.blanks == 1 else "blank entries count"
        notes.append(f"{matrix.blanks:,} {said} as no tie")
    if weights is not None and reading.large in ("far", "turned"):
        if weights.min() < 0:
            raise file.refuse("a distance is below 0; if its numbers are no distances, say near.")
        turned = "a distance d became the weight 1 / (1 + d), so that a large one means near"
        notes.append("a large weight means far" if reading.large == "far" else turned)
        weights = weights if reading.large == "far" else 1 / (1 + weights)
    return replace(raw, weights=weights, names=matrix.names, notes=tuple(notes))


def matrix_of(file: GraphFile, table: Table, reading: Reading, layout: MatrixLayout) -> Matrix:
    """The numbers of a table by its layout; refused where a line has others or a cell is none."""
    n = layout.n
    cells = [cell for _, row in table.head(_SAMPLE) for cell in row[layout.beside :]]
    decimal = reading.decimal or guess_decimal(cells, table.separator)
    are_words = not any(map(looks_numeric, cells))
    known: dict[str, float] = {}
    values, given, place = SmallNumbers(), np.zeros((n, n), dtype=bool), -1

    def number(cell: str, line: int) -> float:
        value = as_number(cell, decimal)
        if is_blank(cell) and (layout.beside or layout.half != "square"):
            value = 0.0
        elif are_words and cell.casefold() in YES | NO:
            value = float(cell.casefold() in YES)
        elif np.isnan(value):
            value = as_weight(cell, file, f"line {line} of the matrix")
        if len(known) < _KEPT:
            known[cell] = value
        return value

    for place, (line, row) in enumerate(islice(table.rows(), layout.skip, None)):
        file.check_size(nodes=max(n, place + 1))
        if place >= len(layout.order):
            raise _not_square(file, n, "more")
        whole = _whole(file, line, row[layout.beside :], layout)
        given[layout.order[place]] = [not is_blank(cell) for cell in whole]
        values.extend(known[cell] if cell in known else number(cell, line) for cell in whole)
    if place + 1 < len(layout.order):
        raise _not_square(file, n, str(place + 1))
    entries = values.as_array().reshape(-1, n)
    if layout.order != tuple(range(n)):
        place_of = np.full(n, len(entries))
        place_of[list(layout.order)] = np.arange(len(entries))
        entries = np.concatenate((entries, np.zeros((1, n), dtype=entries.dtype)))[place_of]
    above, below = (int(side.sum()) for side in (np.triu(~given, 1), np.tril(~given, -1)))
    empty = n * (n - 1) // 2
    half = "lower" if above == empty else "upper" if below == empty else ""
    blanks = above + below - (empty if half else 0)
    return Matrix(entries, layout.names, half if n > 2 else "", blanks)


def _whole(file: GraphFile, line: int, cells: Sequence[str], layout: MatrixLayout) -> Sequence[str]:
    """A row with an entry for every node."""
    if layout.half == "square":
        if len(cells) != layout.n:
            raise file.refuse(
                f"line {line} of the matrix has {len(cells)} entries, {layout.n} are needed; give "
                "every line as many as there are lines."
            )
        return cells
    given = [cell for cell in cells if cell]
    missing = [""] * (layout.n - len(given))
    return [*given, *missing] if layout.half == "lower" else [*missing, *given]


def _as_square(table: Table) -> MatrixLayout:
    """What a table is taken for that was called a matrix and does not look like one."""
    head: list[Row] = table.head(2)
    first, second = head[0][1], head[-1][1]
    above = int(len(head) > 1 and not all(map(is_number, first)))
    beside = int(bool(above) and not is_number(second[0]))
    n = len(second) - beside
    names = tuple(first[len(first) - n :]) if above else None
    return MatrixLayout(n, above, beside, names, tuple(range(n)))


def _refuse_wide_numbers(file: GraphFile, table: Table) -> None:
    rows = [cells for _, cells in table.head(2)]
    is_wide = len(rows) > 1 and len(rows[0]) > _TOO_WIDE
    if is_wide and all(map(looks_numeric, rows[0] + rows[1])):
        raise file.refuse(
            f"it has {len(rows[0])} columns of numbers and not as many lines; an adjacency "
            "matrix is square, an edge list has a source, a target and perhaps a weight."
        )


def _not_square(file: GraphFile, n: int, lines: str) -> Exception:
    return file.refuse(
        f"it has {n} entries on each line and {lines} lines; an adjacency matrix is square."
    )


_WORDS = {
    "far": """distance distances dist dists dissimilarity dissimilarities km kilometers kilometres
        miles entfernung entfernungen abstand abstande distanz distanzen unahnlichkeit distancia
        distancias distanza distanze""",
    "near": """similarity similarities correlation correlations cor corr cosine affinity
        ahnlichkeit korrelation similitude similarite correlacion similitud""",
}
_FAR, _NEAR = (frozenset(words.split()) for words in _WORDS.values())
_FEWEST_UNTOLD = 5
_LARGE = 20  # what counts of meetings rarely are for all pairs
_TRIANGLES = 60  # nodes whose triangles are looked at


def about_square(file: GraphFile, table: Table, reading: Reading) -> Question | None:
    """Whether rows that were taken for edges are a small matrix without names.

    It is asked where they are symmetric, hold only 0 and 1, or have zeros on the diagonal.
    """
    layout = find_layout(table)
    if layout is None or layout.n < _FEWEST or layout.sure:
        return None
    entries = matrix_of(file, table, reading, layout).entries
    is_even = is_symmetric(entries) or bool(set(np.unique(entries).tolist()) <= {0, 1})
    if not is_even and np.diag(entries).any():
        return None
    return Question(
        "square",
        "There are as many columns as lines, and all of them are numbers. What is a line?",
        (
            option("One tie between two nodes", shape="edges"),
            option("A row of a matrix of all nodes", shape="matrix"),
        ),
    )


def about_distances(file: GraphFile, table: Table, reading: Reading) -> Question | None:
    """Whether a large number in a matrix means near or far, where it looks like distances."""
    layout = find_layout(table)
    if reading.large is not None or layout is None or layout.n < _FEWEST:
        return None
    words = words_of(file.name) | words_of(table.sheet or "")
    words |= words_of(next((row[0] for _, row in table.head(1) if row), ""))
    if words & _NEAR or not _is_metric(file, table, reading, layout, told=bool(words & _FAR)):
        return None
    return Question(
        "distances",
        "Every two have a number, as in a table of distances. Does a large number mean near or "
        "far? Trees want distances; groups and rankings want nearness.",
        (
            option("Near: a strong tie", large="near"),
            option("Far: keep the distances", large="far"),
            option("Far: turn them into nearness", large="turned"),
        ),
    )


def _is_metric(
    file: GraphFile, table: Table, reading: Reading, layout: MatrixLayout, told: bool
) -> bool:
    """Whether a matrix is symmetric, 0 on its diagonal and above 0 elsewhere, not all the same.

    Where it is not `told`, no way round may be shorter, in numbers that are not small counts.
    """
    _, first = next(islice(table.rows(), layout.skip, None))
    zeros = [as_number(cell.replace(",", ".")) == 0 for cell in first[layout.beside :]]
    if layout.half == "square" and (not zeros[layout.order[0]] or sum(zeros) > 1):
        return False  # before all are looked at
    matrix = matrix_of(file, table, reading, layout)
    numbers = np.asarray(matrix.entries, dtype=np.float64)
    if matrix.half:
        numbers = numbers + numbers.T
    pairs = numbers[np.triu_indices(len(numbers), 1)]
    if matrix.blanks or np.diag(numbers).any() or not is_symmetric(numbers):
        return False
    if pairs.min() <= 0 or pairs.min() == pairs.max():
        return False
    if told:
        return True
    are_counts = numbers.max() < _LARGE and (numbers == np.floor(numbers)).all()
    if are_counts or len(numbers) < _FEWEST_UNTOLD:
        return False
    part = numbers[:_TRIANGLES, :_TRIANGLES]
    round_ = part[:, :, None] + part[None, :, :]
    return bool((part[:, None, :] <= round_ * (1 + 1e-9)).all())
