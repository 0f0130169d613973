"""Small awkward graphs that every part of the product must survive."""

from graphdp_core.graphs.graph import Graph

__all__ = ["EDGE_CASE_GRAPHS"]


def _complete(n: int) -> list[tuple[int, int]]:
    return [(u, v) for u in range(n) for v in range(u + 1, n)]


EDGE_CASE_GRAPHS: dict[str, Graph] = {
    "empty": Graph.from_edges(0, []),
    "one node": Graph.from_edges(1, []),
    "two nodes, no edge": Graph.from_edges(2, []),
    "one edge": Graph.from_edges(2, [(0, 1)]),
    "no edges": Graph.from_edges(12, []),
    "star": Graph.from_edges(9, [(0, i) for i in range(1, 9)]),
    "path": Graph.from_edges(6, [(i, i + 1) for i in range(5)]),
    "disconnected": Graph.from_edges(9, [(0, 1), (1, 2), (0, 2), (4, 5), (5, 6), (4, 6)]),
    "complete": Graph.from_edges(8, _complete(8)),
    "bipartite": Graph.from_edges(8, [(u, v) for u in range(4) for v in range(4, 8)]),
    "two equal components": Graph.from_edges(
        8, _complete(4) + [(u + 4, v + 4) for u, v in _complete(4)]
    ),
    "weighted ties": Graph.from_edges(5, _complete(5), weights=[1.0] * 10),
    "negative weights": Graph.from_edges(4, _complete(4), weights=[-1, 2, -3, 4, 0, -2]),
}
