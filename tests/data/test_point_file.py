"""Files of points become random dot product graphs, or are refused in one sentence."""

import numpy as np
import pytest

from graphdp_core.data import graph_from_points, read_points
from graphdp_core.intake import GraphFileError

CIRCLE = np.array([[0.6 + 0.3 * np.cos(t), 0.3 * np.sin(t) + 0.6] for t in range(12)])


@pytest.mark.parametrize("delimiter", [",", ";", "\t", " "])
@pytest.mark.parametrize("header", ["", "x{0}y\n", "# latent positions\n"])
def test_every_layout_gives_the_graph_of_its_points(delimiter: str, header: str) -> None:
    points = 0.8 * CIRCLE
    rows = "\n".join(f"{x!r}{delimiter}{y!r}" for x, y in points.tolist())
    loaded = read_points((header.format(delimiter) + rows).encode(), "circle.txt", seed=3)
    assert loaded.graph == graph_from_points(points, seed=3)
    assert loaded.cleaned == "Drawn from 12 points in 2 dimensions."


def test_words_at_the_end_are_classes() -> None:
    loaded = read_points(b"0.5 0.5 left\n0.4 0.1 right\n0.2 0.2 left\n", "points.txt")
    assert loaded.graph.label_names == ("left", "right")
    assert loaded.graph.labels is not None
    assert loaded.graph.labels.tolist() == [0, 1, 0]


def test_points_that_are_too_long_are_named_and_mended() -> None:
    data = b"1.5\n1.0\n0.5\n"
    with pytest.raises(GraphFileError, match=r"line.csv: points 0 and 1 .* rescale .* 0.816"):
        read_points(data, "line.csv")
    loaded = read_points(data, "line.csv", rescale=True)
    assert loaded.cleaned == "Drawn from 3 points in 1 dimension, rescaled."
    np.testing.assert_allclose(loaded.graph.positions[:2, 0], np.array([1.5, 1.0]) * 1.5**-0.5)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"x,y\n", "give every line the coordinates"),
        (b"0.1 0.2\n0.3\n", "line 2 is no point like those before: give every line 2 numbers"),
        (b"0.1 0.2 a\n0.3 ? b\n", "line 2 is no point .* 2 numbers and a class"),
        (b"0.1,0.2\n\n0.3,nan\n", "no point|finite"),
        (b",".join([b"0.1"] * 12), "12 coordinates, 10 are allowed"),
        (b"0.1\n" * 5_002, "more than the 5,000 points allowed"),
        (b"\xff\xfe0", "no text in utf-16"),
    ],
)
def test_a_file_without_points_is_refused_in_one_sentence(data: bytes, message: str) -> None:
    with pytest.raises(GraphFileError, match=message) as caught:
        read_points(data, "bad.csv")
    assert str(caught.value).startswith("bad.csv: ")
    assert "\n" not in str(caught.value)
