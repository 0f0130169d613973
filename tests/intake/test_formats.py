"""Every format is read as its own library writes it, and what we write is read as it was."""

import gzip
import io
import json
from dataclasses import replace
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import scipy.io
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from uploads import read_upload

from graphdp_core.data import generate, load_graph
from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import WRITERS, GraphFileError, left_out, read_graph, write_graph, written
from tests.intake.named_edges import edges_of

WAY = "What a large weight means was left out: say it where the file is read."
GRAPHS = ("karate", "les_miserables", "florentine_families", "davis_women")


def read(text: str, name: str, **options: object) -> Graph:
    return read_upload(text.encode(), name, **options).graph


def original(id: str) -> nx.Graph:
    """The graph under its own names, as networkx has it."""
    graph = load_graph(id)
    return nx.relabel_nodes(graph.to_networkx(), {i: graph.name(i) for i in range(graph.n)})


@pytest.mark.parametrize("id", GRAPHS)
@pytest.mark.parametrize("ending", ["graphml", "gml", "gexf"])
def test_what_networkx_writes_is_read_as_it_was(id: str, ending: str, tmp_path: Path) -> None:
    graph = load_graph(id).to_networkx() if ending != "gml" else original(id)
    for _, facts in graph.nodes(data=True):  # networkx takes "label" for the name
        if "label" in facts and ending != "graphml":
            facts["club"] = facts.pop("label")
    getattr(nx, f"write_{ending}")(graph, tmp_path / f"g.{ending}")
    assert read_graph(tmp_path / f"g.{ending}") == replace(load_graph(id), near=None)


@pytest.mark.parametrize("id", GRAPHS)
@pytest.mark.parametrize("edges", ["edges", "links"])
def test_node_link_json_of_networkx_is_read_as_it_was(id: str, edges: str) -> None:
    data = nx.node_link_data(load_graph(id).to_networkx(), edges=edges)
    assert read(json.dumps(data), "g.json") == replace(load_graph(id), near=None)


@pytest.mark.parametrize("id", GRAPHS)
@pytest.mark.parametrize("symmetry", ["symmetric", "general"])
@pytest.mark.parametrize("dense", [False, True])
def test_matrix_market_of_scipy_is_read_as_it_was(id: str, symmetry: str, dense: bool) -> None:
    graph = load_graph(id)
    weighted = graph.weights is not None
    matrix = scipy.sparse.coo_array(graph.adjacency(weighted=weighted))
    stream = io.BytesIO()
    scipy.io.mmwrite(stream, matrix.toarray() if dense else matrix, symmetry=symmetry)
    loaded = read_upload(stream.getvalue(), "g.mtx").graph
    np.testing.assert_array_equal(loaded.edges, graph.edges)
    if weighted:
        np.testing.assert_array_equal(loaded.weights, graph.weights)


def test_a_matrix_of_a_pattern_has_no_weights() -> None:
    text = "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n4 4 2\n2 1\n% c\n3 2\n"
    graph = read(text, "g.mtx")
    assert (graph.n, graph.m, graph.weights) == (4, 2, None)
    assert read(text, "g.txt") == graph


@pytest.mark.parametrize("kind", ["", "1", "11", "10", "111"])
def test_metis_weights_of_nodes_are_passed_over_and_those_of_edges_kept(kind: str) -> None:
    graph = load_graph("les_miserables")
    rows = ["7"] * 0
    kind3 = kind.zfill(3)
    dense = graph.adjacency(weighted=True).toarray()
    for i in range(graph.n):
        row = ["9"] * (kind3[0] == "1") + ["8"] * (kind3[1] == "1")
        for j in np.flatnonzero(dense[i]):
            row += [str(j + 1)] + [f"{dense[i, j]:g}"] * (kind3[2] == "1")
        rows.append(" ".join(row))
    loaded = read(f"% c\n{graph.n} {graph.m} {kind}\n" + "\n".join(rows) + "\n", "g.graph")
    np.testing.assert_array_equal(loaded.edges, graph.edges)
    assert (loaded.weights is not None) == (kind3[2] == "1")
    if loaded.weights is not None:
        np.testing.assert_array_equal(loaded.weights, graph.weights)


