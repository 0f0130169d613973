"""Connected components agree with networkx and are numbered by their smallest nodes."""

import networkx as nx
import numpy as np

from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph


def expected(graph: Graph) -> list[int]:
    parts = sorted(map(min, nx.connected_components(graph.to_networkx())))
    number = {smallest: i for i, smallest in enumerate(parts)}
    labels = [0] * graph.n
    for part in nx.connected_components(graph.to_networkx()):
        for node in part:
            labels[node] = number[min(part)]
    return labels


def test_components_equal_networkx(edge_case_graph: Graph) -> None:
    outcome = edge_case_graph.components
    assert outcome.dtype == np.int32
    assert outcome.tolist() == expected(edge_case_graph)


def test_of_no_nodes_there_is_no_component() -> None:
    assert component_numbers(0, np.empty((0, 2), dtype=np.int32)).tolist() == []
