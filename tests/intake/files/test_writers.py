"""No export is run by the spreadsheet that opens it, and reading it gives the same names."""

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from uploads import read_upload

from graphdp_core.graphs.graph import Graph
from graphdp_core.intake import written
from graphdp_core.intake.files.writers import plain_cell, safe_cell, safe_csv

FORMULAS = ("=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "'=x", "''-y", '="a,b"', "'tis")


@given(st.text(alphabet="'=+-@\t a1", max_size=6))
def test_a_marked_cell_begins_like_no_formula_and_is_found_again(text: str) -> None:
    safe = safe_cell(text)
    assert plain_cell(safe) == text
    assert safe[:1] not in ("=", "@", "\t") or safe == ""
    if safe[:1] in ("+", "-"):
        float(safe)


@pytest.mark.parametrize("weights", [None, [-1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]])
def test_names_like_formulas_survive_a_round_trip(weights: list[float] | None) -> None:
    edges = [(i, i + 1) for i in range(len(FORMULAS) - 1)]
    graph = Graph.from_edges(len(FORMULAS), edges, weights=weights, names=FORMULAS)
    data = written(graph, "csv")
    for row in list(csv.reader(io.StringIO(data.decode())))[1:]:
        assert all(cell[:1] not in ("=", "+", "-", "@") for cell in row[:2])
    back = read_upload(data, "names.csv").graph
    assert back.names == FORMULAS
    assert back.edges.tolist() == graph.edges.tolist()


def test_a_table_keeps_its_numbers() -> None:
    table = pd.DataFrame({"=name": ["=x", "b"], "value": [-1.5, 2.0]})
    assert safe_csv(table) == "'=name,value\n'=x,-1.5\nb,2.0\n"
