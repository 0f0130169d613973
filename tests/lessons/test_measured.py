"""What lessons measure: quantiles of draws, the least place that is enough, places of a picture."""

import numpy as np
import pytest

from graphdp_core.lessons import measured
from graphdp_core.lessons.measured import bar, curve, enough, number_word, places, read
from graphdp_core.params import Refused


def test_a_curve_holds_the_tenth_the_half_and_the_nine_tenths_of_the_draws() -> None:
    found = curve("line", "accent", (1.0, 2.0), lambda x: x * np.arange(11) / 10)
    assert found["points"] == [[1.0, 0.1, 0.5, 0.9], [2.0, 0.2, 1.0, 1.8]]


def test_a_bar_holds_the_same() -> None:
    assert bar("one", np.arange(11) / 10)["middle"] == 0.5


def test_enough_is_the_place_from_which_on_every_place_is_enough() -> None:
    met = {1: [True] * 10, 2: [True] * 8 + [False] * 2, 3: [True] * 9 + [False], 4: [True] * 10}
    assert enough((1, 2, 3, 4), lambda x: met[int(x)]) == 3, "1 is enough by luck: 2 is not"


def test_what_is_never_enough_is_refused() -> None:
    with pytest.raises(Refused, match="not met at 2"):
        enough((1, 2), lambda _: [False])


def test_places_keep_the_shape_and_turn_the_height_downwards() -> None:
    assert places([[0, 0], [2, 1]]) == [28, 736, 972, 264]


def test_what_lies_outside_the_box_is_moved_to_its_border() -> None:
    assert places([[100, 0.5]], box=[[0, 0], [1, 1]])[0] == 1000


def test_small_counts_are_words() -> None:
    assert [number_word(n) for n in (0, 3, 12, 1300)] == ["no", "three", "twelve", "1,300"]


def test_a_lesson_that_was_never_measured_is_refused() -> None:
    with pytest.raises(Refused, match="--store"):
        read("L99")


@pytest.mark.parametrize("text", ["", "[1]", "{}", '{"draws": 50', '{"draws": 50, "answer": 1}'])
def test_a_damaged_measurement_is_refused_with_the_way_out(tmp_path, monkeypatch, text) -> None:
    monkeypatch.setattr(measured, "FOLDER", tmp_path)
    (tmp_path / "L2.json").write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match="cannot be read: choose another one, or make it"):
        read("L2")
