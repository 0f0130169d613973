"""Workbooks of Excel and LibreOffice: sheets, blank rows and columns, dates, and attacks.

Parquet as pandas writes it.
"""

import datetime
import io
import tracemalloc
import zipfile

import networkx as nx
import openpyxl
import pandas as pd
import pytest
from uploads import read_upload, zipped

from graphdp_core.intake import GraphFileError, Limits
from graphdp_core.intake.files.preview import preview, read
from graphdp_core.intake.files.reading import Reading
from tests.intake.named_edges import edges_of, edges_written


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


@pytest.mark.sample
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


KIND = b"application/vnd.oasis.opendocument.spreadsheet"
MANIFEST = '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text")
)


def text(value: str, more: str = "") -> str:
    return (
        f'<table:table-cell office:value-type="string" {more}><text:p>{value}</text:p>'
        "</table:table-cell>"
    )


def number(value: str, shown: str = "") -> str:
    return (
        f'<table:table-cell office:value-type="float" office:value="{value}">'
        f"<text:p>{shown or value}</text:p></table:table-cell>"
    )


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def sheet(name: str, *rows: str) -> str:
    return f'<table:table table:name="{name}">{"".join(rows)}</table:table>'


def book(*sheets: str, before: str = "") -> bytes:
    content = (
        f"<?xml version='1.0'?>{before}<office:document-content {SPACES}><office:body>"
        f"<office:spreadsheet>{''.join(sheets)}</office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    return packed(content.encode())


def packed(content: bytes | None) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", KIND, zipfile.ZIP_STORED)
        if content is not None:
            archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", MANIFEST)
    return stream.getvalue()


HEAD = row(text("Person"), text("Friend"), text("hours"))
BLANK = '<table:table-cell table:number-columns-repeated="16381"/>'
ODS_EDGES = (
    HEAD,
    row(text("ann"), text("bob"), number("2")),
    row(text("bob"), text("cy"), number("0.5", "0,5")),
)
ODS_EXPECTED = {frozenset(("ann", "bob")): 2, frozenset(("bob", "cy")): 0.5}


def spreadsheet(**sheets: list[list[object]]) -> bytes:
    """The same sheets as `workbook` takes, in the format of LibreOffice."""
    made = (
        sheet(name, *(row(*(text(str(cell)) for cell in cells)) for cells in rows))
        for name, rows in sheets.items()
    )
    return book(*made)


@pytest.mark.parametrize(("write", "file"), [(workbook, "g.xlsx"), (spreadsheet, "g.ods")])
def test_the_first_sheet_is_read_and_another_can_be_chosen(write, file: str) -> None:
    data = write(first=EDGES, second=[["a", "b"], ["x", "y"]])
    shown = preview(data, file)
    assert (shown.sheets, shown.reading.sheet) == (("first", "second"), "first")
    assert edges_of(read(data, file, shown.reading).graph) == EXPECTED
    second = read(data, file, Reading(sheet="second", header=False)).graph
    assert edges_of(second).keys() == {frozenset("ab"), frozenset("xy")}
    with pytest.raises(GraphFileError, match="there is no sheet 'third'; it has 'first', 'second'"):
        preview(data, file, Reading(sheet="third"))


def test_blanks_repeated_to_the_end_of_the_sheet_are_nothing() -> None:
    wide = [edge.replace("</table:table-row>", BLANK + "</table:table-row>") for edge in ODS_EDGES]
    end = row(BLANK, more='table:number-rows-repeated="1048573"')
    assert edges_of(read_upload(book(sheet("s", *wide, end)), "g.ods").graph) == ODS_EXPECTED


def test_cells_and_rows_that_are_repeated_are_read_as_often() -> None:
    ones = text("1", 'table:number-columns-repeated="3"')
    data = book(sheet("s", row(ones, more='table:number-rows-repeated="3"')))
    graph = read(data, "g.ods", Reading(shape="matrix", header=False)).graph
    assert (graph.n, graph.edges.tolist()) == (3, [[0, 1], [0, 2], [1, 2]])


def test_dates_truth_formulas_notes_and_spaces_are_text() -> None:
    cells = (
        '<table:table-cell office:value-type="date" office:date-value="2024-01-02"><text:p>2. 1. 24'
        "</text:p></table:table-cell>",
        '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR'
        "</text:p></table:table-cell>",
        '<table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2">'
        "<office:annotation><text:p>a remark</text:p></office:annotation><text:p>2</text:p>"
        "</table:table-cell>",
        text("Bob<text:s/>C junior"),
    )
    heads = row(*map(text, ("source", "target", "weight", "since", "who")))
    data = book(sheet("s", heads, row(text("a"), text("b"), cells[2], cells[0], cells[3])))
    assert preview(data, "g.ods").rows == (("a", "b", "2", "2024-01-02", "Bob C junior"),)
    data = book(sheet("s", heads, row(text("a"), text("b"), cells[2], cells[1], text("x"))))
    assert preview(data, "g.ods").rows[0][3] == "true"


def test_a_merged_cell_of_ods_is_its_first_and_the_covered_ones_are_blank() -> None:
    merged = text("ann", 'table:number-rows-spanned="2"')
    covered = "<table:covered-table-cell/>"
    rows = (row(merged, text("bob"), number("1")), row(covered, text("cy"), number("1")))
    data = book(sheet("s", HEAD, *rows))
    assert [cells[0] for cells in preview(data, "g.ods").rows] == ["ann", ""]
    with pytest.raises(GraphFileError, match="A row has nobody in 'Person'"):
        read_upload(data, "g.ods")


ODS_LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)


