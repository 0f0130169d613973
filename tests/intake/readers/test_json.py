"""JSON in adjacency form is the graph that networkx wrote."""

import io
import json

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, read_graph
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


def test_a_hub_of_many_neighbours_is_no_line_too_long():
    star = nx.star_graph(20_000)
    assert read_graph(io.BytesIO(saved(star)), "json").m == 20_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"people": [{"id": 1}]}', "neither nodes nor links"),
        ('{"nodes": [{"id": 1}], "adjacency": [[], []]}', "list 2 of its adjacency"),
        ('{"adjacency": [[{"id": 1}]], "nodes": [{"id": 1}]}', "list 1 of its adjacency"),
        ('{"nodes": [{"id": 1}], "adjacency": [[{"weight": 1}]]}', "no source or no target"),
        ('{"nodes": [{"id": 1}], "adjacency": [[{"id": 1}', "ends too early|not node-link"),
        ('{"nodes": [{"id": 1}], "adjacency": [3]}', "not node-link"),
    ],
)
def test_an_adjacency_without_its_nodes_is_refused(text, says):
    with pytest.raises(GraphFileError, match=says):
        read_upload(text.encode(), "bad.json")


def test_a_file_in_which_no_edge_is_found_says_so():
    cleaned = read_upload(b'{"nodes": [{"id": 1}], "links": []}', "lonely.json").cleaned
    assert cleaned.startswith("No edges were found in this file.")


def test_lines_that_end_as_on_old_macs_hold_their_edges():
    text = b'*Vertices 3\r1 "a"\r2 "b"\r3 "c"\r*Edges\r1 2\r2 3\r'
    assert read_upload(text, "old.net").graph.m == 2


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


@pytest.mark.parametrize(
    "text",
    [
        '[["ann", "bob"], ["bob", "cy", 2]]',
        '{"edges": [["ann", "bob"], ["bob", "cy", 2]]}',
        '{"edges": [{"from": "ann", "to": "bob"}, {"from": "bob", "to": "cy"}]}',
        '{"graph": {"nodes": {"ann": {"label": "A"}, "bob": {}, "cy": {}}, "edges": '
        '[{"source": "ann", "target": "bob"}, {"source": "bob", "target": "cy"}]}}',
        '{"attributes": {}, "nodes": [{"key": "ann"}, {"key": "bob"}, {"key": "cy"}], "edges": '
        '[{"source": "ann", "target": "bob"}, {"source": "bob", "target": "cy"}]}',
    ],
)
def test_other_programs_write_links_in_other_words(text: str) -> None:
    graph = read_upload(text.encode(), "g.json").graph
    assert edges_of(graph).keys() == {frozenset(("ann", "bob")), frozenset(("bob", "cy"))}


def test_graphs_within_graphs_are_not_followed() -> None:
    with pytest.raises(GraphFileError, match="nested too deeply"):
        read_upload(b'{"graph":' * 50_000 + b"1" + b"}" * 50_000, "g.json")
