"""GDF: the two tables, quotes, types, and tables that are missing."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.intake.named_edges import edges_of, nodes_of

GEPHI = b"""nodedef>name VARCHAR,label VARCHAR,class VARCHAR,x DOUBLE,y DOUBLE,color VARCHAR
s1,Ann,a,-52.1,-25.9,'114,116,177'
s2,"Bob, Jr",a,-20.1,25.7,'219,116,251'
s3,O'Neil,b,8.6,-26.9,'192,208,223'
s4,'Lone',b,3.5,-5.9,'192,208,223'
edgedef>node1 VARCHAR,node2 VARCHAR, weight DOUBLE,directed BOOLEAN,color VARCHAR
s1,s2,1.5,true,'1,2,3'
s2,s3, 2.5,false,'1,2,3'
"""


@pytest.mark.parametrize("name", ["g.gdf", "g.txt", "g.csv"])
def test_labels_classes_places_and_weights_are_read_as_gephi_writes_them(name: str) -> None:
    loaded = read_upload(GEPHI, name)
    graph = loaded.graph
    assert nodes_of(graph) == ["Ann", "Bob, Jr", "Lone", "O'Neil"]
    assert edges_of(graph) == {
        frozenset(("Ann", "Bob, Jr")): 1.5,
        frozenset(("Bob, Jr", "O'Neil")): 2.5,
    }
    assert graph.label_names == ("a", "b")
    assert graph.positions[0].tolist() == [-52.1, -25.9]
    assert loaded.cleaned.startswith("Direction was dropped")


def test_edges_alone_without_types_are_a_graph() -> None:
    graph = read_upload(b'edgedef> node1,node2\n\'a\',\'b\'\nb,"Joe ""X"" Blow"\n', "g.gdf").graph
    assert edges_of(graph) == {frozenset("ab"): 1, frozenset(("b", 'Joe "X" Blow')): 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n", "line 1 stands above nodedef> and edgedef>"),
        ("nodedef>name\nJoe, Blow\n", "line 2 has 2 cells, 1 columns are named above"),
        ("nodedef>name\na\nedgedef>node1,node2\na\n", "line 4: the edge has no two ends"),
        ("edgedef>node1,node2\n", "it holds no nodes"),
    ],
)
def test_rows_of_another_form_are_refused(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read_upload(text.encode(), "g.gdf")
