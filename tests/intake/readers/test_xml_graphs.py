"""GraphML whose weights are text or true and false, as igraph and yEd write them.

GEXF: labels are names, and no attribute is made of them.
"""

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError


@pytest.mark.parametrize("values", [("low", "high"), (True, False), ("1", "")])
def test_weights_that_are_no_numbers_leave_the_topology(values: tuple) -> None:
    original = nx.Graph()
    original.add_edge("ann", "bob", weight=values[0])
    original.add_edge("bob", "cy", weight=values[1])
    data = "\n".join(nx.generate_graphml(original)).encode()
    loaded = read_upload(data, "g.graphml")
    assert loaded.graph.names == ("ann", "bob", "cy")
    assert loaded.graph.edges.tolist() == [[0, 1], [1, 2]]
    assert loaded.graph.weights is None
    assert loaded.cleaned.startswith("Weights were left out because")
    with pytest.raises(GraphFileError, match=r"edge \d has the weight"):
        read_upload(data, "g.graphml", weight="weight")


def test_a_default_fills_only_weights_that_are_not_written() -> None:
    text = """<graphml><key id="w" for="edge" attr.name="weight"><default>{}</default></key>
    <graph><edge source="a" target="b"><data key="w">2</data></edge>
    <edge source="b" target="c"/></graph></graphml>"""
    assert read_upload(text.format("5").encode(), "g.graphml").graph.weights.tolist() == [2, 5]
    none = read_upload(text.format("some").encode(), "g.graphml")
    assert none.graph.weights is None
    assert "('some')" in none.cleaned


def test_groups_of_nodes_are_one_graph_and_no_nodes_unless_an_edge_joins_them() -> None:
    text = """<graphml><key id="l" for="node" attr.name="label"/><graph>
    <node id="n0"><data key="l">Ada</data></node>
    <node id="n1"><data key="l">{}</data><graph>
      <node id="n1::n0"><data key="l">Boris</data></node>
      <node id="n1::n1"><data key="l">Cara</data></node>
      <edge source="n1::n0" target="n1::n1"/></graph></node>
    <edge source="n0" target="{}"/></graph></graphml>"""
    inside = read_upload(text.format("Team", "n1::n0").encode(), "yed.graphml")
    assert inside.graph.names == ("Ada", "Boris", "Cara")
    assert inside.graph.edges.tolist() == [[0, 1], [1, 2]]
    assert "1 group of nodes without ties" in inside.cleaned
    joined = read_upload(text.format("Team", "n1").encode(), "yed.graphml").graph
    assert joined.names == ("Ada", "Team", "Boris", "Cara")


TEXT = b"""<gexf><graph><nodes><node id="a" label="Ann"/><node id="b" label="Bob"/></nodes>
<edges><edge source="a" target="b" weight="much"/></edges></graph></gexf>"""


def test_labels_are_names_and_no_attribute_that_can_be_asked_for() -> None:
    assert read_upload(TEXT, "g.gexf").graph.names == ("Ann", "Bob")
    with pytest.raises(GraphFileError, match="not every node has the attribute 'label of GEXF'"):
        read_upload(TEXT, "g.gexf", label="label of GEXF")


def test_an_attribute_name_goes_before_the_label() -> None:
    node = (
        b'<node id="%b" label="%b"><attvalues><attvalue for="name" value="%b"/></attvalues></node>'
    )
    nodes = node % (b"a", b"x", b"Ann") + node % (b"b", b"y", b"Bob")
    graph = read_upload(b"<gexf><graph>" + nodes + b"</graph></gexf>", "g.gexf").graph
    assert graph.names == ("Ann", "Bob")


def test_a_weight_of_text_does_not_cost_the_edge() -> None:
    loaded = read_upload(TEXT, "g.gexf")
    assert (loaded.graph.m, loaded.graph.weights) == (1, None)
    assert "('much')" in loaded.cleaned
