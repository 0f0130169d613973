"""Reads what Neo4j writes as CSV where a plain table of edges would be read wrong.

Reads what Neo4j exports as JSON: a node or a relationship on each line.
"""

from __future__ import annotations

import re

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.json_stream import written
from graphdp_core.intake.files.projection import of_two_kinds
from graphdp_core.intake.files.raw_builder import NAME_ATTRIBUTE, SURE_CLASS, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import text_table
from graphdp_core.intake.readers.edge_list import read_edges
from graphdp_core.intake.readers.json_records import json_lines

HEAD = re.compile(
    rb"(?=[^\n]*(?<![\w.])_id\b)(?=[^\n]*(?<![\w.])_start\b)[^\n]*(?<![\w.])_end\b"
    rb"|(?=[^\n]*:START_ID\(([^)\n]+)\))[^\n]*:END_ID\((?!\1\))"
)
"""Nodes above relationships in one table, or relationships between nodes of two kinds."""
_KIND = re.compile(r".*:(?:START|END)_ID\(([^)]+)\)")


def read_neo4j_csv(file: GraphFile, columns: Columns) -> RawGraph:
    """Read ``apoc.export.csv``, or relationships whose ends count their ids each for itself.

    In the first, rows with an ``_id`` are nodes and rows with ``_start`` and ``_end`` edges; the
    property ``name``, where all have it, names the nodes, and the first of ``_labels`` is their
    class. In the second, ``:START_ID(Actor)`` and ``:END_ID(Movie)`` are nodes of two kinds. The
    column ``weight``, or the one asked for, holds the weights.
    """
    table = text_table(file, Reading())
    rows = iter(table.rows())
    _, head = next(rows, (0, []))
    kinds = {i: match[1] for i, cell in enumerate(head) if (match := _KIND.match(cell))}
    names = [cell.partition(":")[0] or cell for cell in head]
    if len(kinds) == 2 and not {"_start", "_end", "_id"} <= {*names}:
        source, target = sorted(kinds, key=lambda i: ":END_ID(" in head[i])
        weight = columns.weight or "weight" * ("weight" in names)
        place: int | str = names.index(weight) + 1 if weight in names else weight
        said = Reading(
            header=True, source=source + 1, target=target + 1, weight=place, odd_rows="stop",
            missing_weight="stop", label=columns.label, listed="one",
        )  # fmt: skip
        return of_two_kinds(read_edges(file, table, said), (kinds[source], kinds[target]))
    graph, has_name = RawBuilder(file, columns, directed=True), False
    for line, cells in rows:
        facts = {name: cell for name, cell in zip(names, cells, strict=False) if cell}
        if "_id" in facts:
            node = graph.add_node(facts.pop("_id"))
            if labels := facts.pop("_labels", "").strip(":"):
                graph.give(node, SURE_CLASS, labels.partition(":")[0])
            has_name |= NAME_ATTRIBUTE in facts
            for name, text in facts.items():
                graph.give(node, name, text)
        elif "_start" in facts and "_end" in facts:
            graph.add_edge(facts["_start"], facts["_end"], facts.get(graph.weight_attribute()))
        else:
            raise file.refuse(f"line {line} is neither a node nor a relationship with both ends.")
    if has_name:
        graph.fill_names()
    return graph.as_raw()


def read_neo4j_json(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the lines of ``apoc.export.json``; relationships of all types are edges.

    A node's label is its class and its property ``name``, where all have it, its name; the
    property ``weight`` of a relationship (or the one asked for) is the weight.
    """
    graph = RawBuilder(file, columns, directed=True)
    for line, record in json_lines(file):
        facts = record.get("properties")
        facts = facts if isinstance(facts, dict) else {}
        if record.get("type") == "node" and record.get("id") is not None:
            node = graph.add_node(written(record["id"]))
            labels = record.get("labels")
            if isinstance(labels, list) and labels:
                graph.give(node, SURE_CLASS, written(labels[0]))
            for key, value in facts.items():
                if value is not None:
                    graph.give(node, key, written(value))
        elif record.get("type") == "relationship":
            ends = [record.get(end) for end in ("start", "end")]
            ids = [end.get("id") if isinstance(end, dict) else end for end in ends]
            if None in ids:
                raise file.refuse(f"line {line} is a relationship without start or end.")
            weight = facts.get(graph.weight_attribute())
            source, target = map(written, ids)
            graph.add_edge(source, target, None if weight is None else written(weight))
        else:
            raise file.refuse(f"line {line} is neither a node nor a relationship of Neo4j.")
    return graph.as_raw()
