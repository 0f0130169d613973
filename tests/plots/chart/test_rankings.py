"""The slopes of two rankings as a record: the whole top of both sides, names as they are."""

import numpy as np
import pytest

from graphdp_core.plots.chart.rankings import ranking_chart
from graphdp_core.plots.rankings import ranks
from graphdp_core.plots.sides import Sides


@pytest.mark.parametrize(("n", "top"), [(1, 10), (5, 3), (60, 10), (60, 20)])
def test_both_tops_are_whole_with_names_and_ranks(n, top):
    rng = np.random.default_rng(n)
    true, private = ranks(rng.random(n)), ranks(rng.random(n))
    names = [f"<b>{i}</b>" for i in range(n)]
    chart = ranking_chart(names, true, private, sides=Sides(1.0), top=top)
    (panel,) = chart.panels
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


def test_equal_rankings_stay_and_say_so():
    rank = ranks(np.arange(30.0))
    chart = ranking_chart(None, rank, rank, sides=Sides(1.0), top=10)
    assert "10 stay on top with ε = 1, 0 leave" in chart.alt
    legend = [marks.word for marks in chart.panels[0].marks if marks.word]
    assert legend == ["stay in the top (10)"]


def test_the_true_top_alone_says_nothing_of_the_release():
    true = ranks(np.arange(30.0))
    one, other = (
        ranking_chart(None, true, ranks(np.random.default_rng(k).random(30)), sides=Sides(1.0))
        for k in range(2)
    )
    assert [w.strong for w in one.alone.words] == [str(k) for k in range(1, 11)]
    assert one.alone.words == other.alone.words
