"""Reads lists of names as groups: all names of one list are joined with each other."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import numpy as np

from graphdp_core.datasets.files.graph_file import GraphFile
from graphdp_core.datasets.files.projection import projected
from graphdp_core.datasets.files.raw_graph import RawGraph, count_of
from graphdp_core.datasets.files.spreadsheet import plain_cell
from graphdp_core.datasets.files.table import Table
from graphdp_core.datasets.readers.edge_columns import EdgeColumns
from graphdp_core.datasets.readers.listed_cells import names_in


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
    >>> from graphdp_core.datasets.files.graph_file import Limits
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
