"""Files of known, overlapping groups."""

import pytest

from graphdp_core.data import load_graph
from graphdp_core.data.community_file import known_groups, read_groups
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import GraphFileError
from graphdp_core.intake.files.graph_file import GraphFile, Limits

NAMED = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)], names=["7", "a", "12", "b"])


def file(text: str) -> GraphFile:
    return GraphFile("groups.txt", text.encode(), Limits())


def test_groups_are_read_by_name_and_may_overlap():
    groups = read_groups(file("# two groups\n7\ta\n\n12 b a b\n"), NAMED)
    assert [group.tolist() for group in groups] == [[0, 1], [1, 2, 3]]


def test_an_unknown_node_is_refused():
    with pytest.raises(GraphFileError, match="'99'"):
        read_groups(file("7 99\n"), NAMED)


def test_a_graph_without_a_file_has_no_groups():
    assert known_groups(NAMED) == ()


def test_published_groups_of_com_dblp(data_dir):
    groups = known_groups(load_graph("com-dblp"))
    assert len(groups) == 5000
    assert len(set().union(*(group.tolist() for group in groups))) == 93_432
