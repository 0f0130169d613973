"""What is no file of a table is refused by its right name, with one step that helps."""

import time

import pytest
from uploads import read_upload

from graphdp_core.datasets import GraphFileError

KINDS = {
    "markdown": ("t.md", "| From | To |\n|---|:--:|\n| Ann | Bob |\n", "Markdown.*save it as CSV"),
    "markdown in csv": ("t.csv", "From | To\n--- | ---\nAnn | Bob\n", "Markdown"),
    "psql": ("t.txt", " a | b \n---+---\n Ann | Bob\n(1 row)\n", "psql --csv"),
    "mysql": ("t.txt", "+---+---+\n| a | b |\n+---+---+\n| A | B |\n+---+---+\n", "mysql --batch"),
    "dump": ("t.sql", "-- dump\nCREATE TABLE e (a int);\nINSERT INTO e VALUES (1);\n", "SQL"),
    "inserts": ("t.txt", "INSERT INTO `e` (`a`,`b`) VALUES (1,2);\n" * 3, "SQL.*as CSV"),
    "pg_dump": ("t.sql", "--\n-- x\n--\n\nSET a = 0;\nCOPY e (a, b) FROM stdin;\n1\t2\n", "SQL"),
    "html as xls": ("t.xls", '<html xmlns:x="urn:x"><table><tr><td>A</td></tr>', "HTML.*as .xlsx"),
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


def test_an_old_workbook_is_refused_by_its_name() -> None:
    with pytest.raises(GraphFileError, match=r"old Excel .*save it as \.xlsx"):
        read_upload(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "t.xls")


@pytest.mark.parametrize("text", ["Use case;Partner\na;b\n", "set x,b\nc,d\n", "a|b\n--x|c\n"])
def test_edges_whose_names_are_such_words_are_read(text: str) -> None:
    assert read_upload(text.encode(), "g.csv").graph.m >= 1


@pytest.mark.parametrize(
    "text", ["|" * 4000, "-- a\n" * 900, "+-" * 2000, "/*" * 2000, ":I" * 2000]
)
def test_a_head_of_one_sign_costs_nothing(text: str) -> None:
    start = time.process_time()
    with pytest.raises(GraphFileError):
        read_upload(text.encode() + b"\nx", "g.csv")
    assert time.process_time() - start < 2  # quadratic steps took longer
