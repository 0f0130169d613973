"""LGL: neighbours below their node, weights beside them, nodes alone."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of, nodes_of


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
