"""Squares of numbers are matrices; edge lists that happen to be square are not.

A matrix of distances is asked about, and a small square of numbers too; others are not.
"""

import io

import networkx as nx
import numpy as np
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, read_graph
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.question import Unclear
from graphdp_core.intake.files.reading import Reading
from tests.intake.named_edges import edges_of

KARATE = nx.karate_club_graph()


def saved(matrix, **options) -> bytes:
    stream = io.BytesIO()
    np.savetxt(stream, matrix, **options)
    return stream.getvalue()


@pytest.mark.parametrize("delimiter", [" ", ",", ";", "\t"])
def test_a_matrix_of_zeros_and_ones_is_the_graph(delimiter):
    ones = (nx.to_numpy_array(KARATE) > 0).astype(int)
    loaded = read_upload(saved(ones, fmt="%d", delimiter=delimiter), "karate.csv")
    assert loaded.graph.weights is None
    assert set(map(tuple, loaded.graph.edges.tolist())) == set(KARATE.edges)
    assert "read as an adjacency matrix" in loaded.cleaned


def test_one_direction_is_dropped_and_said():
    table = b"0,1,0,0\n0,0,1,0\n0,0,0,1\n0,0,0,0\n"
    loaded = read_upload(table, "chain.csv")
    assert loaded.graph.edges.tolist() == [[0, 1], [1, 2], [2, 3]]
    assert loaded.cleaned.startswith("Direction was dropped")


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Ann", "Bob", "Cid"), ("1", "2", "3")])
def test_small_squares_with_the_same_names_above_and_beside_are_matrices(names):
    path = nx.relabel_nodes(nx.path_graph(len(names)), dict(enumerate(names)))
    table = nx.to_pandas_adjacency(path, dtype=int).to_csv().encode()
    assert preview(table, "small.csv").looks_like == "adjacency matrix"
    graph = read_upload(table, "small.csv").graph
    assert {frozenset(map(graph.name, edge)) for edge in graph.edges.tolist()} == {
        frozenset(edge) for edge in path.edges
    }


def test_a_square_that_may_be_edges_is_asked_about_where_it_is_symmetric():
    asked = preview(b"1 2 3\n2 3 1\n3 1 2\n", "small.csv").question
    assert [(option.changes, option.m) for option in asked.options] == [
        ((("shape", "edges"),), 3), ((("shape", "matrix"),), 3),
    ]  # fmt: skip
    assert read(b"0,1,1\n1,0,0\n1,0,0\n", "small.csv", Reading(shape="matrix")).graph.m == 2
    for table in (b"1,2,3\n4,5,6\n", b"0,1,2.5,7\n1,2,0.5,8\n2,3,1.5,9\n3,0,4.5,7\n"):
        assert preview(table, "g.csv").question is None  # the second: weight and time
        assert read(table, "g.csv").graph.m == table.count(b"\n")


TIES = {frozenset(pair): weight for pair, weight in
        zip(("AB", "AC", "BC", "AD", "BD", "CD"), (2, 3.5, 4, 5, 6, 8), strict=True)}  # fmt: skip
