"""Reads JSON whose names are nodes and whose values are their neighbours, as networkx's dicts."""

from __future__ import annotations

from typing import Any

from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.json_stream import JsonStream, written
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph, once_undirected


def read_json_neighbours(file: GraphFile, columns: Columns, again: str) -> RawGraph | None:
    """Read {"ann": ["bob"]}, {"ann": {"bob": {"weight": 2}}} or {"ann": {"bob": 2}}.

    Two who name each other are one edge. None where it is an object of another kind: a value is
    neither a list of names nor an object, or none of the neighbours has a place of its own.

    Raises
    ------
    GraphFileError
        If it is no JSON, or too large.
    """
    stream = JsonStream(file, again)
    if stream.peek() != "{":
        return None
    graph = RawBuilder(file, columns)
    for name in stream.members():
        opened = stream.peek()
        if opened not in ("[", "{"):
            return None
        graph.add_node(name)
        for target in stream.members() if opened == "{" else stream.items():
            value = stream.value(called="values")
            if target is None and isinstance(value, list | dict):
                return None
            weight = None if target is None else _weight(value, graph.weight_attribute())
            graph.add_edge(name, written(value) if target is None else target, weight)
    stream.end()
    if not any(map(graph.is_declared, _targets(graph))):
        return None
    return once_undirected(graph.as_raw())


def _weight(facts: Any, attribute: str) -> str | None:
    """The weight among the facts of an edge, or of the first of several edges."""
    if isinstance(facts, dict) and attribute not in facts:
        facts = next((inner for inner in facts.values() if isinstance(inner, dict)), {})
    value = facts.get(attribute) if isinstance(facts, dict) else facts
    return None if value is None or isinstance(value, list | dict) else written(value)


def _targets(graph: RawBuilder) -> set[str]:
    names = graph.number_of.names()
    return {names[i] for i in graph.ends[1::2]}
