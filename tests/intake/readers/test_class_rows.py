"""Classes of nodes may stand in a sheet, in columns or in an archive.

Label files give every node its class, add nodes without edges, and refuse what does not fit.
"""

import io

import numpy as np
import pandas as pd
import pytest
from uploads import zipped

from graphdp_core.intake import GraphFileError, Limits, ReadingWarning, read_graph
from graphdp_core.intake.files.graph_file import GraphFile, open_packed
from graphdp_core.intake.files.raw_graph import RawGraph
from graphdp_core.intake.readers.class_rows import class_rows, with_classes

TABLE = pd.DataFrame({"Person": ["ann", "bob", "cy"], "Team": ["red", "blue", "red"]})


def written(ending: str) -> bytes:
    stream = io.BytesIO()
    if ending == "parquet":
        TABLE.to_parquet(stream, index=False)
    elif ending == "zip":
        return zipped({"classes.csv": TABLE.to_csv(index=False)})
    else:
        TABLE.to_excel(stream, index=False)
    return stream.getvalue()


@pytest.mark.parametrize("ending", ["xlsx", "parquet", "zip"])
def test_classes_are_taken_from_wherever_a_table_is(ending: str) -> None:
    classes = io.BytesIO(written(ending))
    with pytest.warns(ReadingWarning, match="he first line of .* was taken for the names"):
        graph = read_graph(io.BytesIO(b"ann,bob\nbob,cy\n"), "edge_list", classes=classes)
    assert {graph.name(i): graph.label_names[k] for i, k in enumerate(graph.labels)} == {
        "ann": "red", "bob": "blue", "cy": "red",
    }  # fmt: skip


def test_another_binary_file_is_refused() -> None:
    file = open_packed(io.BytesIO(b"\x00\x01\xff" * 50), name="g.bin", limits=Limits())
    with pytest.raises(GraphFileError, match="this is a binary file"):
        class_rows(file)


RAW = RawGraph(3, np.array([[0, 1], [1, 2]]), names=["5", "7", "9"])


def label_file(text: str, limits: Limits = Limits()) -> GraphFile:
    return GraphFile("labels.txt", text.encode(), limits)


def classed(raw: RawGraph, file: GraphFile) -> RawGraph:
    return with_classes(raw, file, class_rows(file))


def test_classes_follow_names_and_new_nodes_are_sorted_in() -> None:
    raw = classed(RAW, label_file("# node class\n9 c\n7 b\n6 x\n5 a\n"))
    assert raw.names == ["5", "6", "7", "9"]
    assert raw.classes == ["a", "x", "b", "c"]
    assert raw.edges.tolist() == [[0, 2], [2, 3]]


def test_one_column_holds_the_class_of_node_i_on_line_i() -> None:
    raw = classed(RawGraph(2, np.array([[0, 1]])), label_file("b\r\na\r\nb\r\n"))
    assert (raw.n, raw.classes) == (3, ["b", "a", "b"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6 a\n8 b\n", "labels.txt: it gives no class for 3 nodes of the graph, such as '5'"),
        ("5 a\n7\n9 b\n", "give every line a node and its class"),
        ("5 a x\n7 a x\n", "give every line a node and its class"),
        ("# nothing\n", "give every line a node and its class"),
    ],
)
def test_a_label_file_that_does_not_fit_is_refused(text: str, message: str) -> None:
    with pytest.raises(GraphFileError, match=message):
        classed(RAW, label_file(text))


def test_limits_hold_for_added_nodes() -> None:
    with pytest.raises(GraphFileError, match="more than the 3 nodes allowed"):
        classed(RAW, label_file("5 a\n7 a\n9 a\n11 a\n", Limits(nodes=3)))


@pytest.mark.parametrize("text", ["Node,Team\n5,a\n7,b\n9,a\n", "Person;Team\n5;a\n7;b\n9;a\n"])
def test_names_of_columns_are_no_node(text: str) -> None:
    raw = classed(RAW, label_file(text))
    assert (raw.names, raw.classes) == (["5", "7", "9"], ["a", "b", "a"])
    assert raw.notes == ("the first line of labels.txt was taken for the names of its columns",)
