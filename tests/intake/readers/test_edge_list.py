"""A column of a table of edges gives the classes of the sources, and never costs an edge.

Projections of people and groups against networkx.
"""

import networkx as nx
import numpy as np
import pytest

from graphdp_core.intake import GraphFileError, Limits
from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.raw_graph import RawGraph
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.readers.edge_list import projected
from tests.intake.named_edges import nodes_of

LABEL = Reading(label="team")


def table(*rows: str) -> bytes:
    return "\n".join(("who,whom,team", *rows)).encode()


@pytest.mark.parametrize("names", [("ann", "bob", "cy"), ("1", "2", "3")])
def test_the_label_of_a_row_is_the_class_of_its_source(names) -> None:
    a, b, c = names
    data = table(f"{a},{b},red", f"{b},{c},blue", f"{c},{a},red", f"{c},{b},")
    shown = preview(data, "g.csv", LABEL)
    graph = read(data, "g.csv", shown.reading).graph
    classes = {graph.name(i): graph.label_names[k] for i, k in enumerate(graph.labels)}
    assert classes == {a: "red", b: "blue", c: "red"}
    assert graph.m == 3


def test_a_node_of_two_classes_leaves_them_out_and_one_without_is_a_group_of_its_own() -> None:
    loaded = read(table("ann,bob,red", "ann,cy,blue"), "g.csv", LABEL)
    assert (loaded.graph.labels, loaded.graph.m) == (None, 2)
    assert nodes_of(loaded.graph) == ["ann", "bob", "cy"]
    words = "classes were left out because 'ann' has two, 'red' and 'blue'"
    assert words in loaded.cleaned.lower()
    graph = read(table("ann,bob,red", "bob,cy,blue"), "g.csv", LABEL).graph
    assert [graph.label_names[k] for k in graph.labels] == ["red", "blue", "not said"]


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
    near = projected(raw, side, FILE)
    assert near.names == [f"n{i}" for i in nodes]
    pairs = {
        (near.names[u], near.names[v]): w
        for (u, v), w in zip(near.edges.tolist(), near.weights.tolist(), strict=True)
    }
    assert pairs == {
        (f"n{min(u, v)}", f"n{max(u, v)}"): w for u, v, w in expected.edges(data="weight")
    }


def test_both_kinds_stay_if_no_projection_is_wanted() -> None:
    raw = random_table(0)
    assert projected(raw, "none", FILE) is raw


def test_repeats_and_edges_within_a_kind_count_for_nothing() -> None:
    raw = RawGraph(3, np.array([[0, 2], [2, 0], [1, 2], [0, 1], [2, 2]]), rows=2)
    near = projected(raw, "rows", FILE)
    assert (near.edges.tolist(), near.weights.tolist()) == ([[0, 1]], [1])
    assert near.notes == ("1 column became ties between those that share one",)


def test_a_table_without_edges_has_a_projection_without_edges() -> None:
    raw = RawGraph(4, np.empty((0, 2), dtype=np.int64), rows=3)
    near = projected(raw, "rows", FILE)
    assert (near.n, len(near.edges), near.weights) == (3, 0, None)


def test_a_projection_that_is_too_large_is_refused_before_it_is_made() -> None:
    star = np.column_stack((np.arange(3_000), np.full(3_000, 3_000)))
    file = GraphFile("g.net", b"", Limits(edges=1_000_000))
    with pytest.raises(GraphFileError, match="made of 4,498,500 shared pairs, 4,000,000 are"):
        projected(RawGraph(3_001, star, rows=3_000), "rows", file)


def test_a_graph_of_one_kind_stays_as_it_is_and_says_so() -> None:
    values = projected(RawGraph(3, np.array([[0, 2]])), "rows", FILE)
    assert (values.n, values.edges.tolist()) == (3, [[0, 2]])
    assert values.notes == ("nothing was projected: nodes are of one kind",)
