"""A lesson as one file: whole, small, and silent towards the network."""

import pytest

from graphdp_core.lessons import LESSONS
from graphdp_core.lessons.lesson_file import lesson_html
from graphdp_core.params import Refused


@pytest.mark.parametrize("id", [one.id for one in LESSONS])
def test_a_file_is_small_and_asks_nobody(id):
    text = lesson_html(id)
    assert len(text) < 300_000
    assert "default-src 'none'" in text
    assert "https://" not in text
    assert "http://" not in text.replace("http://www.w3.org/", "")


def test_a_file_of_no_lesson_is_refused():
    with pytest.raises(Refused, match="L0"):
        lesson_html("L9")
