"""Reads trees in JSON, nodes within nodes, as networkx's tree_data and D3's hierarchies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, plain_text
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

    Raises
    ------
    GraphFileError
        If the file is not JSON of this form, nests too deeply, or one node has an id twice.
    """
    stream = JsonStream(file, _AGAIN)
    tree = _Tree(RawBuilder(file, columns))
    open_nodes = [tree.begin(stream, parent=-1)]
    while open_nodes:
        child = next(open_nodes[-1], None)
        if child is None:
            open_nodes.pop()
        elif len(open_nodes) == _DEEPEST:
            raise file.refuse(f"its tree is more than {_DEEPEST:,} levels deep; {_AGAIN}.")
        else:
            open_nodes.append(tree.begin(stream, parent=child))
    stream.end()
    return tree.as_raw()


@dataclass
class _Tree:
    graph: RawBuilder
    parents: list[int] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    facts: dict[int, dict[str, str]] = field(default_factory=dict)

    def begin(self, stream: JsonStream, *, parent: int) -> Iterator[int]:
        """Walk through one node; its own number comes where a child begins."""
        node = len(self.parents)
        self.parents.append(parent)
        self.ids.append(str(node))
        self.graph.file.check_size(nodes=node + 1)
        wanted = (*self.graph.wanted(), self.graph.weight_attribute())
        if stream.peek() != "{":
            raise self.graph.file.refuse(f"node {node + 1:,} of its tree is no object; {_AGAIN}.")
        for key in stream.members():
            if key == _CHILDREN and stream.peek() == "[":
                for _ in stream.items():
                    yield node
            elif key == "id":
                self.ids[node] = written(stream.value(called="ids"))
            elif key in wanted and (value := stream.value(called="values")) is not None:
                self.facts.setdefault(node, {})[key] = written(value)
            elif key not in wanted:
                stream.skip()

    def as_raw(self) -> RawGraph:
        weight = self.graph.weight_attribute()
        for node, id in enumerate(self.ids):
            if self.graph.add_node(id) != node:
                shown = plain_text(id, longest=20)
                raise self.graph.file.refuse(
                    f"two nodes have the id '{shown}'; give every node its own id."
                )
            for key, value in self.facts.get(node, {}).items():
                self.graph.give(node, key, value)
        for node, parent in enumerate(self.parents[1:], 1):
            given = self.facts.get(node, {}).get(weight)
            self.graph.add_edge(self.ids[parent], self.ids[node], given)
        return self.graph.as_raw()
