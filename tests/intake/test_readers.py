"""Readers agree with networkx, keep every node, and say in one sentence what was cleaned."""

import gzip
import io
from pathlib import Path

import networkx as nx
import pytest
from uploads import read_upload

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import FORMATS, GraphFileError, read_graph
from graphdp_core.intake.loading import load_file
from tests.intake.named_edges import edges_of

CLEAN = "Nothing had to be cleaned."


def read_text(text: str, name: str = "graph.csv", **options: object) -> Graph:
    return read_upload(text.encode(), name, **options).graph


@pytest.mark.sample
@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|", " ", ", ", "   "])
@pytest.mark.parametrize("header", ["", "source{}target{}weight\n", "# a comment\n\n% another\n"])
@pytest.mark.parametrize(
    ("newline", "ids"), [("\n", "a b c"), ("\r\n", "1 2 10"), ("\r", "007 7 x")]
)
def test_every_layout_of_an_edge_list_gives_the_same_graph(
    delimiter: str, header: str, newline: str, ids: str
) -> None:
    a, b, c = ids.split()
    rows = [(a, b, "2"), (b, c, "0.5"), (a, c, "-3e1")]
    text = header.format(delimiter, delimiter) + "".join(delimiter.join(r) + "\n" for r in rows)
    loaded = read_upload(text.replace("\n", newline).encode(), "graph.txt")
    assert [loaded.graph.name(i) for i in range(3)] == [a, b, c]
    assert loaded.graph.edges.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert loaded.graph.weights.tolist() == [2, -30, 0.5]
    assert loaded.cleaned == CLEAN


def test_numeric_names_are_sorted_as_numbers_and_text_by_appearance() -> None:
    graph = read_text("10 9\n9 200\n", "g.txt")
    assert graph.names == ("9", "10", "200")
    assert read_text("b,a\na,c\n").names == ("b", "a", "c")


def test_leading_zeros_keep_names_apart() -> None:
    assert read_text("02139,2139\n").names == ("02139", "2139")


def test_consecutive_numbers_need_no_names() -> None:
    assert read_text("0,1\n2,1\n").names is None
    assert read_text("1,2\n3,2\n").names == ("1", "2", "3")


def test_quotes_enclose_a_delimiter() -> None:
    graph = read_text('source,target\n"Smith, Ann","Jones ""Bob"""\n')
    assert graph.names == ("Smith, Ann", 'Jones "Bob"')


def test_columns_are_found_by_their_names_and_others_are_ignored_and_said() -> None:
    text = "Id,Type,Target,Source,Weight\n0,u,b,a,1.5\n1,u,c,b,2\n"
    loaded = read_upload(text.encode(), "gephi.csv")
    assert edges_of(loaded.graph).keys() == {frozenset("ab"), frozenset("bc")}
    assert loaded.graph.weights.tolist() == [1.5, 2]
    assert loaded.cleaned == "Columns 'Id', 'Type' were ignored."


def test_a_weight_column_can_be_named() -> None:
    text = "source,target,year,hours\na,b,1999,3\n"
    assert read_text(text, weight="hours").weights.tolist() == [3]
    with pytest.raises(GraphFileError, match=r"graph\.csv: there is no column 'days'"):
        read_text(text, weight="days")


def test_a_third_column_without_numbers_is_ignored_and_said() -> None:
    loaded = read_upload(b"0 1 x\n1 2 y\n", "words.edgelist")
    assert loaded.graph.weights is None
    assert loaded.cleaned == "Column 3 was ignored."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b\nb,c\n", CLEAN),
        ("a,b\nb,a\n", "Direction was dropped (1 pair stood in both directions)."),
        ("a,a\na,b\n", "1 loop was removed."),
        ("a,b\na,b\n", "1 repeated tie was removed."),
        ("a,a\nb,b\na,b\na,b\n", "2 loops and 1 repeated tie were removed."),
        (
            "a,b,1\nb,a,2\n",
            "Direction was dropped (1 pair stood in both directions) and of ties written more "
            "than once the first weight was kept.",
        ),
        ("a\x07,b\n", "1 node name had to be shortened to plain text."),
    ],
)
def test_one_sentence_says_what_was_cleaned(text: str, sentence: str) -> None:
    assert read_upload(text.encode(), "graph.csv").cleaned == sentence


def test_a_repeated_edge_has_its_first_last_or_total_weight_or_is_refused() -> None:
    text = "a,b,1\nb,c,5\nb,a,2\na,b,4\n"
    assert read_text(text).weights.tolist() == [1, 5]
    assert read_text(text, repeats="sum").weights.tolist() == [7, 5]
    assert read_text(text, repeats="last").weights.tolist() == [4, 5]
    with pytest.raises(GraphFileError, match=r"1 tie written more .* weights, such as 'a' to 'b'"):
        read_text(text, repeats="stop")
    assert read_text("a,b,2\nb,a,2\n", repeats="stop").weights.tolist() == [2]
    with pytest.raises(ValueError, match=r"repeated must be 'first' or .*, got 'mean'"):
        read_text(text, repeats="mean")


def test_a_node_that_only_has_a_loop_stays() -> None:
    graph = read_text("1,1\n2,3\n")
    assert (graph.n, graph.m) == (3, 1)


