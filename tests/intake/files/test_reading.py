"""What a person says about a file is checked, wins over guesses, and can be said again."""

import shlex

import pytest

from graphdp_core.intake.files.reading import Reading
from graphdp_core.params import Refused


def test_the_call_of_a_reading_evaluates_to_itself() -> None:
    given = {"source": 'the "first" \\ one', "target": 3, "header": False, "separator": "\t"}
    said: list[object] = []
    eval(Reading(**given).as_python("a.csv"), {"read_graph": lambda *a, **k: said.extend((a, k))})
    assert said == [("a.csv",), given]


def test_flags_stand_one_by_one_for_a_shell() -> None:
    reading = Reading(weight="hours a day", header=False, missing_weight="drop")
    assert shlex.split(reading.as_flags("my file.csv")) == [
        "my file.csv", "--no-header", "--weight", "hours a day", "--missing-weight", "drop",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"decimal": ";"}, "decimal must be '.' or ',', got ';'"),
        ({"missing_weight": "two"}, "missing_weight must be 'one' or 'drop' or 'stop'"),
        ({"separator": "ab"}, "separator must be one character, two blanks or '::', got 'ab'"),
        ({"source": 0}, "source must be a column's name or number from 1, got 0"),
        ({"target": ["Friend 1", "Friend 2"]}, 'got .*; for several columns say shape="lists"'),
        ({"source": "a", "target": "a"}, "source and target are both 'a'"),
        ({"source": "a", "weight": "a"}, "weight is 'a', an end of the tie"),
    ],
)
def test_what_cannot_be_meant_is_refused(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        Reading(**given)
