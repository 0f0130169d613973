"""Reads JSON in node-link, adjacency or Cytoscape form, one node or link at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from graphdp_core.datasets.files.graph_file import GraphFile, plain_text
from graphdp_core.datasets.files.json_stream import JsonStream, written
from graphdp_core.datasets.files.raw_builder import RawBuilder
from graphdp_core.datasets.files.raw_graph import (
    Columns,
    RawGraph,
    is_number,
    once_undirected,
)
from graphdp_core.datasets.readers.chat_logs import about_records
from graphdp_core.datasets.readers.json_tree import is_json_tree, read_json_tree

__all__ = ["read_json"]

_NODES = "nodes"
_ELEMENTS = "elements"
_INNER = (_ELEMENTS, "graph")
_GROUPED = ("data", "attributes", "metadata", "position")
_LINKS = ("links", "edges")
_ADJACENCY = "adjacency"
_AGAIN = "export it as node-link JSON"


def read_json(file: GraphFile, columns: Columns) -> RawGraph:
    """Read {"nodes": [{"id": ...}], "links": [{"source": ..., "target": ...}]}.

    "edges" is as good as "links", "from" and "to" as "source" and "target", "key" as "id"; so is
    "adjacency", a list that holds for every node, in the order of the nodes, the list of its
    links: {"id": target, ...}. Cytoscape's "elements", whose facts stand in "data", are read too,
    a bare list of links or of pairs, and a tree of nodes within nodes. Nodes without ids are
    numbered from 0, as for D3. A link's weight is the attribute asked for, else ``weight``, else
    ``value``; a node's name is ``name``, else its id; for classes and coordinates see `RawBuilder`.

    Raises
    ------
    GraphFileError
        If the file is not JSON of this form, nests too deeply, one node has an id twice, a link
        lacks an end, or a weight that was asked for is not a finite number.
    """
    if is_json_tree(file):
        return read_json_tree(file, columns)
    graph = RawBuilder(file, columns)
    found = set()
    adjacency = _Adjacency(graph)
    stream = JsonStream(file, _AGAIN)
    bare = stream.peek() == "["
    for key, item in _list_items(stream, _ELEMENTS) if bare else _items(stream):
        found.add(key)
        if key == "directed":
            graph.directed = item is True
        elif key == _ADJACENCY:
            adjacency.add(item)
        elif item is not None:
            _add(graph, _element(item), key)
    stream.end()
    if not found & {_NODES, *_LINKS, _ADJACENCY, _ELEMENTS}:
        keys = _keys(file)
        words = f"it has neither nodes nor links; {_AGAIN}."
        raise about_records(file, keys) or file.refuse(words)
    raw = graph.as_raw()
    return raw if graph.directed or not adjacency.lists else once_undirected(raw)


def _keys(file: GraphFile) -> set[str]:
    """The names in the outermost object."""
    stream, found = JsonStream(file, _AGAIN), set()
    if stream.peek() == "{":
        for key in stream.members():
            found.add(key)
            stream.skip()
    return found


def _add(graph: RawBuilder, item: Any, key: str) -> None:
    is_link = key in _LINKS
    if key == _ELEMENTS and not isinstance(item, list | dict):
        raise graph.file.refuse(f"its list holds neither nodes nor links; {_AGAIN}.")
    if key == _ELEMENTS:
        is_link = isinstance(item, list) or (isinstance(item, dict) and "source" in item)
    if not is_link:
        _add_node(graph, item)
    elif isinstance(item, list) and len(item) in (2, 3):
        facts = dict(zip(("source", "target", graph.weight_attribute()), item, strict=False))
        _add_link(graph, facts)
    else:
        _add_link(graph, item)


def _element(item: Any) -> Any:
    """What is said of a node or link, wherever: in it, its "data", "attributes" or "position"."""
    if not isinstance(item, dict):
        return item
    inner = [item.get(key) for key in ("attributes", "metadata", "position", "data")]
    facts = {key: value for part in inner if isinstance(part, dict) for key, value in part.items()}
    facts = {**facts, **{key: value for key, value in item.items() if key not in _GROUPED}}
    for old, new in (("from", "source"), ("to", "target"), ("key", "id")):
        if old in facts and new not in facts:
            facts[new] = facts[old]
    return facts


@dataclass
class _Adjacency:
    """Turns the lists of neighbours, one for each node in the order of the nodes, into links."""

    graph: RawBuilder
    lists: int = 0
    ids: Sequence[str] = ()

    def add(self, item: Any) -> None:
        """One neighbour, or None where the list of the next node begins."""
        if item is None:
            self._begin_list()
            return
        facts = item if isinstance(item, dict) else {"id": item}
        source = self.ids[self.lists - 1]
        _add_link(self.graph, {**facts, "source": source, "target": facts.get("id")})

    def _begin_list(self) -> None:
        self.ids = self.ids or self.graph.number_of.names()
        self.lists += 1
        if self.lists > len(self.ids):
            raise self.graph.file.refuse(
                f"list {self.lists:,} of its adjacency belongs to no node; put the nodes first, "
                "and give every node its list."
            )


def _add_node(graph: RawBuilder, item: Any) -> None:
    facts = item if isinstance(item, dict) else {"id": item}
    number = graph.declarations
    id = written(facts["id"]) if facts.get("id") is not None else str(number)
    if graph.is_declared(id):
        shown = plain_text(id, longest=20)
        raise graph.file.refuse(f"two nodes have the id '{shown}'; give every node its own id.")
    node = graph.add_node(id)
    for key, value in facts.items():
        if value is not None and key != "id":
            graph.give(node, key, written(value))


def _add_link(graph: RawBuilder, item: Any) -> None:
    number = graph.edges + 1
    facts = item if isinstance(item, dict) else {}
    ends = [facts.get(end) for end in ("source", "target")]
    ends = [end.get("id") if isinstance(end, dict) else end for end in ends]
    if None in ends:
        raise graph.file.refuse(f"link {number:,} has no source or no target; give it both.")
    weight = facts.get(graph.weight_attribute())
    if weight is None and graph.columns.weight is None:
        value = facts.get("value")
        weight = value if isinstance(value, str) and is_number(value) else None
    graph.add_edge(written(ends[0]), written(ends[1]), None if weight is None else written(weight))


def _items(stream: JsonStream, *, inside: bool = False) -> Iterator[tuple[str, Any]]:
    """(key, item) for every item of the lists that matter, and ("directed", value).

    Every list begins with an item None. What stands inside "elements" or "graph" counts as if it
    stood outside.
    """
    for key in stream.members():
        opened = stream.peek()
        if key in _INNER and opened == "{" and not inside:
            yield from _items(stream, inside=True)
        elif key in (_NODES, _ELEMENTS, *_LINKS) and opened == "[":
            yield from _list_items(stream, key)
        elif key == _NODES and opened == "{":
            yield key, None
            for id in stream.members():
                facts = stream.value(called=_NODES)
                yield key, {**(facts if isinstance(facts, dict) else {}), "id": id}
        elif key == _ADJACENCY and opened == "[":
            for _ in stream.items():
                yield from _list_items(stream, key)
        elif key == "directed":
            yield key, stream.value()
        else:
            stream.skip()


def _list_items(stream: JsonStream, key: str) -> Iterator[tuple[str, Any]]:
    yield key, None
    for _ in stream.items():
        item = stream.value(called=key)
        if item is not None:
            yield key, item
