"""SIF: several nodes on a line, nodes alone, tabs and blanks."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of


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
