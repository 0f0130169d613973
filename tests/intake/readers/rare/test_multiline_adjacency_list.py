"""Adjacency lists of networkx with a line for every neighbour."""

import io

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of, edges_written, nodes_of

KARATE = nx.karate_club_graph()
NOVEL = nx.les_miserables_graph()
ALONE = nx.Graph([("a", "b"), ("b", "c")])
ALONE.add_node("lonely")


def bytes_of(write, graph: nx.Graph) -> bytes:
    stream = io.BytesIO()
    write(graph, stream)
    return stream.getvalue()


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
