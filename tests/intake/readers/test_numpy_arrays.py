"""Arrays of NumPy and SciPy: matrices, edges, and what must never be unpickled."""

import io

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from uploads import read_upload, zipped

from graphdp_core.intake import GraphFileError, Limits
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading

NOVEL = nx.convert_node_labels_to_integers(nx.les_miserables_graph())
EDGES = sorted((min(u, v), max(u, v), float(w)) for u, v, w in NOVEL.edges(data="weight"))
DENSE = nx.to_numpy_array(NOVEL)


def saved(write, *arguments, **options) -> bytes:
    stream = io.BytesIO()
    write(stream, *arguments, **options)
    return stream.getvalue()


def rows(data: bytes, name: str) -> list[tuple]:
    graph = read_upload(data, name).graph
    assert graph.n == 77
    weights = graph.weights.tolist()
    return [(u, v, w) for (u, v), w in zip(graph.edges.tolist(), weights, strict=True)]


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int16, np.uint8, ">i4"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_square_is_an_adjacency_matrix(kind: type, order: str) -> None:
    matrix = np.array(DENSE.astype(kind), order=order)
    assert rows(saved(np.save, matrix), "g.npy") == EDGES
    assert rows(saved(np.savez, matrix), "g.npz") == EDGES
    assert rows(saved(np.savez_compressed, adjacency=matrix, x=matrix[:3]), "g.npz") == EDGES


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
@pytest.mark.parametrize("compressed", [True, False])
def test_sparse_matrices_of_scipy(kind: str, compressed: bool) -> None:
    matrix = scipy.sparse.coo_array(DENSE).asformat(kind)
    data = saved(scipy.sparse.save_npz, matrix, compressed=compressed)
    assert rows(data, "g.npz") == EDGES
    one_way = scipy.sparse.triu(matrix).asformat(kind)
    loaded = read_upload(saved(scipy.sparse.save_npz, one_way), "g.npz")
    assert loaded.graph == read_upload(data, "g.npz").graph
    assert loaded.cleaned == "Direction was dropped."


def test_columns_are_edges_with_or_without_weights() -> None:
    weighted = np.array(EDGES)
    assert rows(saved(np.save, weighted), "g.npy") == EDGES
    ends = weighted[:, :2].astype(np.int32)
    for array in (ends, ends.astype(float), ends.T):
        graph = read_upload(saved(np.save, array), "g.npy").graph
        assert graph.edges.tolist() == ends.tolist()
        assert graph.weights is None
    named = np.array([["Ann", "Bob"], ["Bob", "Zoë"], ["Ann", "Di"]])
    assert read_upload(saved(np.save, named), "g.npy").graph.names == ("Ann", "Bob", "Di", "Zoë")


def test_a_header_that_lies_is_refused_before_memory_is_taken() -> None:
    data = saved(np.save, np.zeros((4, 4)))
    lying = data.replace(b"(4, 4)", b"(9**9, 4)"[:6])
    for damaged in (lying, data[:-1], data[:20], data.replace(b"(4, 4)", b"(44,4)")):
        with pytest.raises(GraphFileError, match="damaged"):
            read_upload(damaged, "g.npy")


@pytest.mark.parametrize("pointer", [[0, 1], [0, 9, 9], [0, -1, 2], [1, 1, 2]])
def test_an_index_that_lies_is_refused(pointer: list[int]) -> None:
    parts = {"indices": np.array([1, 0]), "indptr": np.array(pointer), "data": np.ones(2)}
    with pytest.raises(GraphFileError, match="damaged"):
        read_upload(saved(np.savez, **parts, shape=np.array([2, 2])), "g.npz")
    parts |= {"indptr": np.array([0, 1, 2]), "indices": np.array([1, 7])}
    with pytest.raises(GraphFileError, match="damaged"):
        read_upload(saved(np.savez, **parts, shape=np.array([2, 2])), "g.npz")


def test_a_zip_bomb_is_refused_by_what_it_declares() -> None:
    bomb = zipped({"arr_0.npy": bytes(30_000_000)})
    with pytest.raises(GraphFileError, match="larger than the 1 MB allowed"):
        read_upload(bomb, "g.npz", limits=Limits(bytes=1_000_000))


def test_several_arrays_without_a_telling_name_are_a_choice() -> None:
    data = saved(np.savez, x=DENSE, y=DENSE[:3, :3])
    shown = preview(data, "g.npz")
    assert (shown.sheets, shown.reading.sheet) == (("x", "y"), None)
    with pytest.raises(GraphFileError, match="several arrays; choose one as the sheet: 'x', 'y'"):
        read_upload(data, "g.npz")
    assert [read(data, "g.npz", Reading(sheet=name)).graph.n for name in "xy"] == [77, 3]
    with pytest.raises(GraphFileError, match="there is no file 'z' in it; it holds 'x', 'y'"):
        read(data, "g.npz", Reading(sheet="z"))


def test_a_telling_name_or_the_only_array_is_the_guess() -> None:
    named = preview(saved(np.savez, x=DENSE, adj=DENSE), "g.npz")
    assert (named.reading.sheet, "sheet" in named.guessed) == ("adj", True)
    assert rows(saved(np.savez, network=DENSE), "g.npz") == EDGES
    assert (
        preview(saved(scipy.sparse.save_npz, scipy.sparse.csr_array(DENSE)), "g.npz").sheets == ()
    )


TABLE = np.array([[1, 0, 0, 2], [0, 1, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]])


@pytest.mark.parametrize("kind", ["npy", "npz", "csr", "csc", "coo"])
def test_an_oblong_joins_rows_and_columns_or_is_projected(kind: str) -> None:
    write = {"npy": np.save, "npz": np.savez}.get(kind)
    sparse = scipy.sparse.coo_array(TABLE)
    data = saved(write, TABLE) if write else saved(scipy.sparse.save_npz, sparse.asformat(kind))
    name = "g.npy" if kind == "npy" else "g.npz"
    assert [notice.field for notice in preview(data, name).notices] == ["projection"]
    both = read_upload(data, name).graph
    assert both.edges.tolist() == [[0, 5], [0, 8], [1, 6], [1, 8], [2, 6], [4, 5]]
    assert (both.n, both.weights.tolist()) == (9, [1, 2, 1, 1, 1, 1])
    marks = (TABLE > 0).astype(int)
    for side, shared in (("rows", marks @ marks.T), ("columns", marks.T @ marks)):
        graph = read(data, name, Reading(projection=side)).graph
        assert graph.edges.tolist() == np.argwhere(np.triu(shared, 1)).tolist()


def test_a_matrix_read_in_blocks_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphdp_core.intake.files.numbers._AT_ONCE", 200)
    assert rows(saved(np.save, DENSE), "g.npy") == EDGES
    one_way = read_upload(saved(np.save, np.tril(DENSE)), "g.npy")
    assert one_way.cleaned.startswith("Direction was dropped")
    assert [(u, v) for u, v in one_way.graph.edges.tolist()] == [(u, v) for u, v, _ in EDGES]
