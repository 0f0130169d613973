"""Text that is no file of a graph or a table: its right name, and the one step that helps."""

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
_CITED = (
    "let a program for citations, such as bibliometrix or VOSviewer, make a network of it, and "
    "export that as Pajek, GraphML or CSV."
)
_TEXTS = (
    (rb"(?:\s*%[^\n]*\n)*\s*@[a-z]{4,20}\s*\{", f"this is a bibliography (BibTeX); {_CITED}"),
    (rb"\s*TY  - ", f"these are references (RIS); {_CITED}"),
    (rb"FN (?:Clarivate|ISI|Thomson)|PT [JBSP]\nAU ", f"this is Web of Science; {_CITED}"),
    (rb"\s*PMID- \d", f"these are references of PubMed; {_CITED}"),
    (
        rb"From [^\n]*\d\d:\d\d[^\n]*\n[A-Za-z-]+: |(?:Return-Path|Received|Delivered-To): ",
        "this is a mailbox (mbox); let the mail program export who wrote to whom as CSV, two "
        "addresses on each row.",
    ),
    (
        rb"\s*window\.YTD\.",
        "this is part of a Twitter archive: it tells of one account and holds no edges between "
        "others; bring a table of who follows whom, two accounts on each row.",
    ),
    (
        rb"\s*(?:(?:flowchart|graph)[ \t]+(?:TD|TB|BT|RL|LR)\b|sequenceDiagram\b)",
        "this is a diagram (Mermaid); write its edges as a table, two names on each row.",
    ),
    (
        rb"IGRAPH [0-9a-f]* ?[UD][N-][W-][B-] |Vertices: \d+\s+Edges: \d+",
        "this is what igraph prints and no file of it; in R save the graph by write_graph(g, "
        '"club.graphml", "graphml").',
    ),
    (
        rb"(?:#[^\n]*\n|\s)*\*Nodes\b[^\n]*\n(?:#[^\n]*\n|\s)*id\*int",
        "this is a file of Network Workbench; let it export GraphML or Pajek.",
    ),
    (
        rb'[^\n]{0,400}?"@type"\s*:\s*"(?:g|tinker|gx):',
        "this is GraphSON 2 or 3 (TinkerPop); write the graph as GraphML: "
        'g.io("club.graphml").write().iterate().',
    ),
)
_SIGNS = tuple(
    (re.compile(sign, re.IGNORECASE | re.DOTALL), why) for sign, why in (*_KINDS, *_TEXTS)
)
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
