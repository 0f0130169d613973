"""What is no file of a table is refused by its right name, with one step that helps."""

import gzip
import pickle

import pytest
from uploads import read_upload

from graphdp_core.intake import GraphFileError
from tests.patience import growth

KINDS = {
    "markdown": ("t.md", "| From | To |\n|---|:--:|\n| Ann | Bob |\n", "Markdown.*save it as CSV"),
    "markdown in csv": ("t.csv", "From | To\n--- | ---\nAnn | Bob\n", "Markdown"),
    "psql": ("t.txt", " a | b \n---+---\n Ann | Bob\n(1 row)\n", "psql --csv"),
    "mysql": ("t.txt", "+---+---+\n| a | b |\n+---+---+\n| A | B |\n+---+---+\n", "mysql --batch"),
    "dump": ("t.sql", "-- dump\nCREATE TABLE e (a int);\nINSERT INTO e VALUES (1);\n", "SQL"),
    "inserts": ("t.txt", "INSERT INTO `e` (`a`,`b`) VALUES (1,2);\n" * 3, "SQL.*as CSV"),
    "pg_dump": ("t.sql", "--\n-- x\n--\n\nSET a = 0;\nCOPY e (a, b) FROM stdin;\n1\t2\n", "SQL"),
    "html as xls": ("t.xls", '<html xmlns:x="urn:x"><table><tr><td>A</td></tr>', "HTML.*as .xlsx"),
    "BibTeX": ("refs.bib", "% mine\n@article{lind2020,\n  author = {Lind, Ada},\n}\n", "BibTeX"),
    "BibTeX as text": ("refs.txt", "@inproceedings{a,\n author={A and B}}\n", "BibTeX.*CSV"),
    "RIS": ("refs.ris", "TY  - JOUR\nAU  - Lind, Ada\nER  - \n", "RIS"),
    "PubMed": ("refs.txt", "PMID- 123\nFAU - Lind, Ada\n", "PubMed"),
    "Web of Science": ("w.txt", "FN Clarivate Web of Science\nVR 1.0\nPT J\n", "Web of Science"),
    "mbox": (
        "box.mbox",
        "From a@x Mon Jan  1 10:00:00 2024\nFrom: A <a@x>\nTo: b@x\n\nHi\n",
        "mbox",
    ),
    "Twitter": ("following.js", "window.YTD.following.part0 = [ { } ]", "Twitter archive"),
    "Mermaid": ("flow.mmd", "graph TD;\n  a-->b;\n", "Mermaid"),
    "Mermaid as text": ("flow.txt", "flowchart LR\n  a --> b\n", "Mermaid"),
    "igraph": ("g.txt", "IGRAPH 5f3a U-W- 3 2 -- \n+ attr: weight (e/n)\n", "igraph prints"),
    "igraph in C": ("g.txt", "Vertices: 12\nEdges: 21\nDirected: FALSE\n", "igraph prints"),
    "NWB": ("g.nwb", '*Nodes 2\nid*int label*string\n1 "a"\n', "Network Workbench"),
    "GraphSON 3": (
        "g.json",
        '{"id":{"@type":"g:Int32","@value":1},"label":"p"}\n',
        "GraphSON 2 or 3",
    ),
    "page as csv": ("t.csv", "<!DOCTYPE html>\n<html><body>404</body></html>", "HTML"),
    "Excel 2003": (
        "t.xls",
        '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>',
        "Excel 2003",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_of_another_program_is_refused_by_its_name(kind: str) -> None:
    name, text, message = KINDS[kind]
    with pytest.raises(GraphFileError, match=message):
        read_upload(text.encode(), name)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"RDX3\nX\n\0\0\0", "R data"),
        (b"X\n\0\0\0\3", "R data"),
        (b"\x89HDF\r\n\x1a\n" + bytes(9), "HDF5"),
        (b"MATLAB 5.0 MAT-file" + bytes(200), "MATLAB"),
        (b"SQLite format 3\0" + bytes(90), "SQLite"),
        (b"ARROW1\0\0" + bytes(40), "Feather or Arrow"),
        (pickle.dumps({"a": [1, 2]}), "Python pickle, which is never opened"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "7z"),
        (b"Rar!\x1a\x07\x01\0", "RAR"),
        (b"\x28\xb5\x2f\xfd\x04\0a,b", "Zstandard"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        (bytes(257) + b"ustar\x0000", "tar archive"),
    ],
)
def test_a_binary_file_is_refused_by_its_name_packed_or_not(data: bytes, name: str) -> None:
    for packed in (data, gzip.compress(data)):
        with pytest.raises(GraphFileError, match=rf"^g\.csv: .*{name}.*; .*\.$"):
            read_upload(packed, "g.csv")


@pytest.mark.parametrize("sign", ["|", "-- a\n", "+-", "/*", ":I"])
def test_a_head_of_one_sign_costs_no_more_than_its_length(sign: str) -> None:
    def refuse(size: int) -> None:
        with pytest.raises(GraphFileError):
            read_upload(sign.encode() * (size // len(sign)) + b"\nx", "g.csv")

    assert growth(refuse, 1000) < 10
