"""People by groups become a graph of both or of either."""

import pytest
from uploads import read_upload

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading

CLUBS = b"name,chess,choir,drama\nann,1,0,1\nbob,1,1,0\ncy,0,1,0\n"
MARKS = b"name;chess;choir;drama\nann;x;;x\nbob;x;x;\ncy;;x;\n"


def named(graph: Graph) -> set[str]:
    pairs = graph.edges.tolist()
    return {"-".join(sorted((graph.name(u), graph.name(v)))) for u, v in pairs}


@pytest.mark.parametrize("data", [CLUBS, MARKS])
def test_marks_join_people_and_groups(data: bytes) -> None:
    loaded = read_upload(data, "clubs.csv")
    assert named(loaded.graph) == {
        "ann-chess", "ann-drama", "bob-chess", "bob-choir", "choir-cy",
    }  # fmt: skip
    assert loaded.graph.weights is None
    assert "read as a table of rows by groups" in loaded.cleaned


def test_a_projection_is_offered_and_made() -> None:
    shown = preview(CLUBS, "clubs.csv")
    assert shown.looks_like == "incidence table"
    assert [(notice.field, notice.choice) for notice in shown.notices] == [
        ("shape", "incidence"), ("projection", "none"),
    ]  # fmt: skip
    people = read(CLUBS, "clubs.csv", Reading(projection="rows")).graph
    assert named(people) == {"ann-bob", "bob-cy"}
    groups = read(CLUBS, "clubs.csv", Reading(projection="columns")).graph
    assert named(groups) == {"chess-drama", "chess-choir"}


def test_columns_that_are_named_make_it_edges_again() -> None:
    said = Reading(source="name", target="chess")
    assert preview(CLUBS, "clubs.csv", said).looks_like == "edge table"
    edges = b"source,target,a,b\n5,0,1,0\n6,1,1,1\n7,0,1,1\n"
    assert preview(edges, "g.csv").looks_like == "edge table"


def test_a_short_row_is_named() -> None:
    with pytest.raises(GraphFileError, match="line 3 has 1 marks, 3 groups are named above"):
        read(b"name,a,b,c\nx,1,0,1\ny,1\n", "g.csv", Reading(shape="incidence"))
