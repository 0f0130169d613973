"""NCOL, whose names may hold commas and semicolons.

LGL: neighbours below their node, weights beside them, nodes alone.

LEDA: labels of nodes are names, numbers as labels of edges are weights.

TGF: nodes, a line of one sign, edges.

SIF: several nodes on a line, nodes alone, tabs and blanks.

Adjacency lists of networkx with a line for every neighbour.

DIMACS: colouring graphs with e lines, networks with a lines.
"""

import io

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of, edges_written, nodes_of


def test_names_and_weights_stand_between_blanks() -> None:
    found = read_upload(b"Ann,1 Bob;2 2\nBob;2 C|d 3.5\n", "g.ncol").graph
    assert edges_of(found) == {
        frozenset(("Ann,1", "Bob;2")): 2,
        frozenset(("Bob;2", "C|d")): 3.5,
    }


def test_words_above_numbers_are_an_edge_and_no_header() -> None:
    assert read_upload(b"source target\n1 2\n", "g.ncol").graph.m == 2


@pytest.mark.parametrize("line", ["a", "a b 1 2"])
def test_a_line_of_another_width_is_refused(line: str) -> None:
    with pytest.raises(GraphFileError, match=r"line 2 has \d words"):
        read_upload(f"a b\n{line}\n".encode(), "g.ncol")


def test_neighbours_stand_below_their_node() -> None:
    found = read_upload(b"# Ann\nBob 2\nCy 0.5\n# Bob\nCy 3\n# Di\n", "g.lgl").graph
    assert nodes_of(found) == ["Ann", "Bob", "Cy", "Di"]
    assert edges_of(found) == {
        frozenset(("Ann", "Bob")): 2,
        frozenset(("Ann", "Cy")): 0.5,
        frozenset(("Bob", "Cy")): 3,
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ann\n", "line 1 is no neighbour"),
        ("# Ann\nBob 1 2\n", "line 2 is no neighbour"),
        ("# Ann\nBob\n#\n", "line 3 names no node"),
    ],
)
def test_other_lines_are_refused(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text.encode(), "g.lgl")


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


def test_nodes_have_numbers_where_a_label_is_missing() -> None:
    assert read_upload(TEXT.encode(), "g.lgr").graph.names == ("1", "2", "3")


def test_types_that_are_void_give_neither_names_nor_weights() -> None:
    text = "LEDA.GRAPH\nvoid\nvoid\n-1\n2\n|{}|\n|{}|\n1\n1 2 0 |{}|\n"
    loaded = read_upload(text.encode(), "g.txt")
    assert (loaded.graph.m, loaded.graph.weights) == (1, None)
    assert loaded.cleaned == "Direction was dropped."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("LEDA.GRAPH", "LEDA", "its first line is not LEDA.GRAPH"),
        ("|{Bob}|", "Bob", "line 8 is no node"),
        ("2 3 0 |{3.5}|", "2 4 0 |{1}|", "line 13 is no edge"),
        ("2 3 0 |{3.5}|\n", "", "it ends too early"),
        ("# Vertices\n3", "many", "line 5 must be a number"),
        ("# Vertices\n3", "999999999", "more than the 1,200,000 nodes"),
    ],
)
def test_what_does_not_fit_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(TEXT.replace(old, new).encode(), "g.lgr")


def test_nodes_have_labels_and_edges_may_have_weights() -> None:
    loaded = read_upload(b"1 Ann Lee\n2 Bob\n3\n#\n1 2 knows\n2 3\n", "g.tgf")
    assert nodes_of(loaded.graph) == ["3", "Ann Lee", "Bob"]
    assert edges_of(loaded.graph) == {frozenset(("Ann Lee", "Bob")): 1, frozenset(("Bob", "3")): 1}
    weighted = read_upload(b"1\n2\n#\n1 2 2.5\n", "g.tgf").graph
    assert weighted.weights.tolist() == [2.5]


@pytest.mark.parametrize(
    ("text", "message"), [(b"1 a\n2 b\n", "no line #"), (b"1 a\n#\n1\n", "line 3 names one end")]
)
def test_what_is_none_is_refused(text: bytes, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text, "g.tgf")


def test_a_line_joins_its_first_node_to_all_others() -> None:
    graph = read_upload(b"a pp b\nb pd c d\ne\na xx b\n", "g.sif").graph
    assert graph.n == 5
    assert edges_of(graph) == {frozenset(pair): 1 for pair in ("ab", "bc", "bd")}


def test_where_tabs_separate_blanks_belong_to_names() -> None:
    graph = read_upload(b"Ann Lee\tpp\tBob Ray\tCy\nLone One\n", "g.sif").graph
    assert graph.n == 4
    assert edges_of(graph) == {frozenset(("Ann Lee", other)): 1 for other in ("Bob Ray", "Cy")}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a pp b\nb c\n", "line 2 has two words"),
        ("a b 0.5\nb c 2\n", "the third word of every line is a number"),
        ("a\tpp\t\n", "line 1 has two words"),
    ],
)
def test_lists_of_edges_are_refused_with_what_to_do(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text.encode(), "g.sif")


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


def test_an_edge_list_may_still_end_in_gr() -> None:
    assert read_upload(b"1 2\n2 3\n", "g.gr").graph.m == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("e 1 2\n", "line 1 is no edge between two nodes from 1 to 0"),
        ("p edge 2 1\ne 1 3\n", "line 2 is no edge between two nodes from 1 to 2"),
        ("p edge 2\n", "line 1 must give the sizes"),
        ("p edge 2 1\np edge 2 1\n", "line 2 must give the sizes"),
        ("c only\n", "no line with the sizes"),
        ("p edge 2 1\nz 1 2\n", "line 2 begins with 'z'"),
        ("p edge 999999999 1\n", "more than the 1,200,000 nodes"),
    ],
)
def test_what_does_not_fit_is_refused_by_dimacs(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text.encode(), "g.dimacs")
