"""Reads what Neo4j writes as CSV where a plain table of edges would be read wrong.

Reads what Neo4j exports as JSON: a node or a relationship on each line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import NAME_ATTRIBUTE, SURE_CLASS, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, as_weight
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.table import Row, text_table
from graphdp_core.intake.readers.json_records import json_lines

HEAD = re.compile(
    rb"(?=[^\n]*(?<![\w.])_id\b)(?=[^\n]*(?<![\w.])_start\b)[^\n]*(?<![\w.])_end\b"
    rb"|(?=[^\n]*:START_ID\(([^)\n]+)\))[^\n]*:END_ID\((?!\1\))"
)
"""Nodes above relationships in one table, or relationships between nodes of two kinds."""
_KIND = re.compile(r":(?:START|END)_ID\(([^)]+)\)")


def read_neo4j_csv(file: GraphFile, columns: Columns) -> RawGraph:
    """Read ``apoc.export.csv``, or relationships whose ends count their ids each for itself.

    In the first, rows with an ``_id`` are nodes and rows with ``_start`` and ``_end`` edges; the
    property ``name``, where all have it, names the nodes, and the first of ``_labels`` is their
    class. In the second, ``:START_ID(Actor)`` and ``:END_ID(Movie)`` are nodes of two kinds. The
    column ``weight``, or the one asked for, holds the weights.

    Raises
    ------
    GraphFileError
        With the number of the line, if it is neither a node nor has both ends.
    """
    rows = list(text_table(file, Reading()).rows())
    names = [cell.partition(":")[0] or cell for cell in rows[0][1]] if rows else []
    if "_start" in names and "_end" in names and "_id" in names:
        return _everything(file, columns, names, rows[1:])
    kinds = [match and match[1] for match in map(_KIND.search, rows[0][1])] if rows else []
    if sum(kind is not None for kind in kinds) != 2:
        raise file.refuse(
            "its first line names neither _id, _start and _end nor :START_ID and :END_ID with "
            "their kinds; name a plain table of edges .csv and read it as a table."
        )
    return _of_two_kinds(file, columns, rows)


def neo4j_csv_rows(file: GraphFile) -> int:
    """How many nodes stand at the start of relationships of two kinds; 0: one kind."""
    head = HEAD.match(file.data)
    return read_neo4j_csv(file, Columns()).rows if head is not None and head[1] else 0


def _everything(
    file: GraphFile, columns: Columns, names: list[str], rows: Sequence[Row]
) -> RawGraph:
    """Nodes and relationships of one table."""
    graph = RawBuilder(file, columns, directed=True)
    has_name = False
    for line, cells in rows:
        facts = {name: cell for name, cell in zip(names, cells, strict=False) if cell}
        if "_id" in facts:
            node = graph.add_node(facts.pop("_id"))
            labels = facts.pop("_labels", "").strip(":")
            if labels:
                graph.give(node, SURE_CLASS, labels.partition(":")[0])
            has_name |= NAME_ATTRIBUTE in facts
            for name, text in facts.items():
                graph.give(node, name, text)
        elif "_start" in facts and "_end" in facts:
            weight = facts.get(graph.weight_attribute())
            graph.add_edge(facts["_start"], facts["_end"], weight)
        else:
            raise file.refuse(f"line {line} is neither a node nor a relationship with both ends.")
    if has_name:
        graph.fill_names()
    return graph.as_raw()


def _of_two_kinds(file: GraphFile, columns: Columns, rows: Sequence[Row]) -> RawGraph:
    """Relationships between nodes of one kind and of another."""
    (_, head), body = rows[0], rows[1:]
    start = next(i for i, cell in enumerate(head) if ":START_ID(" in cell)
    end = next(i for i, cell in enumerate(head) if ":END_ID(" in cell)
    wanted = columns.weight or "weight"
    titles = [cell.partition(":")[0] for cell in head]
    weight = titles.index(wanted) if wanted in titles else None
    if columns.label is not None or (columns.weight is not None and weight is None):
        raise file.refuse("it has no such column; name a weight that its first line names.")
    numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})
    pairs: list[tuple[int, int]] = []
    weights: list[float] = []
    for line, cells in body:
        if len(cells) != len(head) or not (cells[start] and cells[end]):
            raise file.refuse(f"line {line} is no relationship with both ends.")
        left, right = (
            known.setdefault(cells[at], len(known))
            for known, at in zip(numbers, (start, end), strict=True)
        )
        pairs.append((left, right))
        if weight is not None:
            weights.append(as_weight(cells[weight], file, f"line {line}"))
        file.check_size(nodes=len(numbers[0]) + len(numbers[1]), edges=len(pairs))
    if not pairs:
        raise file.refuse("it has a header and no edges; give every edge one line.")
    shift = len(numbers[0])
    kinds = [match[1] for at in (start, end) if (match := _KIND.search(head[at]))]
    names = [f"{kind} {id}" for kind, known in zip(kinds, numbers, strict=True) for id in known]
    return RawGraph(
        len(names),
        np.array(pairs, dtype=np.int64) + np.array([0, shift]),
        np.array(weights) if weights else None,
        names,
        rows=shift,
    )


def read_neo4j_json(file: GraphFile, columns: Columns) -> RawGraph:
    """Read the lines of ``apoc.export.json``; relationships of all types are edges.

    A node's label is its class and its property ``name``, where all have it, its name; the
    property ``weight`` of a relationship (or the one asked for) is the weight.

    Raises
    ------
    GraphFileError
        With the number of the line, if it is neither a node nor a relationship with both ends.
    """
    graph = RawBuilder(file, columns, directed=True)
    for line, record in json_lines(file):
        facts = record.get("properties")
        facts = facts if isinstance(facts, dict) else {}
        if record.get("type") == "node" and record.get("id") is not None:
            node = graph.add_node(_text(record["id"]))
            labels = record.get("labels")
            if isinstance(labels, list) and labels:
                graph.give(node, SURE_CLASS, _text(labels[0]))
            for key, value in facts.items():
                if value is not None:
                    graph.give(node, key, _text(value))
        elif record.get("type") == "relationship":
            ends = [record.get(end) for end in ("start", "end")]
            ids = [end.get("id") if isinstance(end, dict) else end for end in ends]
            if None in ids:
                raise file.refuse(f"line {line} is a relationship without start or end.")
            weight = facts.get(graph.weight_attribute())
            source, target = map(_text, ids)
            graph.add_edge(source, target, None if weight is None else _text(weight))
        else:
            raise file.refuse(f"line {line} is neither a node nor a relationship of Neo4j.")
    return graph.as_raw()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
