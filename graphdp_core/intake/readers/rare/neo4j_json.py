"""Reads what Neo4j exports as JSON: a node or a relationship on each line."""

from __future__ import annotations

import json
from typing import Any

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_builder import SURE_CLASS, RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph
from graphdp_core.intake.readers.json_records import json_lines


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
