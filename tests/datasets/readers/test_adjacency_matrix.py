"""Squares of numbers are matrices; edge lists that happen to be square are not."""

import io

import networkx as nx
import numpy as np
import pytest

from graphdp_core.datasets import GraphFileError, read_upload

KARATE = nx.karate_club_graph()


def saved(matrix, **options) -> bytes:
    stream = io.BytesIO()
    np.savetxt(stream, matrix, **options)
    return stream.getvalue()


@pytest.mark.parametrize("delimiter", [" ", ",", ";", "\t"])
def test_a_matrix_of_zeros_and_ones_is_the_graph(delimiter):
    ones = (nx.to_numpy_array(KARATE) > 0).astype(int)
    loaded = read_upload(saved(ones, fmt="%d", delimiter=delimiter), "karate.csv")
    assert loaded.graph.weights is None
    assert set(map(tuple, loaded.graph.edges.tolist())) == set(KARATE.edges)
    assert "read as an adjacency matrix" in loaded.cleaned


def test_entries_are_the_weights():
    matrix = nx.to_numpy_array(KARATE)
    graph = read_upload(saved(matrix), "karate.txt").graph
    assert np.allclose(graph.weights, matrix[graph.edges[:, 0], graph.edges[:, 1]])


def test_names_above_and_beside_the_numbers_are_the_nodes():
    path = nx.relabel_nodes(nx.path_graph(5), dict(enumerate("edcba")))
    table = nx.to_pandas_adjacency(path).to_csv().encode()
    graph = read_upload(table, "path.csv").graph
    pairs = {frozenset(graph.name(i) for i in edge) for edge in graph.edges.tolist()}
    assert pairs == set(map(frozenset, path.edges))


def test_one_direction_is_dropped_and_said():
    table = b"0,1,0,0\n0,0,1,0\n0,0,0,1\n0,0,0,0\n"
    loaded = read_upload(table, "chain.csv")
    assert loaded.graph.edges.tolist() == [[0, 1], [1, 2], [2, 3]]
    assert loaded.cleaned.startswith("Direction was dropped")


@pytest.mark.parametrize(
    ("table", "n", "m"),
    [
        (b"1 2 3\n2 3 1\n3 1 2\n", 3, 3),  # three weighted edges
        (b"0,1,2.5,7\n1,2,0.5,8\n2,3,1.5,9\n3,0,4.5,7\n", 4, 4),  # weight and time
        (b"1 2 5 6\n", 2, 1),
    ],
)
def test_an_edge_list_of_numbers_stays_one(table, n, m):
    graph = read_upload(table, "list.csv").graph
    assert (graph.n, graph.m) == (n, m)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (b"\n".join([b"1,2,3,4,5,6,7,8,9"] * 4), "9 columns of numbers"),
        (b",a,b,c,d\na,0,1,0,0\nb,1,0,0,0\nc,0,0,0,x\nd,0,0,0,0\n", "weight 'x'"),
        (b",a,b,c,d\na,0,1,0,0\nb,1,0,0\nc,0,0,0,1\nd,0,0,1,0\n", "3 entries"),
    ],
)
def test_what_is_not_square_or_not_a_number_is_refused(table, says):
    with pytest.raises(GraphFileError, match=says):
        read_upload(table, "bad.csv")
