"""Reads trees in JSON, nodes within nodes, as networkx's tree_data and D3's hierarchies."""

from __future__ import annotations

from collections.abc import Iterator

from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, quoted
from graphdp_core.intake.files.json_stream import JsonStream, written
from graphdp_core.intake.files.raw_builder import RawBuilder
from graphdp_core.intake.files.raw_graph import Columns, RawGraph

_CHILDREN = "children"
_GRAPHS = ("nodes", "links", "edges", "adjacency", "elements", "graph")
_AGAIN = "export it as node-link JSON"
_DEEPEST = 10_000


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
        elif len(open_nodes) == _DEEPEST:
            raise file.refuse(f"its tree is more than {_DEEPEST:,} levels deep; {_AGAIN}.")
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
