"""Adjacency lists of networkx, a line for every node."""

import io

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of, edges_written, nodes_of

KARATE = nx.karate_club_graph()
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


def test_weights_of_an_adjacency_list_are_refused() -> None:
    with pytest.raises(GraphFileError, match="names no weights and no classes"):
        read_upload(b"a b\n", "g.adjlist", weight="weight")
