"""The page of lessons where something is wrong: it is said, and the other lessons stand there."""

import pytest
from streamlit.testing.v1 import AppTest

from graphdp_core.lessons import LESSONS
from graphdp_core.params import Refused
from pages.lessons import lesson_player


def script():
    from pages.lessons import lesson_player

    lesson_player.show()


@pytest.mark.parametrize(
    "asked",
    [{"lesson": "L9"}, {"lecture": "<b>"}, {"lesson": "L2", "step": "0"},
     {"lesson": "L2", "step": "9" * 5000}, {"step": "²"}],
)  # fmt: skip
def test_a_wrong_address_is_answered_with_the_list(asked):
    page = AppTest.from_function(script)
    for name, value in asked.items():
        page.query_params[name] = value
    page.run()
    assert not page.exception
    assert [
        ("choose one below" in error.value and len(error.value) < 120) for error in page.error
    ] == [True]


def test_a_lesson_that_cannot_be_read_takes_none_of_the_others_with_it(monkeypatch):
    whole = lesson_player._document

    def damaged(id):
        if id == "L3":
            raise Refused("what is stored for lesson 'L3' cannot be read: choose another one.")
        return whole(id)

    monkeypatch.setattr(lesson_player, "_document", damaged)
    assert [one["id"] for one in lesson_player._listed()] == [
        one.id for one in LESSONS if one.id != "L3"
    ]
    page = AppTest.from_function(script)
    page.query_params["lesson"] = "L3"
    page.run()
    assert not page.exception
    assert "choose another one" in page.error[0].value


def test_a_lesson_links_to_no_page_that_was_taken_off(monkeypatch):
    assert lesson_player._document("L0")["links"]
    monkeypatch.setattr(lesson_player, "is_offered", lambda link: not link.startswith("break-it"))
    assert lesson_player._document.__wrapped__("L0")["links"] == []
