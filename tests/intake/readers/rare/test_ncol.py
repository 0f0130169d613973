"""NCOL, whose names may hold commas and semicolons."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of


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
