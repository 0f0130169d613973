"""Reads tables of edges: any names and order of columns, with or without header and weights.

Classes of nodes out of a table of edges, where a column says the class of each source.

Turns a graph of rows and columns, such as people and their groups, into one of either kind.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import isnan, nan

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from graphdp_core.graphs.number_names import NumberNames
from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, quoted
from graphdp_core.intake.files.numbers import as_number, is_infinite
from graphdp_core.intake.files.own_columns import Offer, groups_by, offers, said_of
from graphdp_core.intake.files.raw_graph import RawGraph, count_of, in_numeric_order, no_weight
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Table
from graphdp_core.intake.files.writers import plain_cell
from graphdp_core.intake.readers.edge_columns import EdgeColumns, find_columns
from graphdp_core.intake.readers.plain_rows import PlainRows, read_plain_rows
from graphdp_core.intake.readers.several_names import names_in
from graphdp_core.intake.words import ERRORS, is_blank

_EXAMINED = 5_000  # rows
_ROWS_EACH = 1.5  # or more for every source, before a column of rows may be one of sources
_OF_NODES = ("ignore", "label")


def of_two_kinds(raw: RawGraph, titles: tuple[str, str]) -> RawGraph:
    """Edges whose sources are rows and whose targets are columns, though they share names.

    Examples
    --------
    >>> raw = RawGraph(3, np.array([[0, 1], [1, 2]]), names=["1", "2", "3"])
    >>> two = of_two_kinds(raw, ("user", "film"))
    >>> two.names, two.edges.tolist(), two.rows
    (['user 1', 'user 2', 'film 2', 'film 3'], [[0, 2], [1, 3]], 2)
    """
    names = [str(i) for i in range(raw.n)] if raw.names is None else list(map(str, raw.names))
    alone = np.setdiff1d(np.arange(raw.n), raw.edges)
    rows = np.union1d(raw.edges[:, 0], alone).astype(np.int64)
    columns = np.unique(raw.edges[:, 1]).astype(np.int64)
    ends = np.searchsorted(rows, raw.edges[:, 0]), np.searchsorted(columns, raw.edges[:, 1])
    kinds = zip(titles, (rows.tolist(), columns.tolist()), strict=True)
    return replace(
        raw,
        n=len(rows) + len(columns),
        edges=np.column_stack((ends[0], ends[1] + len(rows))),
        names=[f"{title} {names[i]}" for title, nodes in kinds for i in nodes],
        classes=None,
        positions=None,
        rows=len(rows),
    )


def projected(raw: RawGraph, projection: str, file: GraphFile) -> RawGraph:
    r"""The graph of the rows or of the columns, or the graph of both as it is.

    Two rows are joined if they share a column, with the number of columns that they share as
    the weight: :math:`w_{uv} = |N(u) \cap N(v)|`. Weights of the edges between rows and columns
    say nothing about this number and are left out.

    Parameters
    ----------
    raw : RawGraph
        Nodes 0..raw.rows-1 are the rows; every edge joins a row and a column, or is passed over.
        A graph of one kind stays as it is, with a note.
    file : GraphFile
        For limits and messages.

    Examples
    --------
    >>> from graphdp_core.intake.files.graph_file import Limits
    >>> raw = RawGraph(3, np.array([[0, 2], [1, 2]]), names=["Ann", "Bob", "Chess"], rows=2)
    >>> people = projected(raw, "rows", GraphFile("clubs.net", b"", Limits()))
    >>> people.names, people.edges.tolist(), people.weights.tolist()
    (['Ann', 'Bob'], [[0, 1]], [1.0])
    """
    rows = raw.rows
    if projection == "none":
        return raw
    if not rows:
        return replace(raw, notes=(*raw.notes, "nothing was projected: nodes are of one kind"))
    kept = np.arange(rows) if projection == "rows" else np.arange(rows, raw.n)
    low, high = raw.edges.min(axis=1, initial=raw.n), raw.edges.max(axis=1, initial=-1)
    between = (low < rows) & (high >= rows)
    pairs = np.unique(np.column_stack((low[between], high[between] - rows)), axis=0)
    own, other = pairs.T if projection == "rows" else pairs.T[::-1]
    sizes = np.bincount(other).astype(np.float64)
    most = float((sizes * (sizes - 1) / 2).sum())  # a column of k rows makes k (k - 1) / 2 edges
    if most > 4 * file.limits.edges:
        raise file.refuse(
            f"its projection would be made of {most:,.0f} shared pairs, "
            f"{4 * file.limits.edges:,} are allowed; keep rows and columns as one graph."
        )
    shape = (len(kept), raw.n - len(kept))
    incidence = scipy.sparse.csr_array((np.ones(len(own)), (own, other)), shape=shape)
    product = incidence @ incidence.T
    product.sort_indices()  # else their order is the library's own
    shared = scipy.sparse.triu(product, k=1).tocoo()
    file.check_size(edges=shared.nnz)
    ends = np.column_stack(shared.coords).astype(np.int64)
    left = count_of(raw.n - len(kept), "column" if projection == "rows" else "row")
    return replace(
        raw,
        n=len(kept),
        edges=ends,
        weights=shared.data if len(ends) else None,
        names=None if raw.names is None else [raw.names[i] for i in kept.tolist()],
        classes=None if raw.classes is None else [raw.classes[i] for i in kept],
        positions=None if raw.positions is None else raw.positions[kept],
        directed=False,
        rows=0,
        notes=(*raw.notes, f"{left} became ties between those that share one"),
    )


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
    """

    file: GraphFile
    table: Table
    columns: EdgeColumns
    odd_rows: str | None
    cut: int = 0
    alone: int = 0
    short: int = 0
    again: int = 0
    rows: int = 0
    _problem: GraphFileError | None = field(default=None, repr=False)

    def __iter__(self) -> Iterator[EdgeRow]:
        """All rows of data."""
        columns, above = self.columns, ""
        nothing = frozenset[str]() if self.odd_rows == "keep" else ERRORS
        for line, given in self.table.rows():
            if line < columns.line or not any(given):
                continue
            if (cells := self._squared(line, given)) is None:
                continue
            self.rows += 1
            ends = [cells[i] for i in (columns.source, columns.target)]
            source, target = ("" if cell.casefold() in nothing else cell for cell in ends)
            if not source and self.odd_rows == "above":
                source = above
            above = source
            if not (source and target):
                self.alone += bool(source or target)
                error = self.file.refuse(
                    f"line {line} has an empty node name; give both ends of the tie."
                )
                self._odd(error)
                if target and not ends[0] and self.odd_rows is None:
                    raise error  # an empty source may mean the one above
            sources, targets = (
                [
                    plain_cell(name).removesuffix(".0" if columns.whole else "")
                    for name in names_in(cell, sign)
                ]
                for cell, sign in zip((source, target), columns.signs, strict=True)
            )
            yield line, cells, sources, targets
        if self._problem and self._are_odd(self.alone + self.cut + self.short):
            raise self._problem

    def notes(self) -> tuple[str, ...]:
        """What was met, as clauses of a sentence."""
        alone, cut = (count_of(count, "row") for count in (self.alone, self.cut))
        times = "once" if self.again == 1 else f"{self.again:,} times"
        told = (
            (self.alone, f"{alone} name{'s' * (self.alone == 1)} one end alone and no tie"),
            (self.cut, f"{cut} too short for a tie {_was(self.cut)} left out"),
            (self.again, f"the header, which stood there {times} more, was left out"),
            (self.columns.whole, "names such as '3.0' are those of the other end, '3'"),
        )
        return tuple(clause for is_so, clause in told if is_so)

    def _squared(self, line: int, cells: list[str]) -> list[str] | None:
        """A row as wide as the first; None where it is no row of data."""
        columns, width = self.columns, self.columns.width
        if len(cells) > width and any(cells[width:]):
            raise self._uneven(line, len(cells))
        if len(cells) < width:
            is_cut = len(cells) <= max(columns.source, columns.target)
            self.cut, self.short = self.cut + is_cut, self.short + (not is_cut)
            self._odd(self._uneven(line, len(cells)))
            if is_cut:
                return None
        cells = [*cells[:width], *[""] * (width - len(cells))]
        if self.odd_rows != "keep" and self._header == [cell.casefold() for cell in cells]:
            self.again += 1
            return None
        return cells

    @cached_property
    def _header(self) -> list[str]:
        return [name.casefold() for name in self.columns.names or ()]

    def _uneven(self, line: int, count: int) -> GraphFileError:
        return self.file.refuse(
            f"line {line} has {count_of(count, 'column')}, the lines before it "
            f"{self.columns.width}; give all lines the same columns."
        )

    def _odd(self, error: GraphFileError) -> None:
        if self.odd_rows == "stop":
            raise error
        self._problem = self._problem or error
        lacking = self.cut + self.short
        if lacking > _ENOUGH and self._are_odd(lacking):
            raise self._problem

    def _are_odd(self, count: int) -> bool:
        """Whether so many rows are too many, of which nobody said what becomes of them."""
        return self.odd_rows is None and 2 * count >= self.rows + self.cut


