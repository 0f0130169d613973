"""Reads tables of edges: any names and order of columns, with or without header and weights."""

from __future__ import annotations

from array import array
from itertools import product
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from graphdp_core.datasets.files.graph_file import GraphFile, GraphFileError, plain_text
from graphdp_core.datasets.files.numbers import as_number, is_infinite
from graphdp_core.datasets.files.raw_graph import RawGraph, count_of, in_numeric_order
from graphdp_core.datasets.files.reading import Reading
from graphdp_core.datasets.files.table import Table
from graphdp_core.datasets.readers.edge_columns import EdgeColumns, find_columns
from graphdp_core.datasets.readers.edge_rows import EdgeRows
from graphdp_core.datasets.readers.listed_together import read_together
from graphdp_core.datasets.readers.plain_rows import PlainRows, read_plain_rows
from graphdp_core.datasets.readers.source_classes import SourceClasses
from graphdp_core.graphs.number_names import NumberNames


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