def test_names_keep_markup_as_text_and_are_capped() -> None:
    graph = read_text(f"<script>alert(1)</script>,{'x' * 200}\n")
    assert graph.names == ("<script>alert(1)</script>", "x" * 79 + "…")


@pytest.mark.parametrize("directed", [False, True])
def test_graphml_and_gml_agree_with_networkx(directed: bool, tmp_path: Path) -> None:
    kind = nx.DiGraph if directed else nx.Graph
    original = nx.gnp_random_graph(40, 0.1, seed=1, directed=directed)
    original.add_edge(3, 3)
    original.add_node(99)
    original = kind(nx.relabel_nodes(original, lambda i: f"node {i}"))
    for ending in ("graphml", "gml"):
        path = tmp_path / f"graph.{ending}"
        getattr(nx, f"write_{ending}")(original, path)
        expected = nx.Graph(getattr(nx, f"read_{ending}")(path))
        expected.remove_edges_from(list(nx.selfloop_edges(expected)))
        graph = load_file(path).graph
        assert graph.names == tuple(expected)
        assert edges_of(graph).keys() == set(map(frozenset, expected.edges))


def test_a_directed_graphml_says_so() -> None:
    text = "\n".join(nx.generate_graphml(nx.DiGraph([("a", "b"), ("b", "b")])))
    loaded = read_upload(text.encode(), "d.graphml")
    assert loaded.cleaned == "Direction was dropped and 1 loop was removed."


def graphml(body: str, keys: str = "") -> str:
    return f"<graphml>{keys}<graph edgedefault='undirected'>{body}</graph></graphml>"


NODES = "".join(f"<node id='{i}'/>" for i in "abcd")
KEY = "<key id='k' for='edge' attr.name='weight' attr.type='double'>{}</key>"


def test_weights_that_some_edges_lack_are_left_out_and_said() -> None:
    edges = "<edge source='a' target='b'><data key='k'>7</data></edge><edge source='b' target='c'/>"
    loaded = read_upload(graphml(NODES + edges, KEY.format("")).encode(), "g.graphml")
    assert loaded.graph.weights is None
    assert loaded.cleaned == "Weights were left out because 1 of 2 ties have none."


def test_nodes_named_by_edges_alone_are_added_and_said() -> None:
    body = "<edge source='a' target='z'/><edge source='a' target='b'/>" + NODES
    loaded = read_upload(graphml(body).encode(), "g.graphml")
    assert loaded.graph.n == 5
    assert loaded.cleaned == "1 node named by ties alone had to be added."


def test_a_class_attribute_can_be_named() -> None:
    key = "<key id='t' for='node' attr.name='team'/>"
    nodes = "".join(
        f"<node id='{i}'><data key='t'>{t}</data></node>" for i, t in zip("abc", "xyy", strict=True)
    )
    text = graphml(nodes, key)
    assert read_text(text, "g.graphml").labels is None
    graph = read_text(text, "g.graphml", label="team")
    assert [graph.label_names[i] for i in graph.labels] == ["x", "y", "y"]
    with pytest.raises(GraphFileError, match="not every node has the attribute 'club'"):
        read_text(text, "g.graphml", label="club")


def test_classes_that_are_numbers_are_sorted_as_numbers() -> None:
    nodes = "".join(f"node [ id {i} value {v} ] " for i, v in enumerate([10, 9, 10, 9]))
    assert read_text(f"graph [ {nodes} ]", "g.gml").label_names == ("9", "10")


def test_gml_reads_repeated_edges_entities_comments_and_nested_blocks() -> None:
    text = """Creator "me" # not a comment here
    # a comment [ with a bracket
    graph [ directed 1
      node [ id 5 label "Ren&#233;" graphics [ x 1.0 label "no" ] ]
      node [ id 3 label "Zo&euml;" ]
      edge [ source 5 target 3 value 2 ]
      edge [ source 5 target 3 value 3 ]
    ]""".replace(" # not a comment here", "")
    loaded = read_upload(text.encode(), "g.gml")
    assert loaded.graph.names == ("René", "Zoë")
    assert loaded.graph.weights.tolist() == [2]
    assert loaded.cleaned == (
        "Direction was dropped, 1 repeated tie was removed and of ties written more than once "
        "the first weight was kept."
    )


def test_gzip_paths_open_files_and_uploads_give_the_same_graph(tmp_path: Path) -> None:
    text = b"a b\nb c\n"
    parts = gzip.compress(text[:4]) + gzip.compress(b"") + gzip.compress(text[4:])
    path = tmp_path / "graph.txt.gz"
    path.write_bytes(parts)
    expected = read_text(text.decode(), "g.txt")
    assert read_graph(path) == expected
    assert read_graph(str(path)) == expected
    assert read_graph(io.BytesIO(parts), "edge_list") == expected
    with path.open("rb") as stream:
        assert read_graph(stream) == expected
    assert read_upload(parts, "odd.name", "edge_list").graph == expected
    assert path.read_bytes() == parts


def test_formats_have_distinct_ids_and_endings() -> None:
    endings = [ending for known in FORMATS for ending in known.endings]
    assert len(set(endings)) == len(endings)
    assert len({known.id for known in FORMATS}) == len(FORMATS)


def test_an_unknown_format_gives_the_list_of_known_ones() -> None:
    with pytest.raises(ValueError, match=r"must be one of edge_list, .*, metis, .*got 'xls'"):
        read_upload(b"a b\n", "g.txt", "xls")