def test_what_attacks_or_is_damaged_is_refused() -> None:
    with pytest.raises(GraphFileError, match="document type or an entity"):
        read_upload(book(sheet("s", row(text("&c;"), text("b"))), before=ODS_LAUGHS), "g.ods")
    for damaged in (b"<office", b"<graphml/>", None, b"<document-content>" + b"<a>" * 99):
        with pytest.raises(GraphFileError, match=r"damaged|no sheet"):
            read_upload(packed(damaged), "g.ods")
    with pytest.raises(GraphFileError, match="it has no sheet with cells"):
        read_upload(book(), "g.ods")
    with pytest.raises(GraphFileError, match="its sheet 's' is empty"):
        read_upload(book(sheet("s")), "g.ods")
    with pytest.raises(GraphFileError, match="larger than the 1 MB allowed"):
        read_upload(packed(bytes(2_000_000)), "g.ods", limits=Limits(bytes=1_000_000))


def test_a_row_that_no_sheet_has_is_refused_at_once() -> None:
    old = zipfile.ZipFile(io.BytesIO(workbook(s=[["a", "b"], ["c", "d"]])))
    parts = {n: old.read(n).replace(b'"A2"', b'"A999999999"') for n in old.namelist()}
    with pytest.raises(GraphFileError, match="more than 20,000,000 cells"):
        read_upload(zipped(parts), "g.xlsx")


@pytest.mark.parametrize(
    ("columns", "rows", "message"),
    [
        ("999999999", "1", "more than 5,000 columns"),
        ("4999", "999999999", "more than 20,000,000 cells"),
        ("2", "999999999", "more than 20,000,000 cells"),
    ],
)
def test_repeats_without_end_are_refused_at_once(columns: str, rows: str, message: str) -> None:
    cell = text("a", f'table:number-columns-repeated="{columns}"')
    data = book(sheet("s", row(cell, text("b"), more=f'table:number-rows-repeated="{rows}"')))
    tracemalloc.start()
    with pytest.raises(GraphFileError, match=message):
        read_upload(data, "g.ods")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20e6


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
    with pytest.raises(GraphFileError, match="more than the 99 ties"):
        read_upload(data, "g.parquet", limits=Limits(edges=99))