def read_edges(file: GraphFile, table: Table, reading: Reading) -> RawGraph:
    """Read one edge a row: source, target and perhaps a weight.

    Node names are any text; if all are whole numbers, the nodes are sorted by them, else they
    stand in order of appearance. Which column is what, see `find_columns`; columns that nobody
    reads are noted. A label is the class of its row's source. A row without a number for its
    weight is what ``reading.missing_weight`` says, a row without two ends what
    ``reading.odd_rows`` says, and both are noted. Of a cell that lists several names, each is an
    end, or all are joined with each other as ``reading.listed`` says.
    """
    columns = find_columns(file, table, reading)
    if any(columns.signs) and reading.listed == "all":
        side = bool(columns.signs[1])
        place = columns.target if side else columns.source
        cells = (
            row[place]
            for line, row in table.rows()
            if line >= columns.line and len(row) > place and row != list(columns.names or ())
        )
        return joined_lists(file, (names_in(cell, columns.signs[side]) for cell in cells if cell))
    raw = _read_plain(file, table, columns, reading)
    raw = _read_any_text(file, table, columns, reading) if raw is None else raw
    grouped_by = columns.called(columns.label) if raw.classes is not None else ""
    return replace(raw, offers=_offers(table, columns), grouped_by=grouped_by)


