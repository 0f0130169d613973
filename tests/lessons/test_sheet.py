"""The teacher's sheet: every lesson has times that add up, an answer, and three questions.

The teacher's sheet as a page: whole, and silent towards the network.

A lesson as one file: whole, small, and silent towards the network.
"""

import math
from itertools import pairwise

import pytest

from graphdp_core.lessons import LESSONS, document
from graphdp_core.lessons.sheet import CLASSES, DISCUSS, lesson_html, plan, sheet_html
from graphdp_core.params import Refused


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_times_add_up_and_all_is_said(lesson):
    steps = plan(document(lesson.id))
    for step, after in pairwise(steps):
        assert after["begins"] == pytest.approx(step["begins"] + step["minutes"])
    assert steps[-1]["begins"] == pytest.approx(lesson.words["minutes"], abs=0.02)
    assert steps[-1]["minutes"] == DISCUSS
    assert len(steps[-1]["questions"]) == 3
    assert any(line.startswith("Answer: ") for line in steps[3]["lines"])
    assert len([line for line in steps[3]["lines"] if "A wrong answer hears" in line]) >= 2
    assert any("guesses" in line or "choices" in line for line in steps[0]["lines"])


def test_the_sheet_says_how_sure_a_poll_is():
    """At ε = 1 the corrected share of n phones has the error sqrt(s (1 - s) / n) / (2 p - 1)."""
    (line,) = [line for line in plan(document("L0"))[0]["lines"] if "With phones" in line]
    truth = math.e / (1 + math.e)
    wide = [100 * 1.96 * 0.5 / math.sqrt(n + 1.96**2) / (2 * truth - 1) for n in CLASSES]
    assert line.endswith(
        f"± {wide[0]:.0f} points for 30 phones, ± {wide[1]:.0f} points for 100 phones."
    )


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


@pytest.mark.parametrize("id", [one.id for one in LESSONS])
def test_a_file_is_small_and_asks_nobody(id):
    text = lesson_html(id)
    assert len(text) < 300_000
    assert "default-src 'none'" in text
    assert "https://" not in text
    assert "http://" not in text.replace("http://www.w3.org/", "")


@pytest.mark.parametrize("made", [sheet_html, lesson_html])
def test_a_file_of_no_lesson_is_refused(made):
    with pytest.raises(Refused, match="L0"):
        made("L9")
