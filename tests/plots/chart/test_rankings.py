"""The slopes of two rankings as a record: the whole top of both sides, names as they are."""

import numpy as np
import pytest

from graphdp_core.plots.chart.rankings import ranking_panel
from graphdp_core.plots.rankings import ranks


@pytest.mark.parametrize(("n", "top"), [(1, 10), (5, 3), (60, 10), (60, 20)])
def test_both_tops_are_whole_with_names_and_ranks(n, top):
    rng = np.random.default_rng(n)
    true, private = ranks(rng.random(n)), ranks(rng.random(n))
    names = [f"<b>{i}</b>" for i in range(n)]
    panel = ranking_panel(names, [true, private], top=min(top, n))
    for anchor, rank in (("end", true), ("start", private)):
        side = [w for w in panel.words if w.anchor == anchor and w.strong]
        first = {names[node] for node in np.flatnonzero(rank <= top)}
        assert first <= {word.text for word in side}
        assert {word.text: word.strong for word in side} == {
            names[i]: str(rank[i]) for i in range(n) if names[i] in {w.text for w in side}
        }
        heights = [word.y for word in side]
        assert len(set(heights)) == len(heights), "no label lies on another"
        low, high = sorted(panel.y)
        assert low < min(heights) <= max(heights) < high


def test_equal_rankings_stay_and_every_mark_stands_for_its_node():
    rank = ranks(np.arange(30.0))
    panel = ranking_panel(None, [rank, rank], top=10)
    assert [marks.word for marks in panel.marks if marks.word] == ["stay in the top (10)"]
    drawn = [marks for marks in panel.marks if len(marks.places)]
    assert [marks.side for marks in drawn] == [None, 0, 1]
    assert {tuple(marks.members) for marks in drawn} == {tuple((k,) for k in range(20, 30))}


def test_the_true_top_alone_says_nothing_of_the_release():
    true = ranks(np.arange(30.0))
    alone = ranking_panel(None, [true], top=10)
    assert sorted(int(word.strong) for word in alone.words) == list(range(1, 11))
    assert {marks.ink for marks in alone.marks if len(marks.places)} == {"baseline"}
