"""Summaries of graphs too large to draw count right and say what they leave out."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.data import generate
from graphdp_core.experiment.graph_summary import (
    component_sizes,
    largest_communities,
    nodes_by_community,
    rough_communities,
    sampled_neighbourhood,
)
from graphdp_core.graphs.edge_addition import induced_subgraph
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.louvain import louvain_communities


def test_component_sizes_are_those_of_networkx(edge_case_graph: Graph) -> None:
    expected = sorted(
        map(len, nx.connected_components(edge_case_graph.to_networkx())), reverse=True
    )
    assert component_sizes(edge_case_graph).tolist() == expected


def test_blocks_count_every_edge_of_the_communities_shown(edge_case_graph: Graph) -> None:
    blocks = largest_communities(edge_case_graph)
    inside, across = np.trace(blocks.edges), np.triu(blocks.edges, 1).sum()
    if blocks.communities <= 10:
        assert blocks.note == ""
        assert inside + across == edge_case_graph.m
        assert blocks.sizes.sum() == edge_case_graph.n
    else:
        assert "smaller communities" in blocks.note
    assert (blocks.edges == blocks.edges.T).all()


def test_what_a_block_matrix_leaves_out_adds_up() -> None:
    graph = generate("degree_corrected_sbm", n=2_000, blocks=30, seed=1)
    blocks = largest_communities(graph, most=4)
    labels = louvain_communities(*graph.neighbours, key=0, rounds=1)
    top = np.argsort(-np.bincount(labels), kind="stable")[:4]
    for a in range(4):
        for b in range(4):
            ends = labels[graph.edges]
            pairs = (ends == [top[a], top[b]]).all(axis=1) | (ends == [top[b], top[a]]).all(axis=1)
            assert blocks.edges[a, b] == pairs.sum()
    shown = np.trace(blocks.edges) + np.triu(blocks.edges, 1).sum()
    assert f"the {graph.m - shown:,} edges that touch them" in blocks.note


@pytest.mark.parametrize("seed", range(5))
def test_a_sampled_neighbourhood_is_connected_and_as_large_as_asked(seed: int) -> None:
    graph = generate("degree_corrected_sbm", n=5_000, blocks=5, degree=12.0, seed=2)
    part, words = sampled_neighbourhood(graph, nodes=200, seed=seed)
    assert part.n == 200
    assert len(component_sizes(part)) == 1
    assert f"Drawn: 200 of 5,000 nodes, around one chosen at random, and {part.m:,} of" in words
    number = {name: i for i, name in enumerate(part.names)}
    names = set(part.names)
    inside = [
        (number[str(u)], number[str(v)])
        for u, v in graph.edges.tolist()
        if str(u) in names and str(v) in names
    ]
    assert sorted(inside) == list(map(tuple, part.edges.tolist()))
    assert sampled_neighbourhood(graph, nodes=200, seed=seed)[0] == part


def test_an_induced_subgraph_keeps_all_that_belongs_to_its_nodes() -> None:
    graph = generate("moons", n=50)
    nodes = np.arange(0, 50, 3)
    part = induced_subgraph(graph, nodes)
    dense = graph.adjacency(weighted=True).toarray()
    np.testing.assert_array_equal(
        part.adjacency(weighted=True).toarray(), dense[np.ix_(nodes, nodes)]
    )
    np.testing.assert_array_equal(part.positions, graph.positions[nodes])
    np.testing.assert_array_equal(part.labels, graph.labels[nodes])
    assert part.names == tuple(map(str, nodes))


def test_nodes_stand_by_community_then_by_degree(edge_case_graph: Graph) -> None:
    labels = rough_communities(edge_case_graph)
    order = nodes_by_community(labels, edge_case_graph.degrees)
    assert sorted(order.tolist()) == list(range(edge_case_graph.n))
    sizes = np.bincount(labels, minlength=1)[labels[order]]
    assert (np.diff(sizes) <= 0).all()
    same = np.diff(labels[order]) == 0
    assert (np.diff(edge_case_graph.degrees[order])[same] <= 0).all()
    assert same.sum() == edge_case_graph.n - len(np.unique(labels))


def test_a_neighbourhood_can_start_where_it_is_told() -> None:
    graph = Graph.from_edges(6, [(0, 1), (3, 4), (4, 5)], names=list("abcdef"))
    part, words = sampled_neighbourhood(graph, start=4)
    assert part.names == ("d", "e", "f")
    assert words == "Drawn: 3 of 6 nodes, around e, and 2 of 3 edges."
