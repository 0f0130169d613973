"""Seconds of private trees: every way is timed, the printed seconds stand beside."""

import pandas as pd

from graphdp_core.reproduce.mst_seconds import COLUMNS, GROWN, LIGHTEST, SpanningTreeSeconds


def test_every_way_to_a_tree_has_its_seconds():
    table = SpanningTreeSeconds(n=40, repeats=2).run()
    rows = table.rows.set_index("method")
    assert list(table.rows.columns) == list(COLUMNS)
    assert (rows["seconds"] > 0).all()
    assert rows.loc[GROWN, "seconds published"] == 40
    assert rows.loc[LIGHTEST, "printed"] == "less than"
    assert "780 edges" in table.notes[0]


def test_the_verdict_is_a_ratio_of_seconds():
    rows = pd.DataFrame({"method": [LIGHTEST, GROWN], "seconds": [0.5, 6.0]})
    assert SpanningTreeSeconds().is_met(rows)
    assert not SpanningTreeSeconds().is_met(rows.assign(seconds=[0.5, 4.0]))
