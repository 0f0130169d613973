"""Two private results in words: values, differences, promises."""

from dataclasses import replace

import pytest

import graphdp_core as gdp
from graphdp_core.metrics import Metric
from graphdp_core.plots.side_by_side import answer, price, promises, rows

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
        (ARI, 0.49, 0.95, (("0.49", "0.95"), "B is nearer by 0.46", 1)),
        (ARI, 0.95, 0.49, (("0.95", "0.49"), "A is nearer by 0.46", 0)),
        (LOST, 0.5, 0.25, (("50%", "25%"), "B is nearer by 25 points", 1)),
        (COUNT, 4, 7, (("4", "7"), "B is 3 higher", -1)),
        (ARI, 0.50001, 0.50002, (("0.5", "0.5"), "the same", -1)),
        (ARI, float("nan"), 1.0, (("—", "1"), "", -1)),
        (ARI, None, 1.0, (("—", "1"), "", -1)),
    ],
)
def test_a_row_says_how_far_and_which_is_nearer(metric, a, b, expected):
    assert said(metric, a, b) == expected


def test_the_answer_is_the_first_difference_that_has_a_better_end():
    found = rows(Found(k=4, ari=0.5, lost=0.1), Found(k=7, ari=0.5, lost=0.2), [COUNT, ARI, LOST])
    assert answer(found) == "A and B keep about the same: agreement (ARI) 0.5."
    assert answer([found[0], found[2]]) == "A keeps more than B: edges lost 10% against 20%."
    assert answer(found[:1]) == "A and B are alike."
    close = rows(Found(ari=0.488), Found(ari=0.499), [replace(ARI, low=0.0, high=1.0)])
    assert answer(close) == "A and B keep about the same: agreement (ARI) 0.488 and 0.499."


def test_promises_that_differ_are_not_ranked():
    edge = gdp.mechanism("edge_flip").guarantee(1.0)
    assert promises(edge, edge) == ""
    dear = gdp.mechanism("edge_flip").guarantee(3.0)
    assert promises(edge, dear) == price(edge, edge) == ""
    assert price(edge, dear).startswith("A spends ε = 1, B ε = 3:")
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
    found = rows(Found(ari=0.454), Found(ari=0.0), [ARI], ranked=False)
    assert found[0].words == "B is 0.454 lower"
    assert answer(found, (edge, node)) == (
        "Two promises, no ranking. Agreement (ARI): A 0.454 at ε = 2 for one edge, B 0 at ε = 2 "
        "for one node's edges."
    )
    assert promises(edge, node).endswith("That of B holds the other's, and is the stronger one.")
    dear = gdp.mechanism("node_degrees").guarantee(4.0)
    assert "stronger" not in promises(edge, dear)
    assert answer(rows(Found(ari=0.4), Found(ari=0.0), [ARI]), (edge, edge)).startswith("A keeps")
