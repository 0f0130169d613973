"""Packed files give what was packed, whatever packed them; workbooks stay as they are."""

import bz2
import gzip
import lzma
from collections.abc import Callable

import pytest
from uploads import zipped

from graphdp_core.intake import GraphFileError, read_graph
from graphdp_core.intake.files.packed import Damaged, unpack, without_packing
from graphdp_core.intake.files.preview import preview

EDGES = b"source,target\nann,bob\nbob,cy\n"


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_streams_one_after_another_are_one_file(pack: Callable[[bytes], bytes]) -> None:
    parts = pack(EDGES[:9]) + pack(b"") + pack(EDGES[9:])
    assert unpack(parts, most=1_000).data == EDGES
    assert unpack(pack(EDGES), most=len(EDGES)).data == EDGES
    assert len(unpack(pack(EDGES), most=9).data) == 10


@pytest.mark.parametrize("ending", [".gz", ".bz2", ".xz", ".zip"])
def test_a_packed_graph_is_read_by_the_ending_inside(ending: str, tmp_path) -> None:
    pack = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
    data = zipped({"friends.csv": EDGES}) if ending == ".zip" else pack[ending](EDGES)
    path = tmp_path / f"friends.csv{ending}"
    path.write_bytes(data)
    assert read_graph(path).names == ("ann", "bob", "cy")


def test_of_an_archive_the_data_are_taken_or_what_was_asked_for(tmp_path) -> None:
    path = tmp_path / "two.zip"
    path.write_bytes(zipped({"README.txt": b"hello", "one.csv": EDGES, "two.csv": b"1,2\n3,4\n"}))
    assert read_graph(path).n == 3
    assert read_graph(path, sheet="two.csv").n == 4
    assert preview(path.read_bytes(), "two.zip").sheets == ("README.txt", "one.csv", "two.csv")
    path.write_bytes(zipped({"meta.x": b"name: x", "nodes.csv": b"1,2\n3,4\n", "edges.csv": EDGES}))
    assert read_graph(path).n == 3
    path.write_bytes(zipped({"nodes.csv": EDGES, "two.csv": b"1,2\n3,4\n"}))
    with pytest.raises(GraphFileError, match=r"no file 'three\.csv' in it; it holds 'nodes"):
        read_graph(path, sheet="three.csv")


def test_a_workbook_is_left_packed() -> None:
    book = zipped({"[Content_Types].xml": b"", "xl/workbook.xml": b""})
    assert unpack(book, most=9_999).data == book


def test_an_archive_with_a_password_is_refused() -> None:
    data = bytearray(zipped({"a.csv": EDGES}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(Damaged, match="locked by a password"):
        unpack(bytes(data), most=1_000)


def test_only_the_ending_of_the_packing_is_taken_off() -> None:
    assert [without_packing(name) for name in ("a.csv.BZ2", "gz", "a.zip.csv")] == [
        "a.csv", "gz", "a.zip.csv",
    ]  # fmt: skip


def test_a_packed_file_in_an_archive_is_unpacked_too(tmp_path) -> None:
    inside = gzip.compress(b"0,1\n1,2\n")
    path = tmp_path / "ogb.zip"
    parts = {"raw/num-edge-list.csv.gz": gzip.compress(b"2\n"), "raw/edge.csv.gz": inside}
    path.write_bytes(zipped(parts))
    assert read_graph(path).edges.tolist() == [[0, 1], [1, 2]]


def test_several_tables_of_the_same_columns_are_not_read_as_the_first(tmp_path) -> None:
    path = tmp_path / "months.zip"
    months = {"jan.csv": b"source,target\na,b\n", "feb.csv": b"source,target\nb,c\n"}
    path.write_bytes(zipped(months))
    with pytest.raises(
        GraphFileError, match=r"several tables of the same columns, such as 'jan\.csv'"
    ):
        read_graph(path)
    assert read_graph(path, sheet="feb.csv").names == ("b", "c")
