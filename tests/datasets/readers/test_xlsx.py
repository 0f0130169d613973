"""Excel workbooks: sheets, blank rows and columns, dates, and workbooks that attack."""

import datetime
import io
import zipfile

import openpyxl
import pytest
from uploads import read_upload

from graphdp_core.datasets import GraphFileError, Limits
from graphdp_core.datasets.files.preview import preview, read
from graphdp_core.datasets.files.reading import Reading
from tests.datasets.named_edges import edges_of


def workbook(**sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, cells in sheets.items():
        sheet = book.create_sheet(title)
        for row in cells:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


EDGES = [["Person", "Friend", "hours"], ["ann", "bob", 2], ["bob", "cy", 0.5], ["cy", "ann", 3.0]]
EXPECTED = {
    frozenset(("ann", "bob")): 2,
    frozenset(("bob", "cy")): 0.5,
    frozenset(("cy", "ann")): 3,
}


def test_the_first_sheet_is_read_and_another_can_be_chosen() -> None:
    data = workbook(first=EDGES, second=[["a", "b"], ["x", "y"]])
    shown = preview(data, "g.xlsx")
    assert shown.sheets == ("first", "second")
    assert shown.reading.sheet == "first"
    assert edges_of(read(data, "g.xlsx").graph) == EXPECTED
    second = read(data, "g.xlsx", Reading(sheet="second", header=False)).graph
    assert edges_of(second).keys() == {frozenset("ab"), frozenset("xy")}
    with pytest.raises(GraphFileError, match="there is no sheet 'third'; it has 'first', 'second'"):
        preview(data, "g.xlsx", Reading(sheet="third"))


def test_blank_rows_and_columns_around_the_table_are_nothing() -> None:
    moved = [[], [None, None], *[[None, *row, None] for row in EDGES], [], [None] * 9]
    assert edges_of(read_upload(workbook(s=moved), "g.xlsx").graph) == EXPECTED


def test_cells_of_all_kinds_are_text() -> None:
    cells = [
        ["source", "target", "weight", "since", "ok"],
        [1, 2.0, 2, datetime.datetime(2024, 1, 2), True],
        [2, "3", 1.25, datetime.date(2024, 1, 3), False],
    ]
    shown = preview(workbook(s=cells), "g.xlsx")
    assert shown.rows == (
        ("1", "2", "2", "2024-01-02", "true"),
        ("2", "3", "1.25", "2024-01-03", "false"),
    )


def rezipped(data: bytes, name: str, content: bytes) -> bytes:
    """The workbook with one of its parts replaced."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for entry in old.namelist():
            new.writestr(entry, content if entry == name else old.read(entry))
    return stream.getvalue()


LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row r="1"><c r="A1" t="inlineStr"><is><t>&c;</t></is></c></row></sheetData></worksheet>"""


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/workbook.xml"])
@pytest.mark.parametrize("content", [LAUGHS, b"", b"<", b"<a/>", b"\xff\xfe\x00"])
def test_parts_that_are_damaged_or_attack_are_refused(part: str, content: bytes) -> None:
    data = rezipped(workbook(s=EDGES), part, content)
    with pytest.raises(GraphFileError, match=r"damaged|no sheet|is empty|an entity"):
        read_upload(data, "g.xlsx")


def test_a_zip_bomb_is_refused_by_what_it_declares() -> None:
    bomb = rezipped(workbook(s=EDGES), "xl/worksheets/sheet1.xml", bytes(30_000_000))
    assert len(bomb) < 100_000
    with pytest.raises(GraphFileError, match="larger than the 1 MB allowed"):
        read_upload(bomb, "g.xlsx", limits=Limits(bytes=1_000_000))


def test_a_locked_workbook_is_refused() -> None:
    data = bytearray(workbook(s=EDGES))
    place = data.find(b"PK\x01\x02")
    while place >= 0:
        data[place + 8] |= 1  # every member says that it is encrypted
        place = data.find(b"PK\x01\x02", place + 4)
    with pytest.raises(GraphFileError, match=r"damaged|locked"):
        read_upload(bytes(data), "g.xlsx")


def test_dimensions_that_lie_are_not_believed() -> None:
    part = "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(io.BytesIO(workbook(s=EDGES))) as archive:
        sheet = archive.read(part)
    for lie in (b"A1:XFD1048576", b"A1:A1", b"B2"):
        data = rezipped(workbook(s=EDGES), part, sheet.replace(b"A1:C4", lie))
        assert edges_of(read_upload(data, "g.xlsx").graph) == EXPECTED


def test_a_cell_far_away_is_refused_and_takes_no_memory() -> None:
    with pytest.raises(GraphFileError, match="more than 5,000 columns"):
        read_upload(workbook(s=[*EDGES, [*[None] * 16_383, "x"]]), "g.xlsx")


def test_a_merged_cell_is_its_first_and_the_covered_ones_are_blank() -> None:
    book = openpyxl.Workbook()
    for row in EDGES:
        book.active.append(row)
    book.active.merge_cells("A2:A3")
    stream = io.BytesIO()
    book.save(stream)
    assert [cells[0] for cells in preview(stream.getvalue(), "g.xlsx").rows] == ["ann", "", "cy"]
    with pytest.raises(GraphFileError, match="A row has nobody in 'Person'"):
        read_upload(stream.getvalue(), "g.xlsx")


MONTHS = {
    "Jan": [["source", "target"], ["ann", "bob"]],
    "Feb": [["source", "target"], ["bob", "cy"]],
    "Notes": [["made", "by me"]],
}


def test_sheets_of_the_same_columns_are_asked_about_and_read_together() -> None:
    asked = preview(workbook(**MONTHS), "year.xlsx").question
    assert [(o.changes, o.m) for o in asked.options] == [
        ((("sheet", "*"),), 2), ((("sheet", "Jan"),), 1), ((("sheet", "Feb"),), 1),
    ]  # fmt: skip
    graph = read(workbook(**MONTHS), "year.xlsx", Reading(sheet="*")).graph
    assert edges_of(graph).keys() == {frozenset(("ann", "bob")), frozenset(("bob", "cy"))}


def test_a_workbook_of_nodexl_has_its_header_in_the_second_row() -> None:
    book = workbook(
        Edges=[
            [None, None, "Visual Properties", None, "Labels", "Other Columns"],
            ["Vertex 1", "Vertex 2", "Color", "Width", "Label", "Edge Weight"],
            ["ann", "bob", None, None, None, 3],
            ["bob", "cy", None, None, None, 2],
        ],
        Vertices=[
            [None, "Visual Properties", None, "Labels"],
            ["Vertex", "Color", "Shape", "Label"],
            ["ann"], ["bob"], ["cy"], ["dee"],
        ],
    )  # fmt: skip
    graph = read(book, "nodexl.xlsx").graph
    assert edges_of(graph) == {frozenset(("ann", "bob")): 3, frozenset(("bob", "cy")): 2}
    assert graph.n == 4


def test_a_pivot_is_a_matrix_without_its_title_and_totals() -> None:
    book = workbook(
        Pivot=[
            ["Sum of mails", "Column Labels"],
            ["Row Labels", "ann", "bob", "cy", "Grand Total"],
            ["ann", None, 3, None, 3], ["bob", 3, None, 2, 5], ["cy", None, 2, None, 2],
            ["Grand Total", 3, 5, 2, 10],
        ]
    )  # fmt: skip
    graph = read(book, "pivot.xlsx").graph
    assert edges_of(graph) == {frozenset(("ann", "bob")): 3, frozenset(("bob", "cy")): 2}


def test_signs_that_nobody_sees_are_no_part_of_a_cell() -> None:
    book = workbook(Edges=[["source", "target"], ["ann\u200b", "bob"], ["bob", "\u200eann"]])
    assert read(book, "g.xlsx").graph.names == ("ann", "bob")
