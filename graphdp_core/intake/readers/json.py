"""Reads JSON in node-link, adjacency or Cytoscape form, one node or link at a time.

Reads JSON whose names are nodes and whose values are their neighbours, as networkx's dicts.

Reads trees in JSON, nodes within nodes, as networkx's tree_data and D3's hierarchies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, quoted
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import (
    Columns,
    RawGraph,
    is_number,
    once_undirected,
)
from graphdp_core.intake.readers.json_records import JsonStream, written
from graphdp_core.intake.readers.other_kinds import about_records

_CHILDREN = "children"
_GRAPHS = ("nodes", "links", "edges", "adjacency", "elements", "graph")
_DEEPEST_TREE = 10_000


def is_json_tree(file: GraphFile) -> bool:
    """Whether the outermost object has children, and neither nodes nor links before them."""
    if not file.data[:1000].lstrip().startswith(b"{"):
        return False
    stream = JsonStream(file, _AGAIN)
    try:
        for key in stream.members():
            if key == _CHILDREN or key in _GRAPHS:
                return key == _CHILDREN
            stream.skip()
    except GraphFileError:
        pass  # said when the file is read
    return False


def read_json_tree(file: GraphFile, columns: Columns) -> RawGraph:
    """Read {"id": ..., "children": [{"id": ...}, ...]}: an edge from every node to its parent.

    Nodes without ids are numbered from 0 as they begin; names and classes are chosen as in other
    JSON, and a node's ``weight`` is that of the edge to its parent.
    """
    stream, graph = JsonStream(file, _AGAIN), RawBuilder(file, columns)
    weight = graph.weight_attribute()
    wanted = {"id", weight, *graph.wanted()}
    parents: list[int] = []
    facts: dict[int, dict[str, str]] = {}

    def begin(parent: int) -> Iterator[int]:
        """Walk through one node; its own number comes where a child begins."""
        node = len(parents)
        parents.append(parent)
        file.check_size(nodes=node + 1)
        if stream.peek() != "{":
            raise file.refuse(f"node {node + 1:,} of its tree is no object; {_AGAIN}.")
        for key in stream.members():
            if key == _CHILDREN and stream.peek() == "[":
                yield from (node for _ in stream.items())
            elif key not in wanted:
                stream.skip()
            elif (value := stream.value(called="values")) is not None:
                facts.setdefault(node, {})[key] = written(value)

    open_nodes = [begin(-1)]
    while open_nodes:
        child = next(open_nodes[-1], None)
        if child is None:
            open_nodes.pop()
        elif len(open_nodes) == _DEEPEST_TREE:
            raise file.refuse(f"its tree is more than {_DEEPEST_TREE:,} levels deep; {_AGAIN}.")
        else:
            open_nodes.append(begin(child))
    stream.end()
    ids = [facts.get(node, {}).pop("id", str(node)) for node in range(len(parents))]
    for node, id in enumerate(ids):
        if graph.add_node(id) != node:
            raise file.refuse(f"two nodes have the id {quoted(id)}; give every node its own id.")
        for key, value in facts.get(node, {}).items():
            graph.give(node, key, value)
    for node, parent in enumerate(parents[1:], 1):
        graph.add_edge(ids[parent], ids[node], facts.get(node, {}).get(weight))
    return graph.as_raw()


def read_json_neighbours(file: GraphFile, columns: Columns, again: str) -> RawGraph | None:
    """Read {"ann": ["bob"]}, {"ann": {"bob": {"weight": 2}}} or {"ann": {"bob": 2}}.

    Two who name each other are one edge. None where it is an object of another kind: a value is
    neither a list of names nor an object, or none of the neighbours has a place of its own.
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
    names = graph.number_of.names()
    if not any(graph.is_declared(names[target]) for target in graph.ends[1::2]):
        return None
    return once_undirected(graph.as_raw())


