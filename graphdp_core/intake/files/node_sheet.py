"""Which sheet of a workbook holds edges, and which their nodes: one names the ids of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, dropwhile, islice, permutations

from graphdp_core.intake.files.graph_file import GraphFile, quoted
from graphdp_core.intake.files.raw_graph import RawGraph, count_of, in_numeric_order
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import NodeSheet, Table
from graphdp_core.intake.readers.column_words import ENDS, has_word
from graphdp_core.intake.readers.data_rows import data_rows

RowsOf = Callable[[str], Iterable[list[str]]]

_HEAD = 200  # rows
_COLUMNS = 12
_MOST = 0.9  # of the ends of edges are ids
NODEXL = "Visual Properties"
"""What NodeXL writes above the names of columns."""
_NAMES = ("label", "name", "title", "bezeichnung", "nom", "nombre", "nome")


def edges_among(
    sheets: Sequence[str], rows_of: RowsOf, asked: str | None = None
) -> tuple[str | None, NodeSheet | None]:
    """The sheet of edges and the sheet of their nodes, as far as they tell each other apart.

    In a sheet of edges two columns hold what one column of another sheet lists, each once. Where
    two sheets fit each other both ways, the names of columns decide, then the number of rows.
    With `asked`, only that sheet is looked at for edges. Without such a pair, a sheet whose
    columns are called source and target is one of edges.
    """
    heads = {name: [row[:_COLUMNS] for row in islice(rows_of(name), _HEAD)] for name in sheets}
    fits = [
        (edges, sheet)
        for nodes, edges in permutations(sheets, 2)
        if asked in (None, edges) and (sheet := _nodes(nodes, heads, edges, rows_of)) is not None
    ]
    if fits:
        return max(fits, key=lambda fit: (_says_ends(heads[fit[0]]), len(heads[fit[0]])))
    said = [name for name in sheets if _says_ends(heads[name])]
    return (said[0] if asked is None and len(said) == 1 else None), None


def with_nodes(raw: RawGraph, nodes: NodeSheet, file: GraphFile) -> RawGraph:
    """The graph with the nodes that no edge names, and with their names for ids."""
    ids = [str(i) for i in range(raw.n)] if raw.names is None else list(map(str, raw.names))
    known = set(ids)
    more = [id for id in nodes.names if id not in known]
    file.check_size(nodes=raw.n + len(more))
    tidy = in_numeric_order(
        replace(raw, n=raw.n + len(more), names=[*ids, *more], edges=raw.edges.copy())
    )
    note = f"nodes are those of the sheet {quoted(nodes.sheet)}"
    if more:
        note += f", {count_of(len(more), 'node')} of them without an edge"
    if nodes.column and tidy.names is not None:
        note += f", named by its column {quoted(nodes.column)}"
        tidy = replace(tidy, names=[nodes.names.get(str(id), str(id)) for id in tidy.names])
    return replace(tidy, notes=(*tidy.notes, note))


def _nodes(
    nodes: str, heads: dict[str, list[list[str]]], edges: str, rows_of: RowsOf
) -> NodeSheet | None:
    """The nodes of a sheet, if one of its columns lists the ends of another's edges once each."""
    pairs = list(combinations((set(c) - {""} for c in _columns(heads[edges])), 2))
    head = heads[nodes]
    for place, column in enumerate(_columns(head)):
        if len(column) < 2 or len(set(column)) < len(column) or "" in column:
            continue
        if not any(u & set(column) and v & set(column) for u, v in pairs):
            continue
        ids = [row[place] for row in _body(rows_of(nodes)) if len(row) > place]
        known = set(ids)
        if len(known) == len(ids) and any(
            all(cells and len(cells & known) >= _MOST * len(cells) for cells in pair)
            for pair in pairs
        ):
            return _named(nodes, head, place, rows_of)
    return None


def _named(nodes: str, head: list[list[str]], place: int, rows_of: RowsOf) -> NodeSheet:
    """Ids with their names: those of a column called so, if it names every node apart."""
    titles = [cell.casefold() for cell in _first(head)]
    given = list(_below_titles(rows_of(nodes)))
    table = data_rows(Table(lambda: enumerate(given, 1)), Reading(header=True))  # without totals
    body = list(_body(cells for _, cells in table.rows()))
    ids = [row[place] for row in body if len(row) > place and row[place]]
    for wanted in _NAMES:
        at = titles.index(wanted) if wanted in titles else place
        names = [row[at] for row in body if len(row) > max(at, place) and row[place]]
        if at != place and all(names) and len(set(names)) == len(names) == len(ids):
            return NodeSheet(nodes, dict(zip(ids, names, strict=True)), _first(head)[at])
    return NodeSheet(nodes, {id: id for id in ids})


def _says_ends(head: list[list[str]]) -> bool:
    """Whether columns are called as the two ends of an edge."""
    titles = _first(head)
    exact = {ENDS.get(title.casefold()) for title in titles}
    source = any(has_word(title, "source") for title in titles)
    return {0, 1} <= exact or (source and any(has_word(title, "target") for title in titles))


def _first(head: Iterable[list[str]]) -> list[str]:
    """The names of the columns: the first row of two cells, below titles."""
    return next(_below_titles(head), [])


def _body(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """The rows below it, without blank ones."""
    return (row for row in islice(_below_titles(rows), 1, None) if any(row))


def _below_titles(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    return dropwhile(lambda row: sum(map(bool, row)) < 2 or NODEXL in row, rows)


def _columns(head: list[list[str]]) -> list[list[str]]:
    """The cells below the first row, column by column."""
    body = list(_body(head))
    width = max(map(len, body), default=0)
    return [[row[i] if len(row) > i else "" for row in body] for i in range(width)]
