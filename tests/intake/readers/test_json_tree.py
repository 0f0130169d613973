"""Trees of nodes within nodes, by networkx and D3."""

import json
import random

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, Limits
from tests.intake.named_edges import edges_of, edges_written


def made(tree: nx.DiGraph, root: object = 0, **options: object) -> bytes:
    return json.dumps(nx.tree_data(tree, root, **options), indent=1).encode()


@pytest.mark.parametrize("seed", range(4))
def test_a_tree_of_networkx_is_the_tree_that_it_was(seed: int) -> None:
    tree, chance = nx.DiGraph(), random.Random(seed)
    tree.add_node(0)
    tree.add_edges_from((chance.randrange(i), i) for i in range(1, 60))
    graph = read_upload(made(tree), "g.json").graph
    assert edges_of(graph) == edges_written(tree)
    assert graph.n == 60
    assert graph.weights is None


def test_a_path_is_deep_and_a_star_is_wide() -> None:
    for tree in (nx.path_graph(300, create_using=nx.DiGraph), nx.star_graph(300)):
        directed = nx.bfs_tree(tree, 0)
        assert edges_of(read_upload(made(directed), "g.json").graph) == edges_written(directed)


def test_names_and_classes_of_nodes_are_kept_and_ids_may_come_last() -> None:
    text = """{"name": "root", "class": "A", "more": {"deep": [1]}, "children": [
    {"children": [{"id": "z", "name": "leaf", "class": "B"}], "name": "inner", "class": "B",
    "id": "y", "weight": 2.5}], "id": "x"}"""
    graph = read_upload(text.encode(), "g.json").graph
    assert graph.names == ("root", "inner", "leaf")
    assert graph.edges.tolist() == [[0, 1], [1, 2]]
    assert graph.label_names == ("A", "B")
    assert graph.labels.tolist() == [0, 1, 1]


def test_the_weight_of_a_node_is_that_of_its_edge() -> None:
    text = b'{"id": "a", "children": [{"id": "b", "weight": 2}, {"id": "c", "weight": 0.5}]}'
    assert read_upload(text, "g.json").graph.weights.tolist() == [2, 0.5]


def test_a_hierarchy_of_d3_needs_no_ids() -> None:
    text = (
        b'{"name": "flare", "children": [{"name": "a", "children": [{"name": "b", "value": 3}]}]}'
    )
    graph = read_upload(text, "flare.json").graph
    assert (graph.names, graph.edges.tolist()) == (("flare", "a", "b"), [[0, 1], [1, 2]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"id": 1, "children": [{"id": 1}]}', "two nodes have the id '1'"),
        ('{"id": 1, "children": [2]}', "node 2 of its tree is no object"),
        ('{"id": 1, "children": [{"id": 2}', "line 1 is not"),
        ('{"id": 1, "children": [{"id": 2}]} 3', "something follows the end"),
        ('{"children": [' * 20_000, "more than 10,000 levels deep"),
    ],
)
def test_what_is_no_tree_is_refused(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text.encode(), "g.json")


def test_a_tree_has_the_limits_of_every_graph() -> None:
    star = json.dumps({"children": [{"id": f"n{i}"} for i in range(100)]}).encode()
    assert read_upload(star, "g.json").graph.m == 100
    with pytest.raises(GraphFileError, match="more than the 50 nodes"):
        read_upload(star, "g.json", limits=Limits(nodes=50))


def test_a_graph_whose_nodes_have_children_is_no_tree() -> None:
    text = b'{"nodes": [{"id": "a", "children": []}, {"id": "b"}], "links": [], "children": []}'
    assert read_upload(text, "g.json").graph.n == 2
