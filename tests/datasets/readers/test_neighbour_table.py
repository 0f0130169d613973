"""Tables of people and those whom they name."""

import pytest

from graphdp_core.datasets import GraphFileError
from graphdp_core.datasets.files.preview import preview, read
from graphdp_core.datasets.files.reading import Reading
from tests.datasets.named_edges import edges_of, nodes_of

LISTS = Reading(shape="lists", header=True)


def test_everybody_named_is_a_neighbour() -> None:
    loaded = read(b"id,f1,f2\nAnn,Bob,Di\nBob,Ann,\nCy,,Di\nEve,,\n", "g.csv", LISTS)
    assert nodes_of(loaded.graph) == ["Ann", "Bob", "Cy", "Di", "Eve"]
    assert edges_of(loaded.graph).keys() == {
        frozenset(("Ann", "Bob")),
        frozenset(("Ann", "Di")),
        frozenset(("Cy", "Di")),
    }
    assert loaded.cleaned == "Nothing had to be cleaned."


def test_neighbours_of_nobody_are_refused() -> None:
    with pytest.raises(GraphFileError, match="line 3 names neighbours of nobody"):
        read(b"id,f1,f2\nAnn,Bob,Di\n,Ann,\n", "g.csv", LISTS)


@pytest.mark.parametrize(
    ("data", "notice"),
    [
        (b"Ann,Bob,Cy\nBob,Cy\nDi,Ann\n", "odd rows"),
        (b"name,friend1,friend2\nAnn,Bob,Cy\nBob,,Di\nDi,Ann,\n", "nameless"),
    ],
)
def test_lines_with_too_few_names_offer_to_be_read_as_those_whom_a_person_names(
    data: bytes, notice: str
) -> None:
    (offer,) = [offer for offer in preview(data, "g.csv").notices if offer.id == notice]
    assert (offer.field, offer.choice) == ("shape", "edges")
    assert "lists" in dict(offer.choices)
    shown = preview(data, "g.csv", Reading(shape="lists"))
    assert shown.looks_like == "table of neighbours"
    assert shown.reading.header is (notice == "nameless")
    assert nodes_of(read(data, "g.csv", shown.reading).graph) == ["Ann", "Bob", "Cy", "Di"]
