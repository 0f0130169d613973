"""JSON in adjacency form is the graph that networkx wrote.

Trees of nodes within nodes, by networkx and D3.
"""

import io
import json
import random

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, Limits, read_graph
from tests.intake.named_edges import edges_of, edges_written, nodes_of


def saved(graph) -> bytes:
    return json.dumps(nx.adjacency_data(graph)).encode()


def test_every_edge_of_an_adjacency_is_read_once_with_its_weight():
    karate = nx.karate_club_graph()
    loaded = read_upload(saved(karate), "karate.json")
    assert loaded.cleaned == "Nothing had to be cleaned."
    weights = zip(loaded.graph.edges.tolist(), loaded.graph.weights, strict=True)
    assert {tuple(e): w for e, w in weights} == {
        (u, v): w for u, v, w in karate.edges(data="weight")
    }


def test_a_directed_adjacency_says_that_direction_was_dropped():
    cleaned = read_upload(saved(nx.DiGraph([(1, 2), (2, 1), (2, 3)])), "d.json").cleaned
    assert cleaned == "Direction was dropped (1 pair stood in both directions)."


def test_a_loop_of_an_adjacency_is_counted_once():
    cleaned = read_upload(saved(nx.Graph([(0, 0), (0, 1)])), "loop.json").cleaned
    assert cleaned == "1 loop was removed."


@pytest.mark.long
def test_a_hub_of_many_neighbours_is_no_line_too_long():
    star = nx.star_graph(20_000)
    assert read_graph(io.BytesIO(saved(star)), "json").m == 20_000


def test_a_file_in_which_no_edge_is_found_says_so():
    cleaned = read_upload(b'{"nodes": [{"id": 1}], "links": []}', "lonely.json").cleaned
    assert cleaned.startswith("No ties were found in this file.")


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_cytoscape_data_of_networkx_are_read_edge_for_edge(kind: type) -> None:
    original = kind(nx.les_miserables_graph())
    loaded = read_upload(json.dumps(nx.cytoscape_data(original)).encode(), "g.cyjs")
    assert nodes_of(loaded.graph) == sorted(original)
    assert edges_of(loaded.graph) == edges_written(original)
    assert loaded.cleaned.startswith("Direction" if kind is nx.DiGraph else "Nothing")


def test_elements_may_be_one_list_and_have_positions() -> None:
    text = """{"elements": [{"data": {"id": "a"}, "position": {"x": 1, "y": 2}},
    {"data": {"id": "b"}, "position": {"x": 3, "y": 4}},
    {"group": "edges", "data": {"id": "e", "source": "a", "target": "b", "weight": 2.5}}]}"""
    graph = read_upload(text.encode(), "g.json").graph
    assert (graph.names, graph.weights.tolist()) == (("a", "b"), [2.5])
    assert graph.positions.tolist() == [[1, 2], [3, 4]]


def test_graphs_within_graphs_are_not_followed() -> None:
    with pytest.raises(GraphFileError, match="nested too deeply"):
        read_upload(b'{"graph":' * 50_000 + b"1" + b"}" * 50_000, "g.json")


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
