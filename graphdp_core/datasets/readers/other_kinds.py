"""Text that holds a table and is no file of one: its right name, and the one step that helps."""

from __future__ import annotations

import re

from graphdp_core.datasets.files.graph_file import GraphFile

__all__ = ["refuse_other_kinds"]

_SAVE = "open it in a spreadsheet and save it as .xlsx or CSV"
_KINDS = (
    (
        rb"\s*<\?xml[^>]{0,200}\?>\s*<\?mso-application|\s*<(?:ss:)?Workbook\b",
        f"this is an Excel 2003 table as XML, whatever its name says; {_SAVE}.",
    ),
    (
        rb"\s*<(?:!doctype\s+html|html|head|body|table|meta|style|div)\b",
        f"this is a web page (HTML), whatever its name says; if it shows a table, {_SAVE}, "
        "else fetch the file itself.",
    ),
    (
        rb"(?:\s*+(?:--[^\n]*+\n|/\*.{0,2000}?\*/;?))*+\s*+(?:insert\s+(?:or\s+\w+\s+)?into\s"
        rb"|create\s+(?:table|database|schema)\s|drop\s+table\s"
        rb"|begin(?:\s+transaction)?\s*;[ \t]*\n|pragma\s+\w+\s*=|set\s+\w+\s*="
        rb"|lock\s+tables\s|use\s+\S+\s*;[ \t]*\n"
        rb"|copy\s+\S+\s+\([^)\n]*\)\s+from\s)",
        "these are SQL statements, not a table; load them into a database and export the table of "
        "edges from there as CSV.",
    ),
    (
        rb"\s*\+(?:-+\+){1,200}[ \t]*\n\s*\|",
        "this is a table as MySQL shows it; run the query with 'mysql --batch' and save what it "
        "writes as .tsv.",
    ),
    (
        rb"[^\n|]*\|[^\n]*\n[ \t]*-+(?:\+-+)+[ \t]*(?:\n|$)",
        "this is a table as psql shows it; run the query with 'psql --csv' and save what it writes "
        "as .csv.",
    ),
    (
        rb"(?:(?![^\n]*\|)[^\n]*+\n)*+(?=[^\n]*\|)[^\n]*+\n"
        rb"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*+\|?[ \t]*(?:\n|$)",
        "this is a table of Markdown; paste it into a spreadsheet and save it as CSV, without the "
        "line of dashes.",
    ),
    (
        rb"0[ \t]+HEAD\b[^\n]*\n1[ \t]+(?:SOUR|GEDC|CHAR|DEST|DATE)\b",
        "this is a genealogy (GEDCOM); let the program that wrote it export a table of persons "
        "with their father and mother as CSV.",
    ),
    (
        rb'(?![^\n]*:START_ID)[^\n]*:ID(?:\([^)\n]*\))?"?[,;\t\n]'
        rb'|(?![^\n]*(?<![\w.])_start\b)"?_id"?[,;\t]"?_labels\b',
        "it holds the nodes of Neo4j and no edges; bring the file of relationships, whose first "
        "line names :START_ID and :END_ID, or _start and _end.",
    ),
)
_SIGNS = tuple((re.compile(sign, re.IGNORECASE | re.DOTALL), why) for sign, why in _KINDS)
_HEAD = 4000


def refuse_other_kinds(file: GraphFile) -> None:
    r"""Raise GraphFileError if the first lines are of a known kind that is not read.

    Examples
    --------
    >>> from graphdp_core.datasets.files.graph_file import Limits
    >>> refuse_other_kinds(GraphFile("g.csv", b"a,b\nb,c\n", Limits()))
    """
    for sign, why in _SIGNS:
        if sign.match(file.data[:_HEAD]):
            raise file.refuse(why)
