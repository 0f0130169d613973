"""Sheets as tables: which one, what is blank around them, and zip files that attack.

Workbooks with a sheet of nodes and one of edges: which is which, and what the nodes add.
"""

import struct
import zipfile
from collections.abc import Iterator

import pytest
from uploads import zipped

from graphdp_core.intake import GraphFileError, Limits
from graphdp_core.intake.files.graph_file import GraphFile
from graphdp_core.intake.files.raw_graph import clean
from graphdp_core.intake.files.reading import Reading
from graphdp_core.intake.files.sheets import (
    chosen_sheet,
    edges_among,
    first_table,
    open_zip,
    sheet_table,
    with_nodes,
)
from graphdp_core.intake.files.table import NodeSheet
from graphdp_core.intake.readers.edge_list import read_edges

FILE = GraphFile("book.xlsx", b"", Limits(edges=50))


def rows_of(cells: list[list[str]]) -> list[tuple[int, list[str]]]:
    return list(sheet_table(FILE, cells, ("s",), "s").rows())


def test_the_first_sheet_or_the_one_asked_for_is_chosen() -> None:
    assert chosen_sheet(FILE, Reading(), ("a", "b")) == "a"
    assert chosen_sheet(FILE, Reading(sheet="b"), ("a", "b")) == "b"
    with pytest.raises(GraphFileError, match="there is no sheet 'B'; it has 'a', 'b'"):
        chosen_sheet(FILE, Reading(sheet="B"), ("a", "b"))
    with pytest.raises(GraphFileError, match="it has no sheet with cells"):
        chosen_sheet(FILE, Reading(), ())


def test_a_sheet_of_remarks_before_the_table_is_passed_over_unless_it_is_asked_for() -> None:
    cells = {"notes": [["Made in May"], ["by us", "all"], ["x"]], "e": [["a", "b"], ["b", "c"]]}
    first = first_table(FILE, Reading(), ("notes", "e"), cells.__getitem__)
    assert (first.sheet, len(list(first.rows()))) == ("e", 2)
    asked = first_table(FILE, Reading(sheet="notes"), ("notes", "e"), cells.__getitem__)
    assert asked.sheet == "notes"
    assert first_table(FILE, Reading(), ("notes",), cells.__getitem__).sheet == "notes"


def test_what_is_blank_around_a_table_is_left_out_and_its_rows_are_equally_wide() -> None:
    cells = [[], ["", "", "a", "b"], ["", ""], ["", "x"], ["", "", "", "", "y", ""], [""]]
    assert rows_of(cells) == [
        (2, ["", "a", "b", ""]),
        (4, ["x", "", "", ""]),
        (5, ["", "", "", "y"]),
    ]


def test_a_table_may_be_walked_through_twice() -> None:
    table = sheet_table(FILE, iter([["a", "b"], ["c"]]), ("s",), "s")
    assert list(table.rows()) == list(table.rows()) == [(1, ["a", "b"]), (2, ["c", ""])]


def test_an_empty_sheet_is_refused_by_its_name() -> None:
    for cells in ([], [[]], [["", ""], [""]]):
        with pytest.raises(GraphFileError, match="its sheet 's' is empty"):
            rows_of(cells)


def test_more_rows_than_edges_are_allowed_are_refused() -> None:
    assert len(rows_of([["a", "b"]] * 51)) == 51  # one of them may be the header
    with pytest.raises(GraphFileError, match="more than the 50 ties"):
        rows_of([["a", "b"]] * 52)


def test_a_far_column_is_refused_at_its_first_row() -> None:
    def cells() -> Iterator[list[str]]:
        yield ["a", "b"]
        yield ["a", *[""] * 4_998, "z"]
        yield ["a", *[""] * 4_999, "z"]
        pytest.fail("it went on")

    with pytest.raises(GraphFileError, match="more than 5,000 columns"):
        sheet_table(FILE, cells(), ("s",), "s")


@pytest.mark.long
def test_blank_cells_without_end_are_refused() -> None:
    def cells() -> Iterator[list[str]]:
        wide = [""] * 16_384
        for _ in range(1_300):
            yield wide
        pytest.fail("it went on")

    with pytest.raises(GraphFileError, match="more than 20,000,000 cells"):
        sheet_table(FILE, cells(), ("s",), "s")


def opened(data: bytes, *, most: int = 100_000):
    return open_zip(GraphFile("book.xlsx", data, Limits(bytes=most)))[1]


@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_members_are_read_by_name(kind: int) -> None:
    member = opened(zipped({"a": b"1", "b": b"2"}, kind))
    assert (member("a"), member("b"), member("c")) == (b"1", b"2", None)


def test_a_bomb_is_refused_by_what_it_declares() -> None:
    bomb = zipped({"a": bytes(10_000_000), "b": b""})
    assert len(bomb) < 11_000
    with pytest.raises(GraphFileError, match=r"larger than the 0\.1 MB allowed"):
        opened(bomb)
    with pytest.raises(GraphFileError, match=r"larger than the 0\.1 MB allowed"):
        opened(zipped({f"m{i}": bytes(1_000) for i in range(101)}))


