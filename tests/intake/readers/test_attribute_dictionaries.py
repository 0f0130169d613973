"""Edge lists as networkx writes them by default: two names and a dictionary."""

import io

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, read_graph


def saved(graph) -> bytes:
    stream = io.BytesIO()
    nx.write_edgelist(graph, stream)
    return stream.getvalue()


@pytest.mark.parametrize("name", ["a.edgelist", "a.txt", "a.csv"])
@pytest.mark.parametrize("attributes", [{}, {"w": 1}, {"w": 1, "c": "r, 's'"}])
def test_any_attributes_leave_the_path_a_path(name, attributes):
    path = nx.path_graph(4)
    nx.set_edge_attributes(path, dict.fromkeys(path.edges, attributes))
    loaded = read_upload(saved(path), name)
    assert loaded.graph.edges.tolist() == [[0, 1], [1, 2], [2, 3]]
    assert loaded.cleaned == "Nothing had to be cleaned."


def test_the_weight_in_the_dictionary_is_read():
    karate = nx.karate_club_graph()
    graph = read_graph(io.BytesIO(saved(karate)), "edge_list")
    weights = {tuple(e): w for e, w in zip(graph.edges.tolist(), graph.weights, strict=True)}
    assert weights == {(u, v): w for u, v, w in karate.edges(data="weight")}


def test_another_attribute_can_be_the_weight():
    graph = read_graph(
        io.BytesIO(b"a b {'cost': -2.5e1, 'weight': 7}\n"), "edge_list", weight="cost"
    )
    assert graph.weights.tolist() == [-25.0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"0 1 {'w': 1}\n1 2 {'w': 1}\n2 3\n" + b"0 2 {}\n" * 30, "columns"),
        (b"0 1 {'w': 1}\n" * 30 + b"2 3\n", "line 31"),
    ],
)
def test_a_line_of_another_form_is_refused(text, says):
    with pytest.raises(GraphFileError, match=says):
        read_upload(text, "mixed.txt")


def test_the_weight_asked_for_must_be_there():
    with pytest.raises(GraphFileError, match="'cost'"):
        read_graph(io.BytesIO(b"a b {'weight': 7}\n"), "edge_list", weight="cost")
