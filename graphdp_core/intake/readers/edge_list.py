"""Reads tables of edges: any names and order of columns, with or without header and weights.

Classes of nodes out of a table of edges, where a column says the class of each source.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, plain_text
from graphdp_core.intake.files.numbers import as_number, is_infinite
from graphdp_core.intake.files.projection import projected
from graphdp_core.intake.files.raw_graph import RawGraph, count_of, in_numeric_order
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.spreadsheet import plain_cell
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.readers.edge_columns import EdgeColumns, find_columns
from graphdp_core.intake.readers.header import ERRORS
from graphdp_core.intake.readers.listed_cells import names_in
from graphdp_core.intake.readers.plain_rows import PlainRows, read_plain_rows


class SourceClasses:
    """The classes met so far, by the numbers of the nodes.

    Parameters
    ----------
    number_of : mapping of str to int
        The nodes; may grow until `all` is called.
    """

    def __init__(self, number_of: Mapping[str, int]) -> None:
        self._number_of = number_of
        self._given: dict[int, str] = {}
        self._twice: tuple[int, str] | None = None

    def give(self, node: int, text: str) -> None:
        """A row says this of its source; a blank says nothing."""
        if text and self._given.setdefault(node, text) != text:
            self._twice = self._twice or (node, text)

    def all(self) -> tuple[list[str] | None, tuple[str, ...]]:
        """The class of every node; None and a note if one has two, or some have none.

        Examples
        --------
        >>> classes = SourceClasses({"ann": 0, "bob": 1})
        >>> classes.give(0, "red")
        >>> classes.all()
        (None, ("classes were left out because 1 of 2 nodes has none, such as 'bob'",))
        >>> classes.give(1, "blue")
        >>> classes.all()
        (['red', 'blue'], ())
        """
        names = list(self._number_of)
        if self._twice is not None:
            node, other = self._twice
            shown = [
                plain_text(text, longest=20) for text in (names[node], self._given[node], other)
            ]
            return None, (
                "classes were left out because '{}' has two, '{}' and '{}'".format(*shown),
            )
        without = [name for i, name in enumerate(names) if i not in self._given]
        if without:
            verb = "has" if len(without) == 1 else "have"
            return None, (
                f"classes were left out because {len(without):,} of {count_of(len(names), 'node')} "
                f"{verb} none, such as '{plain_text(without[0], longest=20)}'",
            )
        return [self._given[i] for i in range(len(names))], ()


def read_together(file: GraphFile, table: Table, columns: EdgeColumns) -> RawGraph:
    """Read the column of lists alone; a weight is in how many lists both names stand.

    Raises
    ------
    GraphFileError
        If there are more nodes or edges than are allowed.
    """
    of_target = bool(columns.signs[1])
    place = columns.target if of_target else columns.source
    sign = columns.signs[1] if of_target else columns.signs[0]
    cells = (
        row[place]
        for line, row in table.rows()
        if line >= columns.line and len(row) > place and row != list(columns.names or ())
    )
    return joined_lists(file, (names_in(cell, sign) for cell in cells if cell))


def joined_lists(file: GraphFile, lists: Iterable[Sequence[str]]) -> RawGraph:
    """All names of each list joined with each other; a name alone in its lists is a node.

    Examples
    --------
    >>> from graphdp_core.intake.files.graph_file import Limits
    >>> file = GraphFile("teams.csv", b"", Limits())
    >>> raw = joined_lists(file, [["Ann", "Bob"], ["Bob", "Ann", "Cid"], ["Eve"]])
    >>> raw.names, raw.edges.tolist(), raw.weights.tolist()
    (['Ann', 'Bob', 'Cid', 'Eve'], [[0, 1], [0, 2], [1, 2]], [2.0, 1.0, 1.0])
    """
    number_of: dict[str, int] = {}
    ends = array("i")
    count = 0
    for names in lists:
        for name in names:
            ends.extend((count, number_of.setdefault(plain_cell(name), len(number_of))))
        count += 1
        file.check_size(nodes=len(number_of), edges=len(ends) // 2)
    if not number_of:
        raise file.refuse("its lists name nobody; choose the column with the names.")
    pairs = np.asarray(ends, dtype=np.int64).reshape(-1, 2)
    pairs[:, 1] += count
    names = [*map(str, range(count)), *number_of]
    both = RawGraph(len(names), pairs, names=names, rows=count)
    note = f"the names in each of {count_of(count, 'list')} were joined with each other"
    joined = projected(both, "columns", file)
    return RawGraph(joined.n, joined.edges, joined.weights, joined.names, notes=(note,))


_ENOUGH = 1_000  # rows without two ends after which a file may be given up before its end

EdgeRow = tuple[int, list[str], list[str], list[str]]
"""The number of a line, its cells, and the names at either end."""


@dataclass
class EdgeRows:
    """Rows one after the other; what was met on the way is told by `notes`.

    A row with one end alone comes with no name at the other. Rows that are blank, shorter than
    their ends, or the header once more do not come. Errors of a spreadsheet are no names.

    Raises
    ------
    GraphFileError
        With the number of the line, if a row has more columns than the first, or too many rows
        have no two ends although nobody said what becomes of them.
    """

    file: GraphFile
    table: Table
    columns: EdgeColumns
    reading: Reading
    cut: int = 0
    alone: int = 0
    short: int = 0
    again: int = 0
    rows: int = 0
    _problem: GraphFileError | None = field(default=None, repr=False)

    def __iter__(self) -> Iterator[EdgeRow]:
        """All rows of data."""
        columns, above = self.columns, ""
        nothing = frozenset[str]() if self.reading.odd_rows == "keep" else ERRORS
        for line, given in self.table.rows():
            if line < columns.line or not any(given):
                continue
            cells = self._squared(line, given)
            if cells is None:
                continue
            self.rows += 1
            source, target = (
                "" if cells[i].casefold() in nothing else cells[i]
                for i in (columns.source, columns.target)
            )
            if not source and self.reading.odd_rows == "above":
                source = above
            above = source
            if not (source and target):
                self._alone(line, cells[columns.source], source, target)
            sources, targets = (
                [self._name(name) for name in names_in(cell, sign)]
                for cell, sign in zip((source, target), columns.signs, strict=True)
            )
            yield line, cells, sources, targets
        odd = self.alone + self.cut + self.short
        if self._problem and self.reading.odd_rows is None and 2 * odd >= self.rows + self.cut:
            raise self._problem

    def notes(self) -> tuple[str, ...]:
        """What was met, as clauses of a sentence."""
        told = []
        if self.alone:
            verb = "names" if self.alone == 1 else "name"
            told.append(f"{count_of(self.alone, 'row')} {verb} one end alone and no edge")
        if self.cut:
            told.append(f"{count_of(self.cut, 'row')} too short for an edge {_left(self.cut)}")
        if self.again:
            times = "once" if self.again == 1 else f"{self.again:,} times"
            told.append(f"the header, which stood there {times} more, was left out")
        if self.columns.whole:
            told.append("names such as '3.0' are those of the other end, '3'")
        return tuple(told)

    def _squared(self, line: int, cells: list[str]) -> list[str] | None:
        """A row as wide as the first; None where it is no row of data."""
        columns, width = self.columns, self.columns.width
        if len(cells) > width and any(cells[width:]):
            raise self._uneven(line, len(cells))
        if len(cells) <= max(columns.source, columns.target):
            self.cut += 1
            self._odd(line, _columns(len(cells), width))
            return None
        if len(cells) < width:
            self.short += 1
            self._odd(line, _columns(len(cells), width))
        cells = [*cells[:width], *[""] * (width - len(cells))]
        if columns.names is not None and _folded(cells) == _folded(columns.names):
            self.again += self.reading.odd_rows != "keep"
            return cells if self.reading.odd_rows == "keep" else None
        return cells

    def _alone(self, line: int, cell: str, source: str, target: str) -> None:
        """Count a row that names one end; whose source is empty may mean the one above."""
        self.alone += bool(source or target)
        error = self._odd(line, "has an empty node name; give both ends of the edge.")
        if target and not cell and self.reading.odd_rows is None:
            raise error

    def _name(self, text: str) -> str:
        name = plain_cell(text)
        return name.removesuffix(".0") if self.columns.whole else name

    def _odd(self, line: int, sentence: str) -> GraphFileError:
        error = self.file.refuse(f"line {line} {sentence}")
        if self.reading.odd_rows == "stop":
            raise error
        self._problem = self._problem or error
        lacking = self.cut + self.short
        if (
            self.reading.odd_rows is None
            and lacking > _ENOUGH
            and 2 * lacking >= self.rows + self.cut
        ):
            raise self._problem
        return error

    def _uneven(self, line: int, cells: int) -> GraphFileError:
        return self.file.refuse(f"line {line} {_columns(cells, self.columns.width)}")


def _folded(cells: Sequence[str]) -> list[str]:
    return [cell.casefold() for cell in cells]


def _columns(cells: int, width: int) -> str:
    return (
        f"has {count_of(cells, 'column')}, the lines before it {width}; "
        "give all lines the same columns."
    )


def _left(count: int) -> str:
    return "was left out" if count == 1 else "were left out"


def read_edges(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read one edge a row: source, target and perhaps a weight.

    Node names are any text; if all are whole numbers, the nodes are sorted by them, else they
    stand in order of appearance. Which column is what, see `find_columns`; columns that nobody
    reads are noted. A label is the class of its row's source. A row without a number for its
    weight is what ``reading.missing_weight`` says, a row without two ends what
    ``reading.odd_rows`` says, and both are noted. Of a cell that lists several names, each is an
    end, or all are joined with each other as ``reading.listed`` says.

    Raises
    ------
    GraphFileError
        With the number of the line, if a row has another number of columns than the first, an
        empty name, or no weight where that is a reason to stop.
    """
    columns = find_columns(file, table, reading)
    if any(columns.signs) and reading.listed == "all":
        return read_together(file, table, columns)
    plain = _read_plain(file, table, columns, reading)
    return _read_any_text(file, table, columns, reading) if plain is None else plain