def test_a_bomb_that_lies_about_its_size_gives_no_more_than_it_declares() -> None:
    data = bytearray(zipped({"a": bytes(10_000_000)}))
    central = data.find(b"PK\x01\x02")
    data[central + 24 : central + 28] = struct.pack("<I", 50)
    member = opened(bytes(data))
    with pytest.raises(GraphFileError, match="the file is damaged"):
        member("a")


def test_a_zip_of_very_many_members_is_refused() -> None:
    with pytest.raises(GraphFileError, match="larger than"):
        opened(zipped({f"m{i}": b"" for i in range(10_001)}), most=10_000_000)


def test_damage_is_said() -> None:
    good = zipped({"a": b"hello world"}, zipfile.ZIP_STORED)
    for data in (b"", b"PK", b"hello", good[:-30], good[20:]):
        with pytest.raises(GraphFileError, match="the file is damaged"):
            opened(data)("a")
    with pytest.raises(GraphFileError, match="the file is damaged"):
        opened(good.replace(b"hello", b"jello"))("a")  # its checksum differs


def test_what_is_locked_or_packed_by_another_method_is_said() -> None:
    locked, unusual = bytearray(zipped({"a": b"1"})), bytearray(zipped({"a": b"1"}))
    for start, flags, method in ((0, 6, 8), (locked.find(b"PK\x01\x02"), 8, 10)):
        locked[start + flags] |= 1
        unusual[start + method] = 99
    for data in (locked, unusual):
        with pytest.raises(GraphFileError, match="locked or packed in an unusual way"):
            opened(bytes(data))("a")


CLUB = GraphFile("club.xlsx", b"", Limits())
RING = [[str(i), str(i % 8 + 1)] for i in range(1, 9)]
PEOPLE = [[str(i), f"P{i}", "ab"[i % 2]] for i in range(1, 10)]
SHEETS = {
    "gephi": ([["Id", "Label", "Group"], *PEOPLE], [["Source", "Target"], *RING], "Label"),
    "no words": ([["nr", "who", "x"], *PEOPLE], [["a", "b"], *RING], ""),
    "ids behind": ([["who", "nr"], *([p[1], p[0]] for p in PEOPLE)], [["a", "b"], *RING], ""),
    "title and total": (
        [["Our club"], [], ["Id", "Name"], *(p[:2] for p in PEOPLE), ["Total", "9"]],
        RING,
        "Name",
    ),
    "edges have ids": (
        [["Id", "Label", "ties"], *([*p[:2], "2"] for p in PEOPLE)],
        [["Id", "Source", "Target"], *([str(i), *row] for i, row in enumerate(RING, 1))],
        "Label",
    ),
}


@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize("order", [("people", "ties"), ("ties", "people")])
def test_the_sheet_that_names_the_ids_of_the_other_holds_the_edges(kind, order) -> None:
    people, ties, column = SHEETS[kind]
    cells = {"people": people, "ties": ties}
    for asked in (None, "ties"):  # as a guess, and as a preview says it again
        table = first_table(CLUB, Reading(sheet=asked), order, cells.__getitem__)
        assert (table.sheet, table.nodes.sheet, table.nodes.column) == ("ties", "people", column)
        assert table.notes == ()
    raw = with_nodes(read_edges(CLUB, table, Reading()), table.nodes, CLUB)
    loaded = clean(raw)
    assert (loaded.graph.n, loaded.graph.m) == (9, 8)
    assert "the sheet 'people', 1 node of them without a tie" in loaded.cleaned
    assert loaded.graph.name(8) == ("P9" if column else "9")


def test_sheets_that_do_not_name_each_other_are_two_tables_and_that_is_said() -> None:
    days = {"Mon": [["Source", "Target"], ["a", "b"]], "Tue": [["Source", "Target"], ["c", "d"]]}
    table = first_table(CLUB, Reading(), ("Mon", "Tue"), days.__getitem__)
    assert (table.sheet, table.nodes) == ("Mon", None)
    assert table.notes == ("the sheet 'Tue' was not read",)
    codes = {"codes": [["word", "means"], ["x", "y"]], "ties": [["from", "to"], ["a", "b"]]}
    assert edges_among(list(codes), codes.__getitem__) == ("ties", None)


def test_ids_that_no_sheet_of_nodes_lists_stay() -> None:
    table = first_table(CLUB, Reading(), ("e",), {"e": [["a", "b"], ["x", "7"]]}.__getitem__)
    raw = read_edges(CLUB, table, Reading(header=False))
    outcome = with_nodes(raw, NodeSheet("n", {"a": "Ann", "b": "Bob", "c": "Cid"}, "name"), CLUB)
    assert sorted(outcome.names) == ["7", "Ann", "Bob", "Cid", "x"]
