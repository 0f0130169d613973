"""KONECT: one kind of nodes and two, and what third columns mean.

CSV of Neo4j: nodes and relationships in one table, and nodes of two kinds.

Lines of JSON as Neo4j's apoc procedures export them.
"""

import numpy as np
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, Limits
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from tests.intake.named_edges import edges_of

WOMEN = (
    b"% bip unweighted\n% 13 6 5\n1 1\n1 2\n1 3\n2 1\n2 3\n3 4\n3 3\n4 1\n4 3\n5 5\n5 2\n6 1\n6 2\n"
)


def pairs(*texts: str) -> dict[frozenset[str], float]:
    return {frozenset(text.split()[:2]): float(text.split()[2]) for text in texts}


@pytest.mark.parametrize("name", ["out.brunson_southern-women", "women.txt", "women.tsv"])
def test_nodes_of_two_kinds_are_not_mixed_up(name: str) -> None:
    shown = preview(WOMEN, name)
    assert [notice.id for notice in shown.notices] == ["projection"]
    graph = read(WOMEN, name, shown.reading).graph
    assert (graph.n, graph.m) == (11, 13)
    assert frozenset(("left 1", "right 1")) in edges_of(graph)
    assert read(WOMEN, name, Reading(projection="rows")).graph.n == 6


@pytest.mark.parametrize("end", [b" ", b"\t", b"  "])
def test_the_fast_and_the_careful_way_agree(end: bytes) -> None:
    lines = [b"1 2 3", b"2 3 4.5", b"3 4 -1"]
    text = b"% sym weighted\n% 3 6 6\n" + b"".join(line + end + b"1099440000\n" for line in lines)
    plain = read_upload(text, "out.g").graph
    odd = read_upload(text.replace(b" 1099440000\n", b"\n", 1) + b"\n", "out.g").graph
    for graph in (plain, odd):
        assert graph.n == 6  # two without an edge
        assert edges_of(graph) == pairs("1 2 3", "2 3 4.5", "3 4 -1")


def test_lines_that_count_are_added_up_and_what_was_removed_is_gone() -> None:
    mails = b"% asym positive\n1 2 1 1082040961\n1 2 1 1082040999\n2 1 1 1082041999\n3 1 2 8\n"
    assert edges_of(read_upload(mails, "out.mails").graph) == pairs("1 2 3", "1 3 2")
    friends = b"% sym dynamic\n1 2 1 5\n2 3 1 5\n1 2 -1 9\n"
    loaded = read_upload(friends, "out.friends")
    assert edges_of(loaded.graph) == pairs("2 3 1")
    assert "1 ties that were removed again were left out" in loaded.cleaned
    assert read_upload(b"% sym unweighted\n1 2 7\n", "out.g").graph.weights is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("% sym unweighted\n0 1\n", "numbered from 1"),
        ("% sym unweighted\n", "it holds no ties"),
        ("% sym unweighted\n1 b\n", "line 2 .'1 b'. does not begin with two numbers"),
        ("% sym weighted\n1 2 nan\n", "line 2 has the weight 'nan'"),
        ("% sym unweighted\n1 99999999\n", "more than the 1,200,000 nodes"),
        ("% sym unweighted\n% 1 999999999 999999999\n1 2\n", "more than the 1,200,000 nodes"),
    ],
)
def test_what_is_no_list_of_edges_is_refused(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text.encode(), "out.g")
    with pytest.raises(GraphFileError, match="more than the 1 ties"):
        read_upload(b"% sym unweighted\n1 2\n2 3\n", "out.g", limits=Limits(edges=1))
    assert np.isfinite(read_upload(b"% sym signed\n1 2 -1\n", "out.g").graph.weights).all()


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
