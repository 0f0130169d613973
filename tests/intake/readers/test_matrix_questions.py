"""A matrix of distances is asked about, and a small square of numbers too; others are not."""

import io

import numpy as np
import pytest

from graphdp_core.intake import GraphFileError, read_graph
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.question import Unclear
from graphdp_core.intake.files.reading import Reading

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
