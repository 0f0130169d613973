"""The teacher's sheet as a page: whole, and silent towards the network."""

import pytest

from graphdp_core.lessons import LESSONS, document
from graphdp_core.lessons.sheet_page import sheet_html
from graphdp_core.params import Refused


@pytest.mark.parametrize("id", [one.id for one in LESSONS])
def test_a_sheet_holds_the_lesson_and_asks_nobody(id):
    text = sheet_html(id)
    lesson = document(id)
    assert text.count("<li>") == 3
    assert lesson["title"] in text
    assert f"lecture={id}" in text
    assert "**" not in text
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "")


def test_a_sheet_of_no_lesson_is_refused():
    with pytest.raises(Refused, match="L0"):
        sheet_html("L9")
