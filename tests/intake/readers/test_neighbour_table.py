"""Tables of people and those whom they name.

Edge lists as networkx writes them by default: two names and a dictionary.
"""

import io

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, read_graph
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from tests.intake.named_edges import edges_of, nodes_of

LISTS = Reading(shape="lists", header=True)


def test_everybody_named_is_a_neighbour() -> None:
    loaded = read(b"id,f1,f2\nAnn,Bob,Di\nBob,Ann,\nCy,,Di\nEve,,\n", "g.csv", LISTS)
    assert nodes_of(loaded.graph) == ["Ann", "Bob", "Cy", "Di", "Eve"]
    assert edges_of(loaded.graph).keys() == {
        frozenset(("Ann", "Bob")),
        frozenset(("Ann", "Di")),
        frozenset(("Cy", "Di")),
    }
    assert loaded.cleaned == (
        "4 nodes of 5 have a row of their own, and 1 stands only among those named, such as 'Di'."
    )


def test_neighbours_of_nobody_are_refused() -> None:
    with pytest.raises(GraphFileError, match="line 3 names neighbours of nobody"):
        read(b"id,f1,f2\nAnn,Bob,Di\n,Ann,\n", "g.csv", LISTS)


@pytest.mark.parametrize(
    ("data", "header"),
    [
        (b"Ann,Bob,Cy\nBob,Cy\nDi,Ann\n", False),
        (b"name,friend1,friend2\nAnn,Bob,Cy\nBob,,Di\nDi,Ann,\n", True),
    ],
)
def test_lines_of_several_names_are_asked_whether_a_person_names_the_others(
    data: bytes, header: bool
) -> None:
    question = preview(data, "g.csv").question
    assert (("shape", "lists"),) in [option.changes for option in question.options]
    shown = preview(data, "g.csv", Reading(shape="lists"))
    assert shown.looks_like == "table of neighbours"
    assert shown.reading.header is header
    assert nodes_of(read(data, "g.csv", shown.reading).graph) == ["Ann", "Bob", "Cy", "Di"]


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


def test_the_weight_asked_for_must_be_there():
    with pytest.raises(GraphFileError, match="'cost'"):
        read_graph(io.BytesIO(b"a b {'weight': 7}\n"), "edge_list", weight="cost")
