"""Words for nobody and names that look alike are asked about before they become people."""

import io
import random

import numpy as np
import pytest

from graphdp_core.intake import ReadingWarning, read_graph
from graphdp_core.intake.files.graph_file import GraphFile, GraphFileError, Limits
from graphdp_core.intake.files.people_names import tidy_names
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.question import Unclear
from graphdp_core.intake.files.raw_graph import RawGraph
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.loading import load_file

STAFF = [f"{first} {last}" for first in ("Ada", "Bo", "Cy", "Di") for last in ("Ek", "Noll", "Vos")]


def survey() -> bytes:
    """Twelve people, each of whom names two, some in capitals; three name nobody in three ways."""
    rng = random.Random(3)
    rows = ["Name;Whom do you ask? (up to 3)"]
    for i, name in enumerate(STAFF):
        named = [n.upper() if (i + j) % 5 == 0 else n for j, n in enumerate(rng.sample(STAFF, 2))]
        rows.append(f"{name};{('nobody', '-', 'n/a')[i] if i < 3 else ', '.join(named)}")
    return "\ufeff".encode() + "\n".join(rows).encode()


def test_a_survey_is_asked_question_by_question_and_ends_with_its_people() -> None:
    reading, asked = Reading(), []
    while (question := preview(survey(), "staff.csv", reading).question) is not None:
        asked.append(question.id)
        reading = question.options[0].reading(reading)
    assert asked == ["listed", "nobody", "alike"]
    loaded = read(survey(), "staff.csv", reading)
    assert sorted(loaded.graph.names) == STAFF
    assert "which is nobody" in loaded.cleaned
    fields = {notice.field for notice in preview(survey(), "staff.csv", reading).notices}
    assert {"listed", "nobody", "alike"} <= fields, "one click each takes an answer back"


def test_what_nobody_answered_is_said_with_its_number() -> None:
    said = Reading(listed="each", nobody="skip", alike="two")
    loaded = read(survey(), "staff.csv", said)
    alone = [name for name in loaded.graph.names if name.isupper()]
    assert alone
    words = f"12 nodes of {12 + len(alone)} have a row of their own, and {len(alone)} stand"
    assert words in loaded.cleaned


@pytest.mark.parametrize("word", ["nobody", "None", "Niemand", "NADIE", "personne", "unknown"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.csv", "person,friend\nAnn,Bob\nBob,Cid\nCid,{}\n"),
        ("g.csv", "Ann\t{}\nBob\tAnn\nCid\tBob\n"),
        ("g.txt", "Ann: Bob, Cid\nBob: Ann\nCid: {}\n"),
        ("g.jsonl", '{{"from": "Ann", "to": "{}"}}\n{{"from": "Bob", "to": "Ann"}}\n'),
    ],
)
def test_a_word_for_nobody_is_no_node_before_somebody_says_so(
    name: str, text: str, word: str
) -> None:
    data = text.format(word).encode()
    with pytest.raises(Unclear, match="is it nobody, or a name") as caught:
        read(data, name, Reading(listed="each"))
    skip, keep = caught.value.question.options
    assert word not in read(data, name, skip.reading(Reading(listed="each"))).graph.names
    assert word in read(data, name, keep.reading(Reading(listed="each"))).graph.names


@pytest.mark.parametrize("sign", ["-", "n/a", "NA", "nan", "(blank)"])
def test_a_sign_for_nobody_is_left_out_and_told(sign: str) -> None:
    data = f"person,friend\nAnn,Bob\nBob,Cid\nCid,Ann\nDan,{sign}\n".encode()
    with pytest.warns(ReadingWarning, match="1 tie with .*, which is nobody, was left out"):
        graph = read_graph(io.BytesIO(data), "edge_list")
    assert graph.names == ("Ann", "Bob", "Cid", "Dan")
    assert graph.m == 3
    kept = read_graph(io.BytesIO(data), "edge_list", nobody="keep")
    assert sign in kept.names


def test_a_sign_at_both_ends_may_be_a_name() -> None:
    with pytest.raises(Unclear, match="'-' in the place of a name"):
        read(b"a,-\n-,b\nb,a\n", "letters.csv")


def test_a_table_of_nobody_is_refused() -> None:
    with pytest.raises(GraphFileError, match="no row names two ends of a tie but '-'"):
        read(b"Ann,-\nBob,-\nCid,-\n", "g.csv")


def test_one_node_for_names_that_look_alike_keeps_weights_and_classes() -> None:
    raw = RawGraph(
        4,
        np.array([[0, 1], [2, 3], [0, 3]]),
        np.array([1.0, 2.0, 3.0]),
        ["Ann", "Bob", "ANN ", "Cid"],
        ["x", "y", "z", "x"],
    )
    said = Reading(alike="one")
    one = tidy_names(GraphFile("g.csv", b"", Limits()), raw, said)
    assert (one.names, one.classes) == (["Ann", "Bob", "Cid"], ["x", "y", "x"])
    assert one.edges.tolist() == [[0, 1], [0, 2], [0, 2]]
    assert one.weights.tolist() == [1, 2, 3]


def test_many_names_that_differ_in_capitals_are_ids_and_not_asked_about() -> None:
    names = [f"x{i}" for i in range(50_001)] + ["X1"]
    raw = RawGraph(len(names), np.array([[0, len(names) - 1]]), names=names)
    assert tidy_names(GraphFile("g.csv", b"", Limits()), raw, Reading()) is raw


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"from,to,weight\na,b,1\nb,c,\nc,a,2\n", "1 tie without a weight counts as 1"),
        (b"from,to\na,b\nb,c\nc,\n", "1 row names one end alone and no tie"),
        (b"Our club\n\nfrom,to\na,b\nb,c\n", "Taken for no data: 1 row above the table"),
        (b'{"nodes": [{"id": "a"}], "edges": []}', "No ties were found"),
        ("from,to\na\u200b,b\nb,c\n".encode(), "Invisible characters were taken out"),
        (b"from,to,w\na,b,1\nb,a,5\nc,c,3\n", r"\(1 pair .*1 loop .* the first weight was kept"),
        (
            b"from,to,when\na,b,2020-01-02\nb,c,2020-01-03\n",
            "The time in column 'when' was left out",
        ),
        (b",a,b,c\na,0,1,1\nb,1,0,0\nc,1,0,0\n", "It was read as an adjacency matrix"),
    ],
)
def test_what_convert_and_the_page_say_is_a_warning(data: bytes, told: str, tmp_path) -> None:
    path = tmp_path / ("g.json" if data[:1] == b"{" else "g.csv")
    path.write_bytes(data)
    with pytest.warns(ReadingWarning, match=told) as caught:
        read_graph(path)
    assert len(caught) == 1
    assert f"{path.name}: {load_file(path).cleaned}".startswith(str(caught[0].message))


def test_what_somebody_said_is_no_warning() -> None:
    data = io.BytesIO(b"from,to,weight\na,b,1\nb,c,\nc,a,2\na,b,1\nd,,\n")
    graph = read_graph(data, "edge_list", missing_weight="one", odd_rows="skip", repeated="sum")
    assert (graph.n, graph.m) == (4, 3)
