"""Tables of people and those whom they name."""

import pytest

from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from tests.intake.named_edges import edges_of, nodes_of

LISTS = Reading(shape="lists", header=True)


def test_everybody_named_is_a_neighbour() -> None:
    loaded = read(b"id,f1,f2\nAnn,Bob,Di\nBob,Ann,\nCy,,Di\nEve,,\n", "g.csv", LISTS)
    assert nodes_of(loaded.graph) == ["Ann", "Bob", "Cy", "Di", "Eve"]
    assert edges_of(loaded.graph).keys() == {
        frozenset(("Ann", "Bob")),
        frozenset(("Ann", "Di")),
        frozenset(("Cy", "Di")),
    }
    assert loaded.cleaned == (
        "4 nodes of 5 have a row of their own, and 1 stands only among those named, such as 'Di'."
    )


def test_neighbours_of_nobody_are_refused() -> None:
    with pytest.raises(GraphFileError, match="line 3 names neighbours of nobody"):
        read(b"id,f1,f2\nAnn,Bob,Di\n,Ann,\n", "g.csv", LISTS)


@pytest.mark.parametrize(
    ("data", "header"),
    [
        (b"Ann,Bob,Cy\nBob,Cy\nDi,Ann\n", False),
        (b"name,friend1,friend2\nAnn,Bob,Cy\nBob,,Di\nDi,Ann,\n", True),
    ],
)
def test_lines_of_several_names_are_asked_whether_a_person_names_the_others(
    data: bytes, header: bool
) -> None:
    question = preview(data, "g.csv").question
    assert (("shape", "lists"),) in [option.changes for option in question.options]
    shown = preview(data, "g.csv", Reading(shape="lists"))
    assert shown.looks_like == "table of neighbours"
    assert shown.reading.header is header
    assert nodes_of(read(data, "g.csv", shown.reading).graph) == ["Ann", "Bob", "Cy", "Di"]
