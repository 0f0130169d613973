"""Pajek: networks of two modes, text before the vertices, line ends of old Macs."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading


def test_a_matrix_of_two_modes_joins_rows_and_columns() -> None:
    text = (
        b'*Vertices 5 3\n1 "Ann"\n2 "Bob"\n3 "Cy"\n4 "Choir"\n5 "Chess"\n*Matrix\n1 0\n1 2\n0 1\n'
    )
    loaded = read_upload(text, "g.net")
    assert loaded.graph.names == ("Ann", "Bob", "Cy", "Choir", "Chess")
    assert loaded.graph.edges.tolist() == [[0, 3], [1, 3], [1, 4], [2, 4]]
    assert loaded.graph.weights.tolist() == [1, 1, 2, 1]
    assert loaded.cleaned == "Nothing had to be cleaned."


def test_edges_of_two_modes_are_edges() -> None:
    graph = read_upload(b"*Vertices 4 2\n*Edges\n1 3\n2 4\n", "g.net").graph
    assert graph.edges.tolist() == [[0, 2], [1, 3]]


@pytest.mark.parametrize("row", ["1 0 0", "1"])
def test_a_row_of_another_length_is_refused(row: str) -> None:
    with pytest.raises(GraphFileError, match=r"line 3 has \d numbers; a row of the matrix needs 2"):
        read_upload(f"*Vertices 5 3\n*Matrix\n{row}\n".encode(), "g.net")


def test_a_row_too_many_is_refused() -> None:
    with pytest.raises(GraphFileError, match="line 5 is one too many"):
        read_upload(b"*Vertices 3 2\n*Matrix\n1\n1\n1\n", "g.net")


def test_text_before_the_vertices_is_passed_over_and_said() -> None:
    loaded = read_upload(b"The club, 1977\n*Vertices 3\n*Edges\n1 2\n", "g.net")
    assert (loaded.graph.n, loaded.graph.m) == (3, 1)
    assert loaded.cleaned == "What stands before *Vertices was passed over."


def test_line_ends_of_old_macs_lose_no_edge() -> None:
    assert read_upload(b"*Vertices 3\r*Edges\r1 2\r2 3\r", "g.net").graph.m == 2


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
