"""Reads a file of node classes that belongs to an edge list."""

from __future__ import annotations

from dataclasses import replace

from graphdp_core.datasets.files.graph_file import GraphFile, plain_text
from graphdp_core.datasets.files.raw_graph import RawGraph, count_of, in_numeric_order
from graphdp_core.datasets.readers.edge_list_layout import (
    BLANKS,
    fields_of,
    find_delimiter,
    is_comment,
)

__all__ = ["with_classes"]

_NODE_WORDS = ("node", "id", "name", "nodeid", "node_id", "user", "vertex")


def with_classes(raw: RawGraph, file: GraphFile) -> RawGraph:
    """Give every node its class; nodes that only the label file names are added without edges.

    Each line holds a node's name and its class, separated as in an edge list, perhaps below a
    header; a file with one column holds the class of node i on line i, counted from 0.

    Raises
    ------
    GraphFileError
        If a line has other columns, or a node of the graph has no class.
    """
    names = list(map(str, range(raw.n))) if raw.names is None else raw.names
    known = set(names)
    class_of = _classes(file, known)
    missing = [name for name in names if name not in class_of]
    if missing:
        raise file.refuse(
            f"it gives no class for {count_of(len(missing), 'node')} of the graph, such as "
            f"'{plain_text(missing[0], longest=20)}'; give every node one."
        )
    more = [name for name in class_of if name not in known]
    names = names + more
    file.check_size(nodes=len(names))
    return in_numeric_order(
        replace(
            raw,
            n=len(names),
            names=names,
            classes=[class_of[name] for name in names],
            positions=None if more else raw.positions,
        )
    )


def _classes(file: GraphFile, nodes: set[str]) -> dict[str, str]:
    lines = [text for _, text in file.lines() if not is_comment(text)]
    delimiter = find_delimiter(lines[:20]) if lines else BLANKS
    rows = [fields_of(text, delimiter) for text in lines]
    width = len(rows[0]) if rows else 0
    if width not in (1, 2) or any(len(fields) != width for fields in rows):
        raise file.refuse("give every line a node and its class, or its class alone.")
    if width == 1:
        return {str(i): fields[0] for i, fields in enumerate(rows)}
    if len(rows) > 1 and rows[0][0] not in nodes and rows[0][0].lower() in _NODE_WORDS:
        rows = rows[1:]
    return {fields[0]: fields[1] for fields in rows}
