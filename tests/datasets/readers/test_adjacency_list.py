"""Adjacency lists of networkx, on one line and on several."""

import io

import networkx as nx
import pytest

from graphdp_core.datasets import GraphFileError, read_upload
from tests.datasets.named_edges import edges_of, edges_written, nodes_of

KARATE = nx.karate_club_graph()
NOVEL = nx.les_miserables_graph()
ALONE = nx.Graph([("a", "b"), ("b", "c")])
ALONE.add_node("lonely")


def bytes_of(write, graph: nx.Graph) -> bytes:
    stream = io.BytesIO()
    write(graph, stream)
    return stream.getvalue()


@pytest.mark.parametrize("graph", [KARATE, ALONE, nx.path_graph(9)], ids=str)
def test_lines_of_neighbours_are_read_edge_for_edge(graph: nx.Graph) -> None:
    found = read_upload(bytes_of(nx.write_adjlist, graph), "g.adjlist").graph
    assert nodes_of(found) == sorted(map(str, graph))
    assert edges_of(found).keys() == edges_written(graph).keys()


def test_an_edge_at_both_of_its_ends_is_one_edge_and_no_repeat() -> None:
    loaded = read_upload(b"a b c\nb a\nc a # done\n", "g.adjlist")
    assert loaded.graph.edges.tolist() == [[0, 1], [0, 2]]
    assert loaded.cleaned == "Nothing had to be cleaned."


@pytest.mark.parametrize("graph", [KARATE, NOVEL, ALONE], ids=str)
@pytest.mark.parametrize("name", ["g.multiline_adjlist", "g.txt"])
def test_lists_of_several_lines_keep_weights_and_names_with_blanks(
    graph: nx.Graph, name: str
) -> None:
    renamed = nx.relabel_nodes(graph, {node: f"Mme {node}" for node in graph})
    found = read_upload(bytes_of(nx.write_multiline_adjlist, renamed), name).graph
    assert nodes_of(found) == sorted(map(str, renamed))
    assert edges_of(found) == edges_written(renamed)
    assert (found.weights is None) == (graph is ALONE)


def test_a_cycle_of_six_is_a_cycle_in_a_text_file() -> None:
    found = read_upload(bytes_of(nx.write_multiline_adjlist, nx.cycle_graph(6)), "g.txt").graph
    assert (found.n, found.m) == (6, 6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a 1\n", "1 neighbours are missing"),
        ("a 1\nb 0\n", "line 2 is not a neighbour"),
        ("a 0\nb {}\n", "line 2 is not a node and its degree"),
    ],
)
def test_lists_of_another_form_are_refused(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text.encode(), "g.multiline_adjlist")


def test_weights_of_an_adjacency_list_are_refused() -> None:
    with pytest.raises(GraphFileError, match="names no weights and no classes"):
        read_upload(b"a b\n", "g.adjlist", weight="weight")
