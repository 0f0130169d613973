"""DL files in the forms that UCINET and its manual write."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.preview import preview
from graphdp_core.intake.files.preview import read as read_file
from graphdp_core.intake.files.reading import Reading
from tests.intake.named_edges import edges_of, nodes_of


def read(text: str):
    return read_upload(text.encode(), "g.dl")


def test_a_full_matrix_with_labels() -> None:
    loaded = read('DL N=3 FORMAT=FULLMATRIX\nLABELS:\nAnn,"Bob C",Di\nDATA:\n0 1 0\n1 0 1\n0 1 0\n')
    assert nodes_of(loaded.graph) == ["Ann", "Bob C", "Di"]
    assert edges_of(loaded.graph) == {frozenset(("Ann", "Bob C")): 1, frozenset(("Bob C", "Di")): 1}
    assert loaded.graph.weights is None
    assert loaded.cleaned == "Direction was dropped (2 pairs stood in both directions)."


def test_a_matrix_may_lack_its_format_its_diagonal_and_hold_its_labels() -> None:
    for text in (
        "dl n = 3\ndata:\n0 2 0\n2 0 5\n0 5 0\n",
        "dl n=3, diagonal=absent\ndata:\n2 0\n2 5\n0 5\n",
        "dl n=3\nlabels embedded:\ndata:\n1 2 3\n1 0 2 0\n2 2 0 5\n3 0 5 0\n",
        "dl n=3\n\ndata:\n0 2 0 2 0 5 0 5 0\n",
    ):
        assert edges_of(read(text).graph) == {frozenset("12"): 2, frozenset("23"): 5}


def test_two_modes_by_matrix_and_by_list() -> None:
    expected = {
        frozenset(("ann", "choir")),
        frozenset(("bob", "choir")),
        frozenset(("bob", "chess")),
    }
    labels = "row labels:\nann\nbob\ncolumn labels:\nchoir\nchess\n"
    matrix = read(f"dl nr=2 nc=2 format=fullmatrix\n{labels}data:\n1 0\n1 1\n")
    assert edges_of(matrix.graph).keys() == expected
    assert matrix.cleaned == "Nothing had to be cleaned."
    numbers = read(f"dl nr=2, nc=2, format=edgelist2\n{labels}data:\n1 1\n2 1\n2 2\n")
    assert edges_of(numbers.graph).keys() == expected
    embedded = read(
        "dl nr=2 nc=2 format=edgelist2\nlabels embedded\ndata:\nann choir\nbob choir\nbob chess\n"
    )
    assert edges_of(embedded.graph).keys() == expected


def test_two_modes_can_be_projected() -> None:
    data = b"dl nr=3, nc=2, format=edgelist2\nlabels embedded:\ndata:\n3 x\n2 x\n2 y\n1 y\n"
    (notice,) = preview(data, "g.dl").notices
    assert (notice.field, notice.choice) == ("projection", "none")
    people = read_file(data, "g.dl", Reading(projection="rows")).graph
    assert edges_of(people) == {frozenset("32"): 1, frozenset("21"): 1}
    assert preview(b"dl n=2\ndata:\n0 1\n1 0\n", "g.dl").notices == ()


@pytest.mark.parametrize(
    ("head", "numbers"),
    [
        ("lowerhalf diagonal absent", "2\n0 5\n"),
        ("lowerhalf", "0\n2 0\n0 5 0\n"),
        ("upperhalf", "0 2 0\n0 5\n0\n"),
        ("upperhalf diagonal=absent", "2 0\n5\n"),
    ],
)
def test_a_half_of_a_matrix_stands_for_both(head: str, numbers: str) -> None:
    loaded = read(f"dl n=3 format={head}\nlabels:\na,b,c\ndata:\n{numbers}")
    assert edges_of(loaded.graph) == {frozenset("ab"): 2, frozenset("bc"): 5}
    assert "Direction" not in loaded.cleaned
    with pytest.raises(GraphFileError, match="ends in row"):
        read(f"dl n=4 format={head}\ndata:\n{numbers}")
