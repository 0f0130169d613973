"""The teacher's sheet: every lesson has times that add up, an answer, and three questions."""

from itertools import pairwise

import pytest

from graphdp_core.lessons import LESSONS, document
from graphdp_core.lessons.sheet import DISCUSS, plan


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_times_add_up_and_all_is_said(lesson):
    steps = plan(document(lesson.id))
    for step, after in pairwise(steps):
        assert after["begins"] == pytest.approx(step["begins"] + step["minutes"])
    assert steps[-1]["begins"] == pytest.approx(lesson.minutes, abs=0.02)
    assert steps[-1]["minutes"] == DISCUSS
    assert len(steps[-1]["questions"]) == 3
    assert any(line.startswith("Answer: ") for line in steps[3]["lines"])
    assert len([line for line in steps[3]["lines"] if "A wrong answer hears" in line]) >= 2
    assert any("guesses" in line or "choices" in line for line in steps[0]["lines"])
