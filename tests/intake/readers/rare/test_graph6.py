"""graph6, digraph6 and sparse6 as networkx writes them, of all sizes of the header."""

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, Limits

GRAPHS = [
    nx.empty_graph(1),
    nx.empty_graph(5),
    nx.path_graph(2),
    nx.complete_graph(7),
    nx.karate_club_graph(),
    nx.random_labeled_tree(62, seed=1),
    nx.random_labeled_tree(63, seed=2),
    nx.gnp_random_graph(64, 0.1, seed=3),
    nx.gnp_random_graph(300, 0.02, seed=4),
    nx.star_graph(127),
]


@pytest.mark.parametrize("graph", GRAPHS, ids=str)
@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("kind", ["g6", "s6"])
def test_what_networkx_writes_is_read_edge_for_edge(
    graph: nx.Graph, header: bool, kind: str
) -> None:
    write = {"g6": nx.to_graph6_bytes, "s6": nx.to_sparse6_bytes}[kind]
    found = read_upload(write(graph, header=header), f"g.{kind}").graph
    assert found.n == len(graph)
    assert {tuple(e) for e in found.edges.tolist()} == {
        (min(e[:2]), max(e[:2])) for e in graph.edges
    }


@pytest.mark.long
def test_a_sparse_graph_of_300000_nodes_has_the_long_header() -> None:
    graph = nx.empty_graph(300_000)
    nx.add_path(graph, [0, 1, *range(258_000, 259_000), 299_999])
    found = read_upload(nx.to_sparse6_bytes(graph), "g.s6").graph
    assert found.n == 300_000
    assert found.edges.tolist() == [list(e) for e in graph.edges]


def test_loops_and_repeats_of_sparse6_are_cleaned() -> None:
    graph = nx.MultiGraph([(0, 1), (0, 1), (2, 2), (1, 3)])
    loaded = read_upload(nx.to_sparse6_bytes(graph), "g.s6")
    assert loaded.graph.edges.tolist() == [[0, 1], [1, 3]]
    assert loaded.cleaned == "1 loop and 1 repeated edge were removed."


def test_digraph6_has_both_directions() -> None:
    loaded = read_upload(b"&DI?AO?\n", "g.d6")  # the example of the description
    assert loaded.graph.edges.tolist() == [[0, 2], [0, 4], [1, 3], [3, 4]]
    assert loaded.cleaned == "Direction was dropped."


def test_the_header_tells_the_format() -> None:
    assert read_upload(nx.to_graph6_bytes(nx.path_graph(4)), "g.txt").graph.m == 3


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Cg\nCg\n", "more than one graph"),
        (b"C g", "a letter that is not of the format"),
        (b"~", "ends too early"),
        (b"~~??", "ends too early"),
        (b"Cgg", "its length does not fit 4 nodes"),
        (b"H?", "its length does not fit 9 nodes"),
        (b"?", "no nodes"),
        (b"~~~~~~~~", "more than the 1,200,000 nodes"),
        (b":", "a letter that is not of the format"),
    ],
)
def test_what_does_not_fit_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(data, "g.g6")


def test_limits_are_kept() -> None:
    data = nx.to_graph6_bytes(nx.complete_graph(20))
    with pytest.raises(GraphFileError, match="more than the 100 edges"):
        read_upload(data, "g.g6", limits=Limits(edges=100))
