"""The slopes of two rankings as a record: the whole top of both sides, names as they are."""

import numpy as np

from graphdp_core.plots.chart.rankings import ranking_panel
from graphdp_core.plots.rankings import ranks


def test_equal_rankings_stay_and_every_mark_stands_for_its_node():
    rank = ranks(np.arange(30.0))
    panel = ranking_panel(None, [rank, rank], top=10)
    assert [marks.word for marks in panel.marks if marks.word] == ["stay (10)"]
    drawn = [marks for marks in panel.marks if len(marks.places)]
    assert [marks.side for marks in drawn] == [None, 0, 1]
    assert {tuple(marks.members) for marks in drawn} == {tuple((k,) for k in range(20, 30))}


def test_the_true_top_alone_says_nothing_of_the_release():
    true = ranks(np.arange(30.0))
    alone = ranking_panel(None, [true], top=10)
    assert sorted(int(word.strong) for word in alone.words) == list(range(1, 11))
    assert {marks.ink for marks in alone.marks if len(marks.places)} == {"baseline"}
