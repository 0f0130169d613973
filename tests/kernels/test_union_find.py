"""Union-find against the components of networkx, on forests that grow edge by edge."""

import networkx as nx
import numpy as np

from graphdp_core.kernels.union_find import root_of


def test_parts_are_the_components_after_every_edge(rng: np.random.Generator) -> None:
    n = 30
    parent, graph = np.arange(n), nx.empty_graph(n)
    for u, v in rng.integers(0, n, (40, 2)):
        parent[root_of(parent, u)] = root_of(parent, v)
        graph.add_edge(u, v)
        parts: dict[int, set[int]] = {}
        for node in range(n):
            parts.setdefault(root_of(parent, node), set()).add(node)
        assert sorted(map(sorted, parts.values())) == sorted(
            map(sorted, nx.connected_components(graph))
        )


def test_a_path_is_shortened_while_it_is_walked() -> None:
    parent = np.array([0, *range(9)])
    assert root_of(parent, 9) == 0
    assert parent[9] < 8
