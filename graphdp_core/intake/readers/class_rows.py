"""The rows of a file with the classes of nodes, whatever holds them: text, a sheet, columns.

Reads a file of node classes that belongs to an edge list.
"""

from __future__ import annotations

from dataclasses import replace

from graphdp_core.intake.files.graph_file import GraphFile, listed, quoted
from graphdp_core.intake.files.own_columns import groups_by, offers, said_of
from graphdp_core.intake.files.raw_graph import RawGraph, count_of, in_numeric_order
from graphdp_core.intake.files.reading import Reading, Role
from graphdp_core.intake.files.table import text_table
from graphdp_core.intake.readers.workbook import (
    is_excel,
    is_ods,
    is_parquet,
    parquet_table,
    workbook_table,
)

_TABLES = ((is_excel, workbook_table), (is_ods, workbook_table), (is_parquet, parquet_table))


def class_rows(file: GraphFile) -> list[list[str]]:
    r"""All rows, without comments; of a workbook those of its first sheet.

    Examples
    --------
    >>> from graphdp_core.intake.files.graph_file import Limits
    >>> class_rows(GraphFile("classes.csv", b"ann;red\nbob;blue\n", Limits()))
    [['ann', 'red'], ['bob', 'blue']]
    """
    read = next((table for is_it, table in _TABLES if is_it(file)), None)
    table = text_table(file.as_text(), Reading()) if read is None else read(file, Reading())
    return [cells for _, cells in table.rows()]


_NODE_WORDS = ("node", "id", "name", "nodeid", "node_id", "user", "vertex")
_HEADER = "the first line of {} was taken for the names of its columns"


def with_classes(
    raw: RawGraph, file: GraphFile, rows: list[list[str]], label: Role | None = None
) -> RawGraph:
    """Give every node its class; nodes that only the label file names are added without edges.

    A row holds a node and its class, perhaps below a header: a first line with a usual word for a
    node, or the only one that names no node of the graph. Rows of one cell hold the class of node
    i in row i, counted from 0. Of more columns, `label` is the one with the classes, and without
    it those that may be are offered. `file` is where the classes are from, for messages.
    """
    names = list(map(str, range(raw.n)) if raw.names is None else raw.names)
    known = set(names)
    first = rows[0] if len(rows) > 1 else []
    may_be = len(first) > 1 and first[0] not in known
    others = all(cells[0] in known for cells in rows[1:])
    headed = may_be and (others or first[0].lower() in _NODE_WORDS)
    width = len(rows[0]) if rows else 0
    if width < 1 or (width > 2 and not headed) or any(len(cells) != width for cells in rows):
        raise file.refuse("give every line a node and its class, or its class alone.")
    body = [[str(i), *row] if width == 1 else row for i, row in enumerate(rows[headed:])]
    titles = first if headed else ("", "class")
    columns = {name or str(i + 1): i for i, name in enumerate(titles) if i}
    offered = offers(said_of(body, 0, columns), len(names)) if width > 2 else ()
    grouped_by = str(label) if width > 2 and label else next(iter(columns)) if width < 3 else ""
    if grouped_by and grouped_by not in columns:
        raise file.refuse(f"it has no column {quoted(grouped_by)}; it has {listed([*columns], 5)}.")
    class_of = {row[0]: row[columns[grouped_by]] if grouped_by else "" for row in body}
    missing = [name for name in names if name not in class_of]
    if len(missing) == len(names):
        raise file.refuse(
            f"it gives no class for {count_of(len(missing), 'node')} of the graph, such as "
            f"{quoted(missing[0])}; give every node one."
        )
    more = [name for name in class_of if name not in known]
    names = names + more
    file.check_size(nodes=len(names))
    return in_numeric_order(
        replace(
            raw,
            n=len(names),
            edges=raw.edges.copy(),  # those of the caller stay
            names=names,
            classes=groups_by(class_of, names) if grouped_by else None,
            offers=offered,
            grouped_by=grouped_by if width > 2 else "",
            positions=None if more else raw.positions,
            notes=(*raw.notes, *[_HEADER.format(file.name)] * headed),
        )
    )
