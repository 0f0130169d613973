"""Graphs go to other packages and come back as they were."""

import numpy as np
import pytest
from scipy.sparse import coo_array, csr_matrix

import graphdp_core as gdp

KARATE = gdp.load_graph("karate")
HEAVY = gdp.load_graph("les_miserables")


@pytest.mark.parametrize("form", [lambda a: a, lambda a: a.toarray(), csr_matrix, coo_array])
def test_a_matrix_in_any_form_is_the_graph_that_made_it(form):
    again = gdp.from_adjacency(form(KARATE.adjacency()))
    assert again.edges.tolist() == KARATE.edges.tolist()
    assert again.weights is None
    weighed = gdp.from_adjacency(form(HEAVY.adjacency(weighted=True)))
    assert weighed.edges.tolist() == HEAVY.edges.tolist()
    assert weighed.weights.tolist() == HEAVY.weights.tolist()


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        ([[0, 1, 0], [1, 0, 1]], r"must be square, got the shape \(2, 3\)"),
        ([0, 1], "must be square"),
        ([[0, 1], [0, 0]], "must be symmetric"),
        ([[0, 1], [2, 0]], "must be symmetric"),
        ([[0, np.nan], [np.nan, 0]], "finite numbers"),
    ],
)
def test_what_is_no_graph_is_refused(matrix, words):
    with pytest.raises(gdp.Refused, match=words):
        gdp.from_adjacency(matrix)


def test_loops_repeats_and_stored_zeros_are_no_edges():
    twice = coo_array(([1.0, 1.0, 2.0, 0.0], ([0, 1, 0, 1], [1, 0, 0, 1])), shape=(2, 2))
    assert gdp.from_adjacency(twice).edges.tolist() == [[0, 1]]
    assert gdp.from_adjacency(np.zeros((0, 0))).n == 0


def test_a_table_has_a_row_for_each_edge_by_name():
    table = gdp.to_pandas(HEAVY)
    assert list(table) == ["source", "target", "weight"]
    assert len(table) == HEAVY.m
    assert table["source"][0] == HEAVY.name(int(HEAVY.edges[0, 0]))
    assert list(gdp.to_pandas(gdp.Graph.from_edges(3, []))) == ["source", "target"]