def test_a_pajek_file_may_hold_lists_a_matrix_and_a_partition() -> None:
    head = '*Network x\n*Vertices 3\n1 "Ann B" 0.1 0.2 0.5\n2 bob 0.3 0.4 0.5\n3 "c" 0 0 0.5\n'
    lists = read(head + "*Edgeslist\n1 2 3\n", "g.net")
    assert lists.names == ("Ann B", "bob", "c")
    assert lists.edges.tolist() == [[0, 1], [0, 2]]
    assert lists.positions.tolist() == [[0.1, 0.2], [0.3, 0.4], [0, 0]]
    matrix = read(head + "*Matrix\n0 1 2\n1 0 0\n2 0 0\n", "g.net")
    assert edges_of(matrix) == {frozenset(("Ann B", "bob")): 1, frozenset(("Ann B", "c")): 2}
    project = head + "*Arcs\n1 2\n2 1 3\n*Partition p\n*Vertices 3\n5\n6\n5\n"
    loaded = read_upload(project.encode(), "g.paj")
    assert loaded.graph.label_names == ("5", "6")
    assert loaded.graph.labels.tolist() == [0, 1, 0]
    assert "Direction was dropped (1 pair stood in both directions)" in loaded.cleaned


def test_equal_weights_of_a_pajek_file_are_left_out_and_said() -> None:
    text = "*Vertices 3\n*Edges\n1 2 2.0\n2 3 2.0\n"
    loaded = read_upload(text.encode(), "g.net")
    assert loaded.graph.weights is None
    assert loaded.cleaned == "Weights were left out because all are 2."


def test_gexf_keeps_defaults_positions_nested_nodes_and_weights() -> None:
    text = """<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz">
    <graph defaultedgetype="directed"><attributes class="node">
    <attribute id="0" title="club" type="string"><default>red</default></attribute></attributes>
    <nodes><node id="a" label="Ann"><attvalues><attvalue for="0" value="blue"/></attvalues>
    <viz:position x="1" y="2" z="0"/><nodes><node id="b" label="Bob">
    <viz:position x="3" y="4" z="0"/></node></nodes></node>
    <node id="c" label="Cy"><viz:position x="5" y="6" z="0"/></node>
    <node id="d" label="Di"><viz:position x="5" y="7" z="0"/></node></nodes>
    <edges><edge source="a" target="b" weight="2.5"/><edge source="b" target="c" weight="1"/>
    </edges></graph></gexf>"""
    loaded = read_upload(text.encode(), "g.gexf")
    graph = loaded.graph
    assert graph.names == ("Ann", "Bob", "Cy", "Di")
    assert [graph.label_names[k] for k in graph.labels] == ["blue", "red", "red", "red"]
    assert graph.weights.tolist() == [2.5, 1]
    assert graph.positions.tolist() == [[1, 2], [3, 4], [5, 6], [5, 7]]
    assert loaded.cleaned == "Direction was dropped."
    assert read(text, "g.xml") == graph


def test_json_of_d3_numbers_its_nodes_and_names_a_group() -> None:
    text = """{"nodes": [{"name": "Ann", "group": 1}, {"name": "Bob", "group": 2},
    {"name": "Cy", "group": 1}, {"name": "Di", "group": 2}],
    "other": {"deep": [[1, "]"], {"a": "}"}]}, "links": [{"source": 0, "target": 1, "value": 3},
    {"source": {"id": 2}, "target": 1, "value": 0.5}]}"""
    graph = read(text, "miserables.json")
    assert graph.names == ("Ann", "Bob", "Cy", "Di")
    assert graph.labels.tolist() == [0, 1, 0, 1]
    assert edges_of(graph) == {frozenset(("Ann", "Bob")): 3, frozenset(("Bob", "Cy")): 0.5}


