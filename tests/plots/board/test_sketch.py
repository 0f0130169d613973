"""Small drawings: marks and inks that fit, places in the square."""

import numpy as np
import pytest

from graphdp_core.plots.board.sketch import Ink, Sketch, class_inks, fitted


def test_a_mark_without_ink_is_refused():
    with pytest.raises(ValueError, match="as many inks"):
        Sketch(dots=np.zeros((2, 2), dtype=np.float32), inks=np.zeros(1, dtype=np.uint8))


@pytest.mark.parametrize("end", [-1, 2])
def test_a_line_to_a_dot_that_is_not_there_is_refused(end):
    with pytest.raises(ValueError, match="one of 2 dots"):
        Sketch(
            dots=np.zeros((2, 2), dtype=np.float32),
            inks=np.zeros(2, dtype=np.uint8),
            lines=np.array([[0, end]], dtype=np.int32),
            strokes=np.zeros(1, dtype=np.uint8),
        )


def test_a_sketch_cannot_be_changed():
    sketch = Sketch(dots=np.zeros((1, 2), dtype=np.float32), inks=np.zeros(1, dtype=np.uint8))
    with pytest.raises(ValueError, match="read-only"):
        sketch.dots[0] = 1


def test_nodes_without_a_class_are_quiet():
    assert class_inks(None, 3).tolist() == [Ink.QUIET] * 3


def test_points_keep_their_shape_and_fill_the_square():
    square = fitted([[-1, 0], [3, 0], [1, 1]], [[-1, 0], [3, 1]])
    assert square[:, 0].tolist() == [0, 1, 0.5]
    assert square[2, 1] < square[0, 1], "y grows downwards"
    assert square[0, 1] - square[2, 1] == pytest.approx(0.25)


def test_points_of_no_size_stand_in_the_middle():
    assert fitted([[2, 2]], [[2, 2], [2, 2]]).tolist() == [[0.5, 0.5]]
