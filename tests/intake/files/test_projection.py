"""Projections of people and groups against networkx."""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.intake import GraphFileError, Limits
from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.projection import projected
from graphdp_core.intake.files.raw_graph import RawGraph

FILE = GraphFile("g.net", b"", Limits())


def random_table(seed: int, rows: int = 9, columns: int = 6) -> RawGraph:
    filled = np.random.default_rng(seed).random((rows, columns)) < 0.3
    ends = np.argwhere(filled) + np.array([0, rows])
    return RawGraph(rows + columns, ends, names=[f"n{i}" for i in range(rows + columns)], rows=rows)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("side", ["rows", "columns"])
def test_a_projection_is_that_of_networkx(seed: int, side: str) -> None:
    raw = random_table(seed)
    graph = nx.Graph()
    graph.add_nodes_from(range(raw.n))
    graph.add_edges_from(raw.edges.tolist())
    nodes = range(9) if side == "rows" else range(9, 15)
    expected = nx.bipartite.weighted_projected_graph(graph, nodes)
    found = projected(raw, side, FILE)
    assert found.names == [f"n{i}" for i in nodes]
    pairs = {
        (found.names[u], found.names[v]): w
        for (u, v), w in zip(found.edges.tolist(), found.weights.tolist(), strict=True)
    }
    assert pairs == {
        (f"n{min(u, v)}", f"n{max(u, v)}"): w for u, v, w in expected.edges(data="weight")
    }


def test_both_kinds_stay_if_no_projection_is_wanted() -> None:
    raw = random_table(0)
    assert projected(raw, "none", FILE) is raw


def test_repeats_and_edges_within_a_kind_count_for_nothing() -> None:
    raw = RawGraph(3, np.array([[0, 2], [2, 0], [1, 2], [0, 1], [2, 2]]), rows=2)
    found = projected(raw, "rows", FILE)
    assert (found.edges.tolist(), found.weights.tolist()) == ([[0, 1]], [1])
    assert found.notes == ("1 column became edges between those that share one",)


def test_a_table_without_edges_has_a_projection_without_edges() -> None:
    raw = RawGraph(4, np.empty((0, 2), dtype=np.int64), rows=3)
    found = projected(raw, "rows", FILE)
    assert (found.n, len(found.edges), found.weights) == (3, 0, None)


def test_a_projection_that_is_too_large_is_refused_before_it_is_made() -> None:
    star = np.column_stack((np.arange(3_000), np.full(3_000, 3_000)))
    file = GraphFile("g.net", b"", Limits(edges=1_000_000))
    with pytest.raises(GraphFileError, match="made of 4,498,500 shared pairs, 4,000,000 are"):
        projected(RawGraph(3_001, star, rows=3_000), "rows", file)


def test_a_graph_of_one_kind_stays_as_it_is_and_says_so() -> None:
    found = projected(RawGraph(3, np.array([[0, 2]])), "rows", FILE)
    assert (found.n, found.edges.tolist()) == (3, [[0, 2]])
    assert found.notes == ("nothing was projected: nodes are of one kind",)
