"""GML as programs write it, with nodes that have no id."""

from uploads import read_upload


def test_nodes_without_an_id_stand_alone() -> None:
    text = b"""graph [ node [ label "x" ] node [ id 1 label "a" ] node [ id 2 label "b" ]
    node [ ] edge [ source 1 target 2 ] ]"""
    loaded = read_upload(text, "g.gml")
    assert loaded.graph.n == 4
    assert loaded.graph.edges.tolist() == [[1, 2]]
    assert loaded.cleaned == "2 nodes without an id stand without edges."


def test_weights_of_text_are_left_out_and_shown() -> None:
    text = b'graph [ edge [ source 1 target 2 weight "high" ] edge [ source 2 target 3 weight 1 ] ]'
    loaded = read_upload(text, "g.gml")
    assert loaded.graph.edges.tolist() == [[0, 1], [1, 2]]
    assert loaded.graph.weights is None
    assert "1 of 2 edges have none that is a number ('high')" in loaded.cleaned
