"""OpenDocument spreadsheets: sheets, repeats, merged cells, dates, and files that attack."""

import io
import tracemalloc
import zipfile

import pytest
from uploads import read_upload

from graphdp_core.datasets import GraphFileError, Limits
from graphdp_core.datasets.files.preview import preview, read
from graphdp_core.datasets.files.reading import Reading
from tests.datasets.named_edges import edges_of

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
EDGES = (
    HEAD,
    row(text("ann"), text("bob"), number("2")),
    row(text("bob"), text("cy"), number("0.5", "0,5")),
)
EXPECTED = {frozenset(("ann", "bob")): 2, frozenset(("bob", "cy")): 0.5}


def test_the_first_sheet_is_read_and_another_can_be_chosen() -> None:
    data = book(sheet("first", *EDGES), sheet("second", row(text("x"), text("y"))))
    shown = preview(data, "g.ods")
    assert (shown.sheets, shown.reading.sheet) == (("first", "second"), "first")
    assert edges_of(read(data, "g.ods", shown.reading).graph) == EXPECTED
    second = read(data, "g.ods", Reading(sheet="second", header=False)).graph
    assert edges_of(second).keys() == {frozenset("xy")}
    with pytest.raises(GraphFileError, match="there is no sheet 'third'; it has 'first', 'second'"):
        preview(data, "g.ods", Reading(sheet="third"))


def test_blanks_repeated_to_the_end_of_the_sheet_are_nothing() -> None:
    wide = [edge.replace("</table:table-row>", BLANK + "</table:table-row>") for edge in EDGES]
    end = row(BLANK, more='table:number-rows-repeated="1048573"')
    assert edges_of(read_upload(book(sheet("s", *wide, end)), "g.ods").graph) == EXPECTED


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


def test_a_merged_cell_is_its_first_and_the_covered_ones_are_blank() -> None:
    merged = text("ann", 'table:number-rows-spanned="2"')
    covered = "<table:covered-table-cell/>"
    rows = (row(merged, text("bob"), number("1")), row(covered, text("cy"), number("1")))
    data = book(sheet("s", HEAD, *rows))
    assert [cells[0] for cells in preview(data, "g.ods").rows] == ["ann", ""]
    with pytest.raises(GraphFileError, match="A row has nobody in 'Person'"):
        read_upload(data, "g.ods")


LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)


def test_what_attacks_or_is_damaged_is_refused() -> None:
    with pytest.raises(GraphFileError, match="document type or an entity"):
        read_upload(book(sheet("s", row(text("&c;"), text("b"))), before=LAUGHS), "g.ods")
    for damaged in (b"<office", b"<graphml/>", None, b"<document-content>" + b"<a>" * 99):
        with pytest.raises(GraphFileError, match=r"damaged|no sheet"):
            read_upload(packed(damaged), "g.ods")
    with pytest.raises(GraphFileError, match="it has no sheet with cells"):
        read_upload(book(), "g.ods")
    with pytest.raises(GraphFileError, match="its sheet 's' is empty"):
        read_upload(book(sheet("s")), "g.ods")
    with pytest.raises(GraphFileError, match="larger than the 1 MB allowed"):
        read_upload(packed(bytes(2_000_000)), "g.ods", limits=Limits(bytes=1_000_000))


@pytest.mark.parametrize(
    ("columns", "rows", "message"),
    [
        ("999999999", "1", "more than 5,000 columns"),
        ("4999", "999999999", "damaged or of an unusual kind"),
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
