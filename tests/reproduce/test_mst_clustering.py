"""The clustering experiment: its table, the published ranking, and where that ranking turns."""

import numpy as np
import pytest

from graphdp_core.reproduce.mst_clustering import COLUMNS, MSTClustering
from graphdp_core.reproduce.stored import differences


@pytest.fixture(scope="module")
def table():
    return MSTClustering(repeats=3).run()


def row(table, protected, tree, epsilon):
    rows = table.rows
    chosen = rows[
        (rows["protected"] == protected)
        & (rows["tree from"] == tree)
        & (rows["epsilon"] == epsilon)
    ]
    assert len(chosen) == 1
    return chosen.iloc[0]


def test_the_published_ranking_comes_out_under_its_own_reading(table):
    laplace = row(table, "every weight by 1/|E|", "Laplace on weights", 0.1)
    pamst = row(table, "every weight by 1/|E|", "PAMST", 0.1)
    assert laplace["ARI"] < 0.1
    assert pamst["ARI"] > 0.8
    assert any("this matches the pictures" in note for note in table.notes)
    assert (laplace["published"], pamst["published"]) == ("fails", "convincing")


def test_the_ranking_turns_where_all_weights_may_change_by_one_in_total(table):
    laplace = row(table, "all weights by 1 in total", "Laplace on weights", 1.0)
    pamst = row(table, "all weights by 1 in total", "PAMST", 1.0)
    assert laplace["ARI"] > 0.8
    assert pamst["ARI"] < 0.2


def test_every_column_is_explained_and_the_leak_is_said(table):
    assert list(table.rows.columns) == list(COLUMNS)
    assert set(table.columns) == set(COLUMNS)
    assert "give away" in table.notes[0]
    assert np.isfinite(table.rows["ARI"]).all()
    assert table.rows["ARI"].iloc[0] == pytest.approx(1.0)


@pytest.mark.parametrize("method", ["dbmstclu", "single_linkage", "msdr"])
def test_the_complete_graph_and_both_methods_are_parameters(method):
    told = []
    table = MSTClustering(repeats=2, n=60, joined="complete", method=method).run(
        progress=lambda fraction, text: told.append(fraction)
    )
    assert "says nothing" in table.notes[0]
    first = row(table, "every weight by 1/2", "PAMST", 0.1)
    words = next(note for note in table.notes if "every weight by 1/2: ARI" in note)
    assert f"PAMST {first['ARI']:.2f}" in words
    assert told == [0.0, 0.5]
    assert len(table.rows) == 15


def test_the_laplace_tree_fails_however_negative_weights_are_treated():
    lifted = MSTClustering(repeats=2, negative="lift").run()
    assert row(lifted, "every weight by 1/|E|", "Laplace on weights", 0.1)["ARI"] < 0.1
    assert row(lifted, "every weight by 1/|E|", "Laplace on weights", 0.1)["clusters"] < 100
    assert row(lifted, "every weight by 1/|E|", "PAMST", 0.1)["ARI"] > 0.8


def test_one_seed_gives_one_table():
    one, two = (MSTClustering(repeats=2, n=60, seed=4).run() for _ in range(2))
    assert differences(one, two) == []
