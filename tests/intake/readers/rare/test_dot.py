"""DOT as the language allows it: subgraphs, defaults, ports, quotes, comments."""

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from graphdp_core.intake.formats import FORMATS
from tests.intake.named_edges import edges_of, nodes_of


def read(text: str, name: str = "g.dot", **options: object):
    return read_upload(text.encode(), name, **options)


def pairs(*names: str) -> set[frozenset[str]]:
    return {frozenset(name.split()) for name in names}


def test_edges_chains_and_subgraphs_are_drawn_as_graphviz_draws_them() -> None:
    loaded = read("strict graph G { a -- b -- c; d -- {e f} -- g; subgraph s { h i } -- j; k }")
    assert edges_of(loaded.graph).keys() == pairs(
        "a b", "b c", "d e", "d f", "e g", "f g", "h j", "i j"
    )
    assert nodes_of(loaded.graph) == list("abcdefghijk")
    assert loaded.cleaned == "Nothing had to be cleaned."


def test_a_digraph_has_directions_that_are_dropped() -> None:
    loaded = read("digraph { a -> b; b -> a }")
    assert loaded.graph.m == 1
    assert loaded.cleaned == "Direction was dropped (1 pair stood in both directions)."


def test_weights_stand_at_the_edge_or_in_its_defaults() -> None:
    text = 'graph { edge [weight=2 color="red"]; a--b; subgraph { edge [weight=5]; b--c }'
    loaded = read(text + ' c--d [label="x", weight=".5"] }').graph
    assert edges_of(loaded) == {frozenset("ab"): 2, frozenset("bc"): 5, frozenset("cd"): 0.5}
    assert edges_of(read(text + "}", weight="weight").graph) == {
        frozenset("ab"): 2,
        frozenset("bc"): 5,
    }


def test_comments_ports_and_attributes_of_the_graph_are_passed_over() -> None:
    text = """/* made by hand */
# a line of the preprocessor
graph "my graph" { // here
    rankdir=LR; graph [label="a -- b"]; node [shape=box];
    a:port:nw -- b:s [style=dotted]; a [color=red] [weight=2] }"""
    for name in ("g.gv", "g.txt", "unknown"):
        assert read(text, name).graph.edges.tolist() == [[0, 1]]


def test_labels_are_names_and_positions_are_kept() -> None:
    text = r"""graph { node [label="\N"]; 0 [label="Ann", pos="1,2"]; 1 [label=Bob, pos="3,4.5!"];
    0 -- 1 }"""
    graph = read(text).graph
    assert graph.names == ("Ann", "Bob")
    assert graph.positions.tolist() == [[1, 2], [3, 4.5]]
    assert read(r'graph { node [label="\N"]; a -- b }').graph.names == ("a", "b")


def test_gml_is_still_known_by_its_first_bytes() -> None:
    assert read("graph [ node [ id 1 ] ]", "unknown").graph.n == 1
    assert {known.id for known in FORMATS} >= {"dot", "gml"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line 1 does not begin with graph or digraph"),
        ("graph { a -> b }", "line 1 has -> where this graph needs --"),
        ("graph {\n a -- ; }", "line 2 has ; where a name is needed"),
        ("graph { a -- b", "ends too early"),
        ('graph { a -- "b }', "line 1 cannot be read from"),
        ("graph { /* a }", "line 1 cannot be read from"),
        ("graph { <a -- b }", "opens < and nothing closes it"),
        ("graph { a } graph { b }", "keep one graph in the file"),
        ("graph { a -- b [weight= }", "where a name is needed"),
        ("graph " + "{" * 99_999, "nests subgraphs too deeply"),
        ("graph { }", "it holds no nodes"),
    ],
)
def test_what_is_not_of_the_language_is_refused(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        read(text)


def test_products_of_large_subgraphs_stop_at_the_limit() -> None:
    many = " ".join(f"n{i}" for i in range(3_000))
    with pytest.raises(GraphFileError, match="more than the 5,000,000 ties"):
        read(f"graph {{ {{{many}}} -- {{{many}}} }}")
