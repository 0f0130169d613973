"""Reads a file of node classes that belongs to an edge list."""

from __future__ import annotations

from dataclasses import replace

from graphdp_core.datasets.edge_list import is_comment
from graphdp_core.datasets.graph_file import GraphFile, plain_text
from graphdp_core.datasets.raw_graph import RawGraph, count_of, in_numeric_order

__all__ = ["with_classes"]


def with_classes(raw: RawGraph, file: GraphFile) -> RawGraph:
    """Give every node its class; nodes that only the label file names are added without edges.

    Each line holds a node's name and its class; a file with one column holds the class of node i
    on line i, counted from 0.

    Raises
    ------
    GraphFileError
        If a line has other columns, or a node of the graph has no class.
    """
    class_of = _classes(file)
    names = list(map(str, range(raw.n))) if raw.names is None else raw.names
    missing = [name for name in names if name not in class_of]
    if missing:
        raise file.refuse(
            f"it gives no class for {count_of(len(missing), 'node')} of the graph, such as "
            f"'{plain_text(missing[0], longest=20)}'; give every node one."
        )
    known = set(names)
    names = names + [name for name in class_of if name not in known]
    file.check_size(nodes=len(names))
    return in_numeric_order(
        replace(raw, n=len(names), names=names, classes=[class_of[name] for name in names])
    )


def _classes(file: GraphFile) -> dict[str, str]:
    lines = [line.split() for line in file.text().split("\n") if not is_comment(line)]
    width = len(lines[0]) if lines else 0
    if width not in (1, 2) or any(len(fields) != width for fields in lines):
        raise file.refuse("give every line a node and its class, or its class alone.")
    if width == 1:
        return {str(i): fields[0] for i, fields in enumerate(lines)}
    return {fields[0]: fields[1] for fields in lines}
