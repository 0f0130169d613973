"""Lessons as data: every text has its figures, every address is a page, every answer has a hint.

What lessons measure: quantiles of draws, the least place that is enough, places of a picture.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.cli.choices import values_for
from graphdp_core.data import GENERATORS, generate
from graphdp_core.digits import number_word
from graphdp_core.lessons import LESSONS, Lesson, document, lesson, plans
from graphdp_core.lessons.backbone import PLACES
from graphdp_core.lessons.choose import company
from graphdp_core.lessons.lesson import DRAWS, FOLDER, bar, curve, enough, places, read
from graphdp_core.lessons.shape import NODES
from graphdp_core.params import Refused
from pages.table import ALL

IDS = [one.id for one in LESSONS]
MEMBERS: dict[str, Any] = {
    one.id: one for one in (*gdp.MECHANISMS, *gdp.ANALYSES, *GENERATORS)
}  # whose parameters stand in an address
KNOWN = {"graph", "mechanism", "epsilon", "analysis", "attack", "b.mechanism", "see", "try"}
GRAPHS = {
    "L1": lambda: generate("rdpg_circle", n=NODES),
    "L4": lambda: generate("moons", n=PLACES, joined="complete"),
    "L6": company,
    "L7": lambda: generate("sbm", n=300, blocks=3, within=0.12, between=0.02),
}


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


def test_there_are_nine_in_order() -> None:
    assert " ".join(IDS) == "L0 L1 L2 L3 L4 L5 L6 L7 L8"


@pytest.mark.parametrize("id", IDS)
def test_no_text_is_left_without_its_figure(id: str) -> None:
    assert not [text for text in texts(document(id)) if "{" in text or "}" in text]


@pytest.mark.parametrize("id", IDS)
def test_the_document_is_text_and_numbers_alone(id: str) -> None:
    assert json.loads(json.dumps(document(id), allow_nan=False))["id"] == id


@pytest.mark.parametrize("one", LESSONS, ids=IDS)
def test_a_lesson_has_what_its_screen_needs(one: Lesson) -> None:
    shown = document(one.id)
    prediction = shown["prediction"]
    guesses = [prediction["start"], *(shy["guess"] for shy in prediction["shy"])]
    assert shown["minutes"] <= 4
    assert len({len(guess) for guess in guesses}) == 1, "every ready guess fits the picture"
    control = shown["control"]
    assert len(control["stops"]) == len(shown["stage"]["lengths"]) - 1, "beside what they share"
    assert len(control["addresses"]) == len(control["stops"])
    assert prediction["kind"] == "bet" or len(prediction["shy"]) == 3
    assert len(shown["discussion"]) == len(shown["expected"]) == 3
    assert shown["measured"]["draws"] == DRAWS


@pytest.mark.parametrize("id", IDS)
def test_every_list_of_a_picture_has_one_entry_or_one_a_stop(id: str) -> None:
    picture = read(id)["picture"]
    for panel in picture["panels"]:
        for name in ("places", "inks", "kept", "invented", "rows", "entries"):
            assert len(panel.get(name, [0])) in (1, len(picture["readings"])), name


@pytest.mark.parametrize("one", LESSONS, ids=IDS)
def test_a_hint_is_never_said_to_a_right_answer(one: Lesson) -> None:
    answer = read(one.id)["answer"]
    for hint in one.words["exercise"]["hints"]:
        assert hint["low"] < hint["high"]
        assert not hint["low"] <= answer < hint["high"], hint["text"]


@pytest.mark.parametrize("one", LESSONS, ids=IDS)
def test_every_address_opens_a_page_with_its_own_words(one: Lesson) -> None:
    shown = document(one.id)
    values = [*shown["control"]["addresses"], *(link["address"] for link in shown["links"])]
    for address in values:
        page, _, query = address.partition("?")
        assert page in {entry.address for entry in ALL} | {""}
        words = dict(parse_qsl(query, strict_parsing=bool(query)))
        for name, value in words.items():
            owner, found_dot, parameter = name.partition(".")
            if found_dot and owner in MEMBERS:
                member = MEMBERS[owner]
                member(**values_for([member], owner, [f"{parameter}={value}"]))
            else:
                assert name in KNOWN | {"given", "counted"}, name


@pytest.mark.parametrize("id", GRAPHS)
def test_what_opens_in_the_dashboard_is_the_graph_of_the_lesson(id: str) -> None:
    address = document(id)["control"]["addresses"][0]
    words = dict(parse_qsl(address.partition("?")[2]))
    graph = words["graph"]
    given = [
        f"{name.removeprefix(f'{graph}.')}={value}"
        for name, value in words.items()
        if name.startswith(f"{graph}.")
    ]
    opened = generate(graph, **values_for(GENERATORS, graph, given))
    assert opened.fingerprint == GRAPHS[id]().fingerprint


@pytest.mark.parametrize(("minutes", "words"), plans())
def test_a_plan_fits_into_its_minutes_and_names_lessons(minutes: int, words: str) -> None:
    assert words.endswith(f" of {minutes} minutes.")
    assert float(words.rpartition(". ")[2].split()[0]) <= minutes
    titles = {one.title for one in LESSONS}
    *parts, _ = words.rpartition(". ")[0].split("; ")
    assert len(parts) >= 4
    assert all(part.rsplit(" ", 2)[0] in titles for part in parts)


@pytest.mark.parametrize("id", [one.id for one in LESSONS])
def test_a_lesson_has_a_picture_of_what_it_is_about(id: str) -> None:
    picture = document(id)["picture"]
    assert any(picture.get(kind) for kind in ("places", "rows"))


def test_an_unknown_lesson_is_refused_with_those_that_exist() -> None:
    with pytest.raises(Refused, match="L0, L1"):
        lesson("L9")


def test_the_stored_files_are_those_of_the_lessons() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.json")) == IDS
    assert all(file.stat().st_size < 100_000 for file in FOLDER.glob("*.json"))


def test_a_curve_holds_the_tenth_the_half_and_the_nine_tenths_of_the_draws() -> None:
    outcome = curve("line", "accent", (1.0, 2.0), lambda x: x * np.arange(11) / 10)
    assert outcome["points"] == [[1.0, 0.1, 0.5, 0.9], [2.0, 0.2, 1.0, 1.8]]


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
    monkeypatch.setattr(sys.modules[read.__module__], "FOLDER", tmp_path)
    (tmp_path / "L2.json").write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match="cannot be read: choose another one, or make it"):
        read("L2")
