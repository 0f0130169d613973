"""NCOL, whose names may hold commas and semicolons.

LGL: neighbours below their node, weights beside them, nodes alone.

LEDA: labels of nodes are names, numbers as labels of edges are weights.

TGF: nodes, a line of one sign, edges.

SIF: several nodes on a line, nodes alone, tabs and blanks.

Adjacency lists of networkx with a line for every neighbour.

DIMACS: colouring graphs with e lines, networks with a lines.

GDF: the two tables, quotes, types, and tables that are missing.

graph6, digraph6 and sparse6 as networkx writes them, of all sizes of the header.
"""

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, Limits
from tests.intake.named_edges import ALONE, bytes_of, edges_of, edges_written, nodes_of

TEXT = """LEDA.GRAPH
string
double
-2
# Vertices
3
|{Ann}|
|{Bob}|
|{}|
# Edges
2
1 2 0 |{2}|
2 3 0 |{3.5}|
"""


def test_labels_are_names_and_weights() -> None:
    loaded = read_upload(TEXT.encode().replace(b"|{}|", b"|{C d}|"), "g.lgr")
    assert nodes_of(loaded.graph) == ["Ann", "Bob", "C d"]
    assert edges_of(loaded.graph) == {frozenset(("Ann", "Bob")): 2, frozenset(("Bob", "C d")): 3.5}
    assert loaded.cleaned == "Nothing had to be cleaned."


def test_types_that_are_void_give_neither_names_nor_weights() -> None:
    text = "LEDA.GRAPH\nvoid\nvoid\n-1\n2\n|{}|\n|{}|\n1\n1 2 0 |{}|\n"
    loaded = read_upload(text.encode(), "g.txt")
    assert (loaded.graph.m, loaded.graph.weights) == (1, None)
    assert loaded.cleaned == "Direction was dropped."


KARATE = nx.karate_club_graph()
NOVEL = nx.les_miserables_graph()


@pytest.mark.parametrize("graph", [KARATE, NOVEL, ALONE], ids=str)
@pytest.mark.parametrize("name", ["g.multiline_adjlist", "g.txt"])
def test_lists_of_several_lines_keep_weights_and_names_with_blanks(
    graph: nx.Graph, name: str
) -> None:
    renamed = nx.relabel_nodes(graph, {node: f"Mme {node}" for node in graph})
    loaded = read_upload(bytes_of(nx.write_multiline_adjlist, renamed), name).graph
    assert nodes_of(loaded) == sorted(map(str, renamed))
    assert edges_of(loaded) == edges_written(renamed)
    assert (loaded.weights is None) == (graph is ALONE)


def test_a_cycle_of_six_is_a_cycle_in_a_text_file() -> None:
    loaded = read_upload(bytes_of(nx.write_multiline_adjlist, nx.cycle_graph(6)), "g.txt").graph
    assert (loaded.n, loaded.m) == (6, 6)


@pytest.mark.parametrize("name", ["g.col", "g.gr", "g.txt"])
def test_edges_of_a_colouring_graph(name: str) -> None:
    loaded = read_upload(b"c triangle and one\np edge 4 3\ne 1 2\ne 2 3\ne 1 3\n", name)
    assert loaded.graph.names == ("1", "2", "3", "4")
    assert loaded.graph.edges.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert loaded.cleaned == "Nothing had to be cleaned."


def test_arcs_have_lengths() -> None:
    loaded = read_upload(b"p sp 3 2\na 1 2 7\na 2 3 0.5\n", "g.gr")
    assert edges_of(loaded.graph) == {frozenset("12"): 7, frozenset("23"): 0.5}
    assert loaded.cleaned == "Direction was dropped."