LAYOUTS = {
    "lower, blanks": ",A,B,C,D\nA,0,,,\nB,2,0,,\nC,3.5,4,0,\nD,5,6,8,0\n",
    "lower, blanks, no diagonal": ",A,B,C,D\nA,,,,\nB,2,,,\nC,3.5,4,,\nD,5,6,8,\n",
    "lower, short rows": ",A,B,C,D\nA,0\nB,2,0\nC,3.5,4,0\nD,5,6,8,0\n",
    "lower, short rows, no diagonal": ",A,B,C,D\nA\nB,2\nC,3.5,4\nD,5,6,8\n",
    "lower, names beside": "A,0\nB,2,0\nC,3.5,4,0\nD,5,6,8,0\n",
    "R prints dist": "    A   B C\nB 2\nC 3.5 4\nD 5   6 8\n",
    "PHYLIP": "4\nA\nB 2\nC 3.5 4\nD 5 6 8\n",
    "upper, blanks": ",A,B,C,D\nA,0,2,3.5,5\nB,,0,4,6\nC,,,0,8\nD,,,,0\n",
    "upper, short rows": ",A,B,C,D\nA,0,2,3.5,5\nB,0,4,6\nC,0,8\nD,0\n",
    "lower, commas": ";A;B;C;D\nA;0,0;;;\nB;2,0;0,0;;\nC;3,5;4,0;0,0;\nD;5,0;6,0;8,0;0,0\n",
    "whole, commas": ";A;B;C;D\nA;0;2;3,5;5\nB;2;0;4;6\nC;3,5;4;0;8\nD;5;6;8;0\n",
    "rows in another order": ",A,B,C,D\nC,3.5,4,9,8\nA,9,2,3.5,5\nD,5,6,8,9\nB,2,9,4,6\n",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_half_stands_for_both_and_names_say_which_row_is_whose(layout):
    data = LAYOUTS[layout].encode()
    shown = preview(data, "ties.txt")
    assert shown.looks_like == "adjacency matrix"
    loaded = read(data, "ties.txt", shown.reading)
    assert edges_of(loaded.graph) == TIES
    assert "Direction" not in loaded.cleaned
    half = layout.partition(",")[0]
    assert (f"its {half} half stands for both" in loaded.cleaned) == (half in ("lower", "upper"))


def test_numbers_alone_may_be_half_a_matrix_with_its_diagonal_or_without():
    assert edges_of(read_upload(b"0\n2 0\n3 4 0\n", "g.txt").graph) == {
        frozenset("01"): 2, frozenset("02"): 3, frozenset("12"): 4,
    }  # fmt: skip
    assert read_upload(b"2\n3 4\n5 6 8\n", "g.txt").graph.n == 4
    with pytest.raises(GraphFileError):  # nodes by number, with their neighbours
        read_upload(b"1\n2 1\n3 1 2\n", "g.txt")


def test_blank_entries_between_the_same_names_are_no_edges():
    loaded = read_upload(b",A,B,C\nA,,1,\nB,1,,NA\nC,,,\n", "g.csv")
    assert (loaded.graph.n, edges_of(loaded.graph)) == (3, {frozenset("AB"): 1})
    assert "4 blank entries count as no tie" in loaded.cleaned


@pytest.mark.parametrize(
    "table", [b"1 2\n2 3\n3 1\n", b"1,2,3\n2,3,1\n3,1,2\n", b"a,1\nb,2\nc,3\n"]
)
def test_short_edge_lists_are_no_halves(table):
    assert preview(table, "g.txt").looks_like == "edge table"


CITIES = ["Bonn", "Kiel", "Ulm", "Jena", "Trier"]
PLACES = np.array([[0, 0], [9, 5], [2, 7], [6.5, 1], [1, 3]])
FAR = np.round(np.hypot(*(PLACES[:, None] - PLACES).transpose(2, 0, 1)), 2)


def table(numbers: np.ndarray, corner: str = "", *, half: bool = False) -> bytes:
    rows = [[corner, *CITIES[: len(numbers)]]]
    for i, row in enumerate(numbers.tolist()):
        rows.append([CITIES[i], *("" if half and j > i else str(v) for j, v in enumerate(row))])
    return "\n".join(map(",".join, rows)).encode()


@pytest.mark.parametrize("data", [table(FAR), table(FAR, half=True), table(FAR[:3, :3], "km")])
def test_a_matrix_of_distances_is_asked_about_and_every_answer_is_followed(data: bytes) -> None:
    asked = preview(data, "cities.csv").question
    assert asked is not None
    assert asked.id == "distances"
    assert len({option.counts for option in asked.options}) == 1
    with pytest.raises(Unclear, match=r'Say large="near" or --large near .*large="turned"'):
        read_graph(io.BytesIO(data), "edge_list")
    weights = {}
    for option in asked.options:
        reading = option.reading(Reading())
        loaded = read(data, "cities.csv", preview(data, "cities.csv", reading).reading)
        weights[reading.large] = loaded.graph.weights
        assert ("means far" in loaded.cleaned) == (reading.large == "far")
        assert ("1 / (1 + d)" in loaded.cleaned) == (reading.large == "turned")
    np.testing.assert_array_equal(weights["near"], weights["far"])
    np.testing.assert_allclose(weights["turned"], 1 / (1 + weights["far"]))


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("ties.csv", np.where(FAR > 8, 0, FAR)),  # not all pairs
        ("ties.csv", FAR + np.diag([1.0] * 5)),
        ("ties.csv", FAR**4),  # ways round are shorter
        ("ties.csv", np.ceil(FAR / 3)),  # small counts
        ("similarity.csv", FAR),
        ("ties.csv", FAR[:4, :4]),
    ],
)
def test_other_matrices_are_read_without_a_question(name: str, numbers: np.ndarray) -> None:
    assert preview(table(numbers), name).question is None
    assert preview(table(numbers), name).looks_like == "adjacency matrix"


def test_distances_below_zero_are_refused() -> None:
    with pytest.raises(GraphFileError, match="a distance is below 0"):
        read(table(-FAR), "cities.csv", Reading(large="far"))


@pytest.mark.parametrize(
    "square", [b"0,1,1\n1,0,0\n1,0,0\n", b"0 2 0 1\n3 0 0 2\n0 0 0 5\n1 2 3 0\n"]
)
def test_a_square_of_numbers_is_asked_about(square: bytes) -> None:
    asked = preview(square, "small.csv").question
    assert asked is not None
    assert asked.id == "square"
    assert [dict(option.changes)["shape"] for option in asked.options] == ["edges", "matrix"]
    assert asked.options[0].counts != asked.options[1].counts
    with pytest.raises(Unclear, match='shape="matrix" or --shape matrix'):
        read_graph(io.BytesIO(square), "edge_list")
    assert preview(square, "small.csv", Reading(shape="edges")).question is None