def _read_plain(
    file: GraphFile, table: Table, columns: EdgeColumns, reading: Reading
) -> RawGraph | None:
    """All at once if the layout is regular; None where rows are to be looked at one by one."""
    by_row = any(columns.signs) or columns.whole or columns.label is not None
    if by_row or not table.regular or table.separator is None:
        return None
    roles = (columns.source, columns.target, columns.weight, columns.decimal)
    start = file.offset_of(columns.line)
    plain = read_plain_rows(file, PlainRows(start, table.separator, columns.width, *roles))
    if plain is None:
        return None
    ends, weights, nodes = plain
    odd = set() if reading.odd_rows == "keep" else columns.odd_names()
    has_gaps = weights is not None and bool(np.isnan(weights).any())
    if isinstance(nodes, list) and not {"", *odd}.isdisjoint(nodes):
        return None  # some rows may be no edges
    if has_gaps and reading.missing_weight not in (None, "one"):
        return None  # to be refused with its line, or its names with it
    file.check_size(nodes=len(nodes))
    values, notes = (None, ()) if weights is None else _filled(weights, 0)
    notes = (*notes, *columns.ignored())
    if isinstance(nodes, list):
        return in_numeric_order(RawGraph(len(nodes), ends, values, nodes, notes=notes))
    names = None if nodes[-1] == len(nodes) - 1 else NumberNames(nodes)
    return RawGraph(len(nodes), ends, values, names, notes=notes)