def test_links_may_stand_before_nodes_and_ids_be_anything() -> None:
    text = '{"edges": [{"source": [0, 1], "target": "b"}], "nodes": [{"id": [0, 1]}, "b", true]}'
    loaded = read_upload(text.encode(), "g.json")
    assert loaded.graph.names == ('["0", "1"]', "b", "true")
    assert loaded.graph.m == 1


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("<graphml><graph><node id='a'/></graph></graphml>", "g.xml"),
        ("*Vertices 1\n", "g.txt"),
        ("graph [ node [ id 1 ] ]", "unknown"),
        ('{"nodes": ["a"]}', "unknown"),
        ("a b\n", "g.txt"),
    ],
)
def test_the_first_bytes_tell_the_format_where_the_ending_does_not(text: str, name: str) -> None:
    assert read(text, name).n >= 1


def test_coordinates_are_kept_if_every_node_has_them() -> None:
    gml = "graph [ {} edge [ source 0 target 1 ] ]"
    some = "node [ id 0 graphics [ x 1.5 y 2 ] ] node [ id 1 {} ]"
    assert read(gml.format(some.format("")), "g.gml").positions is None
    full = read(gml.format(some.format("graphics [ x 0 y -1e3 ]")), "g.gml")
    assert full.positions.tolist() == [[1.5, 2], [0, -1000]]
    same = read(gml.format(some.format("graphics [ x 1.5 y 2 ]")), "g.gml")
    assert same.positions is None


def test_only_the_largest_component_is_kept_if_asked_and_the_price_is_said() -> None:
    loaded = read_upload(b"1 2\n3 4\n4 5\n", "g.txt", largest_component=True)
    assert loaded.graph.names == ("3", "4", "5")
    assert loaded.graph.edges.tolist() == [[0, 1], [1, 2]]
    assert loaded.cleaned == (
        "Nothing had to be cleaned. 2 nodes outside the largest component left out: which these "
        "are reads the private data."
    )
    whole = read_upload(b"1 2\n", "g.txt", largest_component=True)
    assert whole.cleaned == "Nothing had to be cleaned."


def test_a_file_of_classes_can_come_with_any_format(tmp_path: Path) -> None:
    for content in (b"a,red\nb,blue\n", b"node,team\na,red\nb,blue\n", b"b\tblue\na\tred\n"):
        graph = read_upload(b"a,b\n", "g.csv", classes=("teams.csv", content)).graph
        assert [graph.label_names[k] for k in graph.labels] == ["red", "blue"]
    (tmp_path / "t.csv").write_bytes(b"a,red\n")
    (tmp_path / "g.csv").write_bytes(b"a,b\n")
    graph = read_graph(tmp_path / "g.csv", classes=tmp_path / "t.csv")
    assert [graph.label_names[k] for k in graph.labels] == ["red", "not said"]
    (tmp_path / "t.csv").write_bytes(b"c,red\n")
    with pytest.raises(GraphFileError, match=r"^t\.csv: it gives no class for 2 nodes .* 'a'"):
        read_graph(tmp_path / "g.csv", classes=tmp_path / "t.csv")


def test_decimal_weights_are_read_exactly_as_python_reads_them() -> None:
    rng = np.random.default_rng(5)
    values = np.concatenate(
        (rng.random(2000) * 10.0 ** rng.integers(-30, 30, 2000), rng.random(500).round(4))
    )
    texts = [repr(v) for v in values.tolist()]
    texts += ["+1.5", "-0.1", ".5", "5.", "1e5", "1E-7", "123456789012345678", "1e22", "1e23"]
    texts += ["9007199254740993", "0.30000000000000004", "1e-400", "00012.50"]
    rows = "".join(f"{i} {i + 1} {t}\n" for i, t in enumerate(texts))
    np.testing.assert_array_equal(read(rows, "g.txt").weights, [float(t) for t in texts])