def _weight(facts: Any, attribute: str) -> str | None:
    """The weight among the facts of an edge, or of the first of several edges."""
    if isinstance(facts, dict) and attribute not in facts:
        facts = next((inner for inner in facts.values() if isinstance(inner, dict)), {})
    value = facts.get(attribute) if isinstance(facts, dict) else facts
    return None if value is None or isinstance(value, list | dict) else written(value)


_NODES = "nodes"
_VERTICES = "vertices"
_ELEMENTS = "elements"
_INNER = (_ELEMENTS, "graph")
_INSIDE = ("attributes", "metadata", "position", "data")
_LINKS = ("links", "edges")
_ADJACENCY = "adjacency"
_CX = re.compile(rb'\s*\[\s*\{\s*"(?:numberVerification|CXVersion)"')
_LINK_AHEAD = re.compile(
    r'\[\s*\{(?=[^{}]*"(?:from|source|_outV)"\s*:)[^{}]{0,2000}?"(?:to|target|_inV)"\s*:'
)
_LINKS_NAMED = re.compile(r'"(?:links|edges)"\s*:\s*\[')
_OTHER_NAMES = (
    ("from", "source"), ("to", "target"), ("key", "id"),
    ("_id", "id"), ("_outV", "source"), ("_inV", "target"),
)  # fmt: skip
_CX_NAMES = (("@id", "id"), ("n", "name"), ("s", "source"), ("t", "target"))
_AGAIN = "export it as node-link JSON"


def read_json(file: GraphFile, columns: Columns) -> RawGraph:
    """Read {"nodes": [{"id": ...}], "links": [{"source": ..., "target": ...}]}.

    "edges" is as good as "links", "from" and "to" as "source" and "target", "key" as "id"; so is
    "adjacency", a list that holds for every node, in the order of the nodes, the list of its
    links: {"id": target, ...}. Cytoscape's "elements", whose facts stand in "data", are read too,
    a bare list of links or of pairs, a tree of nodes within nodes, CX, GraphSON 1, and objects of
    neighbours. Nodes without ids are numbered from 0, as for D3, and links may name their labels;
    where no list is called so, any of objects with two ends holds links. A link's weight is the
    attribute asked for, else ``weight``, else ``value``; a node's name is ``name``, else its id;
    for classes and coordinates see `RawBuilder`.
    """
    if is_json_tree(file):
        return read_json_tree(file, columns)
    graph = RawBuilder(file, columns)
    seen: set[str] = set()
    ids: Sequence[str] = ()
    stream = JsonStream(file, _AGAIN)
    is_cx, bare = _CX.match(file.data) is not None, stream.peek() == "["
    for key, item in (
        _aspects(stream) if is_cx else _list_items(stream, _ELEMENTS) if bare else _items(stream)
    ):
        seen.add(key)
        if key == "directed":
            graph.directed = item is True
        elif key == _ADJACENCY:
            ids = ids or graph.number_of.names()
            _add_neighbour(graph, ids, *item)
        elif item is not None:
            _add(graph, _element(item, is_cx=is_cx), key)
    stream.end()
    if not seen & {_NODES, *_LINKS, _ADJACENCY, _ELEMENTS}:
        if (neighbours := read_json_neighbours(file, columns, _AGAIN)) is not None:
            return neighbours
        words = f"it has neither nodes nor links; {_AGAIN}."
        raise about_records(file) or file.refuse(words)
    raw = graph.as_raw()
    return once_undirected(raw) if _ADJACENCY in seen and not graph.directed else raw


def _add(graph: RawBuilder, item: Any, key: str) -> None:
    is_link = key in _LINKS
    if key == _ELEMENTS and not isinstance(item, list | dict):
        raise graph.file.refuse(f"its list holds neither nodes nor links; {_AGAIN}.")
    if key == _ELEMENTS:
        is_link = isinstance(item, list) or (isinstance(item, dict) and "source" in item)
    if is_link and isinstance(item, list) and len(item) in (2, 3):
        item = dict(zip(("source", "target", graph.weight_attribute()), item, strict=False))
    (_add_link if is_link else _add_node)(graph, item)