def _read_any_text(
    file: GraphFile, table: Table, columns: EdgeColumns, reading: Reading
) -> RawGraph:
    """Row by row: names of any kind, weights with gaps; errors with line numbers."""
    missing = reading.missing_weight or "one"
    number_of: dict[str, int] = {}
    classes = SourceClasses(number_of)
    ends, weights = array("i"), array("d")
    dropped = 0
    owners: set[str] = set()
    rows = EdgeRows(file, table, columns, reading)
    for line, cells, sources, targets in rows:
        weight = nan
        if columns.weight is not None:
            weight = as_number(cells[columns.weight], columns.decimal)
            if isnan(weight) and (
                missing == "stop"
                or (reading.missing_weight is None and is_infinite(cells[columns.weight]))
            ):
                raise _no_weight(file, line, cells[columns.weight])
            if isnan(weight) and missing == "drop":
                dropped += 1
                continue
        if any(columns.signs):
            owners.update(sources if columns.signs[1] else targets)
        for name in (*sources, *targets):
            number_of.setdefault(name, len(number_of))
        if columns.label is not None:
            for source in sources:
                classes.give(number_of[source], cells[columns.label])
        for source, target in product(sources, targets):
            weights.append(weight)
            ends.extend((number_of[source], number_of[target]))
        file.check_size(nodes=len(number_of), edges=len(ends) // 2)
    if not number_of:
        raise file.refuse("no row names two ends of an edge; give every edge a line of its own.")
    is_weighted = columns.weight is not None
    values, notes = _filled(np.array(weights), dropped) if is_weighted else (None, ())
    class_names, about_classes = classes.all() if columns.label is not None else (None, ())
    return in_numeric_order(
        RawGraph(
            len(number_of),
            np.asarray(ends).reshape(-1, 2),
            weights=values,
            names=list(number_of),
            classes=class_names,
            owners=frozenset(owners),
            notes=(
                *(() if columns.weight is None else notes),
                *rows.notes(),
                *about_classes,
                *columns.ignored(),
            ),
        )
    )


def _no_weight(file: GraphFile, line: int, text: str) -> GraphFileError:
    shown = plain_text(text, longest=20)
    return file.refuse(
        f"line {line} has the weight '{shown}'; weights must be finite numbers such as 0.5."
    )


def _filled(
    weights: NDArray[np.float64], dropped: int
) -> tuple[NDArray[np.float64] | None, tuple[str, ...]]:
    """Weights with 1 where no number stood, none if no row has a number; and what to say."""
    if dropped:
        return weights, (f"{count_of(dropped, 'edge')} without a weight {_was(dropped)} left out",)
    gaps = np.isnan(weights)
    count = int(gaps.sum())
    if count == 0:
        return weights, ()
    if count == len(weights):
        return None, ("weights were left out because no line has a number there",)
    return np.where(gaps, 1.0, weights), (
        f"{count_of(count, 'edge')} without a weight {'counts' if count == 1 else 'count'} as 1",
    )


def _was(count: int) -> str:
    return "was" if count == 1 else "were"