ROUND = settings(max_examples=40, deadline=None, derandomize=True, database=None)
NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp")), max_size=9
)
NUMBERS = st.floats(-1e290, 1e290).filter(lambda x: x == 0.0 or abs(x) >= 1e-300)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Any small graph with a node, in the order that the readers keep."""
    n = draw(st.integers(1, 7))
    pairs = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda p: p[0] != p[1])
    edges = draw(st.lists(pairs, max_size=9)) if n > 1 else []
    per_edge = st.lists(NUMBERS, min_size=len(edges), max_size=len(edges))
    names = draw(
        st.none()
        | st.lists(NAMES.map(str.strip).filter(bool), min_size=n, max_size=n, unique=True).filter(
            lambda names: not all(name.isdecimal() for name in names)
        )
    )
    graph = Graph.from_edges(
        n,
        edges,
        weights=draw(st.none() | per_edge) if edges else None,
        labels=draw(st.none() | st.lists(st.sampled_from("xyz"), min_size=n, max_size=n)),
        names=names,
    )
    if n > 1 and draw(st.booleans()):
        points = np.arange(2.0 * n).reshape(n, 2) * draw(st.floats(0.1, 1e6))
        graph = Graph(**{**{f: getattr(graph, f) for f in FIELDS}, "positions": points})
    return graph


FIELDS = ("n", "edges", "weights", "labels", "label_names", "names")


@ROUND
@given(graph=graphs(), writer=st.sampled_from(WRITERS), packed=st.booleans())
def test_what_is_written_is_read_as_it_was(graph: Graph, writer: object, packed: bool) -> None:
    content = written(graph, writer.id)
    name = f"g{writer.ending}" + (".gz" if packed else "")
    said = {"odd_rows": "keep", "alike": "two"} if writer.id == "csv" else {}  # "none" is a name
    if writer.id == "csv" and (graph.m == 0 or left_out(graph, "csv")):
        if graph.m == 0:
            with pytest.raises(GraphFileError, match="a header and no ties"):
                read_upload(content, name)
        else:
            assert read_upload(content, name, **said).graph.m == graph.m
        return
    loaded = read_upload(gzip.compress(content) if packed else content, name, **said)
    empty = "" if graph.m else "No ties were found in this file. "
    assert loaded.cleaned == f"{empty}Nothing had to be cleaned."
    if writer.id == "csv":  # nodes stand in order of appearance
        assert edges_of(loaded.graph) == edges_of(graph)
    else:
        assert loaded.graph == graph


@pytest.mark.parametrize("id", GRAPHS)
@pytest.mark.parametrize("ending", [".graphml", ".json", ".csv", ".json.gz"])
def test_a_graph_is_written_to_a_file_and_read_by_networkx(
    id: str, ending: str, tmp_path: Path
) -> None:
    graph = load_graph(id)
    sentence = write_graph(graph, tmp_path / f"g{ending}")
    loaded = read_graph(tmp_path / f"g{ending}")
    assert edges_of(loaded) == edges_of(graph)
    assert ("ties only" in sentence) == (ending == ".csv" and graph.labels is not None)
    assert ("What a large weight means" in sentence) == (graph.near is not None)
    if ending == ".graphml":
        assert nx.read_graphml(tmp_path / "g.graphml").number_of_edges() == graph.m
    if ending == ".json":
        data = json.loads((tmp_path / "g.json").read_text())
        assert nx.node_link_graph(data, edges="edges").number_of_edges() == graph.m


def test_a_point_cloud_keeps_its_places_lengths_and_clusters(tmp_path: Path) -> None:
    graph = generate("moons", n=40)
    for ending in (".graphml", ".json"):
        assert write_graph(graph, tmp_path / f"m{ending}") == WAY
        assert read_graph(tmp_path / f"m{ending}") == replace(graph, near=None)
    assert left_out(graph, "csv") == (
        f"CSV holds ties only: the classes, the positions were left out. {WAY}"
    )


def test_an_ending_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"end in \.graphml, \.csv, \.json"):
        write_graph(load_graph("karate"), tmp_path / "g.xlsx")
    with pytest.raises(ValueError, match="format must be one of graphml, csv, json, got 'gml'"):
        written(load_graph("karate"), "gml")