GEPHI = b"""nodedef>name VARCHAR,label VARCHAR,class VARCHAR,x DOUBLE,y DOUBLE,color VARCHAR
s1,Ann,a,-52.1,-25.9,'114,116,177'
s2,"Bob, Jr",a,-20.1,25.7,'219,116,251'
s3,O'Neil,b,8.6,-26.9,'192,208,223'
s4,'Lone',b,3.5,-5.9,'192,208,223'
edgedef>node1 VARCHAR,node2 VARCHAR, weight DOUBLE,directed BOOLEAN,color VARCHAR
s1,s2,1.5,true,'1,2,3'
s2,s3, 2.5,false,'1,2,3'
"""


@pytest.mark.parametrize("name", ["g.gdf", "g.txt", "g.csv"])
def test_labels_classes_places_and_weights_are_read_as_gephi_writes_them(name: str) -> None:
    loaded = read_upload(GEPHI, name)
    graph = loaded.graph
    assert nodes_of(graph) == ["Ann", "Bob, Jr", "Lone", "O'Neil"]
    assert edges_of(graph) == {
        frozenset(("Ann", "Bob, Jr")): 1.5,
        frozenset(("Bob, Jr", "O'Neil")): 2.5,
    }
    assert graph.label_names == ("a", "b")
    assert graph.positions[0].tolist() == [-52.1, -25.9]
    assert loaded.cleaned.startswith("Direction was dropped")


GRAPHS = [
    nx.empty_graph(1),
    nx.empty_graph(5),
    nx.path_graph(2),
    nx.complete_graph(7),
    nx.karate_club_graph(),
    nx.random_labeled_tree(62, seed=1),
    nx.random_labeled_tree(63, seed=2),
    nx.gnp_random_graph(64, 0.1, seed=3),
    nx.gnp_random_graph(300, 0.02, seed=4),
    nx.star_graph(127),
]


@pytest.mark.parametrize("graph", GRAPHS, ids=str)
@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("kind", ["g6", "s6"])
def test_what_networkx_writes_is_read_edge_for_edge(
    graph: nx.Graph, header: bool, kind: str
) -> None:
    write = {"g6": nx.to_graph6_bytes, "s6": nx.to_sparse6_bytes}[kind]
    loaded = read_upload(write(graph, header=header), f"g.{kind}").graph
    assert loaded.n == len(graph)
    assert {tuple(e) for e in loaded.edges.tolist()} == {
        (min(e[:2]), max(e[:2])) for e in graph.edges
    }


@pytest.mark.long
def test_a_sparse_graph_of_300000_nodes_has_the_long_header() -> None:
    graph = nx.empty_graph(300_000)
    nx.add_path(graph, [0, 1, *range(258_000, 259_000), 299_999])
    loaded = read_upload(nx.to_sparse6_bytes(graph), "g.s6").graph
    assert loaded.n == 300_000
    assert loaded.edges.tolist() == [list(e) for e in graph.edges]


def test_loops_and_repeats_of_sparse6_are_cleaned() -> None:
    graph = nx.MultiGraph([(0, 1), (0, 1), (2, 2), (1, 3)])
    loaded = read_upload(nx.to_sparse6_bytes(graph), "g.s6")
    assert loaded.graph.edges.tolist() == [[0, 1], [1, 3]]
    assert loaded.cleaned == "1 loop and 1 repeated tie were removed."


def test_digraph6_has_both_directions() -> None:
    loaded = read_upload(b"&DI?AO?\n", "g.d6")  # the example of the description
    assert loaded.graph.edges.tolist() == [[0, 2], [0, 4], [1, 3], [3, 4]]
    assert loaded.cleaned == "Direction was dropped."


def test_the_header_tells_the_format() -> None:
    assert read_upload(nx.to_graph6_bytes(nx.path_graph(4)), "g.txt").graph.m == 3


def test_limits_are_kept() -> None:
    data = nx.to_graph6_bytes(nx.complete_graph(20))
    with pytest.raises(GraphFileError, match="more than the 100 ties"):
        read_upload(data, "g.g6", limits=Limits(edges=100))
