"""Pajek: networks of two modes, text before the vertices, line ends of old Macs.

Adjacency lists of networkx, a line for every node.

GML as programs write it, with nodes that have no id.
"""

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from tests.intake.named_edges import ALONE, bytes_of, edges_of, edges_written, nodes_of


def test_a_matrix_of_two_modes_joins_rows_and_columns() -> None:
    text = (
        b'*Vertices 5 3\n1 "Ann"\n2 "Bob"\n3 "Cy"\n4 "Choir"\n5 "Chess"\n*Matrix\n1 0\n1 2\n0 1\n'
    )
    loaded = read_upload(text, "g.net")
    assert loaded.graph.names == ("Ann", "Bob", "Cy", "Choir", "Chess")
    assert loaded.graph.edges.tolist() == [[0, 3], [1, 3], [1, 4], [2, 4]]
    assert loaded.graph.weights.tolist() == [1, 1, 2, 1]
    assert loaded.cleaned == "Nothing had to be cleaned."


def test_text_before_the_vertices_is_passed_over_and_said() -> None:
    loaded = read_upload(b"The club, 1977\n*Vertices 3\n*Edges\n1 2\n", "g.net")
    assert (loaded.graph.n, loaded.graph.m) == (3, 1)
    assert loaded.cleaned == "What stands before *Vertices was passed over."


CLUBS = b'*Vertices 5 3\n1 "7"\n2 "8"\n3 "9"\n4 "1"\n5 "2"\n*Edges\n1 4\n2 4\n2 5\n3 5 2\n'


def test_two_modes_can_be_projected_whatever_their_names_are() -> None:
    (notice,) = preview(CLUBS, "clubs.net").notices
    assert (notice.field, notice.choice) == ("projection", "none")
    assert "of two kinds" in notice.text
    both = read(CLUBS, "clubs.net", preview(CLUBS, "clubs.net").reading).graph
    assert (both.names, both.m) == (("7", "8", "9", "1", "2"), 4)
    people = read(CLUBS, "clubs.net", Reading(projection="rows")).graph
    assert (people.names, people.edges.tolist()) == (("7", "8", "9"), [[0, 1], [1, 2]])
    groups = read(CLUBS, "clubs.net", Reading(projection="columns")).graph
    assert (groups.names, groups.edges.tolist()) == (("1", "2"), [[0, 1]])


@pytest.mark.parametrize("head", ["3", "3 3", "3 0", "3 many"])
def test_one_mode_has_nothing_to_project(head: str) -> None:
    assert preview(f"*Vertices {head}\n*Edges\n1 2\n".encode(), "g.net").notices == ()


KARATE = nx.karate_club_graph()


@pytest.mark.parametrize("graph", [KARATE, ALONE, nx.path_graph(9)], ids=str)
def test_lines_of_neighbours_are_read_edge_for_edge(graph: nx.Graph) -> None:
    loaded = read_upload(bytes_of(nx.write_adjlist, graph), "g.adjlist").graph
    assert nodes_of(loaded) == sorted(map(str, graph))
    assert edges_of(loaded).keys() == edges_written(graph).keys()


def test_an_edge_at_both_of_its_ends_is_one_edge_and_no_repeat() -> None:
    loaded = read_upload(b"a b c\nb a\nc a # done\n", "g.adjlist")
    assert loaded.graph.edges.tolist() == [[0, 1], [0, 2]]
    assert loaded.cleaned == "Nothing had to be cleaned."


def test_weights_of_an_adjacency_list_are_refused() -> None:
    with pytest.raises(GraphFileError, match="names no weights and no classes"):
        read_upload(b"a b\n", "g.adjlist", weight="weight")


def test_nodes_without_an_id_stand_alone() -> None:
    text = b"""graph [ node [ label "x" ] node [ id 1 label "a" ] node [ id 2 label "b" ]
    node [ ] edge [ source 1 target 2 ] ]"""
    loaded = read_upload(text, "g.gml")
    assert loaded.graph.n == 4
    assert loaded.graph.edges.tolist() == [[1, 2]]
    assert loaded.cleaned == "2 nodes without an id stand without ties."


def test_weights_of_text_are_left_out_and_shown() -> None:
    text = b'graph [ edge [ source 1 target 2 weight "high" ] edge [ source 2 target 3 weight 1 ] ]'
    loaded = read_upload(text, "g.gml")
    assert loaded.graph.edges.tolist() == [[0, 1], [1, 2]]
    assert loaded.graph.weights is None
    assert "1 of 2 ties have none that is a number ('high')" in loaded.cleaned
