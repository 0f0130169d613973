"""Two private results in words: values, differences, promises.

Tables by kind: every kind has one, and its rows are those of the results.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.experiment.compare import Comparison
from graphdp_core.metrics import Metric
from graphdp_core.plots.kinds import KINDS
from graphdp_core.plots.side_by_side import answer, metric_table, price, promises, rows

ARI = Metric("ari", "Agreement (ARI)", "", better="higher")
LOST = Metric("lost", "Edges lost", "", better="lower", percent=True)
COUNT = Metric("k", "Communities", "", better="neither")


class Found:
    """A comparison, as far as its numbers go."""

    def __init__(self, **metrics):
        self.metrics = metrics


def said(metric, a, b):
    (row,) = rows(Found(**{metric.id: a}), Found(**{metric.id: b}), [metric])
    return row.values, row.words, row.nearer


@pytest.mark.parametrize(
    ("metric", "a", "b", "expected"),
    [
        (ARI, 0.49, 0.95, (("0.49", "0.95"), "B nearer by 0.46", 1)),
        (ARI, 0.95, 0.49, (("0.95", "0.49"), "A nearer by 0.46", 0)),
        (LOST, 0.5, 0.25, (("50%", "25%"), "B nearer by 25 points", 1)),
        (COUNT, 4, 7, (("4", "7"), "B is 3 higher", -1)),
        (ARI, 0.50001, 0.50002, (("0.5", "0.5"), "the same", -1)),
        (ARI, float("nan"), 1.0, (("—", "1"), "", -1)),
        (ARI, None, 1.0, (("—", "1"), "", -1)),
    ],
)
def test_a_row_says_how_far_and_which_is_nearer(metric, a, b, expected):
    assert said(metric, a, b) == expected


def test_the_answer_is_the_first_difference_that_has_a_better_end():
    hazard_rows = rows(
        Found(k=4, ari=0.5, lost=0.1), Found(k=7, ari=0.5, lost=0.2), [COUNT, ARI, LOST]
    )
    assert answer(hazard_rows) == "A and B keep about the same: agreement (ARI) 0.5."
    assert (
        answer([hazard_rows[0], hazard_rows[2]])
        == "A is nearer the truth than B by edges lost: 10% against 20%."
    )
    assert answer(hazard_rows[:1]) == "A and B are alike."
    close = rows(Found(ari=0.488), Found(ari=0.499), [replace(ARI, low=0.0, high=1.0)])
    assert answer(close) == "A and B keep about the same: agreement (ARI) 0.488 and 0.499."


def test_promises_that_differ_are_not_ranked():
    edge = gdp.mechanism("edge_flip").guarantee(1.0)
    assert promises(edge, edge) == ""
    dear = gdp.mechanism("edge_flip").guarantee(3.0)
    assert promises(edge, dear) == price(edge, edge) == ""
    assert price(edge, dear) == "A uses ε = 1, B ε = 3: B should keep more."
    weights = gdp.mechanism("weight_laplace").guarantee(1.0)
    assert "the same ε is not the same promise" in promises(edge, weights)
    assert "δ = 0.001" in promises(edge, replace(edge, delta=1e-3))
    free = gdp.mechanism("lnpp").guarantee(1.0)
    assert promises(edge, free).startswith("Nothing is proved of B:")
    assert promises(free, edge).startswith("Nothing is proved of A:")
    assert promises(free, free).startswith("Neither")


def test_two_promises_have_no_winner_and_both_numbers():
    edge = gdp.mechanism("edge_flip").guarantee(2.0)
    node = gdp.mechanism("node_degrees").guarantee(2.0)
    hazard_rows = rows(Found(ari=0.454), Found(ari=0.0), [ARI], ranked=False)
    assert hazard_rows[0].words == "B is 0.454 lower"
    assert answer(hazard_rows, (edge, node)) == (
        "Two promises, no ranking. Agreement (ARI): A 0.454 at ε = 2 for one tie, B 0 at ε = 2 "
        "for one node's ties."
    )
    assert promises(edge, node).endswith("That of B holds the other's, and is the stronger one.")
    dear = gdp.mechanism("node_degrees").guarantee(4.0)
    assert "stronger" not in promises(edge, dear)
    assert answer(rows(Found(ari=0.4), Found(ari=0.0), [ARI]), (edge, edge)).startswith(
        "A is nearer"
    )


KARATE = gdp.load_graph("karate")
ANALYSES = ("overview", "spectral", "persistence", "louvain", "spanning_tree", "centrality",
            "spectrum")  # fmt: skip


def comparison(analysis: str) -> Comparison:
    flip = gdp.mechanism("edge_flip")
    return gdp.compare(KARATE, flip, gdp.analysis(analysis), epsilon=3.0, seed=2)


def test_every_kind_of_result_has_its_tables() -> None:
    assert all(kind.tables for kind in KINDS.values())
    keys = [table.key for kind in KINDS.values() for table in kind.tables]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("analysis", ANALYSES)
def test_every_table_can_be_made_and_saved(analysis: str) -> None:
    c = comparison(analysis)
    for table in KINDS[c.baseline.kind].tables:
        rows = table.rows(c)
        assert len(rows)
        assert rows.columns.is_unique
        assert rows.to_csv(index=False)


@pytest.mark.parametrize(
    ("analysis", "key"),
    [("spectral", "positions"), ("louvain", "communities"), ("centrality", "scores"),
     ("spectrum", "eigenvectors")],
)  # fmt: skip
def test_tables_of_nodes_have_a_row_for_every_node(analysis: str, key: str) -> None:
    c = comparison(analysis)
    table = next(t for t in KINDS[c.baseline.kind].tables if t.key == key)
    assert sorted(table.rows(c)["node"]) == sorted(KARATE.name(i) for i in range(KARATE.n))


def test_tree_edges_are_counted_once_and_say_where_they_are() -> None:
    c = comparison("spanning_tree")
    rows = KINDS["spanning_tree"].tables[0].rows(c)
    shared = rows["in"] == "both"
    for side, word in ((c.baseline, "without privacy only"), (c.private, "private only")):
        assert int(shared.sum() + (rows["in"] == word).sum()) == len(side.edges)


def test_matching_communities_have_the_same_number() -> None:
    c = comparison("louvain")
    same = gdp.compare(
        KARATE, gdp.mechanism("edge_flip"), c.analysis, epsilon=3.0, release=KARATE
    )  # fmt: skip
    rows = KINDS["partition"].tables[0].rows(same)
    np.testing.assert_array_equal(rows["private"], rows["without privacy"])


def test_every_metric_has_a_row() -> None:
    c = comparison("spectral")
    rows = metric_table(c)
    assert list(rows["Metric"]) == [metric.label for metric in c.analysis.metrics]
    assert rows["Meaning"].str.len().min() > 10


@pytest.mark.parametrize("kind", gdp.ANALYSES, ids=[kind.id for kind in gdp.ANALYSES])
def test_the_headline_names_metrics_of_the_analysis(kind: type) -> None:
    analysis = gdp.analysis(kind.id)
    shown = analysis.headline(KARATE)
    assert 1 <= len(shown) == len(set(shown)) <= 6
    assert set(shown) <= {metric.id for metric in analysis.metrics}