def _element(item: Any, *, is_cx: bool) -> Any:
    """What is said of a node or link, wherever: in it, its "data", "attributes" or "position"."""
    if not isinstance(item, dict):
        return item
    inner = [item.get(key) for key in ((*_INSIDE, "v") if is_cx else _INSIDE)]
    facts = {key: value for part in inner if isinstance(part, dict) for key, value in part.items()}
    facts = {**facts, **{key: value for key, value in item.items() if key not in _INSIDE}}
    for old, new in _CX_NAMES if is_cx else _OTHER_NAMES:
        if old in facts and new not in facts:
            facts[new] = facts[old]
    return facts


def _add_neighbour(graph: RawBuilder, ids: Sequence[str], place: int, item: Any) -> None:
    """A neighbour of the node at a place, None where its list begins; lists follow the nodes."""
    if place >= len(ids):
        raise graph.file.refuse(
            f"list {place + 1:,} of its adjacency belongs to no node; put the nodes first, and "
            "give every node its list."
        )
    if item is not None:
        facts = item if isinstance(item, dict) else {"id": item}
        _add_link(graph, {**facts, "source": ids[place], "target": facts.get("id")})


def _add_node(graph: RawBuilder, item: Any) -> None:
    facts = item if isinstance(item, dict) else {"id": item}
    given = facts.get("id")
    id = str(graph.declarations) if given is None else written(given)
    if given is None:
        if (label := facts.get("label", facts.get("name"))) is not None:
            graph.known_as.setdefault(written(label), id)
        graph.moved |= written(facts.get("index", id)) != id
    if graph.is_declared(id):
        raise graph.file.refuse(f"two nodes have the id {quoted(id)}; give every node its own id.")
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
    weight, value = facts.get(graph.weight_attribute()), facts.get("value")
    if weight is None and graph.columns.weight is None and isinstance(value, str):
        weight = value if is_number(value) else None
    source, target = (
        id if graph.is_declared(id) else graph.known_as.get(id, id) for id in map(written, ends)
    )
    if graph.moved and (written(ends[0]) == source or written(ends[1]) == target):
        raise graph.file.refuse(
            "its nodes have an index that is not their place in the list, and links are numbers, "
            "which may mean either; give every node an id, or put the nodes in order."
        )
    graph.add_edge(source, target, None if weight is None else written(weight))


def _items(stream: JsonStream, *, inside: bool = False) -> Iterator[tuple[str, Any]]:
    """(key, item) for every item of the lists that matter, and ("directed", value).

    Every list begins with an item None. What stands inside "elements" or "graph" counts as if it
    stood outside.
    """
    for key in stream.members():
        opened = stream.peek()
        if key in _INNER and opened == "{" and not inside:
            yield from _items(stream, inside=True)
        elif key in (_NODES, _VERTICES, _ELEMENTS, *_LINKS) and opened == "[":
            yield from _list_items(stream, _NODES if key == _VERTICES else key)
        elif (
            opened == "["
            and _LINK_AHEAD.match(stream.text, stream.place)
            and _LINKS_NAMED.search(stream.text) is None
        ):
            yield from _list_items(stream, _LINKS[0])
        elif key == _NODES and opened == "{":
            yield key, None
            for id in stream.members():
                facts = stream.value(called=_NODES)
                yield key, {**(facts if isinstance(facts, dict) else {}), "id": id}
        elif key == _ADJACENCY and opened == "[":
            for place, _ in enumerate(stream.items()):
                yield from ((key, (place, item)) for _, item in _list_items(stream, key))
        elif key == "directed":
            yield key, stream.value()
        else:
            stream.skip()


def _aspects(stream: JsonStream) -> Iterator[tuple[str, Any]]:
    """The same of CX, a list of objects with a list each."""
    for _ in stream.items():
        yield from _items(stream, inside=True)


def _list_items(stream: JsonStream, key: str) -> Iterator[tuple[str, Any]]:
    yield key, None
    for _ in stream.items():
        item = stream.value(called=key)
        if item is not None:
            yield key, item
