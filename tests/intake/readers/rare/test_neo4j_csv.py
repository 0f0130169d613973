"""CSV of Neo4j: nodes and relationships in one table, and nodes of two kinds.

Lines of JSON as Neo4j's apoc procedures export them.
"""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.preview import preview, read
from tests.intake.named_edges import edges_of

ALL = b""""_id","_labels","name","age","_start","_end","_type","weight"
"0",":Person:User","Ann, Jr","4",,,,
"1",":Person","Bob","",,,,
"2",":Robot","Cy","",,,,
"3",":Robot","Lone","",,,,
,,,,"0","1","KNOWS","1"
,,,,"1","2","KNOWS","2.5"
"""
ACTED = b":START_ID(Actor),role,:END_ID(Movie),:TYPE\n1,Neo,1,IN\n2,Trinity,1,IN\n1,Neo,2,IN\n"


def test_a_table_of_everything_is_nodes_and_relationships() -> None:
    graph = read_upload(ALL, "all.csv").graph
    assert graph.n == 4
    assert edges_of(graph) == {frozenset(("Ann, Jr", "Bob")): 1, frozenset(("Bob", "Cy")): 2.5}
    assert graph.label_names == ("Person", "Robot")


def test_actor_1_is_not_movie_1() -> None:
    shown = preview(ACTED, "acted.csv")
    assert [notice.id for notice in shown.notices] == ["projection"]
    assert set(edges_of(read(ACTED, "acted.csv", shown.reading).graph)) == {
        frozenset(("Actor 1", "Movie 1")),
        frozenset(("Actor 2", "Movie 1")),
        frozenset(("Actor 1", "Movie 2")),
    }


def test_relationships_between_nodes_of_one_kind_stay_a_table() -> None:
    one = b":START_ID(Person),:END_ID(Person),since:int,:TYPE\nAnn,Bob,2001,KNOWS\n"
    assert preview(one, "knows.csv").looks_like == "edge table"
    assert set(edges_of(read_upload(one, "knows.csv").graph)) == {frozenset(("Ann", "Bob"))}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("_id,_labels,_start,_end\n,,1,\n", "line 2 is neither a node nor a relationship"),
        (":START_ID(A),:END_ID(B)\n1,\n", "line 2 has an empty node name; give both ends"),
        (":START_ID(A),:END_ID(B)\n", "a header and no edges"),
        ("_id,_labels,name\n0,:P,Ann\n", "the nodes of Neo4j and no edges"),
        ("personId:ID(Person),name,:LABEL\n0,Ann,P\n", "the nodes of Neo4j and no edges"),
    ],
)
def test_what_has_no_relationships_is_refused(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text.encode(), "g.csv")


NODE = '{"type":"node","id":"%d","labels":["%s"],"properties":{"name":"%s","born":1}}'
KNOWS = (
    '{"id":"%d","type":"relationship","label":"KNOWS","properties":{"weight":%s},'
    '"start":{"id":"%d","labels":["User"]},"end":{"id":"%d","labels":["User"]}}'
)
LINES = [
    NODE % (0, "User", "Ann"),
    NODE % (1, "User", "Bob"),
    NODE % (2, "Bot", "Zoë"),
    NODE % (3, "Bot", "R2"),
    KNOWS % (0, 2, 0, 1),
    KNOWS % (1, 0.5, 1, 2),
]


@pytest.mark.parametrize("name", ["all.json", "all.jsonl"])
def test_relationships_are_edges_and_labels_classes(name: str) -> None:
    loaded = read_upload("\n".join(LINES).encode(), name)
    assert loaded.graph.names == ("Ann", "Bob", "Zoë", "R2")
    assert edges_of(loaded.graph) == {frozenset(("Ann", "Bob")): 2, frozenset(("Bob", "Zoë")): 0.5}
    assert [loaded.graph.label_names[k] for k in loaded.graph.labels] == ["User"] * 2 + ["Bot"] * 2
    assert loaded.cleaned == "Direction was dropped."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"type": "path"}', "line 7 is neither a node nor a relationship"),
        ('{"type": "relationship", "start": {"id": 1}}', "line 7 is a relationship without"),
        ("[1]", "line 7 is no record"),
    ],
)
def test_other_lines_are_refused(line: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload("\n".join([*LINES, line]).encode(), "all.json")