def _offers(table: Table, columns: EdgeColumns) -> tuple[Offer, ...]:
    """The columns that say one thing of each source, of several rows or with a list beside it."""
    rows = [cells for line, cells in table.head(_EXAMINED) if line >= columns.line]
    sources = {cells[columns.source] for cells in rows if len(cells) > columns.source}
    is_of_row = not columns.signs[1] and len(rows) < _ROWS_EACH * len(sources)
    if columns.names is None or columns.signs[0] or is_of_row:
        return ()
    free = {name: i for i, name in enumerate(columns.names) if columns.role(i) in _OF_NODES}
    return offers(said_of(rows, columns.source, free), len(sources))


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
    values, notes = _filled(weights, 0)
    notes = (*notes, *columns.ignored())
    if isinstance(nodes, list):
        return in_numeric_order(RawGraph(len(nodes), ends, values, nodes, notes=notes))
    names = None if nodes[-1] == len(nodes) - 1 else NumberNames(nodes)
    return RawGraph(len(nodes), ends, values, names, notes=notes)


def _read_any_text(
    file: GraphFile, table: Table, columns: EdgeColumns, reading: Reading
) -> RawGraph:
    """Row by row: names of any kind, weights with gaps; errors with line numbers."""
    missing = reading.missing_weight
    number_of: dict[str, int] = {}
    classes: dict[str, list[str]] = {}  # one, or the first two
    ends, weights = array("i"), array("d")
    dropped = 0
    owners: set[str] = set()
    rows = EdgeRows(file, table, columns, reading.odd_rows)
    for line, cells, sources, targets in rows:
        weight = nan
        if columns.weight is not None:
            text = cells[columns.weight]
            weight = as_number(text, columns.decimal)
            if isnan(weight) and (missing == "stop" or (missing is None and is_infinite(text))):
                raise no_weight(file, f"line {line}", text)
            if isnan(weight) and missing == "drop":
                dropped += 1
                continue
        if any(columns.signs):
            owners.update(sources if columns.signs[1] else targets)
        for name in (*sources, *targets):
            number_of.setdefault(name, len(number_of))
        if columns.label is not None and not is_blank(text := cells[columns.label]):
            for source in sources:
                given = classes.setdefault(source, [text])
                if text not in given and len(given) < 2:
                    given.append(text)
        for source, target in product(sources, targets):
            weights.append(weight)
            ends.extend((number_of[source], number_of[target]))
        file.check_size(nodes=len(number_of), edges=len(ends) // 2)
    if not number_of:
        raise file.refuse("no row names two ends of a tie; give every tie a line of its own.")
    is_weighted = columns.weight is not None
    values, notes = _filled(np.array(weights) if is_weighted else None, dropped)
    about_classes = _unclear_classes(classes)
    has_classes = bool(classes) and not about_classes
    return in_numeric_order(
        RawGraph(
            len(number_of),
            np.asarray(ends).reshape(-1, 2),
            weights=values,
            names=list(number_of),
            classes=_of_all(classes, number_of) if has_classes else None,
            owners=frozenset(owners),
            notes=(*notes, *rows.notes(), *about_classes, *columns.ignored()),
        )
    )


def _unclear_classes(classes: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """That a node has two classes; else nothing."""
    for name, given in classes.items():
        if len(given) > 1:
            one, two = map(quoted, given)
            return (f"classes were left out because {quoted(name)} has two, {one} and {two}",)
    return ()


def _of_all(classes: Mapping[str, Sequence[str]], names: Iterable[str]) -> list[str]:
    """The class of every node; those without one are a group of their own."""
    return groups_by({name: given[0] for name, given in classes.items()}, names)


def _filled(
    weights: NDArray[np.float64] | None, dropped: int
) -> tuple[NDArray[np.float64] | None, tuple[str, ...]]:
    """Weights with 1 where no number stood, none if no row has a number; and what to say."""
    if weights is None:
        return None, ()
    if dropped:
        return weights, (f"{count_of(dropped, 'tie')} without a weight {_was(dropped)} left out",)
    gaps = np.isnan(weights)
    count = int(gaps.sum())
    if count == 0:
        return weights, ()
    if count == len(weights):
        return None, ("weights were left out because no line has a number there",)
    said = f"{count_of(count, 'tie')} without a weight count{'s' * (count == 1)} as 1"
    return np.where(gaps, 1.0, weights), (said,)


def _was(count: int) -> str:
    return "was" if count == 1 else "were"
