"""DIMACS: colouring graphs with e lines, networks with a lines."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of


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
def test_what_does_not_fit_is_refused(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text.encode(), "g.dimacs")
