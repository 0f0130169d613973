"""LEDA: labels of nodes are names, numbers as labels of edges are weights."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of, nodes_of

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
