"""Parquet as pandas writes it."""

import io

import networkx as nx
import pandas as pd
import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError, Limits
from graphdp_core.intake.files.preview import preview
from tests.intake.named_edges import edges_of, edges_written

NOVEL = nx.les_miserables_graph()


def saved(table: pd.DataFrame, **options) -> bytes:
    stream = io.BytesIO()
    table.to_parquet(stream, **options)
    return stream.getvalue()


@pytest.mark.parametrize("compression", ["snappy", "gzip", None])
def test_edges_are_read_with_their_weights(compression: str | None) -> None:
    data = saved(nx.to_pandas_edgelist(NOVEL), compression=compression)
    assert edges_of(read_upload(data, "g.parquet").graph) == edges_written(NOVEL)


def test_names_of_columns_are_a_header_also_above_text() -> None:
    graph = read_upload(saved(pd.DataFrame({"a": ["x", "y"], "b": ["y", "z"]})), "g.pq").graph
    assert edges_of(graph).keys() == {frozenset("xy"), frozenset("yz")}


def test_an_index_and_nested_columns_are_left_out() -> None:
    table = pd.DataFrame({"a": [1, 2], "b": [2, 3], "w": [1.5, 2.5], "tags": [[1], [2]]})
    table.index = pd.Index(["r", "s"])
    data = saved(table)
    loaded = read_upload(data, "g.parquet")
    assert (loaded.graph.m, loaded.graph.weights.tolist()) == (2, [1.5, 2.5])
    assert loaded.cleaned == "The column 'tags' of lists or records had to be left out."
    assert loaded.cleaned in [notice.text for notice in preview(data, "g.parquet").notices]


def test_what_is_damaged_or_too_large_is_refused() -> None:
    data = saved(nx.to_pandas_edgelist(NOVEL))
    for damaged in (data[:-9], b"PAR1" + bytes(50), b"PAR1", data[:200] + data[:-200]):
        with pytest.raises(GraphFileError, match="the Parquet file is damaged"):
            read_upload(damaged, "g.parquet")
    with pytest.raises(GraphFileError, match="more than the 99 edges"):
        read_upload(data, "g.parquet", limits=Limits(edges=99))
