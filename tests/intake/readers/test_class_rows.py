"""Classes of nodes may stand in a sheet, in columns or in an archive."""

import io
import zipfile

import pandas as pd
import pytest

from graphdp_core.intake import GraphFileError, Limits, read_graph
from graphdp_core.intake.files.graph_file import open_packed
from graphdp_core.intake.readers.class_rows import class_rows

TABLE = pd.DataFrame({"Person": ["ann", "bob", "cy"], "Team": ["red", "blue", "red"]})


def packed(name: str, data: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(name, data)
    return stream.getvalue()


def written(ending: str) -> bytes:
    stream = io.BytesIO()
    if ending == "parquet":
        TABLE.to_parquet(stream, index=False)
    elif ending == "zip":
        return packed("classes.csv", TABLE.to_csv(index=False).encode())
    else:
        TABLE.to_excel(stream, index=False)
    return stream.getvalue()


@pytest.mark.parametrize("ending", ["xlsx", "parquet", "zip"])
def test_classes_are_taken_from_wherever_a_table_is(ending: str) -> None:
    classes = io.BytesIO(written(ending))
    graph = read_graph(io.BytesIO(b"ann,bob\nbob,cy\n"), "edge_list", classes=classes)
    assert {graph.name(i): graph.label_names[k] for i, k in enumerate(graph.labels)} == {
        "ann": "red", "bob": "blue", "cy": "red",
    }  # fmt: skip


def test_another_binary_file_is_refused() -> None:
    file = open_packed(io.BytesIO(b"\x00\x01\xff" * 50), name="g.bin", limits=Limits())
    with pytest.raises(GraphFileError, match="this is a binary file"):
        class_rows(file)
