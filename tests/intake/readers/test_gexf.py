"""GEXF: labels are names, and no attribute is made of them."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError

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
