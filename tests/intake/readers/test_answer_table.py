"""The answers of a survey become weights between its questions, whatever is answered.

People by groups become a graph of both or of either.
"""

import numpy as np
import pytest
from uploads import read_upload

import graphdp_core as gdp
from graphdp_core.graphs.answers import Answers
from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from graphdp_core.params import Refused
from tests.intake.named_edges import pairs_of

GRADED = b"person,trust,calm,work,sleep\nann,1,5,3,2\nbob,2,2,2,1\ncy,4,4,5,5\n"
YES_NO = b"id;a;b;c\n1;yes;no;yes\n2;yes;yes;\n2;no;no;no\n3;no;n/a;no\n"
LONG = b"who,what,says\nann,a,1\nbob,a,0\nann,b,1\nann,a,0\nbob,c,1\n"


def weights(graph: gdp.Graph) -> dict[str, float]:
    ends = [f"{graph.name(u)}-{graph.name(v)}" for u, v in graph.edges.tolist()]
    return dict(zip(ends, graph.weights.tolist(), strict=True))


def test_a_graded_survey_is_recognised_and_its_guesses_shown() -> None:
    shown = preview(GRADED, "survey.csv")
    assert shown.looks_like == "survey table"
    assert (shown.reading.shape, shown.reading.scale) == ("answers", "1..5")
    assert [notice.field for notice in shown.notices] == ["shape", "counted"]
    loaded = read_upload(GRADED, "survey.csv")
    assert loaded.graph.answers == Answers("agree", yes_or_no=False)
    assert weights(loaded.graph)["trust-calm"] == pytest.approx(3 - (4 + 0 + 0) / 4)
    assert "3 people" in loaded.cleaned
    assert "1 to 5, which is taken to be public" in loaded.cleaned


def test_one_row_a_person_counts_and_missing_is_no() -> None:
    graph = read(YES_NO, "s.csv", Reading(shape="answers", counted="together")).graph
    assert weights(graph) == {"a-b": 1.0, "a-c": 1.0, "b-c": 0.0}
    assert graph.answers == Answers("together")
    apart = read(YES_NO, "s.csv", Reading(shape="answers", counted="differ")).graph
    assert weights(apart) == {"a-b": 1.0, "a-c": 1.0, "b-c": 2.0}


def test_a_long_table_says_the_same() -> None:
    said = Reading(shape="answers", source="who", target="what", counted="together")
    graph = read(LONG, "s.csv", said).graph
    assert weights(graph) == {"a-b": 1.0, "a-c": 0.0, "b-c": 0.0}


@pytest.mark.parametrize(
    ("data", "pairs"),
    [
        (b"person,question,answer\nann,a,1\nbob,a,0\nann,b,1\nbob,b,\n", {"a-b": 2.0}),
        (b"person,Q1,Q2,Q3\nann,1,0,1\nbob,,1,1\n", {"Q1-Q2": 0.0, "Q1-Q3": 1.0, "Q2-Q3": 1.0}),
        (b"id,item 1,item 2,item 3\n1,yes,no,no\n2,no,no,no\n",
         {"item 1-item 2": 1.0, "item 1-item 3": 1.0, "item 2-item 3": 2.0}),
    ],
    ids=["long", "numbered", "words"],
)  # fmt: skip
def test_a_survey_of_yes_and_no_is_known_by_its_names(data: bytes, pairs: dict[str, float]) -> None:
    assert preview(data, "s.csv").reading.shape == "answers"
    assert weights(read_upload(data, "s.csv").graph) == pairs


def test_a_long_table_is_known_by_words_that_are_no_answers() -> None:
    told = Reading(shape="answers", counted="together")
    assert weights(read(LONG, "s.csv", told).graph) == {"a-b": 1.0, "a-c": 0.0, "b-c": 0.0}
    two = b"id,a,b\n1,1,1\n2,0,1\n"
    assert weights(read(two, "s.csv", told).graph) == {"a-b": 1.0}


def test_a_bound_on_yes_is_kept_for_every_person() -> None:
    data = b"id,a,b,c\n1,1,1,1\n2,0,1,1\n"
    graph = read(data, "s.csv", Reading(shape="answers", counted="together", most_yes=2)).graph
    assert weights(graph) == {"a-b": 1.0, "a-c": 0.0, "b-c": 1.0}
    assert graph.answers == Answers("together", most_yes=2)


def test_constant_columns_and_one_person_stay_and_reveal_no_topology() -> None:
    graph = read(b"id,a,b,c\n1,0,0,0\n", "s.csv", Reading(shape="answers")).graph
    assert (graph.n, graph.m) == (3, 3)
    assert set(weights(graph).values()) == {1.0}


@pytest.mark.parametrize(
    ("data", "said", "words"),
    [
        (b"id,a,b\n1,1,perhaps\n", {}, "line 2 has the answer 'perhaps'; answers must be yes"),
        (b"id,a,b\n1,1\n", {}, "line 2 has 1 answers, 2 questions are named above"),
        (b"id,a\n1,1\n", {}, "fewer than two questions"),
        (b"", {}, "empty"),
    ],
)
def test_what_cannot_be_counted_is_named(data: bytes, said: dict[str, str], words: str) -> None:
    with pytest.raises(GraphFileError, match=words):
        read(data, "s.csv", Reading(shape="answers", **said))


@pytest.mark.parametrize("scale", ["5..1", "a..b", "1", "1..2..3", "nan..1"])
def test_a_scale_has_two_rising_ends(scale: str) -> None:
    with pytest.raises(Refused, match=r"scale must be two rising numbers such as '1\.\.5'"):
        Reading(scale=scale)


def test_ten_thousand_people_and_fifty_questions_to_a_private_tree() -> None:
    survey = gdp.generate("survey", people=10_000, n=50, counted="differ")
    mechanism = gdp.mechanism("pamst", norm="person_added")
    tree = mechanism.release(survey, epsilon=1.0, rng=np.random.default_rng(0))
    assert len(tree.edges) == 49


CLUBS = b"name,chess,choir,drama\nann,1,0,1\nbob,1,1,0\ncy,0,1,0\n"
MARKS = b"name;chess;choir;drama\nann;x;;x\nbob;x;x;\ncy;;x;\n"


@pytest.mark.parametrize("data", [CLUBS, MARKS])
def test_marks_join_people_and_groups(data: bytes) -> None:
    loaded = read_upload(data, "clubs.csv")
    assert pairs_of(loaded.graph).keys() == {
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
    assert pairs_of(people).keys() == {"ann-bob", "bob-cy"}
    groups = read(CLUBS, "clubs.csv", Reading(projection="columns")).graph
    assert pairs_of(groups).keys() == {"chess-drama", "chess-choir"}


def test_columns_that_are_named_make_it_edges_again() -> None:
    said = Reading(source="name", target="chess")
    assert preview(CLUBS, "clubs.csv", said).looks_like == "edge table"
    edges = b"source,target,a,b\n5,0,1,0\n6,1,1,1\n7,0,1,1\n"
    assert preview(edges, "g.csv").looks_like == "edge table"


def test_a_short_row_is_named() -> None:
    with pytest.raises(GraphFileError, match="line 3 has 1 marks, 3 groups are named above"):
        read(b"name,a,b,c\nx,1,0,1\ny,1\n", "g.csv", Reading(shape="incidence"))
